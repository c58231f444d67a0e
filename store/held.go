package store

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"lemma/core"
)

// openHeld opens a registry that another process holds, to read what was committed until now. The state is the
// holder's, who may be writing it; the journals are the truth, and one that is there never changes. So nothing has to
// be agreed on between the two: what the holder commits later is not seen.
func openHeld(ctx context.Context, dir string, holder *LockedError) (*Store, error) {
	s := &Store{dir: dir, fs: readOnly{holder}, holder: holder}
	_, made := os.Stat(filepath.Join(dir, "state")) // what comes last of a new registry
	chain, err := readChain(ctx, s.journals())
	if errors.Is(err, fs.ErrNotExist) && errors.Is(made, fs.ErrNotExist) { // the holder is still at it
		return s, nil
	}
	if err != nil {
		return nil, err
	}
	s.seq = uint64(len(chain))
	return s, nil
}

// replay works the journals through in memory.
func (s *Store) replay(ctx context.Context) (*core.Contents, error) {
	c := &core.Contents{}
	prims, conflicts := map[string]*core.Primitive{}, map[string]*core.Conflict{}
	shared := newIntern()
	for seq := uint64(1); seq <= s.seq; seq++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		j, err := readJournal(s.journals(), seq)
		if err != nil {
			return nil, err
		}
		for _, ch := range j.commit.Changeset.Changes {
			if prims[ch.ID] = ch.After; ch.After == nil {
				delete(prims, ch.ID)
				continue
			}
			shared.primitive(ch.After)
		}
		for _, ch := range j.commit.Changeset.Conflicts {
			if conflicts[ch.ID] = ch.After; ch.After == nil {
				delete(conflicts, ch.ID)
			}
		}
		c.Sessions = append(c.Sessions, j.commit.Session)
	}
	for _, id := range slices.Sorted(maps.Keys(prims)) {
		c.Primitives = append(c.Primitives, prims[id])
	}
	for _, id := range slices.Sorted(maps.Keys(conflicts)) {
		c.Conflicts = append(c.Conflicts, conflicts[id])
	}
	slices.SortStableFunc(c.Conflicts, core.CompareConflicts)
	return c, nil
}

// readOnly is the file system of who may not write, with the reason.
type readOnly struct{ reason error }

func (r readOnly) Create(string) (File, error) { return nil, r.reason }
func (r readOnly) Rename(string, string) error { return r.reason }
func (r readOnly) Remove(string) error         { return r.reason }
func (r readOnly) SyncDir(string) error        { return r.reason }
func (r readOnly) Free(string) (uint64, error) { return 0, r.reason }
