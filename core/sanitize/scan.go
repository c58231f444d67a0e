package sanitize

import (
	"context"
	"sort"
	"strings"
	"unicode/utf8"

	"lemma/core"
)

// checks are the rules that the program fills; the table words them.
var checks = []string{
	"pi-scrambled", "pi-described",
	"hc-terminal-escape", "hc-erasing-control", "hc-control", "hc-c1-control", "hc-bare-cr", "hc-tags", "hc-variation-selectors", "hc-bidi-override",
	"hc-bidi-unbalanced", "hc-bidi-control", "hc-direction-mark", "hc-invisible-run", "hc-invisible", "hc-invisible-in-word", "hc-soft-hyphens",
	"hc-blank-letter", "hc-noncharacter", "hc-line-separator", "hc-private-plane", "hc-private-use", "hc-mixed-script", "hc-styled-letters",
	"hc-stacked-marks", "hc-hidden-text",
	"ec-script-element", "ec-event-handler", "ec-page-function", "ec-active-address", "ec-active-style", "ec-encoded-program", "ec-removed", "ec-pdf-action",
	"er-frame", "er-base", "er-remote-script", "er-loader", "er-style", "er-ping", "er-tracking-pixel", "er-image-placeholder", "er-link-placeholder", "er-link-template",
	"er-image-address", "er-internal-address", "er-user-in-address", "er-foreign-host", "er-hosts",
	"pt-name-escape", "pt-name-absolute", "pt-name-control", "pt-name-invisible", "pt-name-control-directory", "pt-name-device", "pt-name-odd", "pt-link-escape",
	"ct-unscanned", "ct-executable", "ct-executable-name", "ct-double-extension", "ct-wrong-type", "ct-polyglot", "ct-active-package", "ct-utf7", "ct-nul-bytes",
	"ct-control-density", "ct-invalid-utf8", "ct-overlong-utf8",
}

// hit is a finding before it is grouped, in offsets of the text that was scanned.
type hit struct {
	rule       int
	start, end int
	severity   core.Severity
	decoded    string
	count      int // hits that it stands for already, 0 for one
}

// scan is the work on one text.
type scan struct {
	made       bool // the text is what a reader made of a document
	rules      *Rules
	src        string
	format     format
	vocabulary bool // the tags of the text are those of a vocabulary of XML
	prolog     int  // where the declarations before its root element end

	folded    view
	code      spans
	shown     spans // what the reader of the document knows to be code
	hidden    spans
	security  cues
	example   cues
	lineFeeds bool
	rotated   []int // places of key words in rot13, in the folded text
	reversed  []int

	hits      []hit
	last      map[int]int // start of the last hit of a rule
	removed   int         // active elements of a page that reading it drops
	removedAt int
	decodes   bool // a reader knows the encoding
}

// hit records a finding of a structure rule, weighed where it stands.
func (s *scan) hit(id string, start, end int) { s.decoded(id, start, end, "") }

func (s *scan) decoded(id string, start, end int, text string) {
	rule, ok := s.rules.ids[id]
	if !ok {
		panic("sanitize: no rule " + id)
	}
	s.hits = append(s.hits, hit{rule: rule, start: start, end: end, decoded: text})
}

func (s *scan) onName(id, name string) {
	s.hits = append(s.hits, hit{rule: s.rules.ids[id], severity: s.rules.rows[s.rules.ids[id]].Severity, decoded: name})
}

func (s *scan) hide(start, end int) {
	if end > start {
		s.hidden = append(s.hidden, core.Span{Start: start, End: end})
	}
}

// scanText runs everything over the text. known are spans that a reader found hidden.
func (s *scan) scanText(ctx context.Context, known spans) error {
	s.lineFeeds = strings.Contains(s.src, "\n")
	if s.vocabulary {
		s.prolog = prolog(s.src)
	}
	s.code = append(codeSpans(s.src, s.format), s.shown...).joined()
	s.hidden = append(s.hidden, known...)
	err := sideBySide(2, func(i int) error {
		if i == 0 {
			s.folded = foldText(s.src)
			return nil
		}
		for _, step := range []func(){s.scanCharacters, s.scanMarkup, s.scanLinks, s.scanAddresses, s.scanPadding, s.scanTeX} {
			if step(); ctx.Err() != nil {
				return ctx.Err()
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	s.hidden = s.hidden.joined()
	if err := s.scanPatterns(ctx); err != nil {
		return err
	}
	if s.removed > 0 {
		s.hits = append(s.hits, hit{rule: s.rules.ids["ec-removed"], start: s.removedAt, end: s.removedAt + 1, severity: core.Info, count: s.removed})
	}
	if len(s.hidden) > 0 {
		h := s.hidden[0]
		s.hits = append(s.hits, hit{rule: s.rules.ids["hc-hidden-text"], start: h.Start, end: h.End, severity: core.Info, count: len(s.hidden)})
	}
	s.settle()
	return nil
}

// scanPatterns matches the rules against the text, and against what stands in it encoded or disguised. What is to be
// matched is collected beside the first match, which tells how much the surroundings of a piece excuse.
func (s *scan) scanPatterns(ctx context.Context) error {
	var pieces [3][]piece // encoded, joined, with digits for letters
	var shuffled []int
	err := sideBySide(3, func(i int) error {
		switch i {
		case 0:
			s.match()
		case 1:
			pieces[0] = s.encoded()
		case 2:
			pieces[1], pieces[2], shuffled = s.disguised()
		}
		return ctx.Err()
	})
	if err != nil {
		return err
	}
	var hits [3][]hit
	err = sideBySide(3, func(i int) error {
		hits[i] = s.matchPieces(pieces[i], i == 1)
		return ctx.Err()
	})
	if err != nil {
		return err
	}
	for _, h := range hits {
		s.hits = append(s.hits, h...)
	}
	s.scrambled(shuffled)
	s.scanCiphers()
	s.scanSmuggled()
	return ctx.Err()
}

// match runs the patterns over the folded text.
func (s *scan) match() {
	m := &s.rules.matcher
	s.security.reach, s.example.reach = 6000, 160
	s.last = map[int]int{}
	v := &s.folded
	m.run(v.b, false, func(class, start, end int) {
		switch class {
		case s.rules.cue:
			at, _ := v.source(start, end)
			s.security.at, s.security.word = append(s.security.at, int32(at)), append(s.security.word, stemKey(v.b[start:end]))
		case s.rules.local:
			at, _ := v.source(start, end)
			s.example.at, s.example.word = append(s.example.at, int32(at)), append(s.example.word, 0)
		case s.rules.rotated:
			s.rotated = append(s.rotated, start)
		case s.rules.reversed:
			s.reversed = append(s.reversed, start)
		}
	}, func(p *pattern, start, end int, tag bool) {
		r := &s.rules.rows[p.rule]
		from, to := v.source(start, end)
		if r.Surface == "hidden" && !s.hidden.covers(from, to) {
			return
		}
		if s.format == html && r.Context == "code" && (r.Category == core.EmbeddedCode || r.Category == core.ExternalResources) && !s.code.holds(from) {
			s.drop(from) // a page's own script and style
			return
		}
		if s.vocabulary && r.ID == "pi-tag" || from < s.prolog && r.ID == "ec-template" && webAddress(s.src[from:to]) {
			return
		}
		rule := p.rule
		switch {
		case r.Category == core.PromptInjection && !s.hidden.holds(from) && (tag || s.describes(p, start, end, from)):
			rule = s.rules.ids["pi-described"]
		case tag:
			return
		}
		if prev, ok := s.last[rule]; ok && from-prev < 60 && from >= prev {
			return
		}
		s.last[rule] = from
		s.hits = append(s.hits, hit{rule: rule, start: from, end: to})
	})
}

// describes reports whether a match, which begins at from in the text, says of somebody what an order tells a machine
// to do.
func (s *scan) describes(p *pattern, start, end, from int) bool {
	c := clauses{b: s.folded.b, flow: s.format == html || s.vocabulary, capital: capitalized(s.src[from:])}
	switch {
	case p.order && !s.rules.commanded(c, start, end), s.rules.rows[p.rule].Context == "option" && s.option(from):
		return true
	}
	return p.start && (c.wrapped(start) || c.drawn(start))
}

// capitalized reports a word with a capital and a small letter.
func capitalized(s string) bool {
	return len(s) > 1 && s[0] >= 'A' && s[0] <= 'Z' && s[1] >= 'a' && s[1] <= 'z'
}

// stemKey tells the words of a class apart by their beginning, so that two endings of one word are one.
func stemKey(b []byte) int32 {
	k := int32(0)
	for _, c := range b[:min(len(b), 5)] {
		k = k*31 + int32(c)
	}
	return k
}

// scanPadding hides what stands behind so many blanks or line ends that nobody scrolls there.
func (s *scan) scanPadding() {
	const blanks, lines = 80, 25
	src := s.src
	for i := 0; i < len(src); {
		c := src[i]
		if c != ' ' && c != '\n' {
			i++
			continue
		}
		j := i
		for j < len(src) && src[j] == c {
			j++
		}
		if c == ' ' && j-i >= blanks || c == '\n' && j-i >= lines {
			e := len(src)
			if n := strings.IndexByte(src[j:], '\n'); n >= 0 {
				e = j + n
			}
			s.hide(j, e)
		}
		i = j
	}
}

// scanTeX hides comments and what is set in white or as empty space.
func (s *scan) scanTeX() {
	src := s.src
	for _, c := range [...]string{`\textcolor{white}`, `\color{white}`, `\phantom{`, `\textcolor[rgb]{1,1,1}`, `\fontsize{0`, `\transparent{0`} {
		for i := 0; ; {
			n := strings.Index(src[i:], c)
			if n < 0 {
				break
			}
			i += n + len(c)
			e := min(len(src), i+400)
			if k := strings.Index(src[i:e], "\n\n"); k >= 0 {
				e = i + k
			}
			s.hide(i, e)
		}
	}
	if s.format == html {
		return
	}
	for i := 0; i < len(src); { // a comment, in TeX or in a piece of it within another text
		e := strings.IndexByte(src[i:], '\n')
		if e < 0 {
			e = len(src) - i
		}
		if src[i] == '%' && (s.format == tex || e > 20) {
			s.hide(i, i+e)
		}
		i += e + 1
	}
}

// scanSmuggled matches the rules against what invisible characters spell.
func (s *scan) scanSmuggled() {
	var ps []piece
	for _, h := range s.hits {
		if c := s.rules.rows[h.rule].Category; h.decoded != "" && c == core.HiddenCharacters {
			ps = append(ps, piece{start: h.start, end: h.end, text: h.decoded})
		}
	}
	s.hits = append(s.hits, s.matchPieces(ps, false)...)
}

// settle weighs the hits, and lets template markers stand as critical only beside another instruction or hidden.
func (s *scan) settle() {
	var instructions []int
	for i := range s.hits {
		h := &s.hits[i]
		r := &s.rules.rows[h.rule]
		if h.severity == "" {
			h.severity = s.weigh(r, h.start)
		}
		if h.severity == core.Warning && r.Category == core.PromptInjection && s.hidden.holds(h.start) {
			h.severity = core.Critical
		}
		if r.Category == core.PromptInjection && r.Severity == core.Critical && h.severity == core.Critical {
			instructions = append(instructions, h.start)
		}
	}
	sort.Ints(instructions)
	const beside = 300
	for i := range s.hits {
		h := &s.hits[i]
		if s.rules.rows[h.rule].ID != "pi-template-marker" && s.rules.rows[h.rule].ID != "pi-turn" {
			continue
		}
		k := sort.SearchInts(instructions, h.start-beside)
		if k < len(instructions) && instructions[k] <= h.start+beside {
			h.severity = core.Critical
		}
	}
}

// headings returns where sections begin: findings are grouped by section.
func headings(src string) []int {
	var out []int
	for i := 0; i < len(src); {
		line := src[i:min(len(src), i+16)]
		if strings.HasPrefix(line, "#") || strings.HasPrefix(line, `\section`) || strings.HasPrefix(line, `\chapter`) || strings.HasPrefix(line, `\subsection`) ||
			len(line) > 3 && line[0] == '<' && line[1]|0x20 == 'h' && line[2] >= '1' && line[2] <= '6' {
			out = append(out, i)
		}
		e := strings.IndexByte(src[i:], '\n')
		if e < 0 {
			break
		}
		i += e + 1
	}
	return out
}

const longestExcerpt = 120 // characters

// findings groups the hits and words them.
func (s *scan) findings(name string) []core.Finding {
	sort.SliceStable(s.hits, func(i, j int) bool {
		a, b := s.hits[i], s.hits[j]
		if a.start != b.start {
			return a.start < b.start
		}
		return a.rule < b.rule
	})
	type group struct {
		rule, section int
		severity      core.Severity
	}
	sections := headings(s.src)
	groups := map[group]int{}
	var out []core.Finding
	line, column, at := 1, 1, 0
	for _, h := range s.hits {
		r := &s.rules.rows[h.rule]
		g := group{h.rule, sort.SearchInts(sections, h.start+1), h.severity}
		if h.severity == core.Info {
			g.section = 0
		}
		if k, ok := groups[g]; ok {
			out[k].Count = max(1, out[k].Count) + max(1, h.count)
			if out[k].Decoded == "" {
				out[k].Decoded = cut(h.decoded)
			}
			continue
		}
		groups[g] = len(out)
		for ; at < h.start && at < len(s.src); at++ {
			if s.src[at] == '\n' {
				line++
				column = 1
			} else if s.src[at]&0xC0 != 0x80 {
				column++
			}
		}
		for h.end < len(s.src) && h.end > h.start && !utf8.RuneStart(s.src[h.end]) { // a character is marked whole
			h.end++
		}
		f := core.Finding{Rule: r.ID, Category: r.Category, Severity: h.severity, Document: name, Start: h.start, End: max(h.start, h.end),
			Line: line, Column: column, Excerpt: excerpt(s.src, h.start, h.end), Why: r.Why, Count: h.count, Decoded: cut(h.decoded)}
		if r.Surface == "name" {
			f.Excerpt, f.Decoded = cut(h.decoded), ""
		}
		out = append(out, f)
	}
	return out
}

// excerpt is the text of a hit with a little of what follows, cut between characters.
func excerpt(src string, start, end int) string {
	start = min(start, len(src))
	for start > 0 && start < len(src) && !utf8.RuneStart(src[start]) {
		start--
	}
	e := min(max(end, start+40), len(src))
	for e < len(src) && !utf8.RuneStart(src[e]) {
		e++
	}
	return cut(src[start:e])
}

// cut returns at most longestExcerpt characters, all of them valid.
func cut(s string) string {
	s = strings.ToValidUTF8(s[:min(len(s), 4*longestExcerpt)], "\uFFFD")
	n := 0
	for i := range s {
		if n == longestExcerpt {
			return s[:i]
		}
		n++
	}
	return s
}
