package pdfium

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"runtime"
	"slices"
	"sync"
	"time"

	"lemma/core/acquire/reader"
)

// Workers is a reader.PDF that runs every document in processes of its own, several for a long one.
type Workers struct {
	// Command starts a process that calls Serve on its standard input and output; it ends with ctx.
	Command func(ctx context.Context) *exec.Cmd
	Most    int           // processes at once, over all documents; 0: as many as there are processors, at most 4
	Silence time.Duration // after which a worker that says nothing is ended; 0: 30 s

	once  sync.Once
	slots chan struct{}
}

const (
	defaultMost    = 4 // at about 200 MB each
	defaultSilence = 30 * time.Second
	starting       = 60 * time.Second       // after which a worker that says nothing at its start is ended
	chunk          = 32                     // pages that a worker is asked for at once
	perWorker      = 96                     // pages that are worth a process
	maxRestarts    = 5                      // of workers that a document ended
	atLeast        = 2 * time.Minute        // for a document
	aPage          = 200 * time.Millisecond // more for each of its pages: some twenty times what a page takes
)

var (
	errSilent = errors.New("it takes too long")
	errEnded  = errors.New("the PDF worker ended")
	errSpent  = errors.New("the PDF worker ended behind a page that it gave up") // which is recorded
)

// Pages implements reader.PDF.
func (w *Workers) Pages(ctx context.Context, raw []byte, page func(*reader.Page), progress func(done, total int)) (*reader.Volume, error) {
	w.once.Do(func() {
		if w.Most <= 0 {
			w.Most = min(defaultMost, runtime.GOMAXPROCS(0))
		}
		if w.Silence <= 0 {
			w.Silence = defaultSilence
		}
		w.slots = make(chan struct{}, w.Most)
	})
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	select {
	case w.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	progress(0, 0)
	r := &reading{Workers: w, raw: raw, page: page, progress: progress}
	first, err := r.first(ctx)
	if err != nil {
		<-w.slots
		if ctx.Err() != nil { // whatever a worker says that was ended for it
			err = ctx.Err()
		}
		return nil, err
	}
	r.deadline = time.Now().Add(atLeast + time.Duration(r.volume.Pages)*aPage)
	r.share(ctx, first)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	slices.SortFunc(r.volume.Lost, func(a, b reader.LostPages) int { return a.First - b.First })
	return r.volume, nil
}

// reading is one document at work.
type reading struct {
	*Workers
	raw      []byte
	page     func(*reader.Page)
	progress func(done, total int)
	volume   *reader.Volume

	mu       sync.Mutex
	deadline time.Time
	next     int // the first page that nobody was asked for
	done     int
	restarts int
}

// first starts a worker and has it read the volume.
func (r *reading) first(ctx context.Context) (*worker, error) {
	k, err := r.start(ctx)
	if err != nil {
		return nil, err
	}
	k.ask(askVolume)
	f, b, err := k.frame(r.Silence)
	if err == nil {
		d := decoder{b: b}
		if r.volume = d.volume(); f != frameVolume || d.bad {
			err = errProtocol
		}
	}
	if err != nil {
		return nil, failed(errors.Join(err, k.stop()))
	}
	return k, nil
}

// failed words the end of a worker that had not read a page.
func failed(err error) error {
	switch {
	case errors.Is(err, errSilent):
		return fmt.Errorf("it cannot be opened: %w", errSilent)
	case errors.Is(err, errEnded):
		return fmt.Errorf("it cannot be opened: %w", trap(err))
	}
	return err
}

// share reads the pages with as many workers as are free and worth it, the first being there.
func (r *reading) share(ctx context.Context, first *worker) {
	var wg sync.WaitGroup
	extra := (r.volume.Pages - 1) / perWorker
	wg.Go(func() {
		defer func() { <-r.slots }()
		r.work(ctx, first)
	})
	for range extra {
		select {
		case r.slots <- struct{}{}:
			wg.Go(func() {
				defer func() { <-r.slots }()
				if k, err := r.start(ctx); err == nil { // else the others do its part
					r.work(ctx, k)
				}
			})
			continue
		default:
		}
		break
	}
	wg.Wait()
}

// work has a worker read chunks of pages until there are none left. One that ends is followed by another, which goes
// on behind the page that ended it.
func (r *reading) work(ctx context.Context, k *worker) {
	defer func() {
		if k != nil {
			_ = k.stop() // it has nothing more to say
		}
	}()
	for {
		from, to := r.take()
		for from <= to {
			if time.Now().After(r.deadline) {
				r.lose(lost(from, to, errSilent))
				break
			}
			if k == nil {
				if k = r.restart(ctx); k == nil {
					r.lose(lost(from, to, errors.New("pages before it ended the PDF worker too often")))
					break
				}
			}
			reached, err := r.ask(k, from, to)
			if from = reached; err == nil {
				break
			}
			_ = k.stop() // err says why
			k = nil
			if ctx.Err() != nil {
				return
			}
			if errors.Is(err, errEnded) || errors.Is(err, io.EOF) {
				err = trap(err)
			}
			if from <= to && !errors.Is(err, errSpent) {
				r.lose(lost(from, from, err))
				from++
			}
		}
		if from > to && r.over() {
			return
		}
	}
}

func (r *reading) over() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.next >= r.volume.Pages
}

// take gives out the next chunk.
func (r *reading) take() (from, to int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	from = r.next
	r.next = min(from+chunk, r.volume.Pages)
	return from, r.next - 1
}

// lose records pages that could not be read.
func (r *reading) lose(l reader.LostPages) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.volume.Lost = append(r.volume.Lost, l)
	r.done += l.Last - l.First + 1
	r.progress(r.done, r.volume.Pages)
}

// restart starts a worker in place of one that ended, nil when that happened too often.
func (r *reading) restart(ctx context.Context) *worker {
	r.mu.Lock()
	r.restarts++
	n := r.restarts
	r.mu.Unlock()
	if n > maxRestarts {
		return nil
	}
	k, err := r.start(ctx)
	if err != nil {
		return nil
	}
	return k
}

// ask has a worker read pages, and returns the first that it did not come to.
func (r *reading) ask(k *worker, from, to int) (int, error) {
	k.ask(askPages, from, to)
	told := false
	for {
		f, b, err := k.frame(min(r.Silence, time.Until(r.deadline)))
		if err != nil {
			if told && errors.Is(err, errEnded) {
				err = errSpent
			}
			return from, err
		}
		told = f == frameLost
		d := decoder{b: b}
		switch f {
		case framePage:
			p := d.page()
			if d.bad || p.Index != from {
				return from, errProtocol
			}
			r.mu.Lock()
			r.page(p)
			r.done++
			r.progress(r.done, r.volume.Pages)
			r.mu.Unlock()
			from++
		case frameLost:
			l := d.lost()
			if d.bad || l.First != from {
				return from, errProtocol
			}
			r.lose(lost(from, from, errors.New(l.Why)))
			from++
		case frameDone:
			if from != to+1 {
				return from, errProtocol
			}
			return from, nil
		default:
			return from, errProtocol
		}
	}
}

// worker is a process that holds the document.
type worker struct {
	cmd    *exec.Cmd
	cancel context.CancelFunc
	in     io.WriteCloser
	out    *bufio.Reader
	talk   bytes.Buffer
}

// start starts a worker, gives it the document and waits until it runs.
func (r *reading) start(ctx context.Context) (*worker, error) {
	ctx, cancel := context.WithCancel(ctx)
	k := &worker{cancel: cancel, cmd: r.Command(ctx)}
	k.cmd.Stderr = &limited{Buffer: &k.talk, left: 4096}
	in, err := k.cmd.StdinPipe()
	if err != nil {
		cancel()
		return nil, err
	}
	out, err := k.cmd.StdoutPipe()
	if err != nil {
		cancel()
		return nil, err
	}
	if err := k.cmd.Start(); err != nil {
		cancel()
		return nil, fmt.Errorf("the PDF worker does not start: %w", err)
	}
	k.in, k.out = in, bufio.NewReaderSize(out, 1<<16)
	sent := make(chan error, 1)
	go func() {
		_, err := in.Write(binary.AppendUvarint(nil, uint64(len(r.raw))))
		if err == nil {
			_, err = in.Write(r.raw)
		}
		sent <- err
	}()
	f, b, err := k.frame(starting)
	for err == nil && f == frameStart {
		f, b, err = k.frame(starting)
	}
	switch {
	case err != nil:
		err = errors.Join(err, k.stop())
		if k.talk.Len() > 0 {
			err = fmt.Errorf("the PDF worker does not start: %s", firstLine(k.talk.Bytes()))
		}
	case f != frameReady:
		err = errors.Join(errProtocol, k.stop())
		if f == frameError {
			err = errors.New(string(b))
		}
	}
	if werr := <-sent; err == nil && werr != nil {
		err = errors.Join(errEnded, k.stop())
	}
	if err != nil {
		return nil, err
	}
	return k, nil
}

// firstLine is what a worker said before it ended.
func firstLine(b []byte) []byte {
	line, _, _ := bytes.Cut(bytes.TrimSpace(b), []byte("\n"))
	return line
}

// ask sends a request. A worker that is gone takes none; its next frame tells why, or that there is none.
func (k *worker) ask(what kind, args ...int) {
	b := []byte{byte(what)}
	for _, a := range args {
		b = binary.AppendUvarint(b, uint64(a))
	}
	_, _ = k.in.Write(b)
}

// frame waits for the next frame, not longer than patience.
func (k *worker) frame(patience time.Duration) (kind, []byte, error) {
	t := time.AfterFunc(patience, k.cancel)
	f, b, err := readFrame(k.out)
	if !t.Stop() && err != nil {
		return 0, nil, errSilent
	}
	if err != nil && !errors.Is(err, errProtocol) {
		return 0, nil, errEnded
	}
	if f == frameError && err == nil {
		return 0, nil, errors.New(string(b))
	}
	return f, b, err
}

// stop ends the process and waits for it.
func (k *worker) stop() error {
	_ = k.in.Close() // the worker may be gone
	k.cancel()
	_ = k.cmd.Wait() // it was ended
	return nil
}

// limited keeps the first bytes of what is written.
type limited struct {
	*bytes.Buffer
	left int
}

func (l *limited) Write(b []byte) (int, error) {
	n := min(l.left, len(b))
	l.left -= n
	l.Buffer.Write(b[:n])
	return len(b), nil
}
