//go:build linux || darwin

package acquire

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"lemma/core"
)

// TestDownloadedPart marks a chapter as downloaded: the book that includes it is a stranger's, else a stranger's words
// would pass the gate unseen.
func TestDownloadedPart(t *testing.T) {
	dir := t.TempDir()
	book, chapter := filepath.Join(dir, "book.tex"), filepath.Join(dir, "ch", "one.tex")
	if err := os.Mkdir(filepath.Dir(chapter), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{book: `\documentclass{book}\begin{document}\input{ch/one}\end{document}`, chapter: "One."} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, source := range []string{book, dir} {
		r, err := Acquire(t.Context(), []string{source}, Options{})
		if err != nil || r.Familiarity != core.Home {
			t.Fatalf("unmarked, %s is %v: %v", source, r, err)
		}
	}
	if err := unix.Setxattr(chapter, "user.xdg.origin.url", []byte("https://example.org"), 0); err != nil {
		t.Skipf("this file system keeps no marks: %v", err)
	}
	for _, source := range []string{book, dir} {
		r, err := Acquire(t.Context(), []string{source}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if r.Familiarity != core.Stranger || r.Documents[0].Familiarity != core.Stranger {
			t.Errorf("%s is %s, its document %s", source, r.Familiarity, r.Documents[0].Familiarity)
		}
	}
}

// TestDownloadedArchive marks an archive as downloaded: what is in it is a stranger's, named by itself or by its
// folder.
func TestDownloadedArchive(t *testing.T) {
	name := filepath.Join(t.TempDir(), "notes.zip")
	if err := os.WriteFile(name, []byte(zipOf(t, "a.md", "# A", "link/../b.md", "# B")), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := unix.Setxattr(name, "user.xdg.origin.url", []byte("https://example.org"), 0); err != nil {
		t.Skipf("this file system keeps no marks: %v", err)
	}
	for _, all := range []bool{false, true} {
		r, err := Acquire(t.Context(), []string{name}, Options{All: all})
		if err != nil {
			t.Fatal(err)
		}
		if r.Familiarity != core.Stranger || r.Documents[0].Familiarity != core.Stranger {
			t.Errorf("the archive is %s, its document %s", r.Familiarity, r.Documents[0].Familiarity)
		}
		for _, u := range r.Unread {
			if u.Familiarity != core.Stranger {
				t.Errorf("%s is %s", u.Name, u.Familiarity)
			}
		}
	}
}
