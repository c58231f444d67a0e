package reader

import (
	"strings"
	"unicode/utf8"

	"lemma/core"
)

// adocFaces are the marks of faces.
var adocFaces = map[byte]core.MarkKind{'*': core.Strong, '_': core.Emph, '`': core.Verb, '#': core.Emph}

// inline reads running text.
func (r *adoc) inline(t *prose) {
	s := t.s
	from := 0
	flush := func(to int) {
		if from < to {
			r.take(t, from, to)
		}
		from = to
	}
	find, tried := marksAhead(s, map[string]int{}, nil), map[string]int{}
	skip := func(to int) int { from = to; return to }
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c == '\\' && i+1 < len(s) && strings.IndexByte("*_`#{[<", s[i+1]) >= 0:
			flush(i)
			from = i + 1
			i += 2
			continue
		case (c == '*' || c == '_' || c == '`' || c == '#'):
			n, k := r.face(s, i, find, tried)
			if k > 0 {
				flush(i)
				start := len(r.text)
				if c == '`' {
					a, b := i+n, k
					if b-a > 1 && s[a] == '+' && s[b-1] == '+' {
						a, b = a+1, b-1
					}
					r.raw(t, a, b)
				} else {
					r.within(t, i+n, k)
				}
				if c != '#' {
					r.lineParser.mark(adocFaces[c], start)
				}
				i = skip(k + n)
				continue
			}
			i += n
			continue
		case c == '{' && i+1 < len(s) && (isLetter(s[i+1]) || isDigit(s[i+1])):
			if k := strings.IndexByte(s[i:min(len(s), i+60)], '}'); k > 1 {
				if v, ok := r.values[strings.ToLower(s[i+1:i+k])]; ok {
					flush(i)
					r.substitute(v)
					i = skip(i + k + 1)
					continue
				}
			}
		case c == '<' && strings.HasPrefix(s[i:], "<<"):
			if k := strings.Index(s[i:min(len(s), i+300)], ">>"); k > 2 {
				flush(i)
				target, label, ok := strings.Cut(s[i+2:i+k], ",")
				at := i + 2 + len(target) + 1
				r.xref(t, strings.TrimSpace(target), at, at+len(label), ok)
				i = skip(i + k + 2)
				continue
			}
		case c == '[' && strings.HasPrefix(s[i:], "[["):
			if k := strings.Index(s[i:min(len(s), i+200)], "]]"); k > 2 && !strings.ContainsAny(s[i+2:i+k], " \n[") {
				flush(i)
				id, _, _ := strings.Cut(s[i+2:i+k], ",")
				r.anchor(id)
				i = skip(i + k + 2)
				continue
			}
		case c == '[' && i+1 < len(s) && (s[i+1] == '.' || s[i+1] == '#'): // [.role]#text#
			if k := strings.IndexByte(s[i:min(len(s), i+100)], ']'); k > 2 && i+k+1 < len(s) && strings.IndexByte("#*_`", s[i+k+1]) >= 0 {
				if n, end := r.face(s, i+k+1, find, tried); end > 0 && !strings.ContainsAny(s[i+1:i+k], " \n") {
					flush(i)
					start := len(r.text)
					r.within(t, i+k+1+n, end)
					if roles := s[i+1 : i+k]; strings.Contains(roles, "term") || strings.Contains(roles, "dfn") || strings.Contains(roles, "defin") {
						r.lineParser.mark(core.Term, start)
					}
					i = skip(end + n)
					continue
				}
			}
		case c == ':' && i > 0 && isLetter(s[i-1]):
			if w, n := r.macro(t, i, flush); n > 0 {
				_ = w
				i = skip(n)
				continue
			}
		case c == '^' || c == '~':
			if k := strings.IndexByte(s[i+1:min(len(s), i+40)], c); k > 0 && !strings.ContainsAny(s[i+1:i+1+k], " \n") {
				flush(i)
				kind := map[byte]string{'^': "superscript", '~': "subscript"}[c]
				inside := s[i+1 : i+1+k]
				if d := scriptDigits(inside, kind); d != inside {
					r.put(d, t.at(i+1), k)
				} else {
					r.take(t, i+1, i+1+k)
				}
				i = skip(i + k + 2)
				continue
			}
		case c == '(' && strings.HasPrefix(s[i:], "((("):
			if k := find(i, ")))"); k > 0 && k-i < 300 {
				flush(i)
				i = skip(k + 3)
				continue
			}
		case c == '(' && strings.HasPrefix(s[i:], "(("):
			if k := strings.Index(s[i:min(len(s), i+200)], "))"); k > 2 && strings.IndexByte(s[i+2:i+k], '(') < 0 {
				flush(i)
				r.take(t, i+2, i+k)
				i = skip(i + k + 2)
				continue
			}
		case c == '+' && i+1 < len(s):
			n := 1
			for n < 3 && i+n < len(s) && s[i+n] == '+' {
				n++
			}
			if k := find(i+n, s[i:i+n]); k > i+n && (n > 1 || (i == 0 || !isWord(s[i-1]) && s[i-1] != '\\') && s[i+1] != ' ' && s[k-1] != ' ' && (k+1 == len(s) || !isWord(s[k+1]))) {
				flush(i)
				r.raw(t, i+n, k)
				i = skip(k + n)
				continue
			}
			if strings.HasPrefix(s[i:], "+\n") && i > 0 && s[i-1] == ' ' { // a line break
				flush(i)
				i = skip(i + 1)
				continue
			}
			i += n
			continue
		}
		_, n := utf8.DecodeRuneInString(s[i:])
		i += n
	}
	flush(len(s))
}

// within reads text within a face.
func (r *adoc) within(t *prose, from, to int) {
	if r.depth >= maxNesting {
		r.take(t, from, to)
		return
	}
	r.depth++
	inside := t.cut(from, to)
	r.inline(&inside)
	r.depth--
}

// cut is a part of the text.
func (t *prose) cut(from, to int) prose {
	inside := prose{s: t.s[from:to]}
	for k := range t.pos {
		if t.pos[k] >= to {
			break
		}
		if t.pos[k] >= from {
			inside.pos, inside.src = append(inside.pos, t.pos[k]-from), append(inside.src, t.src[k])
		} else if k+1 == len(t.pos) || t.pos[k+1] > from {
			inside.pos, inside.src = append(inside.pos, 0), append(inside.src, t.src[k]+from-t.pos[k])
		}
	}
	return inside
}

// face returns the length of the mark at i and where the face that it opens ends, 0 when it opens none. Single marks
// stand at the borders of words, double ones anywhere. tried says up to where no mark can end a face.
func (r *adoc) face(s string, i int, find func(int, string) int, tried map[string]int) (n, end int) {
	c := s[i]
	n = 1
	if i+1 < len(s) && s[i+1] == c {
		n = 2
	}
	if i+n >= len(s) || n == 1 && (s[i+1] == ' ' || s[i+1] == '\n' || i > 0 && (isWord(s[i-1]) || s[i-1] == ':' || s[i-1] == '\\')) {
		return n, 0
	}
	mark := s[i : i+n]
	for k := max(i+n, tried[mark]); ; k++ {
		if k = find(k, mark); k < 0 {
			return n, 0
		}
		if n == 1 && (s[k-1] == ' ' || s[k-1] == '\n' || k+1 < len(s) && isWord(s[k+1])) {
			tried[mark] = k + 1
			continue
		}
		if k > i+n {
			return n, k
		}
	}
}

// substitute writes the value of an attribute.
func (r *adoc) substitute(v string) {
	if len(v) > r.left || r.depth >= maxNesting {
		r.lose("substitution", func(n int) string {
			return plural(n, "attribute is", "attributes are") + " left out, since they make more text than a document may have"
		})
		return
	}
	r.left -= len(v)
	t := made(v)
	r.depth += 16 // values may name others, a few levels deep
	r.inline(&t)
	r.depth -= 16
}

// xref writes a cross reference: its own words, else what it names.
func (r *adoc) xref(t *prose, target string, from, to int, worded bool) {
	start := len(r.text)
	file, anchor, filed := strings.Cut(target, "#")
	if !filed {
		file, anchor = "", target
		if strings.HasSuffix(target, ".adoc") {
			file, anchor = target, ""
		}
	}
	prints := r.titles[anchor]
	if prints == "" {
		prints = r.before[anchor]
		r.missing = r.missing || prints == "" && file == ""
	}
	switch {
	case worded && strings.TrimSpace(t.s[from:to]) != "":
		inside := t.cut(from, to)
		r.inline(&inside)
	case prints != "" && file == "":
		r.put(printed(prints), t.at(max(0, from-1)), 0)
	default:
		r.put("["+target+"]", t.at(max(0, from-1)), 0)
	}
	r.refer(start, anchor, file)
}

// macro reads name:target[text] with the colon at i; flush writes what stands before the name.
func (r *adoc) macro(t *prose, i int, flush func(int)) (name string, next int) {
	s := t.s
	w := i
	for w > 0 && isLetter(s[w-1]) && i-w < 20 {
		w--
	}
	if name = s[w:i]; strings.HasSuffix(name, "footnote") { // it stands right behind a word
		w, name = i-len("footnote"), "footnote"
	} else if w > 0 && (isWord(s[w-1]) || s[w-1] == '\\') {
		return "", 0
	}
	open := strings.IndexByte(s[i:min(len(s), i+600)], '[')
	web := name == "http" || name == "https" || name == "ftp" || name == "mailto" || name == "irc"
	if open < 0 || strings.ContainsAny(s[i:i+open], " \n") || !web && !adocMacros[name] {
		return "", 0
	}
	open += i
	end := -1
	for k := open + 1; k < len(s) && k < open+maxMacro; k++ {
		if s[k] == ']' && s[k-1] != '\\' {
			end = k
			break
		}
	}
	if end < 0 {
		return "", 0
	}
	target := s[i+1 : open]
	flush(w)
	start := len(r.text)
	switch name {
	case "stem", "latexmath", "asciimath":
		if name == "asciimath" || name == "stem" && r.values["stem"] != "latexmath" {
			r.loseMath()
		}
		a, b := open+1, end
		if v := strings.TrimSpace(s[a:b]); len(v) > 1 && v[0] == '$' && v[len(v)-1] == '$' {
			a += strings.IndexByte(s[a:b], '$') + 1
			b = a + strings.LastIndexByte(s[a:b], '$')
		}
		inside := t.cut(a, b)
		if strings.Contains(inside.s, `\]`) {
			r.put(`\(`+strings.TrimSpace(strings.ReplaceAll(inside.s, `\]`, "]"))+`\)`, t.at(a), b-a)
		} else {
			r.formula(&inside, 0, len(inside.s))
		}
	case "xref":
		r.xref(t, target, open+1, end, true)
	case "link", "http", "https", "ftp", "mailto", "irc":
		if end == open+1 {
			if web {
				target = name + ":" + target
			}
			r.put(target, t.at(w), 0)
		} else {
			label, _, _ := strings.Cut(s[open+1:end], ",")
			label = strings.TrimSuffix(label, "^")
			inside := t.cut(open+1, open+1+len(label))
			r.within(&inside, 0, len(inside.s))
		}
		if name == "link" && !strings.Contains(target, "://") {
			file, anchor, _ := strings.Cut(target, "#")
			r.refer(start, anchor, file)
		}
	case "image":
		r.lose("image", func(n int) string { return plural(n, "image is", "images are") + " not read" })
	case "footnote", "footnoteref":
		if end > open+1 {
			r.put(" (", -1, 0)
			inside := t.cut(open+1, end)
			r.within(&inside, 0, len(inside.s))
			r.put(")", -1, 0)
		}
	case "anchor":
		r.anchor(target)
	case "kbd", "btn", "menu":
		r.take(t, open+1, end)
		r.lineParser.mark(core.Verb, start)
	case "pass":
		r.raw(t, open+1, end)
	case "indexterm":
	}
	return name, end + 1
}

// maxMacro bounds what a macro holds in its brackets.
const maxMacro = 2000

var adocMacros = map[string]bool{
	"stem": true, "latexmath": true, "asciimath": true, "xref": true, "link": true, "image": true, "footnote": true, "footnoteref": true, "anchor": true, "kbd": true, "btn": true, "menu": true,
	"pass": true, "indexterm": true,
}
