package store

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lemma/core"
)

func prim(id, statement string, deps ...string) *core.Primitive {
	p := &core.Primitive{ID: id, Name: id, Kind: core.Theorem, FormalStatement: statement, Confidence: 0.9}
	for _, d := range deps {
		p.Dependencies = append(p.Dependencies, core.Edge{Target: d, Type: core.Requires, Strength: 0.8, Seen: []string{core.SeenStatement}, Spans: []core.EdgeSpan{{Start: 1, End: 2}}})
	}
	return p
}

// session makes a commit that adds n primitives in a chain.
func session(seq uint64, n int) *core.Commit {
	c := &core.Commit{Session: core.Session{Seq: seq, ID: core.SessionID(seq), Kind: core.SessionLearn, Status: core.Committed, Started: time.Unix(1700000000, 5).UTC()}}
	prev := ""
	for i := range n {
		p := prim(fmt.Sprintf("s%d-p%d", seq, i), fmt.Sprintf("statement %d of %d", i, seq))
		if prev != "" {
			p = prim(p.ID, p.FormalStatement, prev)
		}
		prev = p.ID
		c.Changeset.Changes = append(c.Changeset.Changes, core.Change{ID: p.ID, After: p})
		c.Items = append(c.Items, core.Item{Stage: core.StageExtract, Candidate: &core.CandidateItem{ID: p.ID}})
	}
	return c
}

func open(t testing.TB, dir string, opt Options) *Store {
	t.Helper()
	s, err := Open(context.Background(), dir, opt)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// contents returns the whole registry as bytes, to be compared.
func contents(t testing.TB, s *Store) string {
	t.Helper()
	c, err := s.Load(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	raw, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// TestReadHeld reads a registry while another holds it: what was committed until the opening is there, no more and no
// less whatever comes after, and nothing can be written.
func TestReadHeld(t *testing.T) {
	dir := t.TempDir()
	holder := open(t, dir, Options{Command: "lemma"})
	if got := contents(t, open(t, dir, Options{Read: true})); got != contents(t, holder) {
		t.Errorf("of a new registry %s is read", got)
	}
	conflict := &core.Conflict{ID: "s0001-c1", Session: "s0001", Candidate: *prim("other", "x"), Match: core.Match{Existing: "s1-p1"}}
	one, two := session(1, 700), session(2, 3)
	one.Changeset.Conflicts = []core.ConflictChange{{ID: conflict.ID, After: conflict}}
	last := one.Changeset.Changes[699].After
	two.Changeset.Changes = append(two.Changeset.Changes, core.Change{ID: last.ID, Before: last}, core.Change{ID: "s1-p1", Before: one.Changeset.Changes[1].After, After: prim("s1-p1", "said anew", "s1-p0")})
	two.Changeset.Conflicts = []core.ConflictChange{{ID: conflict.ID, Before: conflict}}
	raw := []byte("a text")
	for _, c := range []*core.Commit{one, two, session(3, 1)} {
		before := open(t, dir, Options{Read: true})
		want := contents(t, holder)
		if err := errors.Join(holder.Stage(core.DigestOf(raw), raw), holder.Commit(t.Context(), c)); err != nil {
			t.Fatal(err)
		}
		after := open(t, dir, Options{Read: true})
		if got := contents(t, after); got != contents(t, holder) {
			t.Errorf("after session %d another process reads %s", c.Session.Seq, got)
		}
		if got := contents(t, before); got != want {
			t.Errorf("who opened before session %d reads %s", c.Session.Seq, got)
		}
		var locked *LockedError
		other := []byte("another")
		for what, err := range map[string]error{"a session": after.Commit(t.Context(), session(c.Session.Seq+1, 1)), "a text": after.Stage(core.DigestOf(other), other), "a fetched text": after.Await(core.DigestOf(other), other), "no text": after.Unstage(core.DigestOf(raw))} {
			if !errors.As(err, &locked) || locked.PID != os.Getpid() || locked.Command != "lemma" {
				t.Errorf("written was %s: %v", what, err)
			}
		}
		if items, _, err := after.Items(1, "", 0, 1); err != nil || len(items) != 1 {
			t.Errorf("of the record %d items are read, %v", len(items), err)
		}
		if got, err := after.Staged(core.DigestOf(raw)); err != nil || string(got) != string(raw) {
			t.Errorf("of what is staged %q is read, %v", got, err)
		}
		if err := errors.Join(before.Close(), after.Close()); err != nil {
			t.Error(err)
		}
	}
	if _, err := Open(t.Context(), dir, Options{}); err == nil {
		t.Error("who may write got a registry that another holds")
	}
	if err := holder.Close(); err != nil {
		t.Fatal(err)
	}
	if rep := sound(t, dir); rep.Sessions != 3 {
		t.Errorf("%d sessions, want 3", rep.Sessions)
	}
}

// TestReadHeldDamage reads beside a holder what is damaged: it is said to be, as it is to who holds the registry.
func TestReadHeldDamage(t *testing.T) {
	for name, harm := range map[string]func(journals string) error{
		"a journal is gone":         func(dir string) error { return os.Remove(filepath.Join(dir, journalName(1))) },
		"a journal has other bytes": func(dir string) error { return os.WriteFile(filepath.Join(dir, journalName(2)), []byte("x"), 0o644) },
		"the journals are gone":     os.RemoveAll,
		"one more is but half there": func(dir string) error {
			return os.WriteFile(filepath.Join(dir, journalName(3)), []byte(journalMagic), 0o644)
		},
	} {
		dir := t.TempDir()
		holder := open(t, dir, Options{})
		if err := errors.Join(holder.Commit(t.Context(), session(1, 2)), holder.Commit(t.Context(), session(2, 2)), harm(filepath.Join(dir, "journal"))); err != nil {
			t.Fatal(err)
		}
		if s, err := Open(t.Context(), dir, Options{Read: true}); err == nil {
			t.Errorf("%s: %s is read", name, contents(t, s))
		}
		if err := holder.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestReadWhileCommitting opens a registry again and again while another process commits to it.
func TestReadWhileCommitting(t *testing.T) {
	dir := t.TempDir()
	holder := open(t, dir, Options{})
	const sessions = 40
	committed := make(chan error, 1)
	go func() {
		var err error
		for seq := uint64(1); seq <= sessions && err == nil; seq++ {
			err = holder.Commit(context.Background(), session(seq, 20))
		}
		committed <- err
	}()
	for last := 0; last < sessions; {
		s := open(t, dir, Options{Read: true})
		c, err := s.Load(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if len(c.Sessions) < last || len(c.Primitives) != 20*len(c.Sessions) {
			t.Fatalf("%d primitives of %d sessions are read, after %d sessions were", len(c.Primitives), len(c.Sessions), last)
		}
		last = len(c.Sessions)
		if len(committed) > 0 && last < sessions { // or it was done since
			if err := <-committed; err != nil {
				t.Fatal(err)
			}
			committed <- nil
		}
	}
	if err := errors.Join(<-committed, holder.Close()); err != nil {
		t.Fatal(err)
	}
}

func sound(t testing.TB, dir string) *CheckReport {
	t.Helper()
	rep, err := Check(context.Background(), dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !rep.Sound {
		t.Fatalf("not sound: %v", rep.Problems)
	}
	return rep
}

func TestRoundTrip(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, Options{})
	if err := s.Commit(t.Context(), session(1, 700)); err != nil {
		t.Fatal(err)
	}
	c := &core.Commit{Session: core.Session{Seq: 2, ID: "s0002"}}
	last := prim("s1-p699", "statement 699 of 1", "s1-p698")
	c.Changeset.Changes = []core.Change{{ID: "s1-p699", Before: last}}
	conflict := &core.Conflict{ID: "s0002-c1", Session: "s0002", Candidate: *prim("other", "x"), Match: core.Match{Existing: "s1-p1"}}
	c.Changeset.Conflicts = []core.ConflictChange{{ID: conflict.ID, After: conflict}}
	if err := s.Commit(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	if err := s.Commit(t.Context(), session(7, 1)); err == nil {
		t.Error("a session out of order was taken")
	}
	want := contents(t, s)
	cs, err := s.Changeset(1)
	if err != nil || len(cs.Changes) != 700 || cs.Changes[3].After.Dependencies[0].Target != "s1-p2" {
		t.Errorf("changeset of session 1: %v, %v", cs, err)
	}
	items, total, err := s.Items(1, core.StageExtract, 698, 10)
	if err != nil || total != 700 || len(items) != 2 || items[1].Candidate.ID != "s1-p699" {
		t.Errorf("items: %d of %d, %v", len(items), total, err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if rep := sound(t, dir); rep.Primitives != 699 || rep.Conflicts != 1 || rep.Edges != 698 {
		t.Errorf("check counts %+v", rep)
	}
	if err := os.RemoveAll(filepath.Join(dir, "state")); err != nil { // the state is derived
		t.Fatal(err)
	}
	s = open(t, dir, Options{})
	defer s.Close()
	if got := contents(t, s); got != want {
		t.Error("the state built anew from the journals differs")
	}
}

func TestStaged(t *testing.T) {
	s := open(t, t.TempDir(), Options{})
	defer s.Close()
	raw := []byte("a text")
	d := core.DigestOf(raw)
	if _, err := s.Staged(d); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("staged before it was: %v", err)
	}
	if err := errors.Join(s.Stage(d, raw), s.Stage(d, raw)); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Staged(d); err != nil || !bytes.Equal(got, raw) {
		t.Errorf("staged gives %q, %v", got, err)
	}
	if err := errors.Join(s.Unstage(d), s.Unstage(d)); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []core.Digest{"", "sha256:../../etc/passwd", core.Digest("sha256:" + strings.Repeat("g", 64))} {
		if err := s.Stage(bad, raw); err == nil {
			t.Errorf("staged under %q", bad)
		}
	}
}

func TestHeld(t *testing.T) {
	dir := t.TempDir()
	at := time.Date(2026, 5, 4, 3, 2, 1, 0, time.Local)
	if h := Holder(dir); h != nil {
		t.Errorf("what is not there is held by %v", h)
	}
	s := open(t, dir, Options{Now: func() time.Time { return at }, Command: "lemma learn"})
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		if h := Holder(dir); h != nil {
			t.Errorf("what was closed is held by %v", h)
		}
	}()
	if h := Holder(dir); h == nil || h.PID != os.Getpid() || h.Command != "lemma learn" {
		t.Errorf("the holder is %v", h)
	}
	_, err := Open(t.Context(), dir, Options{})
	var locked *LockedError
	if !errors.As(err, &locked) || locked.PID != os.Getpid() {
		t.Fatalf("second open: %v", err)
	}
	for _, part := range []string{fmt.Sprint(os.Getpid()), "lemma learn", "2026-05-04 03:02:01", dir} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q is not in %q", part, err)
		}
	}
}

// tree reads all files below a folder except those that every Open writes.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == "lock" || d.Name() == "holder" {
			return err
		}
		raw, err := os.ReadFile(path)
		files[path] = string(raw)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func same(a, b map[string]string) bool {
	if len(a) != len(b) {
		return false
	}
	for k, v := range a {
		if b[k] != v {
			return false
		}
	}
	return true
}

func TestNewerFormatIsRefusedAndKept(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, Options{})
	if err := errors.Join(s.Commit(t.Context(), session(1, 3)), s.Close()); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "FORMAT"), []byte("lemma registry 99\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	before := tree(t, dir)
	_, err := Open(t.Context(), dir, Options{})
	if err == nil || !strings.Contains(err.Error(), "99") {
		t.Errorf("opened a registry from the future: %v", err)
	}
	if !same(before, tree(t, dir)) {
		t.Error("a refused registry was written to")
	}
}

func TestForeignFolderIsRefused(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "thesis.tex"), []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), dir, Options{}); err == nil {
		t.Error("made a registry among a person's files")
	}
	if len(tree(t, dir)) != 1 {
		t.Error("wrote into a person's folder")
	}
}

// TestDamage flips bytes of journals, cuts them off and takes them away: each must be noticed, and nothing be written.
func TestDamage(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, Options{})
	for seq := range uint64(3) {
		if err := s.Commit(t.Context(), session(seq+1, 5)); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	refused := func(t *testing.T, what string) {
		t.Helper()
		before := tree(t, dir)
		_, err := Open(t.Context(), dir, Options{})
		var bad *DamagedError
		if !errors.As(err, &bad) {
			t.Errorf("%s: opened: %v", what, err)
		}
		if !same(before, tree(t, dir)) {
			t.Errorf("%s: a damaged registry was written to", what)
		}
	}
	name := filepath.Join(dir, "journal", journalName(2))
	good, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	write := func(b []byte) {
		if err := os.WriteFile(name, b, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for at := 0; at < len(good); at += 1 + len(good)/40 {
		b := bytes.Clone(good)
		b[at] ^= 0x10
		write(b)
		refused(t, fmt.Sprintf("byte %d flipped", at))
	}
	write(good[:len(good)/2])
	refused(t, "cut off")
	write(nil)
	refused(t, "empty")
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	refused(t, "missing")
	write(good)
	sound(t, dir)
	third := filepath.Join(dir, "journal", journalName(3))
	other := t.TempDir()
	o := open(t, other, Options{})
	for seq := range uint64(3) {
		if err := o.Commit(t.Context(), session(seq+1, 6)); err != nil {
			t.Fatal(err)
		}
	}
	o.Close()
	raw, err := os.ReadFile(filepath.Join(other, "journal", journalName(3)))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(third, raw, 0o644); err != nil {
		t.Fatal(err)
	}
	refused(t, "a whole journal of another registry")
}

// failing is a file system that fails from its n-th operation on.
type failing struct {
	FS
	left int
}

var errFull = errors.New("no space left on device")

func (f *failing) ok() error {
	if f.left--; f.left < 0 {
		return errFull
	}
	return nil
}

func (f *failing) Create(name string) (File, error) {
	if err := f.ok(); err != nil {
		return nil, err
	}
	file, err := f.FS.Create(name)
	return &failingFile{file, f}, err
}

func (f *failing) Rename(from, to string) error {
	if err := f.ok(); err != nil {
		return err
	}
	return f.FS.Rename(from, to)
}

func (f *failing) SyncDir(name string) error {
	if err := f.ok(); err != nil {
		return err
	}
	return f.FS.SyncDir(name)
}

type failingFile struct {
	File
	fs *failing
}

func (f *failingFile) Write(b []byte) (int, error) {
	if err := f.fs.ok(); err != nil {
		n, _ := f.File.Write(b[:len(b)/2]) // a full disk takes a part
		return n, err
	}
	return f.File.Write(b)
}

func (f *failingFile) Sync() error {
	if err := f.fs.ok(); err != nil {
		return err
	}
	return f.File.Sync()
}

// TestFullDisk lets every operation of a commit fail in turn: the session is not there, and the next one goes through.
func TestFullDisk(t *testing.T) {
	for n := 0; ; n++ {
		dir := t.TempDir()
		disk := &failing{FS: machine{}, left: 1 << 30}
		s := open(t, dir, Options{FS: disk})
		if err := s.Commit(t.Context(), session(1, 3)); err != nil {
			t.Fatal(err)
		}
		want := contents(t, s)
		disk.left = n
		err := s.Commit(t.Context(), session(2, 3))
		if err == nil {
			s.Close()
			if n < 4 {
				t.Fatalf("a commit took only %d operations: the test looks at the wrong ones", n)
			}
			return
		}
		if !errors.Is(err, errFull) {
			t.Errorf("operation %d: %v", n, err)
		}
		if contents(t, s) != want {
			t.Errorf("operation %d: a failed commit is visible", n)
		}
		disk.left = 1 << 30
		if err := errors.Join(s.Commit(t.Context(), session(2, 4)), s.Close()); err != nil {
			t.Errorf("operation %d: the disk has room again: %v", n, err)
		}
		if rep := sound(t, dir); rep.Primitives != 7 {
			t.Errorf("operation %d: %d primitives, want 7", n, rep.Primitives)
		}
	}
}

// TestFirstOpenFails lets every operation of making a registry fail in turn: the next opening goes on with what is there.
func TestFirstOpenFails(t *testing.T) {
	for n := 0; ; n++ {
		dir := filepath.Join(t.TempDir(), "registry")
		s, err := Open(t.Context(), dir, Options{FS: &failing{FS: machine{}, left: n}})
		if err == nil {
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			if n < 5 {
				t.Fatalf("an opening took only %d operations: the test looks at the wrong ones", n)
			}
			return
		}
		if !errors.Is(err, errFull) {
			t.Errorf("operation %d: %v", n, err)
		}
		s, err = Open(t.Context(), dir, Options{})
		if err != nil {
			t.Errorf("operation %d: opened again: %v", n, err)
			continue
		}
		if err := s.Close(); err != nil {
			t.Errorf("operation %d: %v", n, err)
		}
	}
}

// small is a file system with so many bytes free.
type small struct {
	FS
	free uint64
}

func (s *small) Free(string) (uint64, error) { return s.free, nil }

// TestLittleRoom leaves too little room for the state: a commit changes nothing, and an opening moves nothing aside.
func TestLittleRoom(t *testing.T) {
	dir := t.TempDir()
	disk := &small{FS: machine{}, free: 1 << 30}
	s := open(t, dir, Options{FS: disk})
	if err := s.Commit(t.Context(), session(1, 3)); err != nil {
		t.Fatal(err)
	}
	want := contents(t, s)
	disk.free = commitRoom
	if err := s.Commit(t.Context(), session(2, 3)); err == nil || !strings.Contains(err.Error(), "is full") {
		t.Errorf("a commit into a full disk: %v", err)
	}
	if contents(t, s) != want {
		t.Error("a commit that was refused is visible")
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	disk.free = openRoom - 1
	if _, err := Open(t.Context(), dir, Options{FS: disk}); err == nil || !strings.Contains(err.Error(), "is full") {
		t.Errorf("an opening on a full disk: %v", err)
	}
	if aside, err := filepath.Glob(filepath.Join(dir, "*broken*")); err != nil || len(aside) > 0 {
		t.Errorf("the state was moved aside: %v, %v", aside, err)
	}
	if rep := sound(t, dir); rep.Primitives != 3 {
		t.Errorf("%d primitives are left, want 3", rep.Primitives)
	}
}

// TestMain runs the victim of TestKill when asked to.
func TestMain(m *testing.M) {
	if dir := os.Getenv("LEMMA_STORE_VICTIM"); dir != "" {
		victim(dir)
		return
	}
	os.Exit(m.Run())
}

// victim commits sessions and says so after each, until it is killed.
func victim(dir string) {
	s, err := Open(context.Background(), dir, Options{})
	if err != nil {
		fmt.Println("error", err)
		os.Exit(1)
	}
	for {
		if err := s.Commit(context.Background(), session(s.seq+1, 1+int(s.seq)*37%90)); err != nil {
			fmt.Println("error", err)
			os.Exit(1)
		}
		fmt.Println("done", s.seq)
	}
}

// TestKill kills a committing process at random moments, some of them before it has the registry open: what it
// acknowledged is there, and at most one session more.
func TestKill(t *testing.T) {
	rounds, fresh := 60, 12
	if testing.Short() {
		rounds = 8
	}
	dir := ""
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	acked := uint64(0)
	for round := range rounds {
		if round%fresh == 0 { // a long history makes every check slow
			dir, acked = t.TempDir(), 0
		}
		cmd := exec.Command(self, "-test.run=^$")
		cmd.Env = append(os.Environ(), "LEMMA_STORE_VICTIM="+dir)
		out, err := cmd.StdoutPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		said := bufio.NewScanner(out)
		hear := func() bool {
			if !said.Scan() {
				return false
			}
			if _, err := fmt.Sscanf(said.Text(), "done %d", &acked); err != nil {
				t.Fatalf("%q: %v", said.Text(), err)
			}
			return true
		}
		for range rng.IntN(6) {
			hear()
		}
		time.Sleep(time.Duration(rng.IntN(30)) * time.Millisecond)
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		for hear() {
		}
		_ = cmd.Wait() // killed, as it says
		if _, err := os.Stat(filepath.Join(dir, "FORMAT")); errors.Is(err, fs.ErrNotExist) && acked == 0 {
			continue // before it had made the registry
		}
		rep := sound(t, dir)
		if got := uint64(rep.Sessions); got != acked && got != acked+1 {
			t.Fatalf("%d sessions after %d acknowledged", got, acked)
		}
		acked = uint64(rep.Sessions)
	}
}

func BenchmarkCommit20000(b *testing.B) {
	s := open(b, b.TempDir(), Options{})
	defer s.Close()
	seq := uint64(0)
	for b.Loop() {
		seq++
		if err := s.Commit(b.Context(), session(seq, 20000)); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLoad100000(b *testing.B) {
	s := open(b, b.TempDir(), Options{})
	defer s.Close()
	for seq := range uint64(5) {
		if err := s.Commit(b.Context(), session(seq+1, 20000)); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		if _, err := s.Load(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}

// TestPending wants what a dry run fetched to be there until it is decided on, and the oldest to make room.
func TestPending(t *testing.T) {
	s, err := Open(t.Context(), t.TempDir(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	digest := func(i int) core.Digest { return core.DigestOf([]byte{byte(i)}) }
	if _, err := s.Awaited(digest(0)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("of nothing: %v", err)
	}
	for i := range maxPending + 3 {
		if err := s.Await(digest(i), []byte{1, 2, byte(i)}); err != nil {
			t.Fatal(err)
		}
	}
	last := digest(maxPending + 2)
	if raw, err := s.Awaited(last); err != nil || !bytes.Equal(raw, []byte{1, 2, maxPending + 2}) {
		t.Errorf("%v, %v", raw, err)
	}
	kept := 0
	for i := range maxPending + 3 {
		if _, err := s.Awaited(digest(i)); err == nil {
			kept++
		}
	}
	if kept != maxPending {
		t.Errorf("%d are kept, want %d", kept, maxPending)
	}
	for range 2 {
		if err := s.Decided(last); err != nil {
			t.Error(err)
		}
	}
	if _, err := s.Awaited(last); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("after the decision: %v", err)
	}
	for _, bad := range []core.Digest{"", "sha256:../../x", "x"} {
		if s.Await(bad, nil) == nil || s.Decided(bad) == nil {
			t.Errorf("%q became a file", bad)
		}
	}
}
