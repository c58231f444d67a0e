package extract_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"lemma/core"
	"lemma/core/extract"
)

// TestIllustrations wants every example and exercise once, whole with its solution, and with the item that it
// illustrates: the one before it in its section, or that it links to; the others with their section. A list of
// exercises is as many as it has entries, and a frame around some is none.
func TestIllustrations(t *testing.T) {
	const src = `# Groups

**Example 0.** Before anything is said.

## Basics

**Definition 1.** A *group* is a set with a product.

**Example 2 (Integers).** The integers are one.

They add.

**Remark.** Not all are finite.

*Problem 3.* Find another.

*Solution.* The reals.

Question: is this one?

::: {.theorem #thm-odd}
**Theorem 4.** Every group has a unit.
:::

*Proof.* See the definition. ∎

### Examples

The even numbers, and the odd ones.

### Exercises

**Exercise 5.** Prove [Theorem 4](#thm-odd) again.

**Exercise 6.** Rest.

## Homework

Before the end of the week:

1. Read
   - aloud,
   - twice.
2. Write.

Note: do both.

## Exercise

(a) Ask.

(b) Answer.

## Problem set

::: {.exercise}
::: {.exercise number="8"}
Sing.
:::
::: {.exercise number="9"}
Dance.
:::
:::

## Proofs

**Example 7.** A section without items.
`
	doc, an := read(t, "a.md", []byte(src), core.Textbook)
	cands, err := extract.Extract(context.Background(), doc, an, extract.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range cands {
		for _, i := range c.Primitive.Source.Illustrations {
			if i.Order != len(got) {
				t.Errorf("%s is number %d of the document, want %d", i.Heading(), i.Order, len(got))
			}
			got = append(got, fmt.Sprintf("%s: %s of %s %s: %s", c.Primitive.Label, i.Heading(), i.Of, strings.Join(i.Section, "/"), strings.Join(strings.Fields(i.Text), " ")))
			if raw := src[i.Start:i.End]; !strings.Contains(raw, strings.Fields(i.Text)[0]) {
				t.Errorf("%s stands in %q", i.Heading(), raw)
			}
		}
	}
	want := `Definition 1: Example 0 of section Groups: Before anything is said.
Definition 1: Example 2 Integers of item : The integers are one. They add.
Definition 1: Problem 3 of item : Find another. The reals. Question: is this one?
Theorem 4: example of item : The even numbers, and the odd ones.
Theorem 4: Exercise 5 of item : Prove Theorem 4 again.
Theorem 4: Exercise 6 of section Groups/Basics: Rest.
Theorem 4: Exercise 1 of section Groups: Before the end of the week: Read - aloud, - twice.
Theorem 4: Exercise 2 of section Groups: Write. Note: do both.
Theorem 4: exercise of section Groups: (a) Ask. (b) Answer.
Theorem 4: Exercise 8 of section Groups/Problem set: Sing.
Theorem 4: Exercise 9 of section Groups/Problem set: Dance.
Theorem 4: Example 7 of section Groups/Proofs: A section without items.`
	if g := strings.Join(got, "\n"); g != want {
		t.Errorf("got\n%s\nwant\n%s", g, want)
	}
}
