package reader

import (
	"strings"

	"lemma/core"
)

// Plain TeX and AMS-TeX print the heads that an author writes, and end things by commands of their own:
//
//	\proclaim Theorem 1.2. Statement.             plain TeX, up to the end of the paragraph
//	\proclaim{Theorem 1.2 (Title)} … \endproclaim  AMS-TeX; so \definition, \remark, \example and \demo{Proof}
//	\beginsection Title                            plain TeX, up to the end of the paragraph
//	\head Title \endhead                           AMS-TeX
//	\roster \item … \endroster                     AMS-TeX
func init() {
	texInText("proclaim", (*tex).proclaim)
	for _, n := range []string{"definition", "remark", "example", "demo"} {
		texInText(n, (*tex).proclaim)
	}
	for _, n := range []string{"proclaim", "definition", "remark", "example", "demo"} {
		texInText("end"+n, func(r *tex, t texToken) { r.endEnv(n, t) })
	}
	for n, level := range map[string]int{"head": 3, "heading": 3, "specialhead": 2, "subhead": 4, "subsubhead": 5, "beginsection": 3} {
		texInText(n, func(r *tex, t texToken) { r.plainSection(t, level) })
	}
	texInText("roster", func(r *tex, t texToken) { r.push(r.beginTokens("enumerate")) })
	texInText("endroster", func(r *tex, t texToken) { r.push(r.endTokens("enumerate")) })
	texInText("endtopmatter", func(r *tex, t texToken) {
		r.push([]texToken{{kind: texCmd, made: true, sym: r.symbol("maketitle"), text: `\maketitle`}})
	})
	texAny("define", func(r *tex, t texToken) { // AMS-TeX's \def
		if u := r.skipSpace(); u.kind == texCmd {
			r.unread(u)
			r.def("def", false)
		} else {
			r.unread(u)
		}
	})
}

// maxPlainHead bounds the tokens of a head that no braces hold.
const maxPlainHead = 200

// proclaim opens what stands under a head: in braces, or up to the first full stop with a blank behind it.
func (r *tex) proclaim(t texToken) {
	name := t.sym.name
	u := r.skipSpace()
	for u.kind == texCmd && (u.sym.name == "nofrills" || u.sym.name == "usualspace") {
		u = r.skipSpace()
	}
	r.unread(u)
	list, ok := r.braced()
	if !ok {
		if name != "proclaim" {
			return
		}
		for range maxPlainHead {
			u := r.next()
			if u.kind == texEOF || u.kind == texPar {
				r.unread(u)
				break
			}
			list = append(list, u)
			if u.kind == texText && strings.HasSuffix(u.text, ".") && r.peek().kind == texSpace {
				break
			}
		}
	}
	printed := strings.TrimRight(r.plainText(list), " .:")
	word, number, title, known := splitHead(printed, true)
	if !known && name != "proclaim" && name != "demo" { // \definition{term}
		r.push(list)
		return
	}
	if r.muted {
		return
	}
	r.endPar(2)
	f := r.pushFrame(name)
	if f == nil {
		return
	}
	f.role, f.once = roleTheorem, !ok
	r.block(f, core.Environment, name)
	i := f.block
	b := &r.doc.Blocks[i]
	switch {
	case name == "demo":
		r.printHead(i, "", "", list, true, false)
		r.doc.Blocks[i].Name, r.doc.Blocks[i].Head = "proof", "Proof"
	case known:
		b.Name = strings.ToLower(word)
		var tokens []texToken
		if title != "" {
			tokens = []texToken{r.word(title)}
		}
		r.printHead(i, word, number, tokens, title != "", true)
	default:
		b.Name = strings.ToLower(printed)
		r.printHead(i, printed, "", nil, false, false)
	}
	r.label.block = i
}

// plainSection reads a heading that a command or a paragraph ends. Its number stands in its title.
func (r *tex) plainSection(t texToken, level int) {
	title, ok := r.ended("end"+t.sym.name, t.sym.name == "beginsection")
	if !ok {
		r.push(title)
		return
	}
	tokens := append([]texToken{r.word("*"), {kind: texOpen, made: true, text: "{"}}, title...)
	r.push(append(tokens, texToken{kind: texClose, made: true, text: "}"}))
	r.section(t, level)
}

// ended reads tokens up to the command that ends them, or the end of the paragraph when par allows it.
func (r *tex) ended(end string, par bool) (list []texToken, ok bool) {
	for range maxPlainHead {
		u := r.next()
		switch {
		case u.kind == texCmd && u.sym.name == end:
			return list, true
		case u.kind == texPar || u.kind == texEOF:
			if !par {
				r.unread(u)
			}
			return list, par
		}
		list = append(list, u)
	}
	return list, false
}
