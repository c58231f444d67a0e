package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"lemma/core"
)

// grammar takes a code block of rules, as a definition named by its first one: one that says that it is ABNF, EBNF,
// BNF, CDDL or ASN.1 (RFC 5234, ISO 14977, RFC 8610), or, where a text speaks of such a notation, one that holds
// nothing else. One or two rules in EBNF are mostly an illustration of the notation.
func (b *builder) grammar(i int, notation bool) (draft, bool) {
	u := &b.doc.Blocks[i]
	body := u.Body.Of(b.doc.Text)
	rule := "code block of class " + u.Name
	switch name := strings.ToLower(u.Name); {
	case strings.Contains(name, "abnf"), name == "cddl", name == "asn1", name == "asn.1":
	case name == "ebnf", name == "bnf":
		if strings.Count(body, "=") < 3 {
			return draft{}, false
		}
	default:
		if !notation || strings.Contains(body, ":=") && strings.Count(body, ":=") < 3 || name != "" && name != "text" && name != "plain" && name != "inline" && name != "txt" && name != "none" && name != "grammar" || !rules(body) {
			return draft{}, false
		}
		rule = "code block of grammar rules"
	}
	s := strings.TrimSpace(body)
	name := ""
	for line := range strings.Lines(s) {
		if name, _ = ruleName(strings.TrimSpace(line)); name != "" {
			break
		}
	}
	if name == "" {
		return draft{}, false
	}
	d := draft{
		kind: core.Definition, role: "grammar", statement: s, form: "```\n" + s + "\n```", name: name, confidence: plausible,
		rule: rule + "; ends with the block", place: u.Span, spans: []core.Span{u.Body},
	}
	if len(u.Anchors) > 0 {
		d.anchor = u.Anchors[0]
	}
	return d, true
}

// ruleName reads the name that a line of a grammar defines, and what defines it: "field-name = token", "<a> ::= b".
func ruleName(line string) (name, rest string) {
	e := strings.IndexByte(line, '=')
	if e <= 0 {
		return "", ""
	}
	name = strings.TrimRight(strings.TrimRight(line[:e], ":/"), " \t")
	name = strings.TrimSuffix(strings.TrimPrefix(name, "<"), ">")
	apart := strings.IndexByte(" \t:/", line[e-1]) >= 0 || e+1 < len(line) && strings.IndexByte(" \t/", line[e+1]) >= 0 || e+1 == len(line) // not scope="all"
	if r, _ := utf8.DecodeRuneInString(name); !apart || !unicode.IsLetter(r) || len(name) > maxTermBytes {
		return "", ""
	}
	for _, r := range name {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '_' {
			return "", ""
		}
	}
	return name, strings.TrimLeft(line[e:], "=/ ")
}

// rules reports whether a piece of code is rules of a grammar: each of its lines defines a name by literals,
// alternatives and repetitions, or goes on further in.
func rules(code string) bool {
	defined, signs, base := 0, 0, -1
	for line := range strings.Lines(strings.Trim(code, "\n")) {
		l := strings.TrimSpace(line)
		if l == "" || strings.HasPrefix(l, ";") {
			continue
		}
		indent := len(line) - len(strings.TrimLeft(line, " \t"))
		if base < 0 {
			base = indent
		}
		rest := l
		if name, r := ruleName(l); name != "" && indent <= base {
			defined++
			rest = r
		} else if indent <= base {
			return false
		}
		if strings.Contains(l, " - ") || strings.Contains(l, " + ") || strings.HasSuffix(l, ";") && !strings.Contains(l, "=") && !strings.Contains(l, "\"") || strings.ContainsAny(l, "{}") && !strings.Contains(l, "\"{") {
			return false
		}
		if strings.ContainsAny(rest, "\"/*|%<[#") {
			signs++
		}
	}
	return defined > 0 && 2*signs >= defined
}

// ruleNames are the names that the grammars of a document have defined so far.
type ruleNames map[string]bool

// repeats reports whether a grammar collects rules that most stand before, as appendices do, and takes in its own.
func (r *ruleNames) repeats(grammar string) bool {
	if *r == nil {
		*r = ruleNames{}
	}
	all, known := 0, 0
	for line := range strings.Lines(grammar) {
		if name, _ := ruleName(strings.TrimSpace(line)); name != "" {
			all++
			if (*r)[name] {
				known++
			}
			(*r)[name] = true
		}
	}
	return all >= 3 && 3*known >= 2*all
}
