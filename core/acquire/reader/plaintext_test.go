package reader

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"lemma/core"
)

// outline prints blocks a line each: kind, number, title and the first words of what has no blocks inside.
func outline(d *core.Document) string {
	var b strings.Builder
	depth := make([]int, len(d.Blocks))
	for i, bl := range d.Blocks {
		if bl.Parent >= 0 {
			depth[i] = depth[bl.Parent] + 1
		}
		fmt.Fprintf(&b, "%s%s", strings.Repeat("  ", depth[i]), bl.Kind)
		for _, s := range []string{bl.Number, bl.Title} {
			if s != "" {
				fmt.Fprintf(&b, " %s", s)
			}
		}
		if bl.Last == i && bl.Kind != core.Heading {
			fmt.Fprintf(&b, ": %.40s", strings.Join(strings.Fields(bl.Body.Of(d.Text)), " "))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// TestPlainText reads testdata/text: a text and its blocks in each archive.
func TestPlainText(t *testing.T) {
	paths, err := filepath.Glob("testdata/text/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no test data: ", err)
	}
	for _, p := range paths {
		raw, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		a := txtar.Parse(raw)
		d, err := readText(t.Context(), Input{Name: "x.txt", Raw: a.Files[0].Data})
		if err != nil {
			t.Fatal(err)
		}
		if got, want := outline(d), string(a.Files[1].Data); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", p, got, want)
		}
	}
}

// checkBlocks holds what every reader promises of its blocks.
func checkBlocks(t *testing.T, d *core.Document) {
	t.Helper()
	for i, b := range d.Blocks {
		if b.Span.Start < 0 || b.Span.End > len(d.Text) || b.Span.Start > b.Span.End || !b.Span.Contains(b.Body) || b.Body.Start > b.Body.End {
			t.Fatalf("block %d (%s) spans %v, body %v of %d", i, b.Kind, b.Span, b.Body, len(d.Text))
		}
		if b.Parent >= i || b.Last < i || b.Last >= len(d.Blocks) {
			t.Fatalf("block %d has parent %d and last %d", i, b.Parent, b.Last)
		}
		if b.Parent >= 0 && !d.Blocks[b.Parent].Span.Contains(b.Span) {
			t.Fatalf("block %d leaves its parent", i)
		}
	}
}

func FuzzPlainText(f *testing.F) {
	f.Add("1. One\n\ntext text.\n\n(a) first\n\n(b) second\n\n    x = y\n\nTitle\n=====\n")
	f.Add("a 1\n\nLemma 1. x\n\f a 2\n\ny\n\fa 3\nz\fProof. x\n\n4\n")
	f.Add("RFC 1 T May 2020\n\n\n\nAuthor Informational [Page 7]\n\f\nRFC 1 T\n\nmore")
	f.Fuzz(func(t *testing.T, s string) {
		d, err := readText(context.Background(), Input{Name: "x.txt", Raw: []byte(s)})
		if err == nil {
			checkBlocks(t, d)
		}
	})
}

// TestPlainTextEnds reads inputs on which a quadratic reader would not end before the test's own limit.
func TestPlainTextEnds(t *testing.T) {
	for _, unit := range []string{"- ", "(a) x\n\n", "    \n", "[Page 1]\n\f\n", "1. \n", "A\n\n", "x\n", "\f\n", "Lemma 1. A\n", "12\n\f"} {
		if _, err := readText(t.Context(), Input{Name: "x.txt", Raw: hostile(unit)}); err != nil {
			t.Errorf("%q: %v", unit, err)
		}
	}
}

// hostile repeats a unit up to two megabytes.
func hostile(unit string) []byte { return []byte(strings.Repeat(unit, 2<<20/len(unit))) }

func BenchmarkPlainText(b *testing.B) {
	raw := []byte(strings.Repeat("Sets\n\nDefinition 0.3.1. A set is a collection of objects called elements or\nmembers. A set with no objects is called the empty set.\n\n(i) one\n\n(ii) two\n\n", 8000))
	b.SetBytes(int64(len(raw)))
	for b.Loop() {
		if _, err := readText(b.Context(), Input{Name: "x.txt", Raw: raw}); err != nil {
			b.Fatal(err)
		}
	}
}
