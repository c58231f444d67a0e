package theme

import "lemma/core"

// Glyphs are the signs of a theme, each one cell wide.
type Glyphs struct {
	TopLeft, TopRight, BottomLeft, BottomRight string
	Horizontal, Vertical, TeeLeft, TeeRight    string

	Bar      string // before the chosen row, and where the keys go
	Check    string
	Cross    string
	Warn     string
	Flag     string
	Dot      string
	Badge    string // before a count on a tab
	Prompt   string
	Ellipsis string
	Sorted   string // behind the title of the column that orders
	Marked   string // before a marked row
	Crumb    string // between the steps of a path
	Less     string // more on the left
	More     string // more on the right
	Up       string // more above
	Down     string // more below
	Full     string // of a bar
	Half     string
	Empty    string
	Steps    []string // of a small chart, lowest first
	Spinner  []string
	Kinds    map[core.Kind]string
}

var unicodeGlyphs = Glyphs{
	TopLeft: "╭", TopRight: "╮", BottomLeft: "╰", BottomRight: "╯", Horizontal: "─", Vertical: "│", TeeLeft: "├", TeeRight: "┤",
	Bar: "▌", Check: "✓", Cross: "✗", Warn: "▲", Flag: "⚑", Dot: "·", Badge: "●", Prompt: "›", Ellipsis: "…", Sorted: "▾", Marked: "◉", Crumb: "›", Less: "‹", More: "›", Up: "↑", Down: "↓",
	Full: "━", Half: "╸", Empty: "─", Steps: []string{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"},
	Spinner: []string{"⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"},
	Kinds: map[core.Kind]string{
		core.Axiom: "◆", core.Definition: "○", core.Theorem: "■", core.Algorithm: "▲", core.Technique: "●", core.Identity: "◇",
	},
}

var asciiGlyphs = Glyphs{
	TopLeft: "+", TopRight: "+", BottomLeft: "+", BottomRight: "+", Horizontal: "-", Vertical: "|", TeeLeft: "+", TeeRight: "+",
	Bar: ">", Check: "v", Cross: "x", Warn: "!", Flag: "#", Dot: ".", Badge: "*", Prompt: ">", Ellipsis: "~", Sorted: "v", Marked: "*", Crumb: ">", Less: "<", More: ">", Up: "^", Down: "v",
	Full: "=", Half: "-", Empty: ".", Steps: []string{"_", ".", "-", "=", "+", "*", "%", "#"},
	Spinner: []string{"|", "/", "-", "\\"},
	Kinds: map[core.Kind]string{
		core.Axiom: "A", core.Definition: "D", core.Theorem: "T", core.Algorithm: "G", core.Technique: "Q", core.Identity: "I",
	},
}
