package extract

import (
	"strings"

	"lemma/core"
	"lemma/core/text"
)

// signature is the declaration of a function, a type or a constant.
type signature struct {
	name  string
	typ   bool // a class, structure, interface, enumeration
	value bool // a constant
	span  core.Span
	text  string
}

// constant reads the definition of a constant for the preprocessor: "#define OPEN_EXISTING 3". Its value may be a name
// as well.
func constant(t string, body core.Span) signature {
	s := strings.TrimSpace(body.Of(t))
	f := strings.Fields(s)
	if len(f) < 2 || f[0] != "#define" || text.Identifier(f[1]) != f[1] {
		return signature{}
	}
	return signature{name: f[1], value: true, span: body, text: s}
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
				switch directive := strings.TrimLeft(s[i+1:e], " "); {
				case strings.HasPrefix(directive, "define"):
					start = i
					flush(e)
				case strings.HasPrefix(directive, "include") && depth == 0 && strings.TrimSpace(s[start:i]) == "":
					start = e
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
				if f := strings.Fields(line); len(f) > 1 && (text.FunctionWord(f[0]) || text.TypeWord(f[0]) || f[0] == "async") && !strings.HasSuffix(line, "{") && !strings.HasPrefix(strings.TrimLeft(s[i:], " \t\n"), "{") {
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
	modified := 0
	for modified+1 < len(f) && (text.Modifier(f[modified]) || f[modified][0] == '@' && !strings.Contains(f[modified], "(")) {
		modified++
	}
	if modified > 0 && text.TypeWord(f[modified]) { // before a function they are its result
		f = f[modified:]
		code = strings.Join(f, " ")
	}
	switch {
	case f[0] == "#define": // a macro with arguments; the others are values
		if len(f) < 2 {
			return sig, false
		}
		sig.name = text.Identifier(f[1])
		return sig, sig.name != "" && strings.HasPrefix(f[1][len(sig.name):], "(")
	case f[0] == "typedef":
		if k := strings.Index(code, ")("); k > 0 && strings.IndexByte(code[:k], '*') > 0 && strings.IndexByte(code[:k], '{') < 0 { // a pointer to a function: "(CALL *name)("
			sig.name = text.Identifier(strings.TrimLeft(code[strings.LastIndexByte(code[:k], '*')+1:], " "))
		} else {
			last := strings.TrimRight(f[len(f)-1], ";")
			if j := strings.LastIndexAny(last, "}*"); j >= 0 {
				last = last[j+1:]
			}
			sig.name = text.Identifier(last)
		}
		sig.typ = true
		return sig, sig.name != ""
	case text.TypeWord(f[0]) && len(f) > 1 && (!strings.Contains(strings.SplitN(code, "{", 2)[0], "(") || f[0] == "class"):
		sig.name, sig.typ = text.Identifier(f[1]), true
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
	if sig.name == "" || text.Identifier(sig.name) != sig.name || prefix == "" || strings.ContainsAny(prefix, "=;(\"'%") || strings.HasSuffix(prefix, "<-") {
		return sig, false
	}
	for _, w := range append(strings.Fields(prefix), sig.name) {
		if statements[w] || w[0] == '-' || w[0] == '$' {
			return sig, false
		}
	}
	return sig, true
}

// statements are the words of statements and commands, which stand in no declaration: "return f(x)", and the head of a
// whole program, "package main import (…)".
var statements = wordSet("return else await new if while for import package from print $ > >>> sudo assert throw case in and or not")

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
