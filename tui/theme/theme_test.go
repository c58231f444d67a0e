package theme

import (
	"image/color"
	"math"
	"reflect"
	"testing"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"lemma/core"
)

// luminance is relative luminance as WCAG 2 defines it.
func luminance(c color.Color) float64 {
	r, g, b, _ := c.RGBA()
	part := func(v uint32) float64 {
		s := float64(v) / 65535
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	return 0.2126*part(r) + 0.7152*part(g) + 0.0722*part(b)
}

func contrast(a, b color.Color) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// TestContrast: words are legible on the backgrounds that terminals have, and on a chosen row (WCAG 2, 1.4.3: 4.5).
func TestContrast(t *testing.T) {
	for name, grounds := range map[string][]string{Dark: {"#000000", "#1e1e1e", "#282c34"}, Light: {"#ffffff", "#f6f6f6"}, Contrast: {"#000000", "#1e1e1e"}} {
		th := New(Options{Name: name})
		for what, st := range map[string]lipgloss.Style{"text": th.Text, "faint": th.Faint, "strong": th.Strong, "accent": th.Accent, "good": th.Good, "warn": th.Warn, "bad": th.Bad, "info": th.Info, "add": th.Add, "del": th.Del, "key": th.Key} {
			for _, g := range grounds {
				if c := contrast(st.GetForeground(), lipgloss.Color(g)); c < 4.5 {
					t.Errorf("%s: %s on %s has a contrast of %.1f", name, what, g, c)
				}
			}
			if c := contrast(st.GetForeground(), th.Selected.GetBackground()); c < 3 && what != "del" {
				t.Errorf("%s: %s on a chosen row has a contrast of %.1f", name, what, c)
			}
		}
		if c := contrast(th.Mark.GetForeground(), th.Mark.GetBackground()); c < 4.5 {
			t.Errorf("%s: a mark has a contrast of %.1f", name, c)
		}
	}
}

// TestGlyphs: every sign takes one cell, and the plain ones are ASCII.
func TestGlyphs(t *testing.T) {
	for name, g := range map[string]Glyphs{"Unicode": unicodeGlyphs, "ASCII": asciiGlyphs} {
		check := func(field, s string) {
			if ansi.StringWidth(s) != 1 {
				t.Errorf("%s %s %q takes %d cells", name, field, s, ansi.StringWidth(s))
			}
			if name == "ASCII" && s[0] >= 0x80 {
				t.Errorf("%s %q is not ASCII", field, s)
			}
		}
		v := reflect.ValueOf(g)
		for i := range v.NumField() {
			switch f := v.Field(i).Interface().(type) {
			case string:
				check(v.Type().Field(i).Name, f)
			case []string:
				for _, s := range f {
					check(v.Type().Field(i).Name, s)
				}
			case map[core.Kind]string:
				seen := map[string]bool{}
				for k, s := range f {
					check(string(k), s)
					if seen[s] {
						t.Errorf("%s: two kinds have the mark %s", name, s)
					}
					seen[s] = true
				}
			}
		}
	}
}

// TestNoneTellsApart: without colours the words that matter still differ from plain ones, or have a mark.
func TestNoneTellsApart(t *testing.T) {
	th := New(Options{Name: None})
	for what, st := range map[string]lipgloss.Style{"strong": th.Strong, "accent": th.Accent, "warn": th.Warn, "bad": th.Bad, "mark": th.Mark, "selected": th.Selected, "focus": th.Focus} {
		if st.Render("x") == "x" {
			t.Errorf("%s is drawn like any text", what)
		}
	}
	marks := map[string]bool{}
	for _, s := range []core.Severity{core.Critical, core.Warning, core.Info} {
		m, _ := th.Severity(s)
		marks[m] = true
	}
	if len(marks) != 3 || !th.Plain() {
		t.Errorf("severities have the marks %v", marks)
	}
}

func TestAutoFollowsTheBackground(t *testing.T) {
	dark, light := New(Options{Dark: true}), New(Options{})
	if contrast(dark.Text.GetForeground(), color.Black) < 7 || contrast(light.Text.GetForeground(), color.White) < 7 {
		t.Error("auto is not legible on the background that it was told")
	}
}
