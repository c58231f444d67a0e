package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"lemma/core"
	"lemma/core/changeset"
	"lemma/core/merge"
)

// NotFoundError is an id that names nothing, with the nearest ids that do.
type NotFoundError struct {
	What    string // "primitive", "session", "conflict", "domain"
	ID      string
	Nearest []string
}

func (e *NotFoundError) Error() string {
	msg := fmt.Sprintf("no %s has the id %q", e.What, e.ID)
	switch len(e.Nearest) {
	case 0:
		return msg
	case 1:
		return msg + "; did you mean " + e.Nearest[0] + "?"
	}
	msg += "; did you mean one of "
	for i, n := range e.Nearest {
		if i > 0 {
			msg += ", "
		}
		msg += n
	}
	return msg + "?"
}

// Effect is what a resolution would do.
type Effect = merge.Effect

// Resolutions are the answers to a conflict.
var Resolutions = []core.Resolution{core.KeepExisting, core.KeepCandidate, core.KeepBoth}

// Choice is a human's answer to one conflict.
type Choice = merge.Choice

// Resolve answers conflicts, all in one session.
func (e *Engine) Resolve(ctx context.Context, choices []Choice) (*core.Session, error) {
	e.write.Lock()
	defer e.write.Unlock()
	base := e.Snapshot()
	for _, c := range choices {
		if base.Conflict(c.Conflict) == nil {
			return nil, base.noConflict(c.Conflict)
		}
	}
	s := e.newSession(base, core.SessionResolve)
	res, err := merge.Resolve(ctx, base, base.graph.Fork(), s.ID, choices)
	if err != nil {
		return nil, err
	}
	for _, c := range choices {
		s.Sources = append(s.Sources, fmt.Sprintf("%s %s", c.Resolution, c.Conflict))
	}
	s.Counts = res.Counts
	return e.finish(ctx, base, s, res.Changeset, refusedItems(res.Refused))
}

// Cost says what an answer to a conflict would do.
func (e *Engine) Cost(id string, r core.Resolution) (*Effect, error) {
	base := e.Snapshot()
	c := base.Conflict(id)
	if c == nil {
		return nil, base.noConflict(id)
	}
	return merge.Cost(base, base.graph.Fork(), c, r)
}

// noConflict says of a conflict that does not wait that it was answered, or which may have been meant.
func (s *Snapshot) noConflict(id string) error {
	active := s.Active()
	for _, x := range slices.Backward(s.sessions) {
		if x.Kind != core.SessionResolve || !active[x.ID] {
			continue
		}
		for _, src := range x.Sources {
			if answer, of, _ := strings.Cut(src, " "); of == id {
				return fmt.Errorf("%s was answered in %s: %s\n`lemma unlearn %s` takes the answer back", id, x.ID, answer, x.ID)
			}
		}
	}
	ids := make([]string, len(s.conflicts))
	for i, c := range s.conflicts {
		ids[i] = c.ID
	}
	return &NotFoundError{"conflict", id, Nearest(id, ids, 3)}
}

// ErrNothing says that a session changed nothing, so that there is nothing to take back.
var ErrNothing = changeset.ErrNothing

// UnlearnOptions say how far to go.
type UnlearnOptions = changeset.Options

// Named is a primitive or conflict in a preview.
type Named = changeset.Named

// Preview says what taking a session back would do.
type Preview = changeset.Preview

// PreviewUnlearn plans to take a session back and changes nothing. The preview is there even when the session is
// blocked; the error says so.
func (e *Engine) PreviewUnlearn(ctx context.Context, id string, opt UnlearnOptions) (*Preview, error) {
	p, _, err := e.plan(ctx, e.Snapshot(), id, opt)
	return p, err
}

// Unlearn takes a session back, and with Cascade those that depend on it.
func (e *Engine) Unlearn(ctx context.Context, id string, opt UnlearnOptions) (*core.Session, *Preview, error) {
	id = strings.ToLower(id)
	e.write.Lock()
	defer e.write.Unlock()
	base := e.Snapshot()
	preview, cs, err := e.plan(ctx, base, id, opt)
	if err != nil {
		return nil, preview, err
	}
	s := e.newSession(base, core.SessionUnlearn)
	s.Sources, s.Reverts, s.Forced = []string{id}, preview.Cascade, opt.Force
	s.Counts.Tally(cs.Changes)
	done, err := e.finish(ctx, base, s, *cs, nil)
	if err != nil {
		return nil, preview, err
	}
	return done, preview, e.dropUnused(done)
}

func (e *Engine) plan(ctx context.Context, base *Snapshot, id string, opt UnlearnOptions) (*Preview, *core.Changeset, error) {
	id = strings.ToLower(id)
	if _, ok := base.Session(id); !ok {
		ids := make([]string, len(base.sessions))
		for i, s := range base.sessions {
			ids[i] = s.ID
		}
		return nil, nil, &NotFoundError{"session", id, Nearest(id, ids, 3)}
	}
	return changeset.Plan(ctx, base, history{base, e.store}, id, opt)
}

// history joins the sessions of a snapshot with their changes in the store.
type history struct {
	*Snapshot
	store History
}

func (h history) Changeset(seq uint64) (*core.Changeset, error) { return h.store.Changeset(seq) }

// needed lists the originals that sessions in force, primitives and waiting candidates rest on.
func (s *Snapshot) needed() map[core.Digest]bool {
	needed := map[core.Digest]bool{}
	active := s.Active()
	for _, x := range s.sessions {
		if active[x.ID] {
			for _, d := range x.Documents {
				for _, p := range d.Parts {
					needed[p.Digest] = true
				}
			}
		}
	}
	keep := func(p *core.Primitive) {
		needed[p.Source.Digest] = true
		for _, src := range p.Sources {
			needed[src.Digest] = true
		}
	}
	for _, p := range s.prims {
		keep(p)
	}
	for _, c := range s.conflicts {
		keep(&c.Candidate)
	}
	return needed
}

// dropUnused forgets the bytes that only the sessions which were taken back have read.
func (e *Engine) dropUnused(unlearn *core.Session) error {
	snap := e.Snapshot()
	needed := snap.needed()
	var errs []error
	for _, s := range snap.sessions {
		if !slices.Contains(unlearn.Reverts, s.ID) {
			continue
		}
		for _, d := range s.Documents {
			for _, p := range d.Parts {
				if !needed[p.Digest] {
					errs = append(errs, e.store.Unstage(p.Digest))
				}
			}
		}
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("%s was taken back, but its staged text could not be dropped: %w", unlearn.Sources[0], err)
	}
	return nil
}

func (e *Engine) newSession(base *Snapshot, kind core.SessionKind) core.Session {
	seq := base.revision + 1
	return core.Session{Seq: seq, ID: core.SessionID(seq), Kind: kind, Status: core.Committed, Started: e.opt.Now()}
}

func (e *Engine) finish(ctx context.Context, base *Snapshot, s core.Session, cs core.Changeset, items []core.Item) (*core.Session, error) {
	s.Finished = e.opt.Now()
	if err := e.commit(ctx, base, nil, &core.Commit{Session: s, Changeset: cs, Items: items}); err != nil {
		return nil, err
	}
	return &s, nil
}

func refusedItems(refused []core.RefusedEdge) []core.Item {
	var items []core.Item
	for i := range refused {
		items = append(items, core.Item{Stage: core.StageDedup, Refused: &refused[i]})
	}
	return items
}

// Changeset returns what a session changed.
func (e *Engine) Changeset(id string) (*core.Changeset, error) {
	s, err := e.session(id)
	if err != nil {
		return nil, err
	}
	return e.store.Changeset(s.Seq)
}

// Items pages the record of a session: all stages when stage is empty.
func (e *Engine) Items(id string, stage core.Stage, from, n int) ([]core.Item, int, error) {
	s, err := e.session(id)
	if err != nil {
		return nil, 0, err
	}
	return e.store.Items(s.Seq, stage, from, n)
}

// Original returns the bytes that a primitive's source or a session's document names by digest. They are kept as long
// as something learned rests on them.
func (e *Engine) Original(d core.Digest) ([]byte, error) { return e.store.Staged(d) }

func (e *Engine) session(id string) (core.Session, error) {
	id = strings.ToLower(id)
	snap := e.Snapshot()
	if s, ok := snap.Session(id); ok {
		return s, nil
	}
	ids := make([]string, len(snap.sessions))
	for i, s := range snap.sessions {
		ids[i] = s.ID
	}
	return core.Session{}, &NotFoundError{"session", id, Nearest(id, ids, 3)}
}
