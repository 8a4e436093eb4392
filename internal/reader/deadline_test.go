package reader

import (
	"context"
	"errors"
	"testing"
	"time"
)

// A context whose Done is closed has an error, whenever that was asked for; the
// contexts that are made of it rely on that.
func TestDeadline(t *testing.T) {
	t.Parallel()
	for _, early := range []bool{true, false} {
		ctx, cancel := withTimeout(context.Background(), time.Minute)
		if early {
			_ = ctx.Done()
		}
		child, cancelChild := context.WithCancel(ctx)
		unwatch := context.AfterFunc(ctx, func() {})
		if ctx.Err() != nil {
			t.Error("it has ended before it was cancelled")
		}
		cancel()
		done := ctx.Done()
		if !errors.Is(ctx.Err(), context.Canceled) {
			t.Errorf("cancelled, but the error is %v", ctx.Err())
		}
		<-done
		<-child.Done()
		if !errors.Is(child.Err(), context.Canceled) {
			t.Errorf("the error of a child is %v", child.Err())
		}
		unwatch()
		cancelChild()
	}
	ctx, cancel := withTimeout(context.Background(), time.Millisecond)
	defer cancel()
	<-ctx.Done()
	if !errors.Is(ctx.Err(), context.DeadlineExceeded) {
		t.Errorf("late, but the error is %v", ctx.Err())
	}
}
