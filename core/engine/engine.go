// Package engine composes the stages: it turns sources into sessions, and answers questions about what the registry
// holds.
//
// An Engine is the one writer of an open registry. Learn, Resolve, Unlearn and Import each commit one session; what
// they do before the commit happens on copies, so that a run that fails, is rejected or is cancelled leaves nothing
// behind. A Snapshot is the registry at one revision: immutable, safe to read from any goroutine, and still good after
// later commits. Scan and Read look at sources without a registry.
//
// The engine decides the order of things and owns the clock that it is handed; what a stage does is the stage's.
package engine

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"lemma/core"
	"lemma/core/dedup"
	"lemma/core/generate"
)

// Store keeps sessions for good. Commit makes a session durable as a whole or not at all.
type Store interface {
	Load(ctx context.Context) (*core.Contents, error)
	Commit(ctx context.Context, c *core.Commit) error
	History
	Staging
}

// History reads what earlier sessions did.
type History interface {
	Changeset(seq uint64) (*core.Changeset, error)
	Items(seq uint64, stage core.Stage, from, n int) (items []core.Item, total int, err error)
}

// Staging keeps the original bytes of what was learned, by digest.
type Staging interface {
	Stage(digest core.Digest, raw []byte) error
	Staged(digest core.Digest) ([]byte, error)
	Unstage(digest core.Digest) error
	Pending
}

// Pending keeps what a dry run fetched until somebody decides on its digest. Awaited fails with fs.ErrNotExist when
// there is nothing.
type Pending interface {
	Await(digest core.Digest, raw []byte) error
	Awaited(digest core.Digest) ([]byte, error)
	Decided(digest core.Digest) error
}

// Options set an engine up. The zero value works; times are then zero.
type Options struct {
	Now      func() time.Time
	Domains  []core.Domain // added to the built-in taxonomy; an id that it has replaces the built-in one
	Dedup    dedup.Options
	Lenient  bool // home: lenient, see sanitize.Options
	Limits   Limits
	PDF      PDF // takes PDF documents apart; nil: they cannot be read
	Generate generate.Options
}

// Engine is an open registry that can learn.
type Engine struct {
	store   Store
	opt     Options
	domains []core.Domain
	write   sync.Mutex // held from the first look at the registry to the commit
	snap    atomic.Pointer[Snapshot]
}

// Open loads the registry that the store keeps.
func Open(ctx context.Context, store Store, opt Options) (*Engine, error) {
	if opt.Now == nil {
		opt.Now = func() time.Time { return time.Time{} }
	}
	domains, err := Domains(opt.Domains)
	if err != nil {
		return nil, err
	}
	contents, err := store.Load(ctx)
	if err != nil {
		return nil, err
	}
	snap, err := newSnapshot(contents)
	if err != nil {
		return nil, fmt.Errorf("the registry is not sound: %w; run `lemma check`", err)
	}
	e := &Engine{store: store, opt: opt, domains: domains}
	e.snap.Store(snap)
	return e, nil
}

// Prepare works out now what the first learn would have to: the index that candidates are matched by.
func (e *Engine) Prepare() error {
	ix, err := e.Snapshot().index()
	if err == nil {
		ix.Ready(e.opt.Dedup)
	}
	return err
}

// Snapshot returns the registry as of the last commit.
func (e *Engine) Snapshot() *Snapshot { return e.snap.Load() }

// commit makes a session durable and then visible. next is the registry with the session applied, or nil to have it
// worked out here.
func (e *Engine) commit(ctx context.Context, base, next *Snapshot, c *core.Commit) error {
	if base != e.snap.Load() {
		return fmt.Errorf("the registry changed while the session was prepared; run it again")
	}
	if next == nil {
		var err error
		if next, err = base.apply(c); err != nil {
			return fmt.Errorf("refusing to commit %s, which would damage the registry: %w", c.Session.ID, err)
		}
	}
	next.sessions[len(next.sessions)-1] = c.Session
	if err := ctx.Err(); err != nil {
		return err
	}
	// From here on the session is not to be interrupted: it is durable or it is not.
	if err := e.store.Commit(context.WithoutCancel(ctx), c); err != nil {
		return fmt.Errorf("cannot commit %s: %w", c.Session.ID, err)
	}
	e.snap.Store(next)
	return nil
}

// Limits bound what is acquired. Zero means the default of package acquire.
type Limits struct {
	File  int64 // bytes a file
	Total int64 // bytes a session
	Files int
	Ratio int // of what an archive unpacks to, to its own size
}
