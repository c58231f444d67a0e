package pdfium

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"runtime/debug"
	"time"

	"lemma/core/acquire/reader"
)

// maxDocument bounds what a worker takes in, in bytes.
const maxDocument = memory * 3 / 4

// Serve is the worker: it reads a document and requests from in and writes pages to out, until in ends. gone is called
// then, also while a page is being read: whoever asked for it is no longer there.
func Serve(ctx context.Context, in io.Reader, out io.Writer, gone func()) error {
	// The sandbox counts as live memory and holds no pointers: without this as much again could gather as garbage.
	debug.SetGCPercent(10)
	r, w := bufio.NewReader(in), bufio.NewWriterSize(out, 1<<16)
	s := &server{w: w, gone: gone}
	if err := s.serve(ctx, r); err != nil {
		return err
	}
	return w.Flush()
}

type server struct {
	w    *bufio.Writer
	e    encoder
	gone func()
}

// requests are the bytes of requests that came. They are taken in beside the work, so that their end is seen at once.
type requests chan byte

// mostRequests is how many bytes of requests may wait.
const mostRequests = 4096

func (q requests) ReadByte() (byte, error) {
	b, ok := <-q
	if !ok {
		return 0, io.EOF
	}
	return b, nil
}

// take reads requests until there are no more.
func (q requests) take(r io.ByteReader, gone func()) {
	for {
		b, err := r.ReadByte()
		if err != nil { // whatever it is, nobody asks any more
			close(q)
			gone()
			return
		}
		q <- b
	}
}

func (s *server) serve(ctx context.Context, r *bufio.Reader) error {
	size, err := binary.ReadUvarint(r)
	if err != nil {
		return err
	}
	if size > maxDocument {
		return s.send(frameError, []byte(errMemory.Error()))
	}
	raw := make([]byte, size)
	if _, err := io.ReadFull(r, raw); err != nil {
		return err
	}
	asked := make(requests, mostRequests)
	go asked.take(r, s.gone)
	l, err := s.library(ctx)
	if err != nil {
		return err
	}
	if err := s.send(frameReady, nil); err != nil {
		return err
	}
	d, err := l.open(raw)
	if err != nil {
		return s.send(frameError, []byte(err.Error()))
	}
	raw = nil //nolint:wastedassign,ineffassign // the collector may have it: the sandbox holds a copy
	for {
		ask, err := asked.ReadByte()
		if errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		switch kind(ask) {
		case askVolume:
			s.e.b = s.e.b[:0]
			s.e.volume(d.volume())
			err = s.send(frameVolume, s.e.b)
		case askPages:
			var from, to uint64
			if from, err = binary.ReadUvarint(asked); err == nil {
				if to, err = binary.ReadUvarint(asked); err == nil {
					err = s.pages(ctx, d, int(min(from, maxPages)), int(min(to, maxPages)))
				}
			}
		default:
			err = errProtocol
		}
		if err != nil {
			return err
		}
	}
}

func (s *server) pages(ctx context.Context, d *document, from, to int) error {
	for i := from; i <= to && ctx.Err() == nil; i++ {
		p, err := d.page(i)
		s.e.b = s.e.b[:0]
		if err != nil {
			s.e.lost(reader.LostPages{First: i, Last: i, Why: err.Error()})
			if err := s.send(frameLost, s.e.b); err != nil || d.dead != nil {
				return errors.Join(err, d.dead)
			}
			continue
		}
		s.e.page(p)
		if err := s.send(framePage, s.e.b); err != nil {
			return err
		}
	}
	return s.send(frameDone, nil)
}

// beat is how often a worker says that it is still at its start.
const beat = 5 * time.Second

// library makes the engine ready. To compile it takes seconds on most machines and minutes on a slow one that has much
// else to do, so that whoever waits is told all the while that it goes on.
func (s *server) library(ctx context.Context) (*library, error) {
	var l *library
	var err error
	made := make(chan struct{})
	go func() {
		defer close(made)
		l, err = newLibrary(ctx, cacheDir())
	}()
	again := time.NewTicker(beat)
	defer again.Stop()
	for {
		select {
		case <-made:
			return l, err
		case <-again.C:
			if err := s.send(frameStart, nil); err != nil {
				return nil, err
			}
		}
	}
}

func (s *server) send(k kind, content []byte) error {
	if err := writeFrame(s.w, k, content); err != nil {
		return err
	}
	return s.w.Flush()
}
