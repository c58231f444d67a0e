package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"lemma/core"
	"lemma/core/graph"
)

// CheckReport is what Check found.
type CheckReport struct {
	Sound      bool     `json:"sound"`
	Primitives int      `json:"primitives"`
	Edges      int      `json:"edges"`
	Conflicts  int      `json:"conflicts"`
	Sessions   int      `json:"sessions"`
	Staged     int      `json:"staged"`
	Problems   []string `json:"problems"`
}

// Check proves a registry: every edge's target exists, nothing depends on itself, ids are unique, open conflicts have
// what they were compared with, the journals are whole and in order and agree with the state, staged texts have their
// digests, and those that sessions in force have read are there. It repairs nothing but what every Open does after a
// kill. A registry that cannot be opened is an error.
func Check(ctx context.Context, dir string, opt Options) (rep *CheckReport, err error) {
	if _, err := os.Stat(filepath.Join(dir, "FORMAT")); errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no registry at %s\nlearn something first (`lemma learn FILE`), or name another with --registry", dir)
	}
	s, err := Open(ctx, dir, opt)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	c, err := s.Load(ctx)
	if err != nil {
		return nil, err
	}
	rep = &CheckReport{Primitives: len(c.Primitives), Conflicts: len(c.Conflicts), Sessions: len(c.Sessions), Problems: []string{}}
	rep.graph(c)
	if err := rep.replay(ctx, s, c); err != nil {
		return nil, err
	}
	if err := rep.staged(ctx, s, c); err != nil {
		return nil, err
	}
	rep.Sound = len(rep.Problems) == 0
	return rep, nil
}

func (rep *CheckReport) problem(format string, args ...any) {
	rep.Problems = append(rep.Problems, fmt.Sprintf(format, args...))
}

func (rep *CheckReport) graph(c *core.Contents) {
	live := map[string]*core.Primitive{}
	for _, p := range c.Primitives {
		if live[p.ID] != nil {
			rep.problem("the id %s stands twice", p.ID)
		}
		live[p.ID] = p
	}
	ids := make([]string, 0, len(live))
	for id := range live {
		ids = append(ids, id)
	}
	sort.Strings(ids)
	g, err := graph.Build(slices.Values(ids), func(id string) []string {
		var to []string
		seen := map[string]bool{}
		for _, e := range live[id].Dependencies {
			rep.Edges++
			switch {
			case seen[e.Target]:
				rep.problem("%s has two edges to %s", id, e.Target)
			case live[e.Target] == nil:
				rep.problem("%s depends on %s, which is not there", id, e.Target)
			default:
				to = append(to, e.Target)
			}
			seen[e.Target] = true
		}
		if !slices.IsSortedFunc(live[id].Dependencies, func(a, b core.Edge) int { return strings.Compare(a.Target, b.Target) }) {
			rep.problem("the edges of %s are not in order of their targets", id)
		}
		return to
	})
	if err != nil {
		rep.problem("the graph is not acyclic: %v", err)
	} else if len(g.Order()) != len(ids) {
		rep.problem("the order of the graph has %d of %d primitives", len(g.Order()), len(ids))
	}
	waits := map[string]string{} // conflict by its candidate's id
	for _, x := range c.Conflicts {
		if other, twice := waits[x.Candidate.ID]; twice {
			rep.problem("conflicts %s and %s both wait under the id %s", other, x.ID, x.Candidate.ID)
		}
		waits[x.Candidate.ID] = x.ID
	}
	for _, x := range c.Conflicts {
		for _, e := range x.Candidate.Dependencies {
			if _, ok := waits[e.Target]; !ok && live[e.Target] == nil {
				rep.problem("what waits in conflict %s depends on %s, which is not there", x.ID, e.Target)
			}
		}
		if live[x.Candidate.ID] != nil {
			rep.problem("conflict %s waits under the id of the live primitive %s", x.ID, x.Candidate.ID)
		}
		if x.Match.Existing != "" && live[x.Match.Existing] == nil {
			rep.problem("conflict %s was compared with %s, which is not there", x.ID, x.Match.Existing)
		}
		for _, in := range x.Inbound {
			if live[in.From] == nil {
				rep.problem("conflict %s holds an edge of %s, which is not there", x.ID, in.From)
			}
		}
	}
}

// replay works the journals through in memory and compares the outcome with the state.
func (rep *CheckReport) replay(ctx context.Context, s *Store, c *core.Contents) error {
	prims, conflicts := map[string][]byte{}, map[string][]byte{}
	sessions := map[string][]byte{}
	for seq := uint64(1); seq <= s.seq; seq++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		j, err := readJournal(s.journals(), seq)
		if err != nil {
			return err
		}
		if x := j.commit.Session; x.Seq != seq || x.ID != core.SessionID(seq) {
			rep.problem("journal %d holds session %d, %s", seq, x.Seq, x.ID)
		}
		for _, ch := range j.commit.Changeset.Changes {
			before, err := encodeOrNil(ch.Before)
			if err != nil {
				return err
			}
			if !bytes.Equal(prims[ch.ID], before) {
				rep.problem("session %d changed %s from something that the sessions before do not give", seq, ch.ID)
			}
			if prims[ch.ID], err = encodeOrNil(ch.After); err != nil {
				return err
			}
			if ch.After == nil {
				delete(prims, ch.ID)
			}
		}
		for _, ch := range j.commit.Changeset.Conflicts {
			before, err := encodeOrNil(ch.Before)
			if err != nil {
				return err
			}
			if !bytes.Equal(conflicts[ch.ID], before) {
				rep.problem("session %d changed conflict %s from something that the sessions before do not give", seq, ch.ID)
			}
			if conflicts[ch.ID], err = encodeOrNil(ch.After); err != nil {
				return err
			}
			if ch.After == nil {
				delete(conflicts, ch.ID)
			}
		}
		if sessions[j.commit.Session.ID], err = encoder.Marshal(j.commit.Session); err != nil {
			return err
		}
	}
	compareState(rep, "primitive", prims, c.Primitives, func(p *core.Primitive) string { return p.ID })
	compareState(rep, "conflict", conflicts, c.Conflicts, func(x *core.Conflict) string { return x.ID })
	held := make([]*core.Session, len(c.Sessions))
	for i := range c.Sessions {
		held[i] = &c.Sessions[i]
	}
	compareState(rep, "session", sessions, held, func(x *core.Session) string { return x.ID })
	return nil
}

func encodeOrNil[T any](v *T) ([]byte, error) {
	if v == nil {
		return nil, nil
	}
	return encoder.Marshal(v)
}

func compareState[T any](rep *CheckReport, what string, want map[string][]byte, got []*T, id func(*T) string) {
	seen := map[string]bool{}
	for _, v := range got {
		seen[id(v)] = true
		raw, err := encoder.Marshal(v)
		if err != nil || !bytes.Equal(raw, want[id(v)]) {
			rep.problem("%s %s is not as the journals have it", what, id(v))
		}
	}
	missing := []string{}
	for k := range want {
		if !seen[k] {
			missing = append(missing, k)
		}
	}
	sort.Strings(missing)
	for _, k := range missing {
		rep.problem("%s %s is in the journals and not in the state", what, k)
	}
}

// staged proves that the originals of sessions are there, unless one took them back since, and that all are whole.
func (rep *CheckReport) staged(ctx context.Context, s *Store, c *core.Contents) error {
	reverted := map[string]bool{}
	for _, x := range c.Sessions {
		for _, id := range x.Reverts {
			reverted[id] = true
		}
	}
	for _, x := range c.Sessions {
		if x.Status != core.Committed || reverted[x.ID] {
			continue
		}
		for _, d := range x.Documents {
			for _, p := range d.Parts {
				name, err := s.stagedName(p.Digest)
				if err == nil {
					_, err = os.Stat(name)
				}
				if err != nil {
					rep.problem("the bytes of %s, which %s learned, are not there: %v", p.Name, x.ID, err)
				}
			}
		}
	}
	root := filepath.Join(s.dir, "staged")
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if strings.HasSuffix(path, tmpSuffix) {
			return nil // what a kill left of a write; the next Stage writes over it
		}
		rep.Staged++
		var bad *DamagedError
		if _, err := readStaged(path, core.Digest("sha256:"+d.Name())); errors.As(err, &bad) {
			rep.problem("%s: %s", bad.Name, bad.Why)
		} else if err != nil {
			return err
		}
		return nil
	})
}
