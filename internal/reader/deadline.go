package reader

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// deadline is a context that ends at a time, as context.WithDeadline makes
// one, but starts its timer only when somebody waits for Done. Most reads end
// in a millisecond and only ever ask Err; a timer would wake another thread
// for nothing.
type deadline struct {
	context.Context //nolint:containedctx // it is a context
	at              time.Time
	start           func() context.Context
	cancel          atomic.Pointer[context.CancelFunc] // of the timer, once it runs
}

func withTimeout(parent context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	c := &deadline{Context: parent, at: time.Now().Add(d)}
	c.start = sync.OnceValue(func() context.Context {
		timed, cancel := context.WithDeadline(parent, c.at)
		c.cancel.Store(&cancel)
		return timed
	})
	return c, func() {
		if cancel := c.cancel.Load(); cancel != nil {
			(*cancel)()
		}
	}
}

// Deadline implements context.Context.
func (c *deadline) Deadline() (time.Time, bool) {
	if at, ok := c.Context.Deadline(); ok && at.Before(c.at) {
		return at, true
	}
	return c.at, true
}

// Done implements context.Context.
func (c *deadline) Done() <-chan struct{} { return c.start().Done() }

// Err implements context.Context.
func (c *deadline) Err() error {
	if err := c.Context.Err(); err != nil {
		return err
	}
	if !time.Now().Before(c.at) {
		return context.DeadlineExceeded
	}
	return nil
}
