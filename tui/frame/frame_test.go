package frame

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"lemma/core/text"
	"lemma/tui/theme"
)

var anyText = rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"線型空間", "e\u0301\u0301\u0301", "\x1b[1mbold\x1b[m and on", "👩‍👩‍👧‍👦", "a\nb\tc\r", strings.Repeat("long ", 300), ""}))

// TestWidth: a line that is measured byte by byte has the cells that one has whose clusters of characters are looked
// for.
func TestWidth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{"a", " ", "│", "─", "╭", "\x1b[1;31m", "\x1b[38:5:1m", "\x1b[m", "\x1b[", "\x1b", "2J", "m", "\x7f", "\t", "\u0301", "▌", "…", "線", "\xe2\x94", "\u200d", "\ufe0f"}), 0, 8).Draw(t, "parts"), "")
		if got, want := Width(s), ansi.StringWidth(s); got != want {
			t.Fatalf("%q takes %d cells, want %d", s, got, want)
		}
	})
}

// TestFit: exactly h lines of exactly w cells, whatever the lines hold.
func TestFit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOfN(rapid.SampledFrom([]string{"線型空間", "e\u0301", "\x1b[1mbold\x1b[m", "a\nb\tc", strings.Repeat("x", 300), ""}), 0, 8).Draw(t, "lines")
		w, h := rapid.IntRange(0, 60).Draw(t, "w"), rapid.IntRange(0, 12).Draw(t, "h")
		checkLines(t, Fit(lines, w, h), w, h)
		if w >= 4 && h >= 2 {
			th := theme.New(theme.Options{Name: theme.Dark})
			opt := Options{Title: rapid.SampledFrom(lines0(lines)).Draw(t, "title"), Right: rapid.SampledFrom(lines0(lines)).Draw(t, "right"), Footer: "foot", Focus: rapid.Bool().Draw(t, "focus")}
			checkLines(t, Box(th, opt, lines, w, h), w, h)
		}
	})
}

// lines0 is never empty.
func lines0(l []string) []string { return append([]string{"title"}, l...) }

func checkLines(t *rapid.T, lines []string, w, h int) {
	if len(lines) != h {
		t.Fatalf("%d lines, want %d", len(lines), h)
	}
	for i, l := range lines {
		if n := Width(l); n != w {
			t.Fatalf("line %d has %d cells, want %d: %q", i, n, w, l)
		}
	}
}

// TestWrap: no line is wider than asked, and no letter is lost.
func TestWrap(t *testing.T) {
	letters := func(s string) string { return strings.Join(strings.Fields(s), "") }
	rapid.Check(t, func(t *rapid.T) {
		s := strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{"a", "word", "線型空間", "longer-than-the-line", "x²", "\n"}), 0, 20).Draw(t, "words"), " ")
		w := rapid.IntRange(2, 40).Draw(t, "w")
		lines := Wrap(s, w)
		for _, l := range lines {
			if Width(l) > w {
				t.Fatalf("%q is wider than %d", l, w)
			}
		}
		if got := letters(strings.Join(lines, " ")); got != letters(s) {
			t.Fatalf("%q became %q", s, lines)
		}
	})
}

// TestWrapKeepsFlags fails when a line ends between the dashes of a flag and its name.
func TestWrapKeepsFlags(t *testing.T) {
	for w := 12; w < 40; w++ {
		for _, l := range Wrap("mark the source with --stranger, or leave --all out of it", w) {
			if strings.HasSuffix(l, "-") {
				t.Errorf("at %d cells a line is %q", w, l)
			}
		}
	}
}

// TestSpread: the line has its width, and the right side stays when it is short.
func TestSpread(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		left, w := oneLine(anyText.Draw(t, "left")), rapid.IntRange(12, 80).Draw(t, "w")
		got := Spread(left, "right", w)
		if Width(got) > w || !strings.HasSuffix(got, "right") {
			t.Fatalf("%q at %d cells is %q", left, w, got)
		}
	})
}

// TestOverlay: what is drawn over takes its cells, and the lines keep their width.
func TestOverlay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base := Fit([]string{strings.Repeat("線", 30), strings.Repeat("x", 60), "\x1b[1m" + strings.Repeat("y", 60) + "\x1b[m"}, 60, 5)
		x, y := rapid.IntRange(0, 50).Draw(t, "x"), rapid.IntRange(-1, 6).Draw(t, "y")
		got := Overlay(base, []string{"[top]", "[two]"}, x, y)
		for i, l := range got {
			if n := Width(l); n < 59 || n > 61 { // a wide character may be cut in two
				t.Fatalf("line %d has %d cells: %q", i, n, l)
			}
			if on := i - y; (on == 0 || on == 1) && !strings.Contains(l, []string{"[top]", "[two]"}[on]) {
				t.Fatalf("line %d is %q", i, l)
			}
		}
	})
}

func TestBar(t *testing.T) {
	th := theme.New(theme.Options{Name: theme.None})
	for f, want := range map[float64]string{0: "", 1: "━━━━", 0.5: "━━", 0.4: "━╸", -1: "", 7: "━━━━"} {
		if got := Bar(th, f, 4); got != want {
			t.Errorf("%.1f is %q, want %q", f, got, want)
		}
	}
}

func FuzzFit(f *testing.F) {
	for _, s := range []string{"a", "\x1b[1m線", "e\u0301", "👩‍👩‍👧‍👦", "\xff", "\x1b]0;t\x07"} {
		f.Add(s, 10)
	}
	f.Fuzz(func(t *testing.T, s string, w int) {
		s, w = text.EscapeLine(s).String(), min(max(w, 0), 200) // what reaches the package is safe to draw
		if got := Fit([]string{s}, w, 1); len(got) != 1 || Width(got[0]) != w {
			t.Errorf("%q at %d is %q of %d cells", s, w, got, Width(got[0]))
		}
		for _, l := range Wrap(s, w) {
			if w > 1 && Width(l) > w {
				t.Errorf("%q at %d wraps to %q", s, w, l)
			}
		}
	})
}

// TestWrapCarriesStyles fails when a style ends with the line that it is broken at, or runs on into the border.
func TestWrapCarriesStyles(t *testing.T) {
	faint := theme.New(theme.Options{Name: theme.Dark}).Faint
	for _, l := range Wrap(faint.Render("some words that take several lines of their box"), 12) {
		if !strings.HasPrefix(l, "\x1b[") || !strings.HasSuffix(l, "\x1b[m") {
			t.Errorf("the line %q does not stand by itself", l)
		}
	}
	for _, l := range Wrap("plain words and then "+faint.Render("x")+" plain words again", 12) {
		if strings.Count(l, "\x1b[m") != strings.Count(l, "\x1b[")-strings.Count(l, "\x1b[m") {
			t.Errorf("the line %q leaves a style open", l)
		}
	}
}
