package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"lemma/core"
	"lemma/core/text"
)

// signature is the declaration of a function, a type or a constant.
type signature struct {
	name string
	typ  bool // a class, structure, interface, enumeration
	span core.Span
	text string
}

// entries takes what a reference declares: headings that are signatures ("### `open(path, mode)`"), the declarations
// in the code block at the head of an entry (man pages, C and Python references), and the commands and options of
// definition lists.
func (b *builder) entries(units []unit) []core.Candidate {
	var out []core.Candidate
	for i := range units {
		u := &units[i]
		switch u.kind {
		case core.Heading:
			if d, ok := b.signatureHeading(units, i); ok {
				out = append(out, b.candidate(d))
			}
		case core.Code:
			if b.an.Type == core.Unknown || u.head != nil || !b.opensEntry(units, i) {
				continue
			}
			sigs := oncePerName(signatures(b.doc.Text, u.body))
			for _, s := range sigs {
				d := b.entry(units, i, s)
				if len(sigs) <= maxTogether {
					d.described = b.description(units, i+1)
				}
				out = append(out, b.candidate(d))
			}
		case core.TermList:
			if b.an.Type != core.Unknown {
				out = append(out, b.options(u)...)
			}
		}
	}
	return out
}

// maxTogether is how many declarations at most share a description. A header that lists more has none for each.
const maxTogether = 64

// description is what follows a declaration in its entry: up to the next heading.
func (b *builder) description(units []unit, from int) []core.Span {
	to := from
	for to < len(units) && units[to].kind != core.Heading {
		to++
	}
	if to == from {
		return nil
	}
	return []core.Span{{Start: units[from].span.Start, End: units[to-1].span.End}}
}

// opensEntry reports whether a code block stands right under its heading, or under other such blocks: there a
// reference declares what it describes. Code further down is an example.
func (b *builder) opensEntry(units []unit, i int) bool {
	for j := i - 1; j >= 0 && j >= i-4; j-- {
		switch units[j].kind {
		case core.Heading:
			return !exampleTitle(b.doc.Blocks[units[j].block].Title)
		case core.Code:
		default:
			return false
		}
	}
	return false
}

// exampleTitle reports the titles of sections whose first code block is something to type in.
func exampleTitle(s string) bool {
	w := text.Words(s)
	for _, w := range w[:min(len(w), 3)] {
		if exampleWords[w.Text] {
			return true
		}
	}
	return false
}

var exampleWords = wordSet("example examples usage install installation installing quickstart quick getting started building build demo demos tutorial running")

// entry is a declaration with the first sentence of its description as computational form.
func (b *builder) entry(units []unit, i int, s signature) draft {
	d := draft{
		kind: core.Definition, role: "function", statement: s.text, name: s.name, confidence: likely, form: s.text,
		rule: "declaration at the head of an entry; ends with the declaration", place: s.span, spans: []core.Span{s.span},
	}
	if s.typ {
		d.role, d.confidence = "type", plausible
	}
	for j := i + 1; j < len(units) && j < i+4; j++ {
		if units[j].kind == core.Heading {
			break
		}
		if units[j].kind == core.Paragraph {
			p := b.piece(units[j].body)
			p = p[:cut(p, 2000)]
			if sent := text.Sentences(p); len(sent) > 0 {
				d.form = p[sent[0].Start:sent[0].End]
			}
			break
		}
	}
	return d
}

// signatureHeading reads "### `name(args)`", "#### name(args) → type", "### class Name", "### func Name(args)".
func (b *builder) signatureHeading(units []unit, i int) (draft, bool) {
	blk := &b.doc.Blocks[units[i].block]
	t := strings.TrimSpace(blk.Title)
	if b.x.markdown {
		t = strings.TrimSpace(strings.NewReplacer("`", "", "\\", "", "*", "").Replace(t))
	}
	if t == "" || len(t) > 240 {
		return draft{}, false
	}
	name, typ, ok := declared(t)
	if !ok {
		return draft{}, false
	}
	d := draft{
		kind: core.Definition, role: "function", name: name, confidence: likely, rule: "heading with a signature; ends with its first paragraph",
		place: blk.Span, statement: t, form: t,
	}
	if typ {
		d.role, d.confidence = "type", plausible
	}
	if len(blk.Anchors) > 0 {
		d.anchor = blk.Anchors[0]
	}
	if blk.Body.Len() > 0 {
		d.spans = append(d.spans, blk.Body)
	} else {
		d.spans = append(d.spans, blk.Span)
	}
	d.described = b.description(units, i+1)
	for j := i + 1; j < len(units) && j < i+3; j++ {
		if units[j].kind == core.Heading {
			break
		}
		if units[j].kind == core.Paragraph {
			d.spans = append(d.spans, units[j].body)
			d.place.End = units[j].span.End
			p := b.piece(units[j].body)
			d.statement = t + "\n\n" + p
			d.form = p
			break
		}
	}
	return d, true
}

// typeWords open the declaration of a type.
var typeWords = wordSet("class struct interface enum union trait type protocol")

// functionWords open the declaration of a function.
var functionWords = wordSet("def func function fn fun sub proc procedure method")

// modifiers and built-in types stand before a function's name in headings.
var modifiers = wordSet(`async static public private protected const unsigned signed int void char short long bool boolean
	string str String double float struct auto virtual inline extern final abstract override constexpr size_t var let export
	default new classmethod staticmethod property number any object unsafe pub`)

// declared reads one declaration in a heading: an identifier with parentheses right behind it and nothing but a result
// behind them, or a type word and an identifier.
func declared(t string) (name string, typ, ok bool) {
	f := strings.Fields(t)
	w := strings.ToLower(f[0])
	if typeWords[w] && len(f) >= 2 && len(f) <= 3 {
		if id := identifier(f[1]); id != "" && (id == strings.TrimRight(f[1], "{:") || strings.HasPrefix(f[1][len(id):], "(")) && (w == f[0]) {
			return id, true, len(f) == 2 || !letterByte(f[2][0])
		}
		return "", false, false
	}
	open := strings.IndexByte(t, '(')
	if open <= 0 {
		return "", false, false
	}
	shut := strings.LastIndexByte(t, ')')
	if shut < open {
		return "", false, false
	}
	head := strings.TrimSpace(t[:open])
	words := strings.Fields(head)
	if len(words) == 0 || t[open-1] == ' ' {
		return "", false, false // "Definition VS (Vector Space)" is no call
	}
	name = words[len(words)-1]
	name = strings.TrimLeft(name, "*&")
	if id := identifier(name); id != name || id == "" {
		return "", false, false
	}
	for _, w := range words[:len(words)-1] {
		if !modifiers[w] && !functionWords[w] && !strings.ContainsAny(w, "*&<>_:") {
			return "", false, false // "Flags for open()", "Without t.Parallel()"
		}
	}
	if args := t[open+1 : shut]; args == "s" || args == "es" {
		return "", false, false // "key(s)"
	}
	tail := strings.TrimSpace(t[shut+1:])
	if tail != "" && !strings.HasPrefix(tail, "->") && !strings.HasPrefix(tail, "→") && !strings.HasPrefix(tail, ":") && !strings.HasPrefix(tail, ";") && !strings.HasPrefix(tail, "=>") {
		return "", false, false
	}
	if strings.Contains(name, "://") {
		return "", false, false
	}
	return name, false, true
}

// identifier returns the longest identifier at the start of s: letters, digits, _, $, and . :: -> - between.
func identifier(s string) string {
	i := 0
	for i < len(s) {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case unicode.IsLetter(r) || r == '_' || r == '$' || r == '~' && i == 0:
		case unicode.IsDigit(r) && i > 0:
		case (r == '.' || r == ':' || r == '-' || r == '#') && i > 0:
		default:
			return strings.TrimRight(s[:i], ".:-#")
		}
		i += n
	}
	return strings.TrimRight(s, ".:-#")
}

// signatures splits a code block into declarations, as C headers and Python or Go references write them. Comments and
// preprocessor conditions go with the declaration that they stand before.
func signatures(t string, body core.Span) []signature {
	var out []signature
	s := t[body.Start:body.End]
	start, depth := 0, 0
	fresh := true // no line since the last declaration
	flush := func(end int) {
		fresh = true
		if sig, ok := declaration(s[start:end]); ok {
			sig.span = core.Span{Start: body.Start + start, End: body.Start + end}
			out = append(out, sig)
		}
		start = end
	}
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case '/':
			if i+1 < len(s) && s[i+1] == '*' {
				n := strings.Index(s[i+2:], "*/")
				if n < 0 {
					i = len(s)
					break
				}
				i += n + 3
			} else if i+1 < len(s) && s[i+1] == '/' {
				for i+1 < len(s) && s[i+1] != '\n' {
					i++
				}
			}
		case '#':
			if lineStart(s, i) { // a definition of the preprocessor ends with its line
				e := i
				for e < len(s) && (s[e] != '\n' || e > 0 && s[e-1] == '\\') {
					e++
				}
				if strings.HasPrefix(strings.TrimLeft(s[i+1:e], " "), "define") {
					start = i
					flush(e)
				}
				i = e
			}
		case '(', '{', '[':
			depth++
		case ')', '}', ']':
			depth = max(0, depth-1)
		case ';':
			if depth == 0 {
				flush(i + 1)
			}
		case '\n':
			if depth == 0 {
				// Python and Go have no semicolons: a line that begins with a word like def is a declaration.
				if !fresh {
					break
				}
				line := strings.TrimSpace(s[start:i])
				if line == "" {
					start = i
					break
				}
				fresh = false
				if f := strings.Fields(line); len(f) > 1 && (functionWords[f[0]] || typeWords[f[0]] || f[0] == "async") && !strings.HasSuffix(line, "{") {
					flush(i)
				}
			}
		}
	}
	flush(len(s))
	return out
}

// oncePerName keeps one declaration of each name: of the variants for different compilers the first, of a type the one
// that has a body.
func oncePerName(sigs []signature) []signature {
	at := make(map[string]int, len(sigs))
	out := sigs[:0]
	for _, s := range sigs {
		k, ok := at[s.name]
		switch {
		case !ok:
			at[s.name] = len(out)
			out = append(out, s)
		case strings.Contains(s.text, "{") && !strings.Contains(out[k].text, "{"):
			out[k] = s
		}
	}
	return out
}

func lineStart(s string, i int) bool {
	for i--; i >= 0 && s[i] != '\n'; i-- {
		if s[i] != ' ' && s[i] != '\t' && s[i] != '>' {
			return false
		}
	}
	return true
}

// declaration reads the name that a piece of code declares. A call is no declaration: a function's name has a type or
// a word like def before it.
func declaration(s string) (signature, bool) {
	sig := signature{text: strings.TrimSpace(s)}
	code := strings.Join(strings.Fields(withoutComments(sig.text)), " ")
	if code == "" {
		return sig, false
	}
	f := strings.Fields(code)
	switch {
	case f[0] == "#define": // a macro with arguments; the others are values
		if len(f) < 2 {
			return sig, false
		}
		sig.name = identifier(f[1])
		return sig, sig.name != "" && strings.HasPrefix(f[1][len(sig.name):], "(")
	case f[0] == "typedef":
		if k := strings.Index(code, "(*"); k > 0 { // a pointer to a function
			sig.name = identifier(code[k+2:])
		} else {
			last := strings.TrimRight(f[len(f)-1], ";")
			if j := strings.LastIndexAny(last, "}*"); j >= 0 {
				last = last[j+1:]
			}
			sig.name = identifier(last)
		}
		sig.typ = true
		return sig, sig.name != ""
	case typeWords[f[0]] && len(f) > 1 && !strings.Contains(strings.SplitN(code, "{", 2)[0], "("):
		sig.name, sig.typ = identifier(f[1]), true
		return sig, sig.name != ""
	}
	open := strings.IndexByte(code, '(')
	if open <= 0 {
		return sig, false
	}
	before := strings.TrimRight(code[:open], " ")
	k := len(before)
	for k > 0 && (wordByte(before[k-1]) || strings.IndexByte("_.:$~", before[k-1]) >= 0) {
		k--
	}
	sig.name = before[k:]
	prefix := strings.TrimRight(before[:k], "*& ")
	if sig.name == "" || identifier(sig.name) != sig.name || prefix == "" || strings.ContainsAny(prefix, "=;(\"'") {
		return sig, false
	}
	for _, w := range strings.Fields(prefix) {
		switch w {
		case "return", "else", "await", "new", "if", "while", "for", "import", "from", "print", "$", ">", ">>>", "sudo", "assert", "throw", "case", "in", "and", "or", "not":
			return sig, false
		}
		if w[0] == '-' || w[0] == '$' {
			return sig, false
		}
	}
	return sig, true
}

func withoutComments(s string) string {
	var out strings.Builder
	for i := 0; i < len(s); {
		switch {
		case strings.HasPrefix(s[i:], "/*"):
			n := strings.Index(s[i+2:], "*/")
			if n < 0 {
				return out.String()
			}
			i += n + 4
			out.WriteByte(' ')
		case strings.HasPrefix(s[i:], "//"):
			n := strings.IndexByte(s[i:], '\n')
			if n < 0 {
				return out.String()
			}
			i += n
		case s[i] == '#' && lineStart(s, i) && !strings.HasPrefix(s[i:], "#define"):
			n := strings.IndexByte(s[i:], '\n')
			if n < 0 {
				return out.String()
			}
			i += n
		default:
			out.WriteByte(s[i])
			i++
		}
	}
	return out.String()
}

// options takes the commands and options of a definition list: terms that are code or begin with a hyphen, or that
// declare something. What a declaration's own list declares, as a class its methods, are entries too.
func (b *builder) options(u *unit) []core.Candidate {
	var out []core.Candidate
	blocks := b.doc.Blocks
	for j := u.block + 1; j <= blocks[u.block].Last && j < len(blocks); j++ {
		it := &blocks[j]
		t := strings.TrimSpace(it.Title)
		if it.Kind != core.ListItem || t == "" || len(t) > 160 {
			continue
		}
		plain := strings.Trim(t, "`*_ ")
		if plain == "" {
			continue
		}
		name, typ, fn := declared(plain)
		nested := it.Parent != u.block
		if nested && !fn || plain == t && !strings.HasPrefix(plain, "-") && !fn {
			continue
		}
		own := it.Body
		for k := j + 1; k <= it.Last && k < len(blocks); k++ {
			if blocks[k].Kind == core.TermList {
				own.End = min(own.End, blocks[k].Span.Start)
				break
			}
		}
		body := b.piece(own)
		d := draft{
			kind: core.Definition, role: "option", name: plain, statement: strings.TrimSpace(plain + "\n\n" + body), form: body, confidence: plausible,
			rule: "term of a definition list; ends with its entry", place: core.Span{Start: it.Span.Start, End: own.End}, spans: []core.Span{own},
		}
		if len(it.Anchors) > 0 {
			d.anchor = it.Anchors[0]
		}
		if fn {
			d.role, d.name, d.confidence = "function", name, likely
			d.described = []core.Span{own}
		}
		if typ {
			d.role, d.confidence = "type", plausible
		}
		out = append(out, b.candidate(d))
	}
	return out
}
