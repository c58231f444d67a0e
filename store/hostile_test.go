package store

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lemma/core"
)

// TestAnyBytes commits strings that are no UTF-8, as names of files and arguments can be: the registry must open again
// and give back the same bytes.
func TestAnyBytes(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, Options{})
	c := session(1, 1)
	c.Session.Sources = []string{"d\xff/notes.md"}
	p := c.Changeset.Changes[0].After
	p.Domain, p.Source.Document = "a\xffb", "d\xff/notes.md"
	if err := errors.Join(s.Commit(t.Context(), c), s.Close()); err != nil {
		t.Fatal(err)
	}
	sound(t, dir)
	if err := os.RemoveAll(filepath.Join(dir, "state")); err != nil {
		t.Fatal(err)
	}
	s = open(t, dir, Options{})
	defer s.Close()
	got, err := s.Load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if !got.Primitives[0].Equal(p) || got.Sessions[0].Sources[0] != c.Session.Sources[0] {
		t.Errorf("read back %+v", got.Primitives[0])
	}
}

// TestLostTail takes the newest journals away. The state knows them, so that the loss must be named instead of being
// built over, and nothing be written; moving the state away is the user's consent.
func TestLostTail(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, Options{})
	for seq := range uint64(3) {
		if err := s.Commit(t.Context(), session(seq+1, 2)); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for _, seq := range []uint64{3, 2} {
		if err := os.Remove(filepath.Join(dir, "journal", journalName(seq))); err != nil {
			t.Fatal(err)
		}
		_, err := Open(t.Context(), dir, Options{})
		var bad *DamagedError
		if !errors.As(err, &bad) || !strings.Contains(err.Error(), journalName(3)) {
			t.Errorf("without journal %d: %v", seq, err)
		}
		if aside, err := filepath.Glob(filepath.Join(dir, "*broken*")); err != nil || len(aside) > 0 {
			t.Errorf("the state was moved aside: %v, %v", aside, err)
		}
	}
	if err := os.Rename(filepath.Join(dir, "state"), filepath.Join(t.TempDir(), "state")); err != nil {
		t.Fatal(err)
	}
	if rep := sound(t, dir); rep.Primitives != 2 {
		t.Errorf("%d primitives, want the 2 of the first session", rep.Primitives)
	}
}

// TestUnreadableState breaks what is derived: it is built anew from the journals, and the old one kept.
func TestUnreadableState(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, Options{})
	if err := errors.Join(s.Commit(t.Context(), session(1, 3)), s.Close()); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "state", "MANIFEST"), []byte("no manifest"), 0o644); err != nil {
		t.Fatal(err)
	}
	if rep := sound(t, dir); rep.Primitives != 3 {
		t.Errorf("%d primitives, want 3", rep.Primitives)
	}
	if aside, err := filepath.Glob(filepath.Join(dir, "state.broken-*")); err != nil || len(aside) != 1 {
		t.Errorf("the broken state is not kept: %v, %v", aside, err)
	}
}

// TestStagedMends damages what is staged: staging the same bytes again must mend it.
func TestStagedMends(t *testing.T) {
	s := open(t, t.TempDir(), Options{})
	defer s.Close()
	raw := []byte("a text")
	d := core.DigestOf(raw)
	name, err := s.stagedName(d)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.Stage(d, raw), os.WriteFile(name, []byte("?"), 0o644), s.Stage(d, raw)); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Staged(d); err != nil || string(got) != string(raw) {
		t.Errorf("staged gives %q, %v", got, err)
	}
}

// TestFoldersAreSynced watches what is made durable: a folder that was made is synced in the one that holds it, else a
// power cut takes the folder with what was synced inside it.
func TestFoldersAreSynced(t *testing.T) {
	top := t.TempDir()
	dir := filepath.Join(top, "a", "registry")
	disk := &watched{FS: machine{}}
	s := open(t, dir, Options{FS: disk})
	defer s.Close()
	raw := []byte("a text")
	d := core.DigestOf(raw)
	if err := s.Stage(d, raw); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{top, filepath.Join(top, "a"), dir, filepath.Join(dir, "staged")} {
		if !disk.synced[want] {
			t.Errorf("%s was not synced", want)
		}
	}
}

// TestWritesInOrder watches one commit: a journal that is renamed before its bytes are durable, or whose folder is not
// synced, can be gone or empty after a power cut although the commit was acknowledged.
func TestWritesInOrder(t *testing.T) {
	dir := t.TempDir()
	disk := &watched{FS: machine{}}
	s := open(t, dir, Options{FS: disk})
	defer s.Close()
	disk.did = nil
	if err := s.Commit(t.Context(), session(1, 1)); err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(disk.did, " "), "create write sync close rename syncdir"; got != want {
		t.Errorf("a commit does %q, want %q", got, want)
	}
}

// TestUnsyncedCommitIsTakenBack lets only the sync of the folder fail: the commit said no, so nothing may be there.
func TestUnsyncedCommitIsTakenBack(t *testing.T) {
	dir := t.TempDir()
	disk := &watched{FS: machine{}}
	s := open(t, dir, Options{FS: disk})
	disk.fail = errFull
	if err := s.Commit(t.Context(), session(1, 1)); !errors.Is(err, errFull) {
		t.Errorf("the folder cannot be synced: %v", err)
	}
	disk.fail = nil
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if rep := sound(t, dir); rep.Sessions != 0 {
		t.Errorf("%d sessions are there after a commit that failed", rep.Sessions)
	}
}

// TestLeftovers plants what kills leave: a journal that was never renamed, and an empty log of Badger, which then
// refuses to open. Neither may cost anything.
func TestLeftovers(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, Options{})
	if err := errors.Join(s.Commit(t.Context(), session(1, 3)), s.Close()); err != nil {
		t.Fatal(err)
	}
	tmp := filepath.Join(dir, "journal", journalName(2)+tmpSuffix)
	if err := errors.Join(os.WriteFile(tmp, []byte("half"), 0o644), os.WriteFile(filepath.Join(dir, "state", "00099.mem"), nil, 0o644)); err != nil {
		t.Fatal(err)
	}
	if rep := sound(t, dir); rep.Primitives != 3 {
		t.Errorf("%d primitives, want 3", rep.Primitives)
	}
	if _, err := os.Stat(tmp); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the journal that never was is still there: %v", err)
	}
	if aside, err := filepath.Glob(filepath.Join(dir, "*broken*")); err != nil || len(aside) > 0 {
		t.Errorf("the state was moved aside: %v, %v", aside, err)
	}
}

// TestTooLarge commits what one value of the state cannot hold. It must be refused before it is durable: a journal that
// the state never takes would keep the registry from opening.
func TestTooLarge(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, Options{})
	c := session(1, 1)
	p := c.Changeset.Changes[0].After
	p.FormalStatement = strings.Repeat("0123456789abcdef", maxLog/16)
	if err := s.Commit(t.Context(), c); err == nil || !strings.Contains(err.Error(), p.ID+" is too large") || len(err.Error()) > 300 {
		t.Errorf("a statement of %d MB: %.300v", len(p.FormalStatement)>>20, err)
	}
	p.FormalStatement = p.FormalStatement[:maxRecorded-1<<10]
	if err := errors.Join(s.Commit(t.Context(), c), s.Commit(t.Context(), session(2, 1)), s.Close()); err != nil {
		t.Fatal(err)
	}
	if rep := sound(t, dir); rep.Primitives != 2 {
		t.Errorf("%d primitives, want 2", rep.Primitives)
	}
}

// TestStateFallsBehind commits behind a state that did not take the session before: what it would build on is not
// there.
func TestStateFallsBehind(t *testing.T) {
	s := open(t, t.TempDir(), Options{})
	defer s.Close()
	if err := s.Commit(t.Context(), session(1, 1)); err != nil {
		t.Fatal(err)
	}
	s.behind = errFull
	if err := s.Commit(t.Context(), session(2, 2)); err == nil || !strings.Contains(err.Error(), "session 1") {
		t.Errorf("a commit behind a state that is behind: %v", err)
	}
}

// watched is a file system that notes what is done. fail is what syncing a folder gives.
type watched struct {
	FS
	did    []string
	synced map[string]bool
	fail   error
}

func (w *watched) Create(name string) (File, error) {
	w.did = append(w.did, "create")
	f, err := w.FS.Create(name)
	return &watchedFile{f, w}, err
}

func (w *watched) Rename(from, to string) error {
	w.did = append(w.did, "rename")
	return w.FS.Rename(from, to)
}

type watchedFile struct {
	File
	w *watched
}

func (f *watchedFile) Write(b []byte) (int, error) {
	f.w.did = append(f.w.did, "write")
	return f.File.Write(b)
}

func (f *watchedFile) Sync() error {
	f.w.did = append(f.w.did, "sync")
	return f.File.Sync()
}

func (f *watchedFile) Close() error {
	f.w.did = append(f.w.did, "close")
	return f.File.Close()
}

func (w *watched) SyncDir(name string) error {
	if w.synced == nil {
		w.synced = map[string]bool{}
	}
	w.synced[name] = true
	w.did = append(w.did, "syncdir")
	if w.fail != nil {
		return w.fail
	}
	return w.FS.SyncDir(name)
}

// TestCheckNotices gives Check states that no journal leads to, and journals that no lemma writes.
func TestCheckNotices(t *testing.T) {
	conflict := func(id, candidate, existing string) *core.Conflict {
		return &core.Conflict{ID: id, Session: "s0001", Candidate: *prim(candidate, "x"), Match: core.Match{Existing: existing}}
	}
	cases := []struct {
		name  string
		spoil func(c *core.Commit)
		want  string
	}{
		{"edge to nothing", func(c *core.Commit) { c.Changeset.Changes[1].After.Dependencies[0].Target = "gone" }, "gone, which is not there"},
		{"cycle", func(c *core.Commit) {
			c.Changeset.Changes[0].After.Dependencies = prim("", "", "s1-p2").Dependencies
		}, "not acyclic"},
		{"edge to itself", func(c *core.Commit) { c.Changeset.Changes[1].After.Dependencies[0].Target = "s1-p1" }, "s1-p1"},
		{"two edges", func(c *core.Commit) {
			d := &c.Changeset.Changes[1].After.Dependencies
			*d = append(*d, (*d)[0])
		}, "two edges"},
		{"edges out of order", func(c *core.Commit) {
			c.Changeset.Changes[2].After.Dependencies = prim("", "", "s1-p1", "s1-p0").Dependencies
		}, "not in order"},
		{"before that was not", func(c *core.Commit) { c.Changeset.Changes[1].Before = prim("s1-p1", "other") }, "do not give"},
		{"two waiting under one id", func(c *core.Commit) {
			a, b := conflict("s0001-c1", "w", "s1-p0"), conflict("s0001-c2", "w", "s1-p1")
			c.Changeset.Conflicts = []core.ConflictChange{{ID: a.ID, After: a}, {ID: b.ID, After: b}}
		}, "both wait"},
		{"conflict before that was not", func(c *core.Commit) {
			a := conflict("s0001-c1", "w", "s1-p0")
			c.Changeset.Conflicts = []core.ConflictChange{{ID: a.ID, Before: conflict(a.ID, "v", "s1-p0"), After: a}}
		}, "do not give"},
		{"candidate's edge to nothing", func(c *core.Commit) {
			a := conflict("s0001-c1", "w", "s1-p0")
			a.Candidate.Dependencies = prim("", "", "gone").Dependencies
			c.Changeset.Conflicts = []core.ConflictChange{{ID: a.ID, After: a}}
		}, "gone, which is not there"},
		{"id of another session", func(c *core.Commit) { c.Session.ID = "s0009" }, "s0009"},
		{"original missing", func(c *core.Commit) {
			d := core.DigestOf([]byte("never staged"))
			c.Session.Documents = []core.DocumentRef{{Name: "book.md", Digest: d, Parts: []core.PartRef{{Name: "book.md", Digest: d}}}}
		}, "book.md"},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			dir := t.TempDir()
			s := open(t, dir, Options{})
			c := session(1, 3)
			tc.spoil(c)
			if err := errors.Join(s.Commit(t.Context(), c), s.Close()); err != nil {
				t.Fatal(err)
			}
			rep, err := Check(context.Background(), dir, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if rep.Sound || !strings.Contains(strings.Join(rep.Problems, "\n"), tc.want) {
				t.Errorf("problems %q, want one with %q", rep.Problems, tc.want)
			}
		})
	}
}
