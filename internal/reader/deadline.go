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
	start           func() context.Context
}

func withTimeout(parent context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	at := time.Now().Add(d)
	cancel := context.CancelFunc(func() {})
	c := &deadline{Context: parent, at: at}
	c.start = sync.OnceValue(func() context.Context {
		var timed context.Context
		timed, cancel = context.WithDeadline(parent, at) //nolint:gosec // the caller of withTimeout gets it
		return timed
	})
	return c, func() { cancel() }
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
