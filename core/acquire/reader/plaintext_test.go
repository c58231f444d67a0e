package reader

import (
	"fmt"
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
	golden(t, "text", func(t *testing.T, files []txtar.File) string {
		return outline(readChecked(t, Input{Name: "x.txt", Raw: files[0].Data}))
	})
}

func FuzzPlainText(f *testing.F) {
	f.Add("1. One\n\ntext text.\n\n(a) first\n\n(b) second\n\n    x = y\n\nTitle\n=====\n")
	f.Add("a 1\n\nLemma 1. x\n\f a 2\n\ny\n\fa 3\nz\fProof. x\n\n4\n")
	f.Add("RFC 1 T May 2020\n\n\n\nAuthor Informational [Page 7]\n\f\nRFC 1 T\n\nmore")
	fuzz(f, "text", "x.txt")
}

func TestPlainTextEnds(t *testing.T) {
	terminates(t, "x.txt", 2<<20, []string{"- ", "(a) x\n\n", "    \n", "[Page 1]\n\f\n", "1. \n", "A\n\n", "x\n", "\f\n", "Lemma 1. A\n", "12\n\f", "\f", "\fa", "[Page ", "[Page 1] "})
}

func BenchmarkPlainText(b *testing.B) {
	raw := []byte(strings.Repeat("Sets\n\nDefinition 0.3.1. A set is a collection of objects called elements or\nmembers. A set with no objects is called the empty set.\n\n(i) one\n\n(ii) two\n\n", 8000))
	b.SetBytes(int64(len(raw)))
	for b.Loop() {
		if _, err := readText(b.Context(), Input{Name: "x.txt", Raw: raw}); err != nil {
			b.Fatal(err)
		}
	}
}
