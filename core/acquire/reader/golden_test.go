package reader

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"lemma/core"
)

var update = flag.Bool("update", false, "write what the readers give into testdata")

// archives calls f with each archive of a folder of testdata.
func archives(t testing.TB, dir string, f func(path string, a *txtar.Archive)) {
	t.Helper()
	paths, err := filepath.Glob("testdata/" + dir + "/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no archives for %s: %v", dir, err)
	}
	for _, p := range paths {
		a, err := txtar.ParseFile(p)
		if err != nil {
			t.Fatal(err)
		}
		f(p, a)
	}
}

// golden compares what read makes of the files of each archive with the last of them, which says what is wanted.
func golden(t *testing.T, dir string, read func(t *testing.T, files []txtar.File) string) {
	t.Helper()
	archives(t, dir, func(path string, a *txtar.Archive) {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			last := len(a.Files) - 1
			got := read(t, a.Files[:last])
			if *update {
				a.Files[last].Data = []byte(got)
				if err := os.WriteFile(path, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
			} else if want := string(a.Files[last].Data); got != want {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
		})
	})
}

// goldenText is golden for a format whose documents are one file.
func goldenText(t *testing.T, dir string) {
	t.Helper()
	golden(t, dir, func(t *testing.T, files []txtar.File) string {
		return describe(readChecked(t, Input{Name: files[0].Name, Raw: files[0].Data}))
	})
}

// readChecked reads a document and proves what every document owes.
func readChecked(t testing.TB, in Input) *core.Document {
	t.Helper()
	doc, err := Read(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	checkDocument(t, doc)
	return doc
}

// terminates reads files of size bytes of one construct each, on which a quadratic reader would not end before the
// test's own limit, and one that recurses without a bound would not end at all.
func terminates(t *testing.T, file string, size int, units []string) {
	t.Helper()
	for _, unit := range units {
		t.Run(unit, func(t *testing.T) {
			t.Parallel()
			readChecked(t, Input{Name: file, Raw: repeated(unit, size)})
		})
	}
}

// repeated repeats a unit up to a size; the race detector gets an eighth of it, since it takes ten times as long and
// looks for something else.
func repeated(unit string, size int) []byte {
	if raceDetector {
		size /= 8
	}
	return []byte(strings.Repeat(unit, size/len(unit)))
}

// fuzz reads anything as a format, from the first file of each archive on.
func fuzz(f *testing.F, dir, file string) {
	archives(f, dir, func(_ string, a *txtar.Archive) { f.Add(string(a.Files[0].Data)) })
	f.Fuzz(func(t *testing.T, s string) {
		doc, err := Read(context.Background(), Input{Name: file, Raw: []byte(s)})
		if err == nil {
			checkDocument(t, doc)
		} else if strings.Contains(err.Error(), "failed") {
			t.Fatal(err)
		}
	})
}
