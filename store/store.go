// Package store keeps a registry on disk. It is the only importer of Badger.
//
// The journal is the truth. A session commits as one journal file, written aside, synced and renamed: the rename is the
// commit. Then its changes are put into Badger, which holds the materialised state and can be rebuilt from the journals
// at any time. Whatever kills the process, at the next Open a journal that was renamed is applied and one that was not
// is dropped. A journal names the digest of the one before it, so that none can be lost or changed unnoticed; a
// registry whose journals do not add up, or that a newer lemma wrote, is refused and left as it is.
//
//	FORMAT            the version of the layout
//	journal/N.lj      session N, 16 digits
//	state/            Badger: p/<id> primitives, s/<seq> sessions, c/<id> open conflicts, m/applied
//	staged/ab/<hex>   originals by digest, compressed
//	lock, holder      who has the registry open
//
// One process holds a registry. Another can read meanwhile what was committed until then, from the journals alone.
//
// The package knows core types and the rules that a registry obeys (Check). It decides nothing about content.
package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	"lemma/core"
)

// Format is the version of the layout that this package reads and writes.
const Format = 1

// Options set a store up. The zero value works.
type Options struct {
	Now     func() time.Time // for the holder's "since"; nil: time.Now
	Command string           // what holds the registry, for the message that a second process gets
	FS      FS               // how journals and staged texts are written; nil: the machine's
	Read    bool             // when another process holds the registry, read what was committed until now; nothing can be written then
}

// Store is an open registry. Its methods may be called from any goroutine; one Commit runs at a time.
type Store struct {
	dir   string
	fs    FS
	lock  *lock
	state *state

	holder *LockedError // another process: without lock and state, what it has committed can be read

	mu     sync.Mutex // guards the chain
	seq    uint64     // of the last journal
	last   [32]byte   // its digest
	behind error      // why the state lacks the last session; the next Open makes up for it
}

// Open opens the registry in dir and makes it when there is none. It finishes what a kill left half done.
func Open(ctx context.Context, dir string, opt Options) (s *Store, err error) {
	if opt.Now == nil {
		opt.Now = time.Now
	}
	if opt.FS == nil {
		opt.FS = machine{}
	}
	if err := ours(dir); err != nil {
		return nil, err
	}
	if err := makeFolder(opt.FS, dir); err != nil {
		return nil, fmt.Errorf("cannot make the registry: %w", err)
	}
	l, err := acquireLock(dir, opt)
	if holder := (*LockedError)(nil); opt.Read && errors.As(err, &holder) {
		return openHeld(ctx, dir, holder)
	}
	if err != nil {
		return nil, err
	}
	s = &Store{dir: dir, fs: opt.FS, lock: l}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.Close())
			s = nil
		}
	}()
	if err := s.layout(); err != nil {
		return s, err
	}
	chain, err := readChain(ctx, s.journals())
	if err != nil {
		return s, err
	}
	if err := s.dropUnfinished(); err != nil {
		return s, err
	}
	if n := len(chain); n > 0 {
		s.seq, s.last = uint64(n), chain[n-1]
	}
	return s, s.openState(ctx, chain)
}

// ours refuses folders that hold something else, or a registry of a newer format, before anything is written.
func ours(dir string) error {
	raw, err := os.ReadFile(filepath.Join(dir, "FORMAT"))
	switch {
	case err == nil:
		v, perr := strconv.Atoi(strings.TrimPrefix(strings.TrimSpace(string(raw)), "lemma registry "))
		if perr != nil {
			return fmt.Errorf("%s is not a lemma registry: its FORMAT file says %.40q", dir, raw)
		}
		if v > Format {
			return fmt.Errorf("the registry %s has format %d, and this lemma knows formats up to %d\nuse a newer lemma, or another registry with --registry", dir, v, Format)
		}
		return nil
	case !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("cannot open the registry: %w", err)
	}
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return fmt.Errorf("cannot open the registry: %w", err)
	}
	for _, e := range entries { // a first Open that was killed leaves at most these
		if n := e.Name(); n != "lock" && n != "holder" && !strings.HasSuffix(n, tmpSuffix) {
			return fmt.Errorf("%s is no lemma registry and holds %q\nname an empty or new folder", dir, n)
		}
	}
	return nil
}

// layout makes what is missing, the mark of a registry first: without it, ours would refuse what a kill left of the rest.
func (s *Store) layout() error {
	name := filepath.Join(s.dir, "FORMAT")
	if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
		if err := writeFile(s.fs, name, fmt.Appendf(nil, "lemma registry %d\n", Format)); err != nil {
			return fmt.Errorf("cannot make the registry: %w", err)
		}
	}
	for _, d := range []string{"journal", "staged"} {
		if err := makeFolder(s.fs, filepath.Join(s.dir, d)); err != nil {
			return fmt.Errorf("cannot make the registry: %w", err)
		}
	}
	return nil
}

func (s *Store) journals() string { return filepath.Join(s.dir, "journal") }

// dropUnfinished removes what a kill left of a write that never became a commit.
func (s *Store) dropUnfinished() error {
	for _, dir := range []string{s.dir, s.journals()} {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return err
		}
		for _, e := range entries {
			if strings.HasSuffix(e.Name(), tmpSuffix) {
				if err := os.Remove(filepath.Join(dir, e.Name())); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// openState opens Badger, rebuilds it when it does not belong to the journals, and applies journals it has not seen.
func (s *Store) openState(ctx context.Context, chain [][32]byte) error {
	dir := filepath.Join(s.dir, "state")
	if err := checkRoom(s.fs, s.dir, openRoom); err != nil {
		return err
	}
	st, err := openState(dir)
	if err == nil {
		seq, digest := st.applied()
		if seq <= uint64(len(chain)) && (seq == 0 || chain[seq-1] == digest) {
			s.state = st
			return s.redo(ctx, seq)
		}
		// A journal is durable before the state hears of it, so one was lost or exchanged since.
		return errors.Join(damaged(filepath.Join(s.journals(), journalName(seq)),
			"it is missing, or not the one that was committed\nto go on without that session, move the folder "+dir+" away; it is built anew from the journals"), st.close())
	}
	// The state is derived: one that cannot be opened is moved aside, not thrown away, and built anew.
	aside := ""
	for n := 1; ; n++ {
		aside = fmt.Sprintf("%s.broken-%d", dir, n)
		if _, serr := os.Stat(aside); errors.Is(serr, fs.ErrNotExist) {
			break
		}
	}
	if rerr := os.Rename(dir, aside); rerr != nil && !errors.Is(rerr, fs.ErrNotExist) {
		return errors.Join(err, rerr)
	}
	if s.state, err = openState(dir); err != nil {
		return fmt.Errorf("cannot build the state of the registry anew: %w", err)
	}
	return s.redo(ctx, 0)
}

// redo applies the journals after one.
func (s *Store) redo(ctx context.Context, after uint64) error {
	for seq := after + 1; seq <= s.seq; seq++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		j, err := readJournal(s.journals(), seq)
		if err != nil {
			return err
		}
		if err := checkRoom(s.fs, s.dir, commitRoom+j.size); err != nil {
			return err
		}
		list, err := writes(j.commit)
		if err == nil {
			err = s.state.apply(list, seq, j.digest)
		}
		if err != nil {
			return fmt.Errorf("cannot apply session %d to the state: %w", seq, err)
		}
	}
	return nil
}

// Close gives the registry back.
func (s *Store) Close() error {
	if s.holder != nil {
		return nil
	}
	var err error
	if s.state != nil {
		err = s.state.close()
	}
	return errors.Join(err, s.lock.release())
}

// Load returns the whole registry.
func (s *Store) Load(ctx context.Context) (*core.Contents, error) {
	if s.holder != nil {
		return s.replay(ctx)
	}
	return s.state.load(ctx)
}

// Commit makes a session durable. When it returns an error nothing has changed. Once the journal is written the session
// stands: should the state not take it, later commits are refused, and the next Open makes up for it.
func (s *Store) Commit(_ context.Context, c *core.Commit) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.holder != nil {
		return s.holder
	}
	if s.behind != nil {
		return fmt.Errorf("the state of the registry could not take session %d: %w\nopen the registry anew; nothing is lost", s.seq, s.behind)
	}
	if c.Session.Seq != s.seq+1 {
		return fmt.Errorf("session %d cannot follow session %d", c.Session.Seq, s.seq)
	}
	list, err := writes(c)
	if err != nil {
		return fmt.Errorf("nothing was changed: %w", err)
	}
	digest, err := writeJournal(s.fs, s.journals(), c, s.last)
	if err != nil {
		return fmt.Errorf("nothing was changed: %w", err)
	}
	s.seq, s.last = c.Session.Seq, digest
	s.behind = s.state.apply(list, s.seq, digest)
	return nil
}

// Changeset returns what a session changed.
func (s *Store) Changeset(seq uint64) (*core.Changeset, error) {
	j, err := readJournal(s.journals(), seq)
	if err != nil {
		return nil, err
	}
	return &j.commit.Changeset, nil
}

// Items pages the record of a session: n items of a stage from one on, of all stages when stage is empty, and how many
// there are.
func (s *Store) Items(seq uint64, stage core.Stage, from, n int) ([]core.Item, int, error) {
	j, err := readJournal(s.journals(), seq)
	if err != nil {
		return nil, 0, err
	}
	items := j.commit.Items
	if stage != "" {
		var some []core.Item
		for _, it := range items {
			if it.Stage == stage {
				some = append(some, it)
			}
		}
		items = some
	}
	from = min(max(0, from), len(items))
	return items[from:min(len(items), from+max(0, n))], len(items), nil
}

// workers is how many goroutines decode.
func workers() int { return max(1, runtime.GOMAXPROCS(0)) }
