package extract

import (
	"strings"

	"lemma/core"
	"lemma/core/text"
)

// declarers open the declaration of a type in the languages that specifications describe interfaces in: TypeScript, Web
// IDL, Protocol Buffers, GraphQL, Thrift.
var declarers = wordSet("interface type enum class namespace dictionary message service struct union input scalar exception protocol")

// prefixes stand before them.
var prefixes = wordSet("export declare default partial abstract const public mixin")

// languages are those of interface definitions, as authors name them at a block of code.
var languages = wordSet("ts typescript tsx webidl idl proto proto3 protobuf graphql graphqls thrift capnp fbs smithy wit")

// interfaces takes the types that a block of code in a language for interfaces declares, each with the comment before
// it. Under the title of an example they are none.
func (b *builder) interfaces(i int) []core.Candidate {
	u := &b.doc.Blocks[i]
	if !languages[strings.ToLower(strings.TrimSpace(strings.SplitN(u.Name+" ", " ", 2)[0]))] || exampleTitle(b.sectionName(u.Span.Start)) {
		return nil
	}
	code := u.Body.Of(b.doc.Text)
	var out []core.Candidate
	start, name := 0, "" // of the declaration in hand, with what stands before it
	held := 0            // where a comment or an attribute begins that the next one has before it
	comment := false
	flush := func(end int) {
		s := strings.TrimSpace(code[start:end])
		if name != "" && s != "" {
			at := start + strings.Index(code[start:end], s)
			sp := core.Span{Start: u.Body.Start + at, End: u.Body.Start + at + len(s)}
			out = append(out, b.candidate(draft{
				kind: core.Definition, role: "type", statement: s, name: name, confidence: plausible,
				rule: "declaration in a language for interfaces; ends before the next", place: sp, spans: []core.Span{sp}, described: []core.Span{sp},
			}))
		}
	}
	at := 0
	for line := range strings.Lines(code) {
		switch outer := line[0] != ' ' && line[0] != '\t'; {
		case comment || strings.HasPrefix(line, "/*") || strings.HasPrefix(line, " *"):
			if !comment && held < 0 {
				held = at
			}
			comment = !strings.Contains(line, "*/") && (comment || strings.HasPrefix(line, "/*"))
		case strings.HasPrefix(line, "//") || strings.HasPrefix(line, "#") || strings.HasPrefix(line, "[") || strings.HasPrefix(line, "@") || strings.HasPrefix(line, "\"\"\""):
			if held < 0 {
				held = at
			}
		case strings.TrimSpace(line) == "":
		default:
			if n := declaredName(line); outer && n != "" {
				from := at
				if held >= 0 {
					from = held
				}
				flush(from)
				start, name = from, n
			}
			held = -1
		}
		at += len(line)
	}
	flush(len(code))
	return out
}

// declaredName is the name of the type that a line declares.
func declaredName(line string) string {
	f := strings.Fields(line)
	for len(f) > 2 && prefixes[f[0]] {
		f = f[1:]
	}
	if len(f) < 2 || !declarers[f[0]] {
		return ""
	}
	if f[1] == "mixin" && len(f) > 2 {
		f = f[1:]
	}
	return text.Identifier(f[1])
}
