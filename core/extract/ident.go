package extract

import (
	"strconv"
	"strings"

	"lemma/core"
	"lemma/core/text"
)

// maxID is the longest id in bytes, by DESIGN 3.5.
const maxID = 80

// AssignIDs gives every candidate an id of its domain and its name, at most 80 characters, with -2, -3 … while the id
// is taken or was used in this call.
func AssignIDs(cands []core.Candidate, taken func(id string) bool) {
	used := make(map[string]bool, len(cands))
	next := make(map[string]int) // the suffix to try, so that a thousand equal names cost a thousand tries
	for i := range cands {
		p := &cands[i].Primitive
		base := stem(p, maxID)
		id := base
		for n := max(next[base], 1); ; n++ {
			if n > 1 {
				suffix := "-" + strconv.Itoa(n)
				id = stem(p, maxID-len(suffix)) + suffix
			}
			if !used[id] && (taken == nil || !taken(id)) {
				next[base] = n + 1
				break
			}
		}
		used[id] = true
		p.ID = id
	}
}

// stem is domain and name as an id without a suffix.
func stem(p *core.Primitive, room int) string {
	domain := text.Slug(p.Domain, room/2)
	name := p.Name
	if strings.IndexFunc(name, text.Unblanked) >= 0 { // characters that have no letters in ASCII: what it is, its number, what is left
		_, number, _ := strings.Cut(p.Label, " ")
		name = p.Role + " " + number + " " + strings.Join(longWords(name), " ")
	}
	return domain + "-" + text.Slug(name, room-len(domain)-1)
}

// longWords are the words of a name that are no variables.
func longWords(name string) (out []string) {
	for _, w := range text.Words(name) {
		if len(w.Text) > 2 {
			out = append(out, w.Text)
		}
	}
	return out
}

// forms introduce the computational form of a kind: what one does with such an item.
var forms = map[core.Kind]string{
	core.Definition: "Defines: ",
	core.Theorem:    "Given preconditions, then: ",
	core.Axiom:      "Assert: ",
	core.Algorithm:  "Procedure: ",
	core.Technique:  "Apply: ",
	core.Identity:   "Rewrite: ",
}

// Form returns the computational form of a statement: what its kind is for, and the statement on one line in readable
// characters.
func Form(kind core.Kind, statement string) string {
	s := text.Plain(statement)
	if s == "" {
		return ""
	}
	return forms[kind] + s
}

// maxKeywords is the most keywords that an item has, by DESIGN 3.5.
const maxKeywords = 16

// Keywords returns the salient terms of a statement, at most 16.
func Keywords(statement string) []string {
	k := text.Salient(strings.TrimSpace(statement), maxKeywords)
	return k[:min(len(k), maxKeywords)]
}
