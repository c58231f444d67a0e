package analyze

import (
	"strings"
	"unicode"

	"lemma/core"
	"lemma/core/text"
)

// Weights of the five families (first seed, "Content Type Classification"), and the least score that says anything.
const (
	weightTextbook  = 3
	weightReference = 2
	weightTutorial  = 2
	weightSpec      = 3
	weightPaper     = 2
	leastScore      = 2
)

// classify counts the marks of each family where authors put them: heads of items at the start of blocks and in
// headings, key words of requirements in capitals, steps in headings, declarations in code, the sections of a paper.
// Everyday words of other families within sentences ("function", "return", "class", "step") say nothing.
func classify(doc *core.Document) (core.ContentType, map[core.ContentType]float64) {
	n := map[core.ContentType]float64{}
	for i := range doc.Blocks {
		b := &doc.Blocks[i]
		switch b.Kind {
		case core.Heading:
			classifyHeading(b.Title, n)
		case core.Environment:
			if h, ok := text.LookupHead(first(b.Head, b.Name)); ok && h.Class != text.NoHead {
				n[core.Textbook] += weightTextbook
			}
			if strings.EqualFold(b.Name, "abstract") {
				n[core.Paper] += weightPaper
			}
		case core.Code:
			if declares(b.Body.Of(doc.Text)) {
				n[core.ReferenceDoc] += weightReference
			}
		case core.Paragraph, core.ListItem, core.Table:
			if b.Kind == core.ListItem && b.Last > i {
				continue // its paragraphs are counted themselves
			}
			body := b.Body.Of(doc.Text)
			if opensItem(body) {
				n[core.Textbook] += weightTextbook
			}
			n[core.Spec] += weightSpec * float64(keyWords(body))
			n[core.Tutorial] += weightTutorial * float64(invitations(body))
		}
	}
	best, score := core.Unknown, float64(leastScore)
	for _, c := range []core.ContentType{core.Textbook, core.ReferenceDoc, core.Tutorial, core.Spec, core.Paper} {
		if n[c] >= score && n[c] > 0 && (best == core.Unknown || n[c] > score) {
			best, score = c, n[c]
		}
	}
	return best, n
}

func first(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

var paperSections = map[string]bool{"abstract": true, "introduction": true, "methodology": true, "methods": true, "results": true, "conclusion": true, "conclusions": true,
	"references": true, "discussion": true, "related work": true, "experiments": true, "evaluation": true, "acknowledgements": true, "acknowledgments": true}

var apiWords = map[string]bool{"api": true, "endpoint": true, "endpoints": true, "parameters": true, "returns": true, "methods": true, "class": true, "interface": true, "functions": true, "arguments": true, "options": true}

func classifyHeading(title string, n map[core.ContentType]float64) {
	words := text.Words(title)
	if len(words) == 0 {
		return
	}
	switch low := words[0].Text; {
	case paperSections[strings.ToLower(strings.TrimSpace(title))]:
		n[core.Paper] += weightPaper
	case low == "step" && len(words) > 1 && number(words[1].Text):
		n[core.Tutorial] += weightTutorial
	case low == "tutorial" || low == "activity" || low == "practice":
		n[core.Tutorial] += weightTutorial
	case apiWords[low] && len(words) <= 2 || signature(title):
		n[core.ReferenceDoc] += weightReference
	default:
		if h, ok := text.LookupHead(words[0].Text); ok && h.Class == text.Item && len(words) > 1 {
			n[core.Textbook] += weightTextbook
		}
	}
}

func number(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// signature reports whether a heading is a name with arguments: "open(path, mode)".
func signature(title string) bool {
	title = strings.Trim(title, "` ")
	name, rest, ok := strings.Cut(title, "(")
	return ok && strings.HasSuffix(rest, ")") && name != "" && !strings.ContainsAny(name, " ")
}

// opensItem reports whether a paragraph begins with a head word as items do: marked bold or italic, or followed by a
// number or title and a delimiter.
func opensItem(body string) bool {
	body = body[:min(len(body), 120)]
	marked := strings.HasPrefix(body, "*") || strings.HasPrefix(body, "_")
	body = strings.TrimLeft(body, "*_ ")
	end := strings.IndexFunc(body, func(r rune) bool { return !unicode.IsLetter(r) })
	if end <= 0 {
		return false
	}
	h, ok := text.LookupHead(body[:end])
	if !ok || h.Class == text.NoHead {
		return false
	}
	rest := strings.TrimLeft(body[end:], " *_")
	if marked {
		return true
	}
	if rest == "" {
		return false
	}
	if strings.HasPrefix(body[end:], ".") || strings.HasPrefix(body[end:], ":") {
		return true
	}
	num := strings.TrimLeft(rest, "0123456789.ABCDEFGHIJKLMNOPQRSTUVWXYZ")
	return num != rest && (strings.HasSuffix(rest[:len(rest)-len(num)], ".") || strings.HasPrefix(num, ":") || strings.HasPrefix(strings.TrimSpace(num), "("))
}

// keyWords counts the key words of BCP 14 in capitals.
func keyWords(body string) int {
	n := 0
	for _, w := range [...]string{"MUST", "SHALL", "SHOULD", "REQUIRED", "RECOMMENDED"} {
		for rest := body; ; {
			i := strings.Index(rest, w)
			if i < 0 {
				break
			}
			end := i + len(w)
			if (i == 0 || !letter(rest[i-1])) && (end == len(rest) || !letter(rest[end])) {
				n++
			}
			rest = rest[end:]
		}
	}
	return n
}

func letter(b byte) bool { return b >= 'A' && b <= 'Z' || b >= 'a' && b <= 'z' || b == '_' }

// invitations counts paragraphs that tell the reader to do something: "Let's …", "Try …", "Step 3: …".
func invitations(body string) int {
	words := text.Words(body[:min(len(body), 60)])
	if len(words) < 2 {
		return 0
	}
	switch words[0].Text {
	case "let's", "lets", "try", "click", "drag", "run", "install", "create", "open", "type":
		return 1
	case "let":
		if words[1].Text == "s" {
			return 1
		}
	case "step":
		if number(words[1].Text) {
			return 1
		}
	}
	return 0
}

// declares reports whether code is a declaration rather than a program: a signature that ends without a body, or a type.
func declares(code string) bool {
	code = strings.TrimSpace(code[:min(len(code), 2000)])
	line, _, _ := strings.Cut(code, "\n")
	for _, w := range [...]string{"typedef ", "#define ", "interface ", "struct ", "enum "} {
		if strings.HasPrefix(line, w) {
			return true
		}
	}
	open := strings.IndexByte(code, '(')
	if open <= 0 || strings.ContainsAny(code, "{}") || !(strings.HasSuffix(code, ";") || strings.HasSuffix(code, ")")) {
		return false
	}
	head := strings.TrimSpace(code[:open])
	return strings.ContainsAny(head, " *") && !strings.ContainsAny(head, "=.\"'$") // "int f(…)", "def f(…)": two words before the bracket
}
