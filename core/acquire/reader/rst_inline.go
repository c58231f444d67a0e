package reader

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"lemma/core"
)

func itoa(n int) string { return strconv.Itoa(n) }

// inline reads running text.
func (r *rst) inline(t *prose) {
	s := t.s
	from := 0 // what is not yet written
	flush := func(to int) {
		if from < to {
			r.take(t, from, to)
		}
		from = to
	}
	find := marksAhead(s, map[string]int{}, func(k int, mark string) bool {
		return s[k-1] != ' ' && s[k-1] != '\n' && (s[k-1] != '\\' || mark == "``") && endsMarkup(s, k+len(mark))
	})
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c == '\\' && i+1 < len(s):
			flush(i)
			_, n := utf8.DecodeRuneInString(s[i+1:])
			if s[i+1] == ' ' || s[i+1] == '\n' {
				from = i + 1 + n // an escaped blank is none
			} else {
				from = i + 1
			}
			i += 1 + n
			continue
		case c == '`' && strings.HasPrefix(s[i:], "``") && startsMarkup(s, i, 2):
			if k := find(i+2, "``"); k > 0 {
				flush(i)
				start := len(r.text)
				r.raw(t, i+2, k)
				r.mark(core.Verb, start)
				from, i = k+2, k+2
				continue
			}
		case c == ':' && i+1 < len(s) && isLetter(s[i+1]) && (i == 0 || !wordBefore(s, i)):
			if n := r.role(t, i, find, flush); n > 0 {
				from, i = n, n
				continue
			}
		case c == '`' && startsMarkup(s, i, 1):
			if n := r.phrase(t, i, find, flush); n > 0 {
				from, i = n, n
				continue
			}
		case c == '*' && strings.HasPrefix(s[i:], "**") && startsMarkup(s, i, 2):
			if k := find(i+2, "**"); k > 0 {
				flush(i)
				start := len(r.text)
				r.unescape(t, i+2, k)
				r.mark(core.Strong, start)
				from, i = k+2, k+2
				continue
			}
		case c == '*' && startsMarkup(s, i, 1):
			if k := find(i+1, "*"); k > 0 {
				flush(i)
				start := len(r.text)
				r.unescape(t, i+1, k)
				r.mark(core.Emph, start)
				from, i = k+1, k+1
				continue
			}
		case c == '|' && startsMarkup(s, i, 1):
			if k := i + 1 + strings.IndexByte(s[i+1:min(len(s), i+100)], '|'); k > i+1 && endsMarkup(s, k+1) {
				if x, ok := r.subst[strings.ToLower(s[i+1:k])]; ok {
					flush(i)
					r.substitute(x)
					from, i = k+1, k+1
					for from < len(s) && s[from] == '_' {
						from, i = from+1, i+1
					}
					continue
				}
			}
		case c == '[' && startsMarkup(s, i, 1):
			if k := strings.Index(s[i:min(len(s), i+80)], "]_"); k > 1 && endsMarkup(s, i+k+2) {
				label := s[i+1 : i+k]
				if _, ok := r.notes[strings.ToLower(label)]; ok || label[0] == '#' || label == "*" || isDigit(label[0]) {
					if !isLetter(label[0]) { // the mark of a note says nothing in the sentence that it stands in
						flush(max(from, len(strings.TrimRight(s[:i], " "))))
					} else { // a citation
						flush(i)
						start := len(r.text)
						r.take(t, i, i+k+1)
						r.refer(start, strings.ToLower(label), "")
					}
					from, i = i+k+2, i+k+2
					continue
				}
			}
		case c == '_' && strings.HasPrefix(s[i:], "_`"):
			if k := find(i+2, "`"); k > 0 {
				flush(i)
				r.anchor(plainName(s[i+2 : k]))
				r.take(t, i+2, k)
				from, i = k+1, k+1
				continue
			}
		case c == '_' && i > 0 && isWord(s[i-1]) && endsMarkup(s, i+1): // reference_
			w := i
			for w > 0 && (isWord(s[w-1]) || strings.IndexByte("-.+:", s[w-1]) >= 0 && w > 1 && isWord(s[w-2])) && i-w < 80 {
				w--
			}
			name := plainName(s[w:i])
			if target, ok := r.links[name]; ok || r.found[name] != "" || r.labels[name] != "" {
				flush(w)
				start := len(r.text)
				r.take(t, w, i)
				if !ok {
					r.refer(start, name, "")
				} else if inside, ok := strings.CutSuffix(target, "_"); ok {
					r.refer(start, plainName(inside), "")
				}
				from, i = i+1, i+1
				continue
			}
		}
		i++
	}
	flush(len(s))
}

func isWord(c byte) bool { return isLetter(c) || isDigit(c) || c >= utf8.RuneSelf }

func wordBefore(s string, i int) bool { return isWord(s[i-1]) || s[i-1] == ':' || s[i-1] == '`' }

// startsMarkup is the rule of docutils for where markup of n bytes may begin: behind a blank or an opening, before no
// blank, and not between matching quotes.
func startsMarkup(s string, i, n int) bool {
	if i+n >= len(s) || s[i+n] == ' ' || s[i+n] == '\n' {
		return false
	}
	if i == 0 {
		return true
	}
	if s[i-1] == '\\' || s[i-1] == ' ' && i > 1 && s[i-2] == '\\' {
		return s[i-1] == ' '
	}
	before, _ := utf8.DecodeLastRuneInString(s[:i])
	if unicode.IsSpace(before) || strings.ContainsRune("-:/'\"<([{‘“’«¡¿–—", before) {
		after, _ := utf8.DecodeRuneInString(s[i+n:])
		return !strings.ContainsRune("'\"", before) || after != before
	}
	return unicode.Is(unicode.Han, before)
}

// endsMarkup is the rule for where it may end.
func endsMarkup(s string, i int) bool {
	if i >= len(s) || s[i] == ' ' || s[i] == '\n' || s[i] == '\\' {
		return true
	}
	after, _ := utf8.DecodeRuneInString(s[i:])
	return strings.ContainsRune("'\")]}>-/\\:.,;!?’”»–—_|`", after) || unicode.Is(unicode.Han, after) || unicode.Is(unicode.Po, after)
}

// unescape writes text without the backslashes before signs.
func (r *rst) unescape(t *prose, from, to int) {
	for i := from; i < to; i++ {
		if t.s[i] == '\\' && i+1 < to {
			r.take(t, from, i)
			from = i + 1
			i++
			if t.s[i] == ' ' || t.s[i] == '\n' {
				from = i + 1
			}
		}
	}
	if from < to {
		r.take(t, from, to)
	}
}

// substitute writes what a substitution stands for.
func (r *rst) substitute(x rstText) {
	n := x.span.Len() + len(x.made)
	if n > r.left || r.within > 3 {
		r.lose("substitution", func(n int) string {
			return plural(n, "substitution is", "substitutions are") + " left out, since they make more text than a document may have"
		})
		return
	}
	r.left -= n
	if x.made != "" {
		r.put(x.made, -1, 0)
		return
	}
	t := r.piece(x.span)
	t.pos = nil // the text stands elsewhere
	r.within++
	r.inline(&t)
	r.within--
}

// role reads :role:`text` at i and returns the place behind it, 0 when there is none.
func (r *rst) role(t *prose, i int, find func(int, string) int, flush func(int)) int {
	s := t.s
	k := i + 1
	for k < len(s) && k-i < 60 && (isLetter(s[k]) || isDigit(s[k]) || strings.IndexByte("-_.:+", s[k]) >= 0) {
		k++
	}
	if k+1 >= len(s) || s[k-1] != ':' || s[k] != '`' || s[k+1] == '`' {
		return 0
	}
	end := find(k+1, "`")
	if end < 0 {
		return 0
	}
	flush(i)
	r.roleText(t, strings.ToLower(s[i+1:k-1]), k+1, end)
	return end + 1
}

// phrase reads `text`, `text`_, `text <target>`_ and `text`:role:.
func (r *rst) phrase(t *prose, i int, find func(int, string) int, flush func(int)) int {
	s := t.s
	end := find(i+1, "`")
	if end < 0 {
		return 0
	}
	flush(i)
	rest := s[end+1:]
	switch {
	case strings.HasPrefix(rest, "_"):
		from, to, target := titled(s, i+1, end)
		start := len(r.text)
		r.unescape(t, from, to)
		name := plainName(s[from:to])
		switch {
		case target == "":
			if link, ok := r.links[name]; !ok {
				r.refer(start, name, "")
			} else if inside, ok := strings.CutSuffix(link, "_"); ok {
				r.refer(start, plainName(strings.Trim(inside, "`")), "")
			}
		case strings.HasSuffix(target, "_"):
			r.refer(start, plainName(strings.TrimSuffix(target, "_")), "")
		}
		end++
		for end+1 < len(s) && s[end+1] == '_' {
			end++
		}
		return end + 1
	case strings.HasPrefix(rest, ":"):
		if k := strings.IndexByte(rest[1:min(len(rest), 60)], ':'); k > 0 && !strings.ContainsAny(rest[1:1+k], " \n`") {
			r.roleText(t, strings.ToLower(rest[1:1+k]), i+1, end)
			return end + 1 + k + 2
		}
	}
	r.roleText(t, "", i+1, end)
	return end + 1
}

// titled takes "text <target>" apart.
func titled(s string, from, to int) (start, end int, target string) {
	if s[to-1] != '>' {
		return from, to, ""
	}
	k := strings.LastIndexByte(s[from:to], '<')
	if k < 0 {
		return from, to, ""
	}
	target = strings.Join(strings.Fields(s[from+k+1:to-1]), "")
	if k == 0 {
		return from + 1, to - 1, target
	}
	end = from + len(strings.TrimRight(s[from:from+k], " \n"))
	return from, end, target
}

// roleText writes the text of a role.
func (r *rst) roleText(t *prose, role string, from, to int) {
	start := len(r.text)
	domain, local := "", role
	if k := strings.LastIndexByte(role, ':'); k >= 0 {
		domain, local = role[:k], role[k+1:]
	}
	switch {
	case role == "math" || role == "m":
		r.formula(t, from, to)
		return
	case role == "raw-latex" || role == "raw-html":
		return
	}
	a, b, target := titled(t.s, from, to)
	named := target != ""
	if !named {
		target = strings.TrimSpace(t.s[from:to])
	}
	switch local {
	case "ref", "numref", "eq", "doc", "term", "hyperref", "any", "download", "keyword":
		if local == "doc" || local == "download" {
			r.unescape(t, a, b)
			if local == "doc" && target != "" {
				r.refer(start, "", fileOf(strings.TrimPrefix(target, "/")))
			}
			return
		}
		key := strings.ToLower(target)
		switch local {
		case "eq":
			key = "eq " + key
		case "term":
			r.unescape(t, a, b)
			r.refer(start, "term-"+plainName(target), "")
			return
		}
		prints := r.found[key]
		if prints == "" {
			prints = r.labels[key]
			r.missing = r.missing || prints == ""
		}
		prints = printed(prints)
		switch {
		case named && local == "numref":
			r.put(strings.TrimSpace(strings.NewReplacer("%s", "", "{number}", "", "{name}", prints).Replace(t.s[a:b])), t.at(a), b-a)
		case named:
			r.unescape(t, a, b)
		case prints != "":
			r.put(prints, t.at(from), to-from)
		default:
			r.take(t, from, to)
		}
		r.refer(start, strings.ToLower(target), "")
		return
	case "sub", "subscript", "sup", "superscript":
		kind := "superscript"
		if strings.HasPrefix(local, "sub") {
			kind = "subscript"
		}
		if d := scriptDigits(t.s[from:to], kind); d != t.s[from:to] {
			r.put(d, t.at(from), to-from)
			return
		}
		r.unescape(t, from, to)
		return
	case "index":
		r.unescape(t, a, b)
		return
	case "cite", "citep", "citet", "footcite", "cite:p", "cite:t":
		r.put("[", -1, 0)
		r.take(t, from, to)
		r.put("]", -1, 0)
		return
	case "rfc", "pep": // https://docutils.sourceforge.io/docs/ref/rst/roles.html
		if named {
			r.unescape(t, a, b)
			return
		}
		number, _, _ := strings.Cut(target, "#")
		r.put(strings.ToUpper(local)+" "+number, t.at(from), to-from)
		return
	case "abbr":
		if k := strings.IndexByte(t.s[a:b], '('); k > 0 {
			b = a + k
		}
	case "":
		r.unescape(t, from, to)
		return
	}
	kind, marked := core.Verb, true
	switch {
	case local == "emphasis" || local == "title" || local == "t":
		kind = core.Emph
	case local == "strong":
		kind = core.Strong
	case local == "dfn" || local == "defn" || local == "concept" || local == "newterm":
		kind = core.Term
	case domain != "" || codeRoles[local]:
		if !named && strings.HasPrefix(target, "~") {
			if k := strings.LastIndexByte(t.s[from:to], '.'); k > 0 {
				a = from + k + 1
			} else {
				a++
			}
		}
		a += strings.IndexFunc(t.s[a:b]+"x", func(c rune) bool { return c != '!' })
		a = min(a, b)
	default:
		marked = local == "samp" || local == "command" || local == "program"
	}
	if kind == core.Verb {
		r.take(t, a, b)
	} else {
		r.unescape(t, a, b)
	}
	if marked {
		r.mark(kind, start)
	}
	if describes[local] || objectRoles[local] {
		r.refer(start, strings.TrimSuffix(strings.TrimLeft(target, "~!."), "()"), "")
	}
}

// objectRoles refer to what directives describe under another name.
var objectRoles = map[string]bool{"func": true, "meth": true, "attr": true, "exc": true, "obj": true, "const": true}

// codeRoles set names of programs.
var codeRoles = map[string]bool{
	"code": true, "literal": true, "func": true, "meth": true, "class": true, "mod": true, "attr": true, "data": true, "exc": true, "obj": true, "const": true, "file": true, "kbd": true, "envvar": true,
	"option": true, "token": true, "type": true, "macro": true, "member": true, "guilabel": true, "menuselection": true, "program": true, "command": true, "samp": true, "sources": true,
}

// plainText is a title without its markup.
func plainText(s string) string {
	r := &rst{left: maxSubstitution, found: map[string]string{}, labels: map[string]string{}, links: map[string]string{}}
	t := made(strings.Join(strings.Fields(s), " "))
	r.inline(&t)
	return strings.TrimSpace(string(r.text))
}
