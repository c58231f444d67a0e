package main

import (
	"context"
	"io"
)

// interruptible is an input whose reads end with the context: an interrupt need not wait for what nobody types. The
// read that is left behind ends with the process.
type interruptible struct {
	ctx context.Context
	r   io.Reader
}

func (i interruptible) Read(p []byte) (int, error) {
	type result struct {
		n   int
		err error
	}
	buf := make([]byte, len(p))
	done := make(chan result, 1)
	go func() {
		n, err := i.r.Read(buf)
		done <- result{n, err}
	}()
	select {
	case <-i.ctx.Done():
		return 0, i.ctx.Err()
	case got := <-done:
		return copy(p, buf[:got.n]), got.err
	}
}
