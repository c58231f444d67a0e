package reader

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"lemma/core"
	"lemma/core/text"
)

// pageFeet finds running feet and heads of paged text, as RFCs have them: a line that ends in "[Page 7]", a form
// feed, and the line after it, with the blank lines around.
func (c *cutter) pageFeet(s string) {
	for at := 0; ; {
		i := strings.Index(s[at:], "[Page ")
		if i < 0 {
			return
		}
		i += at
		at = i + 6
		number := strings.IndexByte(s[at:min(len(s), at+8)], ']')
		if number < 0 {
			continue
		}
		if rest := strings.TrimLeft(s[at+number+1:], " \f"); rest != "" && rest[0] != '\n' {
			continue
		}
		eol := endOfLine(s, i)
		start := strings.LastIndexByte(s[:i], '\n') + 1
		for start > 1 && strings.TrimSpace(s[max(0, strings.LastIndexByte(s[:start-1], '\n')+1):start]) == "" {
			start = strings.LastIndexByte(s[:start-1], '\n') + 1
		}
		end := min(eol+1, len(s))
		for end < len(s) && strings.TrimSpace(s[end:endOfLine(s, end)]) == "" { // blank lines and the form feed
			end = min(endOfLine(s, end)+1, len(s))
		}
		head := endOfLine(s, end)
		if f := strings.IndexByte(s[eol:min(len(s), head+1)], '\f'); f >= 0 && end < len(s) {
			end = min(head+1, len(s))
			for end < len(s) && strings.TrimSpace(s[end:endOfLine(s, end)]) == "" {
				end = min(endOfLine(s, end)+1, len(s))
			}
		}
		if joins(s[:start], s[end:]) {
			c.cut(start, end)
		} else if end > start+1 {
			c.cut(start, end-1) // the line end that stays makes a blank line
		}
		at = max(at, end)
	}
}

// printedPages finds the running heads, feet and page numbers of pages that form feeds part, as programs that print
// and that take the text out of PDF documents write them.
func (c *cutter) printedPages(s string) {
	const fewPages = 3
	if strings.Count(s, "\f") < fewPages {
		return
	}
	var pages []printedPage
	keys := map[string]int{}
	for at := 0; at <= len(s); {
		end := len(s)
		if i := strings.IndexByte(s[at:], '\f'); i >= 0 {
			end = at + i
		}
		p := newPrintedPage(s, core.Span{Start: at, End: end})
		if p.top.Len() > 0 {
			pages = append(pages, p)
			keys[faceless(p.top.Of(s))]++
			keys[faceless(p.foot.Of(s))]++
		}
		at = end + 1
	}
	furniture := func(l core.Span) bool {
		t := strings.TrimSpace(l.Of(s))
		f := strings.Fields(t)
		if len(f) == 0 || text.Division.Has(text.Fold(f[0])) && len(f) == 2 {
			return false // "CHAPTER 2"
		}
		if h, ok := text.LookupHead(strings.TrimRight(f[0], ".:")); ok && h.Class == text.Item {
			return false // statements begin pages, too
		}
		k := faceless(t)
		return pageNumber(t) || k != "" && (keys[k] >= fewPages || keys[k] > 1 && hasNumber(t))
	}
	for i := range pages {
		p := &pages[i]
		if furniture(p.top) {
			p.content.Start = min(p.top.End+1, p.content.End)
		}
		if p.foot.Start >= p.content.Start && furniture(p.foot) {
			p.content.End = max(p.foot.Start, p.content.Start)
		}
		p.trim(s)
		if i+1 == len(pages) {
			c.cut(p.content.End, p.foot.End)
		}
		if i == 0 {
			c.cut(p.top.Start, p.content.Start)
			continue
		}
		last := &pages[i-1]
		c.pageBreak(s, last.content, p.content)
	}
}

// pageBreak cuts what stands between two pages, but for the line ends that part them: one where a paragraph goes on.
func (c *cutter) pageBreak(s string, before, after core.Span) {
	i := strings.IndexByte(s[before.End:after.Start], '\n')
	if i < 0 {
		return
	}
	first := before.End + i
	c.cut(before.End, first)
	if joins(before.Of(s), after.Of(s)) {
		c.cut(first+1, after.Start)
		return
	}
	if next := strings.LastIndexByte(s[:after.Start], '\n'); next > first {
		c.cut(first+1, next)
		c.cut(next+1, after.Start)
	}
}

// printedPage is a page between form feeds.
type printedPage struct {
	content core.Span
	top     core.Span // the first line that is not blank
	foot    core.Span // the last one
}

func newPrintedPage(s string, page core.Span) printedPage {
	p := printedPage{content: page}
	p.trim(s)
	t := p.content.Of(s)
	p.top = core.Span{Start: p.content.Start, End: p.content.Start + endOfLine(t, 0)}
	p.foot = core.Span{Start: p.content.Start + strings.LastIndexByte(t, '\n') + 1, End: p.content.End}
	return p
}

// trim leaves the blank lines at the ends of the content out.
func (p *printedPage) trim(s string) {
	t := p.content.Of(s)
	rest := strings.TrimRight(t, " \n\r")
	p.content.End -= len(t) - len(rest)
	for {
		i := strings.IndexByte(rest, '\n')
		if i < 0 || strings.TrimSpace(rest[:i]) != "" {
			break
		}
		rest = rest[i+1:]
	}
	p.content.Start = p.content.End - len(rest)
}

// joins reports whether a paragraph goes on over a page: its last line does not end a sentence, and what follows goes
// on in lower case.
func joins(before, after string) bool {
	before = strings.TrimRight(before, " \n")
	after = strings.TrimLeft(after, " ")
	last, _ := utf8.DecodeLastRuneInString(before)
	first, _ := utf8.DecodeRuneInString(after)
	return before != "" && !strings.ContainsRune(".:;?!", last) && unicode.IsLower(first)
}
