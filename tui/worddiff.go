package tui

import (
	"strings"

	"lemma/core/text"
	"lemma/tui/frame"
	"lemma/tui/theme"
)

// diffSide draws one side of a word diff, wrapped at w cells; without colours changes stand in [-…-] or {+…+}.
func diffSide(th *theme.Theme, pieces []text.Piece, side text.Op, w int) []string {
	var mine []text.Piece
	for _, p := range pieces {
		if p.Op == text.Both || p.Op == side {
			mine = append(mine, p)
		}
	}
	return diffUnified(th, mine, w)
}

// diffUnified draws both sides in one text.
func diffUnified(th *theme.Theme, pieces []text.Piece, w int) []string {
	var out []string
	for _, l := range diffLines(pieces) {
		out = append(out, wrapDiff(th, l, w)...)
	}
	return out
}

// diffWord is a word of a diff, safe to draw.
type diffWord struct {
	op     text.Op
	text   string
	spaced bool // a blank stands before it
}

// diffLines cuts the pieces into lines of words. Between what is gone and what has come a blank stands, as it would
// between two words.
func diffLines(pieces []text.Piece) [][]diffWord {
	lines := [][]diffWord{nil}
	spaced := false
	for i, p := range pieces {
		if i > 0 && p.Op != text.Both && pieces[i-1].Op != text.Both && p.Op != pieces[i-1].Op {
			spaced = true
		}
		for k, l := range strings.Split(text.Escape(p.Text).String(), "\n") {
			if k > 0 {
				lines, spaced = append(lines, nil), false
			}
			for l != "" {
				word := strings.TrimLeft(l, " ")
				indent := l[:len(l)-len(word)]
				spaced = spaced || indent != ""
				if word == "" {
					break
				}
				l = ""
				if at := strings.IndexByte(word, ' '); at >= 0 {
					word, l = word[:at], word[at:]
				}
				last := &lines[len(lines)-1]
				if len(*last) == 0 {
					word, spaced = indent+word, false
				}
				*last = append(*last, diffWord{p.Op, word, spaced})
				spaced = false
			}
		}
	}
	return lines
}

// wrapDiff breaks a line of words at w cells. Each drawn line opens and closes its own marks.
func wrapDiff(th *theme.Theme, words []diffWord, w int) []string {
	var out []string
	for len(words) > 0 {
		n, used := 0, 0
		for n < len(words) {
			end := n + 1
			for end < len(words) && !words[end].spaced && words[end].op == words[n].op { // what stands together stays together
				end++
			}
			wide := frame.Width(drawDiff(th, words[:end]))
			if wide > w && n > 0 {
				break
			}
			n, used = end, wide
		}
		line := drawDiff(th, words[:n])
		if used > w {
			out = append(out, frame.Wrap(line, w)...)
		} else {
			out = append(out, line)
		}
		words = words[n:]
	}
	if len(out) == 0 {
		return []string{""}
	}
	return out
}

// drawDiff joins words, those of one side in one style or between one pair of marks.
func drawDiff(th *theme.Theme, words []diffWord) string {
	var b strings.Builder
	for i := 0; i < len(words); {
		var run strings.Builder
		op := words[i].op
		if i > 0 && words[i].spaced {
			b.WriteByte(' ')
		}
		for first := i; i < len(words) && words[i].op == op; i++ {
			if i > first && words[i].spaced {
				run.WriteByte(' ')
			}
			run.WriteString(words[i].text)
		}
		b.WriteString(diffRun(th, op, run.String()))
	}
	return b.String()
}

// diffRun marks words that are on one line.
func diffRun(th *theme.Theme, op text.Op, s string) string {
	st, open, end := th.Text, "", ""
	switch op {
	case text.Old:
		st, open, end = th.Del, "[-", "-]"
	case text.New:
		st, open, end = th.Add, "{+", "+}"
	}
	if !th.Plain() {
		open, end = "", ""
	}
	return st.Render(open + s + end)
}

// wrapLines wraps each line of a text.
func wrapLines(s string, w int) []string {
	var out []string
	for _, l := range strings.Split(s, "\n") {
		out = append(out, frame.Wrap(l, w)...)
	}
	return out
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
			words = append(words, diffRun(th, side, line(m)))
		}
	}
	return strings.Join(words, th.Faint.Render(" · "))
}
