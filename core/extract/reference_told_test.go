package extract_test

import (
	"context"
	"strings"
	"testing"

	"lemma/core"
	"lemma/core/extract"
)

// TestTold wants what a colon announces with the entry, and an example beside it, and the description behind either. A
// failure means that an entry ends with words that announce nothing, or that what stands behind its example is lost.
func TestTold(t *testing.T) {
	const head = "# Boxes\n\n## `box.open(mode)`\n\nOpens the box.\n\n"
	const tail = "\n## `box.shut(mode)`\n\nShuts it.\n"
	for _, c := range []struct{ name, src, want, example string }{
		{"announced", "The modes are:\n\n```c\nenum { R, W }\n```\n\nW is slow.\n", "box.open(mode) | Opens the box. | The modes are: | enum { R, W } | W is slow.", ""},
		{"example", "It is quick. Example:\n\n```c\nbox.open(R)\n```\n\n```\nopened\n```\n\nR means read.\n", "box.open(mode) | Opens the box. | It is quick. | R means read.", "Example: | box.open(R) | opened"},
		{"below a heading", "### Remarks\n\nFor example, this reads:\n\n```c\nbox.open(R)\n```\n", "box.open(mode) | Opens the box.", "For example, this reads: | box.open(R)"},
		{"nothing announced", "It is quick.\n\n```c\nbox.open(R)\n```\n\nThis has opened it.\n", "box.open(mode) | Opens the box. | It is quick.", ""},
		{"dangling", "It is quick. It prints:\n\n### History\n\nOld.\n", "box.open(mode) | Opens the box. | It is quick.", ""},
	} {
		doc, an := read(t, "a.md", []byte(head+c.src+tail), core.ReferenceDoc)
		out, err := extract.Extract(context.Background(), doc, an, extract.Options{})
		if err != nil || len(out) != 2 {
			t.Fatalf("%s: %d entries, %v", c.name, len(out), err)
		}
		line := func(s string) string { return strings.ReplaceAll(strings.ReplaceAll(s, "`", ""), "\n\n", " | ") }
		p := out[0].Primitive
		if got := line(p.FormalStatement); got != c.want {
			t.Errorf("%s: the entry is\n%s\nwant\n%s", c.name, got, c.want)
		}
		example := ""
		for _, it := range p.Source.Illustrations {
			example += line(it.Text)
		}
		if example != c.example {
			t.Errorf("%s: the example is %q, want %q", c.name, example, c.example)
		}
	}
}
