package tui

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"lemma/core"
	"lemma/core/text"
	"lemma/tui/frame"
	"lemma/tui/theme"
)

// excerpt is the text around a span of an original, by lines.
type excerpt struct {
	lines []sourceLine
	whole bool // the original was there
}

// sourceLine is one line with the bytes of it that are marked.
type sourceLine struct {
	number   int
	raw      string
	from, to int // marked bytes of raw; equal when none are
}

// Bounds of an excerpt: lines around the span, and bytes of a line, since a file may be one line.
const (
	linesAround = 12
	bytesAround = 400
)

// newExcerpt cuts the lines around a finding out of the original.
func newExcerpt(raw []byte, f core.Finding) excerpt {
	return cutOut(raw, core.Span{Start: f.Start, End: f.End})
}

// cutOut cuts the lines around a span out of the original.
func cutOut(raw []byte, span core.Span) excerpt {
	if len(raw) == 0 || span.Start < 0 || span.Start > len(raw) || span.End < span.Start {
		return excerpt{}
	}
	end := min(span.End, len(raw))
	x := excerpt{whole: true}
	start := lineStart(raw, span.Start)
	number := 1 + bytes.Count(raw[:start], []byte("\n"))
	for range linesAround {
		if start == 0 {
			break
		}
		start = lineStart(raw, start-1)
		number--
	}
	after := 0
	for start < len(raw) && after <= linesAround {
		stop := start + len(raw[start:])
		if i := bytes.IndexByte(raw[start:], '\n'); i >= 0 {
			stop = start + i
		}
		if start >= end && start > span.Start {
			after++
		}
		x.lines = append(x.lines, newLine(raw, number, start, stop, span.Start, end))
		if len(x.lines) > 4*linesAround {
			break
		}
		number++
		start = stop + 1
	}
	return x
}

func lineStart(raw []byte, at int) int { return bytes.LastIndexByte(raw[:at], '\n') + 1 }

// newLine is the line [start, stop) with its part of the span [from, to) marked; of a very long line only what is near.
func newLine(raw []byte, number, start, stop, from, to int) sourceLine {
	from, to = min(max(from, start), stop), min(max(to, start), stop)
	left, right := start, stop
	if stop-start > 2*bytesAround {
		left, right = max(start, from-bytesAround), min(stop, max(to, from)+bytesAround)
		if right-left > 4*bytesAround {
			right = left + 4*bytesAround
			to = min(to, right)
		}
		for left > start && !utf8.RuneStart(raw[left]) {
			left--
		}
	}
	return sourceLine{number: number, raw: strings.TrimSuffix(string(raw[left:right]), "\r"), from: from - left, to: max(from, to) - left}
}

// draw shows the lines that fit, the marked one in the middle. Without the original it shows what the finding kept.
func (x excerpt) draw(th *theme.Theme, f core.Finding, w, h int) []string {
	if !x.whole {
		out := []string{th.Faint.Render(fmt.Sprintf("%5d ", f.Line)) + th.Mark.Render(frame.Truncate(line(f.Excerpt), max(1, w-6)))}
		return append(out, "", th.Faint.Render(frame.Truncate("the original is not kept any more", w)))
	}
	return x.drawSpan(th, w, h)
}

// drawSpan shows the lines that fit around the first marked one. Marked lines are drawn whole, the others are cut.
func (x excerpt) drawSpan(th *theme.Theme, w, h int) []string {
	marked := 0
	for i, l := range x.lines {
		if l.to > l.from {
			marked = i
			break
		}
	}
	if marked >= len(x.lines) {
		return nil
	}
	whole := x.lines[marked].draw(th, w, h)
	before := max(h/3-len(whole)/2, h-len(whole)-(len(x.lines)-marked-1)) // what is not needed below is shown above
	first := max(0, marked-max(0, min(before, h-len(whole))))
	var out []string
	for i := first; i < len(x.lines) && len(out) < h; i++ {
		out = append(out, x.lines[i].draw(th, w, h-len(out))...)
	}
	return out
}

// draw makes a line into at most h rows: one, unless something in it is marked and does not fit.
func (l sourceLine) draw(th *theme.Theme, w, h int) []string {
	gutter := fmt.Sprintf("%5d ", l.number)
	from, to := min(l.from, len(l.raw)), min(l.to, len(l.raw))
	room := max(4, w-len(gutter)-2)
	before, span, after := safeTabs(l.raw[:from]), safeTabs(l.raw[from:to]), safeTabs(l.raw[to:])
	if span == "" {
		return []string{" " + th.Faint.Render(gutter) + frame.Truncate(th.Text.Render(before)+after, room)}
	}
	if all := room * max(1, h); frame.Width(before)+frame.Width(span) > all { // keep the mark on screen
		before = frame.TruncateLeft(before, max(0, min(room/3, all-frame.Width(span))))
	}
	var out []string
	for i, row := range frame.Wrap(th.Text.Render(before)+th.Mark.Render(span)+after, room) {
		if i == h {
			break
		}
		if i > 0 {
			gutter = strings.Repeat(" ", len(gutter))
		}
		out = append(out, th.Accent.Render(th.Glyphs.Bar)+th.Faint.Render(gutter)+row)
	}
	return out
}

// safeTabs makes a piece of a line safe to draw, with tabs as blanks.
func safeTabs(s string) string { return text.EscapeLine(strings.ReplaceAll(s, "\t", "    ")).String() }
