package reader

import (
	"bytes"
	"context"
	"errors"
	"path"
	"strconv"
	"strings"

	"lemma/core"
	"lemma/core/text"
)

func init() {
	Register(Format{
		Name: "Typst", MediaType: "text/x-typst", Extensions: []string{".typ"},
		Sniff: func(head []byte) int {
			n := 0
			for _, s := range []string{"#import ", "#let ", "#set ", "#show", "\n= ", "\n== "} {
				n += bytes.Count(head, []byte(s))
			}
			return min(25*n, 80)
		},
		Read: readTypst,
	})
}

// typst reads the markup of Typst: headings, paragraphs, lists, formulas, code, labels and references, and the calls of
// functions that are named as statements are or that the file itself makes of a head word. It runs no code: numbers
// that a template would print are not there, other calls print the content that is written behind them.
type typst struct {
	lineParser
	close  map[int]int          // by the place of an opening bracket, the one that closes it; -1 when none does
	scans  int                  // how many brackets are open while one is looked for
	heads  map[string]text.Head // functions of the file, and of those that it imports, that make statements
	values *typstNames
	absent map[string]bool // files that it imports and that were not found
	open   func(rel string) (name string, raw []byte, err error)
	files  int    // imported files
	inPara bool   // the innermost block is a paragraph of running text
	faces  [2]int // where what is set strong and what is stressed begins in the text, plus one; 0: neither is open
	level  int    // content within content
}

// readTypst reads the file that it is given; what it includes is another document.
func readTypst(ctx context.Context, in Input) (*core.Document, error) {
	src, encoding, runs, losses, err := Decode(in.Raw)
	if err != nil {
		return nil, err
	}
	r := &typst{lineParser: lineParser{ctx: ctx, src: src, names: slugs{}}, close: map[int]int{}, heads: map[string]text.Head{}, absent: map[string]bool{}, open: in.Open}
	r.values = &typstNames{values: map[string]*typstValue{}, drawing: r.drawing}
	if r.content(0, len(src)); ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return r.document(in, encoding, runs, losses), nil
}

// line of content: where it begins behind its indentation, and its end, which no bracket or formula hides.
type typstLine struct{ start, end, indent int }

// split parts content into lines. A line end within a formula, raw text or a call is none.
func (r *typst) split(from, to int) []typstLine {
	var out []typstLine
	for i := from; i < to; {
		l := typstLine{start: i}
		for l.start < to && (r.src[l.start] == ' ' || r.src[l.start] == '\t') {
			l.start++
			l.indent++
		}
		if i == from && from > 0 && r.src[from-1] != '\n' { // behind a bracket or a mark
			l.indent = from - 1 - strings.LastIndexByte(r.src[max(0, from-maxTag):from], '\n')
		}
		i = l.start
		for i < to && r.src[i] != '\n' {
			i = r.token(i, to)
		}
		l.end = min(i, to)
		out = append(out, l)
		i = l.end + 1
	}
	return out
}

// token returns the end of the piece of markup at i.
func (r *typst) token(i, to int) int {
	s := r.src
	switch {
	case s[i] == '\\' && i+1 < to:
		return i + 2
	case strings.HasPrefix(s[i:to], "/*"):
		if k := strings.Index(s[i+2:to], "*/"); k >= 0 {
			return i + 2 + k + 2
		}
		return to
	case strings.HasPrefix(s[i:to], "//") && (i == 0 || s[i-1] != ':'):
		return min(to, lineEnd(s, i))
	case s[i] == '`':
		return r.rawEnd(i, to)
	case s[i] == '$':
		return r.formulaEnd(i, to)
	case s[i] == '#' && i+1 < to:
		return max(r.code(i, to).end, i+1)
	}
	return i + 1
}

// rawEnd returns the end of raw text: as many backticks as begin it.
func (r *typst) rawEnd(i, to int) int {
	n := len(r.src[i:to]) - len(strings.TrimLeft(r.src[i:to], "`"))
	if n == 2 {
		return i + 2
	}
	if k := strings.Index(r.src[i+n:to], strings.Repeat("`", min(n, maxNesting))); k >= 0 && n <= maxNesting {
		return i + n + k + n
	}
	return i + n
}

// formulaEnd returns the end of the formula at i; one that nothing closes is a sign alone.
func (r *typst) formulaEnd(i, to int) int {
	if end, ok := r.close[i]; ok {
		if end < 0 || end >= to {
			return i + 1
		}
		return end + 1
	}
	for k := i + 1; k < to && k < i+maxTypstFormula; k++ {
		switch r.src[k] {
		case '\\':
			k++
		case '"':
			if n := strings.IndexByte(r.src[k+1:min(to, k+maxTag)], '"'); n >= 0 {
				k += n + 1
			}
		case '$':
			r.close[i] = k
			return k + 1
		}
	}
	r.close[i] = -1
	return i + 1
}

// maxTypstFormula bounds a formula, in bytes.
const maxTypstFormula = 1 << 14

// closing returns the place of the bracket that closes the one at i, -1 when none does or they lie too deep. Content
// stands in square brackets, code in the others. What brackets within close is kept, so that all cost no more than one
// pass.
func (r *typst) closing(i, to int) int {
	if end, ok := r.close[i]; ok {
		if end >= to {
			return -1
		}
		return end
	}
	end := -1
	if r.scans++; r.scans <= maxNesting {
		markup := r.src[i] == '['
		for k := i + 1; k < to && end < 0; {
			c := r.src[k]
			switch {
			case c == ']' && markup || !markup && (c == ')' || c == '}' || c == ']'):
				end = k
			case markup && c == '#': // what nothing within closes, nothing closes
				if inner := r.code(k, to); inner.open {
					k = to
				} else {
					k = max(inner.end, k+1)
				}
			case markup && c != '[':
				k = r.token(k, to)
			case c == '"':
				for k++; k < to && r.src[k] != '"'; k++ {
					if r.src[k] == '\\' {
						k++
					}
				}
				k++
			case c == '(' || c == '{' || c == '[':
				e := r.closing(k, to)
				if e < 0 {
					k = to
					break
				}
				k = e + 1
			case c == '$' || c == '`' || c == '/':
				k = r.token(k, to)
			default:
				k++
			}
		}
	}
	r.scans--
	r.close[i] = end
	return end
}

// typstCode is an expression behind a number sign: a path of names, and the arguments and content that it is called
// with.
type typstCode struct {
	name      string
	statement bool // let, set, show and the like, which print nothing
	args      []core.Span
	bodies    []core.Span
	open      bool // a bracket of it is not closed
	end       int
}

// code reads the expression at the number sign at i.
func (r *typst) code(i, to int) typstCode {
	s := r.src
	c := typstCode{end: i + 1}
	k := i + 1
	for k < to && (isLetter(s[k]) || s[k] >= 0x80 || k > i+1 && (isDigit(s[k]) || s[k] == '-' || s[k] == '_' || s[k] == '.' && k+1 < to && isLetter(s[k+1]))) {
		k++
	}
	c.name = s[i+1 : k]
	switch c.name {
	case "let", "set", "show", "import", "include", "if", "for", "while", "return", "context":
		c.statement, c.end = true, r.statement(k, to)
		return c
	}
	if k == i+1 && (k >= to || s[k] != '{' && s[k] != '(' && s[k] != '[') {
		return c
	}
	for c.end = k; k < to && (s[k] == '(' || s[k] == '[' || s[k] == '{' && c.name == ""); k = c.end {
		e := r.closing(k, to)
		if e < 0 {
			c.open = true
			break
		}
		if inside := (core.Span{Start: k + 1, End: e}); s[k] == '[' {
			c.bodies = append(c.bodies, inside)
		} else if s[k] == '(' {
			c.args = append(c.args, inside)
		}
		c.end = e + 1
		if s[k] == '{' {
			break
		}
	}
	if c.end > i+1 && c.end < to && s[c.end] == ';' {
		c.end++
	}
	return c
}

// statement returns the end of a statement of code that goes on from k: its line, over what brackets hold.
func (r *typst) statement(k, to int) int {
	for k < to && r.src[k] != '\n' && r.src[k] != ';' {
		switch c := r.src[k]; {
		case c == '(' || c == '{' || c == '[':
			if e := r.closing(k, to); e > 0 {
				k = e
			}
			k++
		case c == ']' || c == ')' || c == '}': // of the content around
			return k
		case c == '"':
			for k++; k < to && r.src[k] != '"' && r.src[k] != '\n'; k++ {
				if r.src[k] == '\\' {
					k++
				}
			}
			k = min(k+1, to)
		case c == '$' || c == '`' || c == '/':
			k = r.token(k, to)
		default:
			k++
		}
	}
	return min(k, to)
}

// typstArg is an argument of a call.
type typstArg struct {
	name  string
	value core.Span
}

// arguments parts the inside of parentheses at its commas.
func (r *typst) arguments(s core.Span) (out []typstArg) {
	for from := s.Start; from < s.End; {
		a, k := typstArg{}, from
		for k < s.End && r.src[k] != ',' {
			switch c := r.src[k]; {
			case c == '(' || c == '{' || c == '[':
				if e := r.closing(k, s.End); e > 0 {
					k = e
				}
				k++
			case c == '"':
				for k++; k < s.End && r.src[k] != '"'; k++ {
					if r.src[k] == '\\' {
						k++
					}
				}
				k++
			case c == ':' && a.name == "" && isName(strings.TrimSpace(r.src[from:k])):
				a.name, from = strings.TrimSpace(r.src[from:k]), k+1
				k++
			case c == '$' || c == '`' || c == '/':
				k = r.token(k, s.End)
			default:
				k++
			}
		}
		k = min(k, s.End)
		a.value = core.Span{Start: from, End: k}
		for a.value.Len() > 0 && r.src[a.value.Start] <= ' ' {
			a.value.Start++
		}
		for a.value.Len() > 0 && r.src[a.value.End-1] <= ' ' {
			a.value.End--
		}
		if a.value.Len() > 0 {
			out = append(out, a)
		}
		from = k + 1
	}
	return out
}

func isName(s string) bool {
	for i := range len(s) {
		if c := s[i]; !isLetter(c) && !isDigit(c) && c != '-' && c != '_' {
			return false
		}
	}
	return s != ""
}

// headOf says what statement a function makes.
func (r *typst) headOf(name string) (text.Head, bool) {
	if h, ok := r.heads[name]; ok {
		return h, true
	}
	name = strings.ToLower(name[strings.LastIndexByte(name, '.')+1:])
	for _, w := range []string{name, strings.TrimSuffix(strings.TrimSuffix(name, "box"), "block"), abbreviated(name)} {
		if h, ok := text.LookupHead(strings.Trim(w, "-_")); ok && w != "" {
			return h, h.Class != text.NoHead && h.Role != "step"
		}
		if h, ok := texShorthands[w]; ok {
			return h, true
		}
	}
	return text.Head{}, false
}

// define keeps what a name stands for, and a function that the file makes of a head word:
// #let satz = thmbox("theorem", "Satz").
func (r *typst) define(s string) {
	r.values.define(s)
	name, value, ok := strings.Cut(strings.TrimPrefix(s, "#let"), "=")
	name = strings.TrimSpace(name)
	name, _, _ = strings.Cut(name, "(")
	if value = value[:min(len(value), maxTag)]; !ok || !isName(name) {
		return
	}
	for k, word := range strings.Split(value, `"`) {
		if h, ok := text.LookupHead(word); k%2 == 1 && ok && (h.Class == text.Item || h.Class == text.Proof || h.Class == text.Example || h.Class == text.Exercise || h.Class == text.Remark) && h.Role != "step" {
			r.heads[name] = h
			return
		}
	}
}

// imported takes the functions that a statement imports from another file of the source: templates keep them there.
// dir is the folder of the file that the statement stands in.
func (r *typst) imported(s, dir string) {
	parts := strings.SplitN(s, `"`, 3)
	if len(parts) < 3 || r.files >= maxNesting || strings.HasPrefix(parts[1], "@") || !strings.HasSuffix(parts[1], ".typ") {
		return
	}
	r.files++
	name := path.Join(dir, parts[1])
	var raw []byte
	err := errors.ErrUnsupported // a text without a folder
	if r.open != nil {
		_, raw, err = r.open(name)
	}
	if err != nil || len(raw) > maxTypstImport {
		if !r.absent[name] {
			r.absent[name] = true
			r.lose("missing-file", func(n int) string {
				return plural(n, "file that it imports was not found", "files that it imports were not found") + ", such as " + parts[1] + "; what they define is missing"
			})
		}
		return
	}
	for _, s := range strings.Split(string(raw), "\n#") {
		switch s = "#" + strings.TrimPrefix(s, "#"); {
		case strings.HasPrefix(s, "#let "):
			r.define(s)
		case strings.HasPrefix(s, "#import "):
			r.imported(s, path.Dir(name))
		}
	}
}

// maxTypstImport bounds the files that functions are taken from, in bytes.
const maxTypstImport = 1 << 20

// content reads markup as blocks.
func (r *typst) content(from, to int) {
	if r.level++; r.level > maxNesting {
		r.level--
		return
	}
	lines := r.split(from, to)
	for i := 0; i < len(lines) && r.ctx.Err() == nil; {
		l := lines[i]
		s := r.src[l.start:l.end]
		level := len(s) - len(strings.TrimLeft(s, "="))
		width, mark := typstMark(s)
		switch {
		case strings.TrimSpace(s) == "":
			r.endParagraph()
		case level > 0 && level < len(s) && s[level] == ' ':
			r.endParagraph()
			r.titled(core.Span{Start: l.start + level, End: l.end}, level)
		case mark != "":
			r.endParagraph()
			i = r.list(lines, i, to, width, mark)
			continue
		default:
			r.inline(l.start, l.end)
			if r.inPara {
				r.write("\n", l.end)
			}
		}
		i++
	}
	r.endParagraph()
	r.level--
}

// typstMark reads the mark of an entry of a list, and how wide it is with the blanks behind it.
func typstMark(s string) (width int, mark string) {
	k := 0
	for k < len(s) && k < 6 && isDigit(s[k]) {
		k++
	}
	switch {
	case k > 0 && k < len(s) && s[k] == '.':
		mark = s[:k+1]
	case k == 0 && s != "" && strings.IndexByte("-+/", s[0]) >= 0:
		mark = s[:1]
	default:
		return 0, ""
	}
	width = len(mark) + blanks(s[len(mark):])
	if width == len(mark) || mark == "/" && !strings.Contains(s, ":") {
		return 0, ""
	}
	return width, mark
}

// list reads the entries of a list from line i on; what is indented further belongs to them.
func (r *typst) list(lines []typstLine, i, to, width int, mark string) int {
	indent, count := lines[i].indent, 0
	kind := core.List
	if mark == "/" {
		kind = core.TermList
	}
	r.begin(core.Block{Kind: kind})
	for i < len(lines) && lines[i].indent == indent {
		l := lines[i]
		w, m := typstMark(r.src[l.start:l.end])
		if m == "" || (m == "/") != (mark == "/") || (m == "-") != (mark == "-") {
			break
		}
		end := i + 1
		for end < len(lines) && (lines[end].indent > indent || lines[end].start == lines[end].end) {
			end++
		}
		for end > i+1 && lines[end-1].start == lines[end-1].end {
			end--
		}
		count++
		item := core.Block{Kind: core.ListItem, Number: m}
		body := l.start + w
		switch m {
		case "-":
			item.Number = "•"
		case "+":
			item.Number = strconv.Itoa(count) + "."
		case "/":
			item.Number = ""
			term, _, _ := strings.Cut(r.src[body:l.end], ":")
			item.Title = r.values.plain(term)
			body += len(term) + 1
		}
		r.begin(item)
		if item.Title != "" {
			r.put(item.Title+": ", body, 0)
		} else {
			r.put(item.Number+" ", body, 0)
		}
		r.body()
		r.content(body, lines[end-1].end)
		r.end()
		for i = end; i < len(lines) && lines[i].start == lines[i].end && i+1 < len(lines) && lines[i+1].indent == indent; i++ {
			if _, m := typstMark(r.src[lines[i+1].start:lines[i+1].end]); m == "" {
				break
			}
		}
	}
	r.end()
	return i
}

// titled adds a heading, with the label behind it.
func (r *typst) titled(s core.Span, level int) {
	anchors := []string{}
	if label, at := typstLabelEnd(r.src[s.Start:s.End]); label != "" {
		anchors, s.End = append(anchors, label), s.Start+at
	}
	if b, title := r.heading(level, anchors, func() {
		r.line(s)
	}); b != nil {
		b.Anchors = append(b.Anchors, slugs(r.names).of(title))
	}
	r.end()
}

// line reads running text in a block that holds no others.
func (r *typst) line(s core.Span) {
	r.inPara, r.faces = true, [2]int{}
	r.inline(s.Start, s.End)
	r.inPara = false
}

// typstLabelEnd reads the label that ends a text, <thm:x>, and where it begins.
func typstLabelEnd(s string) (label string, at int) {
	t := strings.TrimRight(s, " \t\n")
	k := strings.LastIndexByte(t, '<')
	if k < 0 || !strings.HasSuffix(t, ">") || !isLabel(t[k+1:len(t)-1]) {
		return "", len(s)
	}
	return t[k+1 : len(t)-1], k
}

func isLabel(s string) bool {
	for i := range len(s) {
		if c := s[i]; !isLetter(c) && !isDigit(c) && c < 0x80 && strings.IndexByte("-_:.", c) < 0 {
			return false
		}
	}
	return s != "" && len(s) <= maxLabel
}

func (r *typst) beginParagraph() {
	if !r.inPara {
		r.begin(core.Block{Kind: core.Paragraph})
		r.inPara, r.faces = true, [2]int{}
	}
}

func (r *typst) endParagraph() {
	if r.inPara && r.atBlocks() {
		r.end()
		r.inPara = false
	}
}

// inline reads running text; blocks within it end the paragraph.
func (r *typst) inline(from, to int) {
	s := r.src
	plain := from
	flush := func(end int) {
		if t := s[plain:end]; t != "" && (r.inPara || strings.TrimSpace(t) != "") {
			r.beginParagraph()
			r.write(t, plain)
		}
	}
	for i := from; i < to; {
		c := s[i]
		if strings.IndexByte("\\/`$#<@*_~-", c) < 0 {
			i++
			continue
		}
		end := r.token(i, to)
		switch {
		case c == '\\':
			flush(i)
			if plain = i + 1; plain < to && s[plain] > ' ' {
				r.beginParagraph()
				r.copy(s[plain:end], plain)
				plain = end
			}
		case c == '/' && end > i+1:
			flush(i)
			r.hide(s[i:end], "comment", core.Span{Start: i, End: end})
			plain = end
		case c == '`' && end > i+1:
			flush(i)
			r.rawText(i, end)
			plain = end
		case c == '$' && end > i+1:
			flush(i)
			end = r.formula(i, end, to)
			plain = end
		case c == '#' && end > i+1:
			flush(i)
			end = r.call(i, to)
			plain = end
		case c == '<':
			k := strings.IndexByte(s[i:min(to, i+maxLabel)], '>')
			if k < 0 || !isLabel(s[i+1:i+k]) {
				i++
				continue
			}
			flush(i)
			r.label(s[i+1 : i+k])
			end = i + k + 1
			plain = end
		case c == '@' && i+1 < to && (i == from || !isLetter(s[i-1])):
			k := i + 1
			for k < to && isLabel(s[k:k+1]) {
				k++
			}
			key := strings.TrimRight(s[i+1:k], ".:")
			if key == "" {
				i++
				continue
			}
			flush(i)
			end = i + 1 + len(key)
			r.beginParagraph()
			start := len(r.text)
			if end < to && s[end] == '[' {
				if e := r.closing(end, to); e > 0 {
					r.inline(end+1, e)
					end = e + 1
					r.blank(false, -1)
				}
			}
			r.put(key, i, 1+len(key))
			r.refer(start, key, "")
			plain = end
		case (c == '*' || c == '_') && (i == 0 || i+1 >= len(s) || !wordChar(s[i-1]) || !wordChar(s[i+1])):
			flush(i)
			r.beginParagraph()
			kind, open := core.Strong, &r.faces[0]
			if c == '_' {
				kind, open = core.Emph, &r.faces[1]
			}
			if *open > 0 {
				r.mark(kind, *open-1)
				*open = 0
			} else {
				*open = len(r.text) + 1
			}
			end, plain = i+1, i+1
		case c == '~':
			flush(i)
			r.beginParagraph()
			r.put(" ", i, 1)
			plain, end = i+1, i+1
		case c == '-' && strings.HasPrefix(s[i:to], "--"):
			flush(i)
			dash, n := "–", 2
			if strings.HasPrefix(s[i:to], "---") {
				dash, n = "—", 3
			}
			r.beginParagraph()
			r.put(dash, i, n)
			end, plain = i+n, i+n
		default:
			end = i + 1
		}
		i = end
	}
	flush(to)
}

func wordChar(c byte) bool { return isLetter(c) || isDigit(c) || c >= 0x80 }

// label names the block that it stands behind.
func (r *typst) label(name string) {
	if r.inPara {
		r.anchor(name)
	} else if n := len(r.Blocks); n > 0 {
		r.Blocks[n-1].Anchors = append(r.Blocks[n-1].Anchors, name)
	}
}

// rawText adds raw text: code when it has three backticks.
func (r *typst) rawText(i, end int) {
	s := r.src[i:end]
	if n := len(s) - len(strings.TrimLeft(s, "`")); n >= 3 && len(s) > 2*n && r.atBlocks() {
		body := s[n : len(s)-n]
		lang, rest, _ := strings.Cut(body, "\n")
		if lang = strings.TrimSpace(lang); strings.Contains(lang, " ") {
			lang, rest = "", body
		}
		if body = strings.Trim(rest, "\n"); body != "" {
			r.endParagraph()
			r.begin(core.Block{Kind: core.Code, Name: lang})
			r.copy(body, i+strings.LastIndex(s, body))
			r.end()
		}
		return
	}
	body := strings.Trim(s, "`")
	r.beginParagraph()
	start := len(r.text)
	r.copy(body, i+strings.Index(s, body))
	r.mark(core.Verb, start)
}

// formula adds the formula from i to end, and the label behind a display; it returns where the text goes on.
func (r *typst) formula(i, end, to int) int {
	inside := r.src[i+1 : end-1]
	tex := r.values.tex(inside)
	if inside == "" || strings.IndexByte(" \n\t", inside[0]) < 0 || strings.IndexByte(" \n\t", inside[len(inside)-1]) < 0 || !r.atBlocks() {
		r.beginParagraph()
		r.put(`\(`+tex+`\)`, i, end-i)
		return end
	}
	r.endParagraph()
	b := core.Block{Kind: core.Math}
	rest := r.src[end:to]
	gap := len(rest) - len(strings.TrimLeft(rest, " \t"))
	if k := strings.IndexByte(rest[gap:min(len(rest), gap+maxLabel)], '>'); k > 0 && rest[gap] == '<' && isLabel(rest[gap+1:gap+k]) {
		b.Anchors = []string{rest[gap+1 : gap+k]}
		end += gap + k + 1
	}
	r.begin(b)
	r.put(`\[`, i, 1)
	r.body()
	r.put(tex, i, end-i)
	if b := r.block(); b != nil {
		b.Body.End = len(r.text)
	}
	r.put(`\]`, -1, 0)
	r.end()
	return end
}

// atBlocks reports whether a block may begin here: not within a heading or a table.
func (r *typst) atBlocks() bool {
	b := r.block()
	return b == nil || b.Kind != core.Heading && b.Kind != core.Table
}

// call adds what an expression prints, and returns where the text goes on.
func (r *typst) call(i, to int) int {
	c := r.code(i, to)
	name := c.name[strings.LastIndexByte(c.name, '.')+1:]
	switch {
	case c.statement:
		s := r.src[i:c.end]
		switch c.name {
		case "let":
			r.define(s)
		case "import":
			r.imported(s, "")
		case "if", "for", "while", "context":
			if strings.Contains(s, "[") {
				r.lose("code", func(n int) string {
					return plural(n, "piece of code prints", "pieces of code print") + " text that was not read"
				})
			}
		case "include":
			r.lose("included", func(n int) string {
				return plural(n, "statement takes its text", "statements take their text") + " from another file, which is a document of its own"
			})
		}
		r.hide(s, "code", core.Span{Start: i, End: c.end})
		return c.end
	case name == "":
		for _, b := range c.bodies {
			r.nested(b)
		}
		return c.end
	case len(c.args)+len(c.bodies) == 0:
		r.word(c, name, i, to)
		return c.end
	}
	var args []typstArg
	for _, a := range c.args {
		args = append(args, r.arguments(a)...)
	}
	if h, ok := r.headOf(c.name); ok && r.atBlocks() && (len(c.bodies) > 0 || len(args) > 0) {
		return r.stated(c, h, args, to)
	}
	switch name {
	case "image":
		r.lose("image", func(n int) string { return plural(n, "image is", "images are") + " not read" })
		return c.end
	case "cite", "bibliography", "pagebreak", "colbreak", "outline", "label", "v", "h", "line", "metadata", "counter", "state":
		return c.end
	case "hide":
		r.hide(r.src[i:c.end], "hidden", core.Span{Start: i, End: c.end})
		return c.end
	case "footnote":
		if len(c.bodies) > 0 && r.atBlocks() {
			r.beginParagraph()
			r.blank(false, -1)
			r.put("(", -1, 0)
			faces := r.faces
			r.inline(c.bodies[0].Start, c.bodies[0].End)
			r.beginParagraph()
			r.put(")", -1, 0)
			r.faces = faces
		}
		return c.end
	case "table", "grid":
		if r.atBlocks() && r.table(c, args) {
			return c.end
		}
	case "ref", "thmref", "eqref", "link":
		r.reference(c, args)
		return c.end
	case "heading":
		if len(c.bodies) > 0 && r.atBlocks() {
			r.endParagraph()
			level := 1
			for _, a := range args {
				if v := a.value.Of(r.src); a.name == "level" && v != "" && isDigit(v[0]) {
					level = int(v[0] - '0')
				}
			}
			r.titled(c.bodies[0], max(level, 1))
			return c.end
		}
	case "strong", "emph":
		r.beginParagraph()
		start := len(r.text)
		r.contents(c, args, name)
		kind := core.Strong
		if name == "emph" {
			kind = core.Emph
		}
		r.mark(kind, start)
		return c.end
	}
	if typstDraws(name) {
		r.drawing(name)
		return c.end
	}
	before := len(r.text)
	if r.contents(c, args, name); len(r.text) == before && len(c.bodies) == 0 && r.src[i] == '#' {
		r.word(c, name, i, to)
	}
	return c.end
}

// word adds what a name prints that is given no content: what it stands for, else the name itself, as a formula keeps a
// command that nobody knows. Alone on its line it is for the layout: #blank-page(2).
func (r *typst) word(c typstCode, name string, i, to int) {
	v := r.values.values[c.name]
	symbol, named := strings.CutPrefix(c.name, "sym.")
	s := ""
	switch {
	case len(c.args) > 0 && (v == nil && typstSilent[name] || strings.HasPrefix(c.name, "calc.")), v == nil && typstSilent[c.name]:
		return
	case v != nil && v.kind != 0 && len(c.args) == 0 && r.values.written < maxTypstNames:
		s = r.values.text(v, c.name)
		r.values.written += len(s)
	case v == nil && named && len(c.args) == 0:
		s = `\(` + r.values.tex(symbol) + `\)`
	default:
		r.lose("unknown-function", func(n int) string {
			return plural(n, "call of a function that is code or not there", "calls of functions that are code or not there") + ", such as #" + c.name + "; the name stands where one prints a word"
		})
		if v != nil || !isName(c.name) || !r.inPara && (c.end >= to || strings.TrimSpace(r.src[c.end:min(to, lineEnd(r.src, c.end))]) == "") {
			return
		}
		s = c.name
	}
	r.beginParagraph()
	r.put(s, i, c.end-i)
}

// drawing counts a drawing that a function makes.
func (r *typst) drawing(name string) {
	r.lose("drawing", func(n int) string {
		return plural(n, "drawing that is no text", "drawings that are no text") + ", such as " + name
	})
}

// typstPrinted are the arguments by name that functions print.
var typstPrinted = htmlSet("body caption title attribution")

// typstTexts are the functions that print the strings, formulas and calls that they are called with in the line.
var typstTexts = htmlSet("text strong emph smallcaps upper lower underline highlight sub super raw box rect")

// typstParted are the functions that do so too and set each of their contents apart.
var typstParted = htmlSet("list enum stack grid columns align block pad place figure quote equation")

// contents adds what a call prints: the contents among its arguments and those behind it, and of functions that are
// known to print them its other arguments. Those of others may say how something is drawn.
func (r *typst) contents(c typstCode, args []typstArg, name string) {
	if typstParted[name] {
		r.endParagraph()
	}
	for _, a := range args {
		if (a.name == "" || typstPrinted[a.name]) && r.prints(a.value, name) && (a.name != "" || typstParted[name]) {
			r.endParagraph()
		}
	}
	for _, b := range c.bodies {
		if r.nested(b); typstParted[name] {
			r.endParagraph()
		}
	}
}

// prints adds what an argument of a function prints; ok is false when that is nothing.
func (r *typst) prints(v core.Span, function string) (ok bool) {
	s := v.Of(r.src)
	switch {
	case len(s) < 2:
		return false
	case s[0] == '[' && s[len(s)-1] == ']':
		r.nested(core.Span{Start: v.Start + 1, End: v.End - 1})
	case !typstTexts[function] && !typstParted[function]:
		return false
	case s[0] == '$':
		r.inline(v.Start, v.End)
	case s[0] == '"' && typstTexts[function]:
		r.beginParagraph()
		r.write(s[1:len(s)-1], v.Start+1)
	case isLetter(s[0]):
		if c := r.code(v.Start-1, v.End); c.statement || len(c.args)+len(c.bodies) == 0 || r.level >= maxNesting {
			return false
		}
		r.level++
		r.call(v.Start-1, v.End)
		r.level--
	default:
		return false
	}
	return true
}

// table adds a table: rows as lines, of as many cells as it says that it has columns.
func (r *typst) table(c typstCode, args []typstArg) bool {
	columns := 1
	var cells []core.Span
	for _, a := range args {
		v := a.value
		s := v.Of(r.src)
		switch {
		case a.name == "columns" && strings.HasPrefix(s, "("):
			columns = len(r.arguments(core.Span{Start: v.Start + 1, End: v.End - 1}))
		case a.name == "columns":
			columns, _ = strconv.Atoi(s)
		case a.name != "":
		case strings.HasPrefix(s, "table.header("), strings.HasPrefix(s, "table.footer("):
			inner := r.code(v.Start-1, v.End)
			for _, in := range inner.args {
				for _, a := range r.arguments(in) {
					if a.name == "" {
						cells = append(cells, a.value)
					}
				}
			}
		default:
			cells = append(cells, v)
		}
	}
	for _, b := range c.bodies {
		cells = append(cells, core.Span{Start: b.Start - 1, End: b.End + 1})
	}
	if len(cells) == 0 {
		return false
	}
	r.endParagraph()
	r.begin(core.Block{Kind: core.Table})
	r.inPara = true
	for k, cell := range cells {
		if columns < 2 || k%columns == 0 {
			r.gap(1)
		} else {
			r.put(" | ", -1, 0)
		}
		r.faces = [2]int{}
		r.prints(cell, "text")
	}
	r.inPara = false
	r.end()
	return true
}

// nested reads content within content: as running text on the line, else as blocks.
func (r *typst) nested(b core.Span) {
	faces := r.faces
	defer func() { r.faces = faces }()
	r.faces = [2]int{}
	if s := b.Of(r.src); !r.atBlocks() || !strings.Contains(s, "\n") && (r.inPara || !strings.HasPrefix(strings.TrimLeft(s, " "), "=")) {
		if r.level++; r.level <= maxNesting {
			r.inline(b.Start, b.End)
		}
		r.level--
		return
	}
	r.endParagraph()
	r.content(b.Start, b.End)
}

// reference adds a reference by a function: #ref(<x>), #link(<x>)[text].
func (r *typst) reference(c typstCode, args []typstArg) {
	r.beginParagraph()
	start := len(r.text)
	for _, b := range c.bodies {
		r.inline(b.Start, b.End)
	}
	for _, a := range args {
		if s := a.value.Of(r.src); strings.HasPrefix(s, "<") && strings.HasSuffix(s, ">") {
			if len(r.text) == start {
				r.put(s[1:len(s)-1], a.value.Start, a.value.Len())
			}
			r.refer(start, s[1:len(s)-1], "")
		} else if len(r.text) == start && a.name == "" {
			r.put(strings.Trim(s, `"`), a.value.Start, a.value.Len())
		}
	}
}

// stated adds a statement, proof, example or exercise. Its title is an argument, or content before the last; a label
// stands behind it or ends it.
func (r *typst) stated(c typstCode, h text.Head, args []typstArg, to int) int {
	title, proves := "", ""
	var anchors []string
	bodies := c.bodies
	for k, a := range args {
		s := a.value.Of(r.src)
		label := strings.HasPrefix(s, "<") && strings.HasSuffix(s, ">")
		switch {
		case a.name == "of":
			proves = strings.Trim(s, `<>"`)
		case label && (a.name == "" || a.name == "label"):
			anchors = append(anchors, s[1:len(s)-1])
		case len(bodies) == 0 && k == len(args)-1 && strings.HasPrefix(s, "[") && strings.HasSuffix(s, "]"): // #theorem("Name", [ … ])
			bodies = []core.Span{{Start: a.value.Start + 1, End: a.value.End - 1}}
		case title == "" && (a.name == "" || a.name == "name" || a.name == "title" || a.name == "info" || a.name == "note") && len(s) > 1 && (s[0] == '"' || s[0] == '['):
			title = r.values.plain(s[1 : len(s)-1])
		}
	}
	if len(bodies) > 1 && title == "" {
		title, bodies = r.values.plain(bodies[0].Of(r.src)), bodies[1:]
	}
	end := c.end
	rest := r.src[end:to]
	gap := len(rest) - len(strings.TrimLeft(rest, " \t\n"))
	if k := strings.IndexByte(rest[gap:min(len(rest), gap+maxLabel)], '>'); k > 0 && rest[gap] == '<' && isLabel(rest[gap+1:gap+k]) {
		anchors = append(anchors, rest[gap+1:gap+k])
		end += gap + k + 1
	}
	if len(bodies) == 0 {
		return end
	}
	last := &bodies[len(bodies)-1]
	if label, at := typstLabelEnd(last.Of(r.src)); label != "" && !strings.HasSuffix(strings.TrimSpace(r.src[last.Start:last.Start+at]), "$") {
		anchors = append(anchors, label)
		last.End = last.Start + at
	}
	r.endParagraph()
	name := h.Role
	if h.Class == text.Proof {
		name = "proof"
	}
	r.environment(name, strings.Trim(title, " ()."), anchors, false)
	if b := r.block(); b != nil {
		b.Proves = proves
	}
	for _, b := range bodies {
		r.content(b.Start, b.End)
	}
	r.endParagraph()
	r.end()
	return end
}
