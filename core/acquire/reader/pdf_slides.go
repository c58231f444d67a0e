package reader

import (
	"slices"
	"strings"

	"lemma/core/text"
)

// slides reads a deck of slides: pages wider than high, most of which begin with a title. What is uncovered step by
// step counts once, a slide that goes on has its title once ("Groups I", "Groups II"; "Groups", "Groups (cont.)"), and
// the titles of slides part no text: a proof mostly stands on a slide of its own behind its theorem.
func (l *layout) slides(titles map[*row]*title) {
	firsts := make([]*title, len(l.sheets))
	titled := 0
	for k, s := range l.sheets {
		if s.page.Width <= s.page.Height {
			return
		}
		if i := slices.IndexFunc(s.lines, func(a row) bool { return a.kind != runningLine }); i >= 0 {
			if firsts[k] = titles[&s.lines[i]]; firsts[k] != nil {
				titled++
			}
		}
	}
	if 3*titled < 2*len(l.sheets) {
		return
	}
	l.uncover()
	name := ""
	for k, s := range l.sheets {
		t := firsts[k]
		if t == nil {
			name = ""
			continue
		}
		t.slide = true
		stem, goesOn := continued(t.text)
		if goesOn && name == stem {
			for i := range s.lines {
				if titles[&s.lines[i]] == t {
					s.lines[i].kind = runningLine
				}
			}
			continue
		}
		if name = t.text; goesOn {
			name = stem
		}
	}
}

// uncover marks the slides of which the next one shows all, at the same places.
func (l *layout) uncover() {
	lines := func(s *sheet) map[place]bool {
		out := map[place]bool{}
		for i := range s.lines {
			if a := &s.lines[i]; a.kind != runningLine {
				out[a.place()] = true
			}
		}
		return out
	}
	var next map[place]bool
	for k := len(l.sheets) - 1; k >= 0; k-- {
		own := lines(l.sheets[k])
		shown := next != nil && len(own) > 0
		for p := range own {
			shown = shown && next[p]
		}
		next = own
		for i := range l.sheets[k].lines {
			if shown {
				l.sheets[k].lines[i].kind = runningLine
			}
		}
	}
}

// continued returns the title of a slide without what says that slides go on: a roman number, or a number or a word for
// that in parentheses. Other things in parentheses tell slides apart: "Theorem (Zorn)", "Theorem (Tychonoff)".
func continued(title string) (stem string, ok bool) {
	i := strings.LastIndexByte(title, ' ')
	if rest, within := strings.CutSuffix(title, ")"); within {
		if i = strings.LastIndex(title, " ("); i >= 0 {
			note := strings.ToLower(rest[i+2:])
			ok = hasNumber(note) || roman(note) || text.Untitled.Has(text.Fold(strings.Trim(note, ". ")))
		}
	} else {
		ok = i >= 0 && roman(strings.ToLower(title[i+1:]))
	}
	if !ok {
		return title, false
	}
	return title[:i], true
}
