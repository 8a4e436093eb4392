package reader

import (
	"context"
	"sync"
	"time"
)

// deadline is a context that ends at a time, as context.WithDeadline makes
// one, but starts its timer only when somebody waits for Done. Most reads end
// in a millisecond and only ever ask Err; a timer would wake another thread
// for nothing.
type deadline struct {
	context.Context //nolint:containedctx // it is a context
	at              time.Time

	mu    sync.Mutex
	timed context.Context //nolint:containedctx // with the timer, once somebody waits
	stop  context.CancelFunc
	ended bool // it was cancelled
}

func withTimeout(parent context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	c := &deadline{Context: parent, at: time.Now().Add(d)}
	return c, c.cancel
}

func (c *deadline) cancel() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ended = true
	if c.stop != nil {
		c.stop()
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
func (c *deadline) Done() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.timed == nil {
		c.timed, c.stop = context.WithDeadline(c.Context, c.at)
		if c.ended {
			c.stop()
		}
	}
	return c.timed.Done()
}

// Err implements context.Context. It is never nil once Done is closed.
func (c *deadline) Err() error {
	if err := c.Context.Err(); err != nil {
		return err
	}
	c.mu.Lock()
	timed, ended := c.timed, c.ended
	c.mu.Unlock()
	if timed != nil && timed.Err() != nil {
		return timed.Err()
	}
	if !time.Now().Before(c.at) {
		return context.DeadlineExceeded
	}
	if ended {
		return context.Canceled
	}
	return nil
}
