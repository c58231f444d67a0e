package pdfium

import (
	"context"
	"sync"

	"lemma/core/acquire/reader"
)

// Local is a reader.PDF that runs in the calling process. Documents share one engine and wait for each other, and one
// that takes long cannot be ended: it is for tests.
type Local struct {
	Cache string // where compiled code is kept; empty: nowhere

	mu  sync.Mutex
	lib *library
}

// Pages implements reader.PDF.
func (l *Local) Pages(ctx context.Context, raw []byte, page func(*reader.Page), progress func(done, total int)) (*reader.Volume, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	progress(0, 0)
	if l.lib == nil || l.lib.dead != nil {
		lib, err := newLibrary(context.WithoutCancel(ctx), l.Cache)
		if err != nil {
			return nil, err
		}
		l.lib = lib
	}
	d, err := l.lib.open(raw)
	if err != nil {
		return nil, err
	}
	defer d.close()
	v := d.volume()
	for i := range d.pages {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		p, err := d.page(i)
		if err != nil {
			v.Lost = append(v.Lost, lost(i, i, err))
		} else {
			page(p)
		}
		if progress(i+1, d.pages); d.dead != nil {
			break
		}
	}
	return v, nil
}
