package tui

import (
	"strings"

	"lemma/core/text"
	"lemma/tui/frame"
	"lemma/tui/theme"
)

// diffSide draws one side of a word diff, wrapped at w cells; without colours changes stand in [-…-] or {+…+}.
func diffSide(th *theme.Theme, pieces []text.Piece, side text.Op, w int) []string {
	var b strings.Builder
	for _, p := range pieces {
		if p.Op == text.Both || p.Op == side {
			b.WriteString(diffPiece(th, p))
		}
	}
	return wrapLines(b.String(), w)
}

// diffUnified draws both sides in one text.
func diffUnified(th *theme.Theme, pieces []text.Piece, w int) []string {
	var b strings.Builder
	for _, p := range pieces {
		b.WriteString(diffPiece(th, p))
	}
	return wrapLines(b.String(), w)
}

func wrapLines(s string, w int) []string {
	var out []string
	for _, l := range strings.Split(s, "\n") {
		out = append(out, frame.Wrap(l, w)...)
	}
	return out
}

// diffPiece marks a piece line by line, so that wrapping never tears a style.
func diffPiece(th *theme.Theme, p text.Piece) string {
	safe := text.Escape(p.Text).String()
	st, open, end := th.Text, "", ""
	switch {
	case p.Op == text.Old:
		st, open, end = th.Del, "[-", "-]"
	case p.Op == text.New:
		st, open, end = th.Add, "{+", "+}"
	}
	if !th.Plain() {
		open, end = "", ""
	}
	lines := strings.Split(safe, "\n")
	for i, l := range lines {
		if strings.TrimSpace(l) == "" {
			continue
		}
		words := strings.SplitAfter(open+l+end, " ")
		for k, word := range words { // each word has its own style: a line may break anywhere
			if trimmed := strings.TrimRight(word, " "); trimmed != "" {
				words[k] = st.Render(trimmed) + word[len(trimmed):]
			}
		}
		lines[i] = strings.Join(words, "")
	}
	return strings.Join(lines, "\n")
}

// diffField compares two short lists as sets: what only one side has is marked.
func diffField(th *theme.Theme, mine, other []string, side text.Op) string {
	has := map[string]bool{}
	for _, o := range other {
		has[o] = true
	}
	var words []string
	for _, m := range mine {
		if has[m] {
			words = append(words, line(m))
		} else {
			words = append(words, diffPiece(th, text.Piece{Op: side, Text: line(m)}))
		}
	}
	return strings.Join(words, th.Faint.Render(" · "))
}
