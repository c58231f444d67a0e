package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// twice are notions with two wordings of each, which a person has to compare.
var twice = [][3]string{
	{"Subspace", "a subset of a vector space that is closed under addition and scaling", "a nonempty part of a vector space which contains all linear combinations of its vectors"},
	{"Span", "the smallest subspace that contains given vectors", "the set of all linear combinations of a list of vectors in a space"},
	{"Kernel", "the subspace that a linear map sends to zero", "the null space of a linear map, which is all vectors whose image vanishes"},
	{"Basis", "an independent list of vectors that spans the space", "a list of vectors by which each vector of the space is written in one way"},
	{"Dimension", "the length of any basis of a finite vector space", "how many vectors a largest independent list in the space holds, that is the length of its bases"},
	{"Linear map", "a map between vector spaces that respects addition and scaling", "a function from one vector space to another under which the image of a linear combination is the combination of the images"},
	{"Trace", "the sum of the diagonal entries of a square matrix", "the sum of the eigenvalues of a matrix, each as often as it occurs, which no change of basis alters"},
	{"Hyperplane", "a subspace whose dimension is one less than that of the space", "the kernel of a functional other than zero, which is a largest proper subspace of the space"},
	{"Eigenvector", "a vector other than zero that an operator sends to a multiple of itself", "a nonzero vector spanning a line that is invariant under the operator"},
	{"Rank", "the dimension of the image of a linear map", "how many independent columns the matrix of the linear map has, the dimension of its column space"},
	{"Determinant", "the alternating multilinear function of the columns that is one at the identity matrix", "the signed sum over permutations of products of entries of a matrix, alternating in its columns"},
	{"Isomorphism", "an invertible linear map between vector spaces", "a linear map that is one to one and onto, so that the two vector spaces are the same in structure"},
}

// wordings writes the notions in one of their two wordings.
func wordings(t *testing.T, path string, which int) {
	t.Helper()
	var b strings.Builder
	b.WriteString("# Linear algebra\n\n")
	for i, n := range twice {
		fmt.Fprintf(&b, "**Definition %d** (%s). A *%s* is %s.\n\n", i+1, n[0], strings.ToLower(n[0]), n[which])
	}
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestInterfaceFirstRun goes from an empty registry to the learned sample, looks around and takes it back, on a real
// terminal.
func TestInterfaceFirstRun(t *testing.T) {
	tm := openTerminal(t, 100, 30, "LEMMA_INTERFACE_MODE=auto")
	tm.keys("lemma; echo code $?", "Enter")
	tm.until("This registry is empty")
	tm.keys("s")
	tm.until("session s0001")
	if out := lemmaIn(t, filepath.Join(filepath.Dir(tm.socket), "registry"), "export"); strings.Count(out, "\n") != 255 {
		t.Errorf("while the interface is open another process exports %d primitives", strings.Count(out, "\n"))
	}
	tm.keys("/")
	tm.until("Find a primitive")
	tm.keys("-l", "rank nullity")
	tm.until("Rank–nullity")
	tm.keys("Enter")
	tm.until("[4 Graph]")
	// From the theorem to its ground by keys alone: to the left along the wires, centring where no more is drawn.
	tm.wait("the ground", func(screen string) bool {
		tm.keys("h", "h", "h", "Enter")
		return strings.Contains(screen, "needs nothing: it is ground")
	})
	tm.keys("7")
	tm.until("Take back s0001")
	tm.until("remove 255")
	tm.keys("R")
	tm.until("y take it back")
	tm.keys("y")
	tm.until("s0001 is taken back")
	tm.keys("q")
	if screen := tm.until("code 0"); strings.Contains(screen, "Sessions") {
		t.Errorf("the terminal is not as it was:\n%s", screen)
	}
	tm.clear()
	tm.keys("lemma export | wc -l; lemma check; echo code $?", "Enter")
	if screen := tm.until("code 0"); !strings.Contains(screen, "0\n") {
		t.Errorf("something is left:\n%s", screen)
	}
}

// TestInterfaceGate steps through the findings of a text and approves it.
func TestInterfaceGate(t *testing.T) {
	tm := openTerminal(t, 80, 24, "LEMMA_INTERFACE_MODE=auto")
	tm.keys("lemma learn bad.md; echo code $?", "Enter")
	tm.until("waits for you")
	tm.keys("Enter") // means nothing here
	tm.until("enter does nothing here")
	for range 3 {
		tm.keys("o")
	}
	tm.until("3 of 3 reviewed")
	time.Sleep(time.Second) // a gate that has only just opened takes no approval
	tm.keys("A")
	tm.until("session s0001")
	tm.keys("q")
	if screen := tm.until("code 0"); !strings.Contains(screen, "found   1 primitive") {
		t.Errorf("the end does not say what was learned:\n%s", screen)
	}
}

// TestInterfaceConflicts decides twelve conflicts and undoes three.
func TestInterfaceConflicts(t *testing.T) {
	tm := openTerminal(t, 120, 36, "LEMMA_INTERFACE_MODE=auto")
	dir := filepath.Dir(tm.socket)
	wordings(t, filepath.Join(dir, "a.md"), 1)
	wordings(t, filepath.Join(dir, "b.md"), 2)
	tm.keys("lemma learn a.md --plain --domain linear-algebra && lemma learn b.md --plain --domain linear-algebra; lemma conflicts --json | grep -c '\"session\"'; echo code $?", "Enter")
	tm.until("code 0")
	tm.clear()
	tm.keys("lemma review; echo code $?", "Enter")
	tm.until("1 of 12")
	for i := range 12 {
		tm.keys(string("hlb"[i%3]))
		if i < 11 {
			tm.until(fmt.Sprintf("of %d ─", 11-i))
		}
	}
	tm.until("Nothing waits for a decision")
	for i := range 3 {
		tm.keys("u")
		tm.until(fmt.Sprintf("of %d ─", i+1))
	}
	tm.tmux("resize-window", "-x", "80", "-y", "24")
	tm.until("3 Conflicts ●3")
	tm.keys("q")
	tm.until("code 0")
	tm.clear()
	tm.keys("lemma check; echo code $?", "Enter")
	tm.until("code 0")
}

// TestInterfaceHeld opens a second interface on a registry that another holds.
func TestInterfaceHeld(t *testing.T) {
	tm := openTerminal(t, 100, 30, "LEMMA_INTERFACE_MODE=auto")
	tm.keys("sleep 600 | lemma learn - --plain & until [ -e registry/holder ]; do sleep 0.1; done; lemma; echo code $?", "Enter")
	tm.until("The registry cannot be opened")
	tm.until("process")
	tm.keys("q")
	tm.until("code 1")
	tm.keys("kill %1; wait; echo over $?", "Enter")
	tm.until("over 0") // the registry is closed before its folder is taken away
}

// TestPathsComplete types paths sign by sign: every beginning of one has completions, or none, and no panic.
func TestPathsComplete(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	if err := os.WriteFile(filepath.Join(home, "notes.md"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	typed := "~/notes.md"
	for i := range typed {
		want := "~/notes.md"
		if i == 0 {
			want = "~/"
		}
		if got := (paths{}).Complete(typed[:i+1], 5); !slices.Equal(got, []string{want}) {
			t.Errorf("%q is completed to %q, want %q", typed[:i+1], got, want)
		}
	}
	if got := (paths{}).Complete("~bob", 5); len(got) != 0 {
		t.Errorf("somebody else's home is completed to %q", got)
	}
}

func TestPathsExpand(t *testing.T) {
	t.Setenv("HOME", "/home/ada")
	t.Setenv("USERPROFILE", "/home/ada")
	for in, want := range map[string]string{"~/x.md": "/home/ada/x.md", "~": "/home/ada", "~bob/x.md": "~bob/x.md", "a~/x": "a~/x", "": ""} {
		if got := (paths{}).Expand(in); got != want {
			t.Errorf("%q is %q, want %q", in, got, want)
		}
	}
}
