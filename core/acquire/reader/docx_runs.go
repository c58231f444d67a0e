package reader

import (
	"archive/zip"
	"path"
	"slices"
	"strconv"
	"strings"

	"lemma/core"
)

// docxField is a field between its characters: code, then result.
type docxField struct {
	code   strings.Builder
	start  int // of the result in the text
	result bool
}

const (
	maxFields    = 64
	maxFieldCode = 4096
)

// inline reads the running text of a paragraph. face is that of the paragraph's style; marks are set where a run
// differs from base.
func (r *docx) inline(n int32, face, base docxFace) {
	t := r.tree
	t.children(n, func(k int32) {
		switch t.nodes[k].name {
		case "w:r":
			r.run(k, face, base)
		case "w:hyperlink":
			start := len(r.text)
			r.inline(k, face, base)
			if a := t.attr(k, "anchor"); a != "" {
				r.refer(start, a, "")
			} else if rel, ok := r.rels.find(t.attr(k, "id")); ok && rel.external {
				r.link(start, rel.target)
			}
		case "w:fldSimple":
			start := len(r.text)
			r.inline(k, face, base)
			r.field(t.attr(k, "instr"), start)
		case "w:bookmarkStart":
			r.bookmark(t.attr(k, "name"))
		case "w:ins", "w:moveTo", "w:smartTag", "w:sdt", "w:sdtContent", "w:customXml", "w:dir", "w:bdo", "mc:Choice", "w:rubyBase":
			r.inline(k, face, base)
		case "mc:AlternateContent":
			if c := t.find(k, "mc:Choice"); c != xmlNone {
				r.inline(c, face, base)
			} else if c := t.find(k, "mc:Fallback"); c != xmlNone {
				r.inline(c, face, base)
			}
		case "w:del", "w:moveFrom":
			r.conceal(t.text(k), "deleted text")
		case "m:oMath":
			if f, _ := r.formulas(k); f != "" {
				r.put(`\(`+f+`\)`, -1, 0)
			}
		case "m:oMathPara":
			if b := r.block(); r.flat > 0 || b == nil || b.Kind != core.Paragraph {
				if f, _ := r.formulas(k); f != "" {
					r.put(`\(`+f+`\)`, -1, 0)
				}
				return
			}
			r.end()
			r.display(k, "")
			r.begin(core.Block{Kind: core.Paragraph})
		case "w:p": // a paragraph in a paragraph: no word processor writes it, but its text is text
			r.blank(false, -1)
			r.inline(k, face, base)
		}
	})
}

// run reads a run of text in one face.
func (r *docx) run(n int32, face, base docxFace) {
	t := r.tree
	own, style, script := docxFace{}, "", ""
	if p := t.find(n, "w:rPr"); p != xmlNone {
		own = r.faceOf(p)
		if s := t.find(p, "w:rStyle"); s != xmlNone {
			if x := r.style(t.attr(s, "val")); x != nil {
				own, style = own.over(x.face), x.name
			}
		}
		if v := t.find(p, "w:vertAlign"); v != xmlNone {
			script = t.attr(v, "val")
		}
	}
	own = own.over(face)
	if why := own.hidden(r.shaded > 0); why != "" {
		r.concealRun(n, why)
		return
	}
	start := len(r.text)
	t.children(n, func(k int32) { r.piece(k, script, face, base) })
	if len(r.text) == start {
		return
	}
	kinds := own.marksOf(base)
	switch {
	case style == "emphasis" && !slices.Contains(kinds, core.Emph):
		kinds = append(kinds, core.Emph)
	case style == "strong" && !slices.Contains(kinds, core.Strong):
		kinds = append(kinds, core.Strong)
	case style == "term" || style == "defined term" || style == "definiendum" || style == "terminology" || style == "keyword" || style == "key term" || style == "glossary term":
		kinds = append(kinds, core.Term)
	}
	if style == "hyperlink" || strings.HasPrefix(style, "internet link") {
		kinds = slices.DeleteFunc(kinds, func(k core.MarkKind) bool { return k == core.Emph })
	}
	for _, k := range kinds {
		r.mark(k, start)
	}
}

// piece reads an element of a run.
func (r *docx) piece(k int32, script string, face, base docxFace) {
	t := r.tree
	switch t.nodes[k].name {
	case "w:t":
		s := t.text(k)
		if script != "" {
			s = scriptDigits(s, script)
		}
		r.write(s, -1)
	case "w:delText", "w:delInstrText":
		r.conceal(t.text(k), "deleted text")
	case "w:tab":
		if r.verb {
			r.put("\t", -1, 0)
			break
		}
		r.blank(false, -1)
	case "w:ptab":
		r.blank(false, -1)
	case "w:br", "w:cr":
		if r.verb {
			r.put("\n", -1, 0)
			break
		}
		r.blank(r.flat == 0 && t.attr(k, "type") == "", -1)
	case "w:noBreakHyphen":
		r.put("-", -1, 0)
	case "w:sym":
		r.put(symbolChar(t.attr(k, "font"), t.attr(k, "char")), -1, 0)
	case "w:footnoteReference":
		r.pend("footnotes " + t.attr(k, "id"))
	case "w:endnoteReference":
		r.pend("endnotes " + t.attr(k, "id"))
	case "w:fldChar":
		r.fieldChar(t.attr(k, "fldCharType"))
	case "w:instrText":
		if n := len(r.fields); n > 0 && !r.fields[n-1].result {
			if f := &r.fields[n-1]; f.code.Len() < maxFieldCode {
				f.code.WriteString(t.text(k))
			}
			break
		}
		r.field(t.text(k), len(r.text))
	case "w:drawing", "w:pict":
		r.drawing(k)
	case "w:object":
		r.lose("object", func(n int) string {
			return plural(n, "embedded object is", "embedded objects are") + " not read; formulas of old equation editors are among such"
		})
	case "mc:AlternateContent":
		c := t.find(k, "mc:Choice")
		if c == 0 {
			c = t.find(k, "mc:Fallback")
		}
		if c != 0 {
			t.children(c, func(k int32) { r.piece(k, script, face, base) })
		}
	case "w:ruby":
		if b := t.find(k, "w:rubyBase"); b != xmlNone {
			r.inline(b, face, base)
		}
	case "m:oMath":
		if f, _ := r.formulas(k); f != "" {
			r.put(`\(`+f+`\)`, -1, 0)
		}
	}
}

func (r *docx) pend(note string) {
	if len(r.pending) < maxDocxEntries {
		r.pending = append(r.pending, note)
	}
}

// concealRun keeps the text of a run that is not seen.
func (r *docx) concealRun(n int32, why string) {
	r.tree.children(n, func(k int32) {
		switch r.tree.nodes[k].name {
		case "w:t", "w:delText":
			r.conceal(r.tree.text(k), why)
		case "w:tab", "w:br":
			r.conceal(" ", why)
		case "w:fldChar": // a field goes on in the dark
			r.fieldChar(r.tree.attr(k, "fldCharType"))
		case "w:instrText":
			if f := len(r.fields); f > 0 && !r.fields[f-1].result && r.fields[f-1].code.Len() < maxFieldCode {
				r.fields[f-1].code.WriteString(r.tree.text(k))
			}
		}
	})
}

// conceal keeps text that is not seen; pieces of one place are one text, since they may be cut to look harmless.
func (r *docx) conceal(s, why string) {
	x := &r.concealed
	if x.why != why || x.at != len(r.text) {
		r.reveal()
		x.why, x.at = why, len(r.text)
	}
	x.text.WriteString(s)
}

// reveal gives what was concealed to the document.
func (r *docx) reveal() {
	x := &r.concealed
	r.hide(x.text.String(), x.why, core.Span{Start: x.at, End: x.at})
	x.text.Reset()
}

// fieldChar begins a field, its result, or ends it.
func (r *docx) fieldChar(kind string) {
	n := len(r.fields)
	switch {
	case kind == "begin" && n < maxFields:
		r.fields = append(r.fields, docxField{start: len(r.text)})
	case kind == "separate" && n > 0:
		r.fields[n-1].result, r.fields[n-1].start = true, len(r.text)
	case kind == "end" && n > 0:
		f := &r.fields[n-1]
		code, start := f.code.String(), min(f.start, len(r.text))
		r.fields = r.fields[:n-1]
		r.field(code, start)
	}
}

// link makes the text from start on a reference when it leads to another file of the source.
func (r *docx) link(start int, href string) {
	if target, file, ok := linkTarget(href); ok {
		r.refer(start, target, file)
	}
}

// harmlessFields say where their text comes from; what other fields do is for the sanitizer to judge.
var harmlessFields = map[string]bool{
	"TOC": true, "SEQ": true, "PAGE": true, "NUMPAGES": true, "STYLEREF": true, "TC": true, "XE": true, "DATE": true, "TIME": true, "AUTHOR": true, "TITLE": true, "NOTEREF": true,
	"PAGEREF": true, "REF": true, "SYMBOL": true, "QUOTE": true, "EMBED": true, "CITATION": true, "BIBLIOGRAPHY": true, "SECTION": true, "EQ": true, "ADDIN": true, "INDEX": true,
}

// field takes the code of a field whose result is the text from start on.
func (r *docx) field(code string, start int) {
	words := fieldWords(code)
	if len(words) == 0 {
		return
	}
	switch name := strings.ToUpper(words[0]); name {
	case "REF", "NOTEREF":
		if len(words) > 1 {
			r.refer(start, words[1], "")
		}
	case "HYPERLINK":
		if i := slices.Index(words, `\l`); i > 0 && i+1 < len(words) {
			r.refer(start, words[i+1], "")
		}
		if len(words) > 1 && words[1] != `\l` {
			r.conceal(words[1], "link target")
			r.link(start, words[1])
		}
	case "EQ", "EMBED":
		r.lose("object", func(n int) string {
			return plural(n, "embedded object is", "embedded objects are") + " not read; formulas of old equation editors are among such"
		})
	case "SYMBOL":
		if len(r.text) == start && len(words) > 1 {
			font := ""
			if i := slices.Index(words, `\f`); i > 0 && i+1 < len(words) {
				font = words[i+1]
			}
			if v, err := strconv.Atoi(words[1]); err == nil && v > 0 && v < 256 {
				r.put(symbolChar(font, strconv.FormatInt(int64(v), 16)), -1, 0)
			}
		}
	default:
		if !harmlessFields[name] {
			r.conceal(code, "field code")
		}
	}
}

// fieldWords cuts the code of a field into words; quotes hold one together.
func fieldWords(s string) []string {
	var out []string
	for s = strings.TrimSpace(s); s != "" && len(out) < 32; s = strings.TrimSpace(s) {
		if s[0] == '"' {
			end := strings.IndexByte(s[1:], '"')
			if end < 0 {
				return append(out, s[1:])
			}
			out, s = append(out, s[1:1+end]), s[2+end:]
			continue
		}
		end := strings.IndexAny(s, " \t\n\"")
		if end < 0 {
			end = len(s)
		}
		out, s = append(out, s[:end]), s[end:]
	}
	return out
}

// drawing reads a picture: the text boxes in it, and what it says of itself to those who do not see it.
func (r *docx) drawing(n int32) {
	t := r.tree
	boxes, images := 0, 0
	var look func(n int32)
	look = func(n int32) {
		t.children(n, func(k int32) {
			switch t.nodes[k].name {
			case "w:txbxContent":
				boxes++
				if r.flat > 0 {
					r.nodes(k)
				} else {
					r.boxes = append(r.boxes, k)
				}
				return
			case "pic:pic", "v:imagedata":
				images++
			case "wp:docPr", "pic:cNvPr", "v:shape":
				for _, a := range []string{"descr", "title", "alt"} {
					if s := t.attr(k, a); s != "" {
						r.conceal(s, "alternative text")
					}
				}
			}
			look(k)
		})
	}
	look(n)
	if images > 0 || boxes == 0 {
		r.lose("image", func(n int) string { return plural(n, "image is", "images are") + " not read" })
	}
}

// scriptDigits writes raised or lowered digits and signs as the characters for them; other text stays as it is.
func scriptDigits(s, script string) string {
	from, to := "0123456789+-−=()n", []rune("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ")
	if script == "subscript" {
		from, to = "0123456789+-−=()aehijklmnoprstuvx", []rune("₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ")
	} else if script != "superscript" {
		return s
	}
	chars := []rune(from)
	var b strings.Builder
	for _, c := range s {
		i := slices.Index(chars, c)
		if i < 0 {
			return s
		}
		b.WriteRune(to[i])
	}
	return b.String()
}

// symbolFont are the characters of the font Symbol from 0x21 on, as in its encoding vector (PDF 32000-1, D.5).
var symbolFont = []rune("!∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼" +
	"\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD" +
	"€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑")

// symbolChar is the character with a code in a font of symbols. Word shifts the codes to U+F000.
func symbolChar(font, char string) string {
	v, err := strconv.ParseUint(char, 16, 32)
	if err != nil {
		return ""
	}
	if v >= 0xF000 && v <= 0xF0FF {
		v -= 0xF000
	}
	switch f := strings.ToLower(font); {
	case f == "symbol" && v == 0xF1:
		return "〉"
	case f == "symbol" && v == 0xF2:
		return "∫"
	case f == "symbol" && v > 0x20 && int(v)-0x21 < len(symbolFont):
		return string(symbolFont[v-0x21])
	case strings.HasPrefix(f, "wingdings"):
		switch v {
		case 0x6E, 0xA7:
			return "■"
		case 0x6F, 0x71, 0x72, 0xA8:
			return "□"
		case 0xE0:
			return "→"
		case 0xF3:
			return "⇔"
		case 0xF0:
			return "⇒"
		case 0xFC:
			return "✓"
		}
		return "\uFFFD"
	case v >= 0x20 && v < 0xD800 || v >= 0xE000 && v <= 0x10FFFF:
		return string(rune(v))
	}
	return "\uFFFD"
}

// inserted counts a document in another format that the application would show here.
func (r *docx) inserted(id string) {
	rel, ok := r.rels.find(id)
	if !ok {
		return
	}
	r.lose("inserted", func(n int) string {
		return plural(n, "inserted document is", "inserted documents are") + " not read, such as " + rel.target
	})
	s := ""
	if !rel.external {
		s, _ = r.part(rel.target)
	}
	r.reveal()
	r.conceal("altChunk "+rel.target+"\n"+s, "inserted document")
}

// asides keeps what the file holds beside the page: comments, running heads, properties, and links to other files.
func (r *docx) asides(z *zip.Reader) {
	seen := map[string]bool{}
	for _, f := range z.File {
		name := strings.TrimPrefix(strings.ReplaceAll(f.Name, `\`, "/"), "/")
		base := path.Base(name)
		if seen[name] {
			continue
		}
		seen[name] = true
		r.reveal()
		if name != strings.TrimPrefix(path.Clean("/"+name), "/") && !strings.HasSuffix(name, "/") {
			r.conceal(f.Name, "name of a part")
		}
		switch {
		case strings.HasSuffix(name, ".rels"):
			s, err := r.part(name)
			if err != nil {
				continue
			}
			sc := newXMLScanner(s, nil)
			for t, ok := sc.next(); ok; t, ok = sc.next() {
				if t.kind != xmlStart || attribute(t.raw, "TargetMode") != "External" {
					continue
				}
				if strings.HasSuffix(attribute(t.raw, "Type"), "/hyperlink") {
					r.conceal(attribute(t.raw, "Target")+"\n", "link target")
				} else {
					r.conceal(s[t.pos:sc.pos]+"\n", "link to a file")
				}
			}
		case strings.HasPrefix(base, "comments") && strings.HasSuffix(base, ".xml"):
			r.asideText(name, "comment")
		case strings.HasPrefix(base, "header") && strings.HasSuffix(base, ".xml"):
			r.asideText(name, "header")
		case strings.HasPrefix(base, "footer") && strings.HasSuffix(base, ".xml"):
			r.asideText(name, "footer")
		case strings.HasPrefix(name, "docProps/") && strings.HasSuffix(base, ".xml"), strings.HasPrefix(name, "customXml/item") && strings.HasSuffix(base, ".xml"):
			r.asideText(name, "property")
		case strings.HasSuffix(base, ".bin"):
			r.conceal(name, "embedded program")
			r.lose("embedded", func(n int) string {
				return plural(n, "embedded file is", "embedded files are") + " not read, such as " + name
			})
		}
	}
}

// asideText keeps the text of a part.
func (r *docx) asideText(name, why string) {
	s, err := r.part(name)
	if err != nil {
		return
	}
	sc := newXMLScanner(s, docxNamespaces)
	var b strings.Builder
	for t, ok := sc.next(); ok; t, ok = sc.next() {
		switch {
		case t.kind == xmlText && t.literal:
			b.WriteString(t.raw)
		case t.kind == xmlText:
			b.WriteString(unescapeXML(t.raw))
		case t.kind == xmlEnd && t.name != "w:t" && t.name != "w:r":
			b.WriteByte('\n')
		}
	}
	r.conceal(strings.Join(strings.FieldsFunc(b.String(), func(c rune) bool { return c == '\n' }), "\n"), why)
}
