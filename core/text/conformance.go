package text

import (
	"strings"

	"lemma/core"
)

// Wording is how a document writes the key words of its requirements.
type Wording uint8

// The wordings. Each counts the words of the ones before it too.
const (
	Capitals Wording = iota // MUST, SHALL, SHOULD, MAY: only capitals count (BCP 14)
	Verbs                   // "shall" and "should", the verbal forms of standards bodies (ISO/IEC Directives, part 2, clause 7)
	Small                   // and "must" and "may": the document declares the words of BCP 14 in small letters
)

// Bounds of where a declaration of key words is looked for, in bytes: between what it declares and the words that it
// is, and of all.
const (
	declarationBytes = 400
	verbalBytes      = 160
	maxDeclarations  = 16
)

func declaresKeyWords(s string) bool {
	return strings.Contains(s, "RFC 2119") || strings.Contains(s, "RFC2119") || strings.Contains(s, "BCP 14")
}

func wordingOf(doc *core.Document) Wording {
	if declaresSmall(doc.Text) {
		return Small
	}
	if strings.Contains(doc.Text, "SHALL") || strings.Contains(doc.Text, "MUST") { // who writes capitals means them
		return Capitals
	}
	if explainsShall(doc.Text) || numbersRequirements(doc) {
		return Verbs
	}
	parts := map[string]bool{}
	for i := range doc.Blocks {
		b := &doc.Blocks[i]
		if b.Kind != core.Heading || len(b.Title) > shoutBytes {
			continue
		}
		title := Fold(strings.TrimLeft(b.Title, "0123456789.-–— "))
		if StandardPart.Has(title) {
			parts[title] = true
		}
	}
	if len(parts) >= 2 { // a contract has definitions, a paper a scope
		return Verbs
	}
	return Capitals
}

// declaresSmall reports a declaration of the key words that prints them in small letters, as pages do that set them in
// small capitals: "The key words “must”, “shall” … are to be interpreted as …".
func declaresSmall(s string) bool {
	for at, n := 0, 0; n < maxDeclarations; n++ {
		i := strings.Index(s[at:], "to be interpreted")
		if i < 0 {
			return false
		}
		at += i
		before := s[max(0, at-declarationBytes):at]
		if k := strings.LastIndex(strings.ToLower(before), "key words"); k >= 0 && !strings.Contains(before[k:], "MUST") && quoted(before[k:], "must") >= 0 {
			return true
		}
		at += len("to be")
	}
	return false
}

// explainsShall reports a text that says what "shall" means in it: "“shall” indicates a requirement", "the word shall
// is used for mandatory provisions".
func explainsShall(s string) bool {
	for at, n := 0, 0; n < maxDeclarations; n++ {
		i := quoted(s[at:], "shall")
		if i < 0 {
			return false
		}
		at += i
		near := strings.ToLower(s[at:min(len(s), at+verbalBytes)])
		if strings.Contains(near, "requirement") || strings.Contains(near, "mandatory") {
			return true
		}
		at += len("shall")
	}
	return false
}

// numbersRequirements reports a text that gives its requirements identifiers, as engineers do to trace them
// (ISO/IEC/IEEE 29148, clause 5.2.8.3): "NAV-012 | The receiver shall …", "[REQ_7] The door shall …".
func numbersRequirements(doc *core.Document) bool {
	if !strings.Contains(doc.Text, "shall") {
		return false
	}
	for i := range doc.Blocks {
		b := &doc.Blocks[i]
		switch b.Kind {
		case core.Paragraph, core.ListItem, core.Table:
		default:
			continue
		}
		for line := range strings.Lines(b.Body.Of(doc.Text)) {
			if _, n := RequirementID(line); n > 0 && strings.Contains(line[n:], " shall ") {
				return true
			}
			if b.Kind != core.Table {
				break
			}
		}
	}
	return false
}

// maxRequirementID bounds the identifiers of requirements, in bytes.
const maxRequirementID = 48

// RequirementID reads the identifier that a requirement begins with, capitals and a number joined by hyphens,
// underscores or dots, and apart from what it says: in brackets or a cell of its own, before a colon or a word with a
// capital. It returns how many bytes stand before what the requirement says, 0 when there is none.
func RequirementID(s string) (id string, n int) {
	bare := strings.TrimLeft(s[:min(len(s), 4*maxRequirementID)], "|[(*_` ")
	end := 0
	for end < len(bare) && (wordByte(bare[end]) || strings.IndexByte("-_.", bare[end]) >= 0) {
		end++
	}
	id = bare[:end]
	parts := strings.FieldsFunc(id, func(r rune) bool { return r == '-' || r == '_' || r == '.' })
	if len(parts) < 2 || end > maxRequirementID || strings.Trim(parts[0], "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" || strings.Trim(parts[len(parts)-1], "0123456789") != "" {
		return "", 0
	}
	rest := strings.TrimLeft(bare[end:], "])*_` ")
	if rest == "" || rest[0] != ':' && rest[0] != '|' && rest[0] != '`' && (rest[0] < 'A' || 'Z' < rest[0]) {
		return "", 0
	}
	before := len(s) - len(strings.TrimLeft(s, "|[(*_` "))
	said := strings.TrimLeft(rest, ":| ")
	return id, before + len(bare) - len(said)
}

// quoted finds a word in quotation marks or in a face of its own, -1 for none.
func quoted(s, word string) int {
	for at := 0; ; {
		i := strings.Index(s[at:], word)
		if i < 0 {
			return -1
		}
		i += at
		before, after := strings.TrimRight(s[max(0, i-4):i], "*_"), strings.TrimLeft(s[i+len(word):min(len(s), i+len(word)+8)], "*_,")
		if strings.HasSuffix(before, "\"") || strings.HasSuffix(before, "“") || strings.HasSuffix(before, "‘") || strings.HasSuffix(before, "'") || i > 0 && len(before) < min(4, i) && (s[i-1] == '*' || s[i-1] == '_') {
			if r := after; strings.HasPrefix(r, "\"") || strings.HasPrefix(r, "”") || strings.HasPrefix(r, "’") || strings.HasPrefix(r, "'") || strings.HasPrefix(r, " ") {
				return i
			}
		}
		at = i + len(word)
	}
}

func titledSpecification(doc *core.Document) (titled, kindred bool) {
	for i := range doc.Blocks {
		b := &doc.Blocks[i]
		if b.Kind != core.Heading {
			continue
		}
		words := Words(b.Title[:min(len(b.Title), shoutBytes)])
		for k, w := range words {
			switch one := Singular(w.Text); {
			case SpecificationTitle.Has(one):
				titled = true
			case k == len(words)-1 && SpecificationSubject.Has(one):
				kindred = true
			}
		}
		return titled, kindred
	}
	return false, false
}

func completion(statement, form string) string {
	said := plain(statement)
	before, list, ok := strings.Cut(form, said)
	switch _, before, asserts := strings.Cut(before, "Assert: "); {
	case !ok || said == "":
		return ""
	case strings.HasSuffix(said, ":"):
		return strings.TrimSpace(list)
	case asserts && before != "":
		return before + said
	}
	return ""
}
