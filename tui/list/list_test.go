package list

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lemma/tui/theme"
)

var th = theme.New(theme.Options{Name: theme.None})

func rows(n, height int) Rows {
	return Rows{Len: n, Height: height, Focus: true, RenderLines: func(i, w int, _ bool) []string {
		lines := make([]string, height)
		lines[0] = fmt.Sprintf("row %d.", i)
		return lines
	}}
}

// TestList moves at random: the chosen row is always on screen and marked as such, only what is on screen is drawn, and
// a click chooses what stands there.
func TestList(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var l List
		n, height, h := rapid.IntRange(0, 200).Draw(t, "rows"), rapid.IntRange(1, 3).Draw(t, "lines"), rapid.IntRange(3, 20).Draw(t, "height")
		for range rapid.IntRange(1, 20).Draw(t, "moves") {
			drawn := 0
			r := rows(n, height)
			render := r.RenderLines
			r.RenderLines = func(i, w int, c bool) []string { drawn++; return render(i, w, c) }
			view := l.View(th, r, 30, h)
			if len(view) > h || drawn > h/height {
				t.Fatalf("%d lines and %d rows are drawn in %d lines", len(view), drawn, h)
			}
			if n > 0 && !strings.Contains(strings.Join(view, "\n"), fmt.Sprintf("row %d.", l.Index())) {
				t.Fatalf("row %d is chosen and not on screen:\n%s", l.Index(), strings.Join(view, "\n"))
			}
			if l.Index() < 0 || n > 0 && l.Index() >= n {
				t.Fatalf("row %d of %d is chosen", l.Index(), n)
			}
			switch rapid.IntRange(0, 8).Draw(t, "move") {
			case 0:
				l.Move(rapid.IntRange(-30, 30).Draw(t, "by"))
			case 1:
				l.Page(rapid.SampledFrom([]int{-1, 1}).Draw(t, "page"))
			case 2:
				l.Home()
			case 3:
				l.End()
			case 4:
				n = rapid.IntRange(0, 200).Draw(t, "rows now")
			case 5:
				if y := rapid.IntRange(0, h-1).Draw(t, "y"); l.Click(y) && !strings.Contains(strings.Join(view[y/height*height:], "\n"), fmt.Sprintf("row %d.", l.Index())) {
					t.Fatalf("a click on line %d chose row %d:\n%s", y, l.Index(), strings.Join(view, "\n"))
				}
			case 6:
				l.Mark()
			case 7:
				l.Range()
			case 8:
				l.Follow()
			}
		}
	})
}

func TestMarks(t *testing.T) {
	var l List
	l.View(th, rows(6, 1), 20, 6)
	l.Mark()
	l.Mark() // rows 0 and 1; the choice is now row 2
	l.Move(1)
	l.Range()
	l.Move(2)
	l.Range()
	if got := fmt.Sprint(l.Marked()); got != "[0 1 3 4 5]" {
		t.Errorf("marked are %s", got)
	}
	l.MarkAll()
	if len(l.Marked()) != 6 {
		t.Error("all are not marked")
	}
	l.MarkAll()
	if len(l.Marked()) != 0 {
		t.Error("all are still marked")
	}
}

func TestFollow(t *testing.T) {
	var l List
	l.View(th, rows(3, 1), 20, 5)
	l.Follow()
	l.View(th, rows(100, 1), 20, 5)
	if l.Index() != 99 {
		t.Errorf("row %d is chosen, want the last", l.Index())
	}
	l.Move(-1)
	l.View(th, rows(200, 1), 20, 5)
	if l.Index() != 98 {
		t.Errorf("row %d is chosen after a move, want it to stay", l.Index())
	}
}

func BenchmarkView(b *testing.B) {
	var l List
	r := rows(100000, 1)
	for b.Loop() {
		l.Move(1)
		l.View(th, r, 100, 60)
	}
}
