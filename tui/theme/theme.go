// Package theme holds the colours and glyphs of the terminal interface. A theme is a table of styles by meaning, made
// once from a palette; widgets name the meaning and never a colour. Nothing is told by colour alone: in the theme None
// every style that matters is bold, underlined or reversed, and the glyphs say the rest.
package theme

import (
	"image/color"

	"charm.land/lipgloss/v2"

	"lemma/core"
)

// The names of the themes. Auto is Dark or Light, as the terminal's background is.
const (
	Auto     = "auto"
	Dark     = "dark"
	Light    = "light"
	Contrast = "contrast"
	None     = "none"
)

// Names are the themes in the order in which a key goes through them.
var Names = []string{Auto, Dark, Light, Contrast, None}

// Options say which theme to make. The zero value is Auto on a light background with Unicode glyphs.
type Options struct {
	Name  string
	Dark  bool // the terminal's background is dark
	ASCII bool // glyphs for terminals without Unicode
}

// Theme is the styles and glyphs by meaning.
type Theme struct {
	Name   string // as it was asked for
	Glyphs Glyphs

	Text, Faint, Strong lipgloss.Style // words: plain, less important, more important
	Title, Accent       lipgloss.Style // of a box; what the eye should find first
	Border, Focus       lipgloss.Style // of a box; of the box that has the keys
	Good, Warn, Bad     lipgloss.Style
	Info                lipgloss.Style
	Add, Del            lipgloss.Style // of a diff
	Key, KeyOff         lipgloss.Style // a key in the footer, and one that does nothing now
	Mark                lipgloss.Style // a span of source text
	Selected            lipgloss.Style // the chosen row of a list

	kinds   map[core.Kind]lipgloss.Style
	palette palette
	plain   bool
}

// palette is the fourteen colours of a theme.
type palette struct {
	text, faint, strong, accent, border, focus     color.Color
	good, warn, bad, info, selection, mark, markBg color.Color
	violet                                         color.Color
}

func hex(s string) color.Color { return lipgloss.Color(s) }

var darkPalette = palette{
	text: hex("#d7dae0"), faint: hex("#969cab"), strong: hex("#ffffff"), accent: hex("#7cc7ff"), border: hex("#5b6270"), focus: hex("#7cc7ff"),
	good: hex("#8fd694"), warn: hex("#f2c572"), bad: hex("#ff8b8b"), info: hex("#9db8ff"), selection: hex("#2b3a52"), mark: hex("#1c1c1c"), markBg: hex("#f2c572"),
	violet: hex("#cfa8ff"),
}

var lightPalette = palette{
	text: hex("#24292f"), faint: hex("#5d6570"), strong: hex("#000000"), accent: hex("#0550ae"), border: hex("#8c959f"), focus: hex("#0550ae"),
	good: hex("#116329"), warn: hex("#7d4e00"), bad: hex("#b3131d"), info: hex("#3a3fae"), selection: hex("#d7e6fb"), mark: hex("#24292f"), markBg: hex("#ffdf7a"),
	violet: hex("#6f35b5"),
}

var contrastPalette = palette{
	text: hex("#ffffff"), faint: hex("#d0d0d0"), strong: hex("#ffffff"), accent: hex("#00ffff"), border: hex("#ffffff"), focus: hex("#ffff00"),
	good: hex("#00ff5f"), warn: hex("#ffff00"), bad: hex("#ff8080"), info: hex("#80c0ff"), selection: hex("#00408f"), mark: hex("#000000"), markBg: hex("#ffff00"),
	violet: hex("#ffa0ff"),
}

// New makes a theme. An unknown name is Auto.
func New(opt Options) *Theme {
	th := &Theme{Name: opt.Name, Glyphs: unicodeGlyphs}
	if opt.ASCII {
		th.Glyphs = asciiGlyphs
	}
	switch opt.Name {
	case Dark:
		th.colour(darkPalette)
	case Light:
		th.colour(lightPalette)
	case Contrast:
		th.colour(contrastPalette)
	case None:
		th.bare()
	default:
		th.Name = Auto
		if opt.Dark {
			th.colour(darkPalette)
		} else {
			th.colour(lightPalette)
		}
	}
	return th
}

func fg(c color.Color) lipgloss.Style { return lipgloss.NewStyle().Foreground(c) }

func (t *Theme) colour(p palette) {
	t.palette = p
	t.Text, t.Faint, t.Strong = fg(p.text), fg(p.faint), fg(p.strong).Bold(true)
	t.Title, t.Accent = fg(p.strong).Bold(true), fg(p.accent).Bold(true)
	t.Border, t.Focus = fg(p.border), fg(p.focus)
	t.Good, t.Warn, t.Bad, t.Info = fg(p.good), fg(p.warn), fg(p.bad), fg(p.info)
	t.Add, t.Del = fg(p.good), fg(p.bad).Strikethrough(true)
	t.Key, t.KeyOff = fg(p.accent), fg(p.faint)
	t.Mark = fg(p.mark).Background(p.markBg)
	t.Selected = lipgloss.NewStyle().Background(p.selection)
	t.kinds = map[core.Kind]lipgloss.Style{
		core.Axiom: fg(p.warn), core.Definition: fg(p.accent), core.Theorem: fg(p.good), core.Algorithm: fg(p.violet), core.Technique: fg(p.info), core.Identity: fg(p.bad),
	}
}

// bare uses no colour at all.
func (t *Theme) bare() {
	plain, bold := lipgloss.NewStyle(), lipgloss.NewStyle().Bold(true)
	t.plain = true
	t.Text, t.Faint, t.Strong = plain, plain, bold
	t.Title, t.Accent = bold, bold
	t.Border, t.Focus = plain, bold
	t.Good, t.Warn, t.Bad, t.Info = plain, bold, bold, plain
	t.Add, t.Del = plain, plain
	t.Key, t.KeyOff = bold, plain
	t.Mark = lipgloss.NewStyle().Reverse(true)
	t.Selected = bold
	t.kinds = map[core.Kind]lipgloss.Style{}
}

// Plain reports whether marks must stand in for colours, as [-…-] and {+…+} in a diff.
func (t *Theme) Plain() bool { return t.plain }

// Kind is the mark of a kind of primitive.
func (t *Theme) Kind(k core.Kind) (glyph string, style lipgloss.Style) {
	g, ok := t.Glyphs.Kinds[k]
	if !ok {
		g = t.Glyphs.Dot
	}
	return g, t.kinds[k]
}

// Severity is the mark of a finding.
func (t *Theme) Severity(s core.Severity) (mark string, style lipgloss.Style) {
	switch s {
	case core.Critical:
		return "!!", t.Bad
	case core.Warning:
		return "!", t.Warn
	}
	return "i", t.Info
}
