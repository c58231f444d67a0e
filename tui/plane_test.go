package tui

import (
	"strings"
	"testing"

	"lemma/core"
)

// TestPlane fails when one sign hides another, or when a name is cut or written over a sign.
func TestPlane(t *testing.T) {
	m := newPlane(20, 3)
	x, y := m.at(core.Position{Re: -0.5})
	m.beside(x, y, "a", style{})
	m.beside(x, y, "○", style{})
	m.name(x, y, "Algebra", style{})
	m.beside(x, y, "b", style{})
	m.name(x, y, "Much too long to stand here", style{})
	m.mark(30, 9, "!", style{})
	row := strings.Join(m.cells[y], "")
	for _, want := range []string{"○ab", "a", "b"} {
		if !strings.Contains(row, want) {
			t.Errorf("%q is not in %q", want, row)
		}
	}
	if strings.Contains(row, "Much") {
		t.Errorf("a name that does not fit is in %q", row)
	}
}
