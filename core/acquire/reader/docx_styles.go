package reader

import (
	"slices"
	"strconv"
	"strings"

	"lemma/core"
	"lemma/core/text"
)

// docxFace is how a run is set. Each property may be unset: then the style above it decides.
type docxFace struct {
	bold, italic, caps, vanish toggle
	verb                       bool
	color                      string // RRGGBB, "auto", or "bg" for the background of the theme
	shade                      string
	size                       int // half points, 0 unset
	scale                      int // of the width in per cent, 0 unset
}

type toggle int8

const (
	unset toggle = iota
	on
	off
)

// over lays a face over another one.
func (f docxFace) over(below docxFace) docxFace {
	for _, t := range [...][2]*toggle{{&f.bold, &below.bold}, {&f.italic, &below.italic}, {&f.caps, &below.caps}, {&f.vanish, &below.vanish}} {
		if *t[0] == unset {
			*t[0] = *t[1]
		}
	}
	f.verb = f.verb || below.verb
	if f.color == "" {
		f.color = below.color
	}
	if f.shade == "" {
		f.shade = below.shade
	}
	if f.size == 0 {
		f.size = below.size
	}
	if f.scale == 0 {
		f.scale = below.scale
	}
	return f
}

// docxPara is what a paragraph's properties say.
type docxPara struct {
	style   string
	outline int // level of a heading from 1, 0 unset, -1 body text
	num     string
	level   int
	hasNum  bool
	shade   string
}

// docxStyle is a style. What it says itself is completed from the styles that it is based on when it is asked for.
type docxStyle struct {
	name  string // lower case
	based string
	para  docxPara
	face  docxFace
	done  bool
}

type docxStyles struct {
	byID map[string]*docxStyle
	base docxFace // the defaults of the document
	std  [2]string
}

// maxBased bounds how long a chain of styles is.
const maxBased = 32

// readStyles reads the styles. Their ids and shown names are in the language of the user; the names of the built-in
// ones in the file are English, and levels of the outline tell headings of authors' own.
func (r *docx) readStyles() {
	r.styles.byID = map[string]*docxStyle{}
	name, s := r.side("styles")
	if s == "" {
		return
	}
	r.each(s, func(n int32) {
		t := r.tree
		switch t.nodes[n].name {
		case "w:docDefaults":
			if d := t.find(n, "w:rPrDefault"); d != xmlNone {
				r.styles.base = r.faceOf(t.find(d, "w:rPr"))
			}
		case "w:style":
			id := t.attr(n, "styleId")
			if id == "" || r.styles.byID[id] != nil {
				return
			}
			x := &docxStyle{name: strings.ToLower(strings.TrimSpace(t.attr(t.find(n, "w:name"), "val")))}
			if b := t.find(n, "w:basedOn"); b != xmlNone {
				x.based = t.attr(b, "val")
			}
			if p := t.find(n, "w:pPr"); p != xmlNone {
				x.para = r.paraOf(p)
			}
			if p := t.find(n, "w:rPr"); p != xmlNone {
				x.face = r.faceOf(p)
			}
			if level, ok := headingLevel(x.name); ok {
				x.para.outline = level
			}
			if codeStyles[x.name] {
				x.face.verb = true
			}
			r.styles.byID[id] = x
			if k := slices.Index([]string{"paragraph", "character"}, t.attr(n, "type")); k >= 0 && truth(t.attr(n, "default"), false) {
				r.styles.std[k] = id
			}
		}
	}, name)
}

// headingLevel reads "heading 2", the name of the built-in styles in every language.
func headingLevel(name string) (int, bool) {
	n, ok := strings.CutPrefix(name, "heading ")
	if !ok {
		return 0, false
	}
	level, err := strconv.Atoi(n)
	return level, err == nil && level > 0 && level < 10
}

// codeStyles are what word processors and converters call the styles of code.
var codeStyles = map[string]bool{
	"source code": true, "sourcecode": true, "html preformatted": true, "preformatted text": true, "plain text": true, "code": true, "code block": true, "macro text": true,
	"verbatim": true, "verbatim char": true, "html code": true, "html typewriter": true, "source text": true, "inline code": true, "code char": true, "listing": true, "program": true,
}

// style returns a style with all that it inherits.
func (r *docx) style(id string) *docxStyle {
	x := r.styles.byID[id]
	if x == nil || x.done {
		return x
	}
	x.done = true
	for at, n := x.based, 0; at != "" && n < maxBased; n++ {
		b := r.styles.byID[at]
		if b == nil || b == x {
			break
		}
		if x.para.outline == 0 {
			x.para.outline = b.para.outline
		}
		if !x.para.hasNum && b.para.hasNum {
			x.para.num, x.para.level, x.para.hasNum = b.para.num, max(x.para.level, b.para.level), true
		}
		if x.para.shade == "" {
			x.para.shade = b.para.shade
		}
		x.face = x.face.over(b.face)
		if b.done { // it has the rest already
			break
		}
		at = b.based
	}
	return x
}

// paraOf reads the properties of a paragraph.
func (r *docx) paraOf(n int32) docxPara {
	var p docxPara
	t := r.tree
	if n == 0 {
		return p
	}
	t.children(n, func(k int32) {
		switch t.nodes[k].name {
		case "w:pStyle":
			p.style = t.attr(k, "val")
		case "w:outlineLvl":
			if v, err := strconv.Atoi(t.attr(k, "val")); err == nil {
				p.outline = v + 1
				if v < 0 || v > 8 {
					p.outline = -1
				}
			}
		case "w:numPr":
			if i := t.find(k, "w:numId"); i != xmlNone {
				p.num, p.hasNum = t.attr(i, "val"), true
			}
			if i := t.find(k, "w:ilvl"); i != xmlNone {
				v, _ := strconv.Atoi(t.attr(i, "val"))
				p.level = min(max(0, v), docxLevels-1)
			}
		case "w:shd":
			p.shade = t.attr(k, "fill")
		}
	})
	return p
}

// faceOf reads the properties of a run.
func (r *docx) faceOf(n int32) docxFace {
	var f docxFace
	t := r.tree
	if n == 0 {
		return f
	}
	flag := func(k int32) toggle {
		if truth(t.attr(k, "val"), true) {
			return on
		}
		return off
	}
	t.children(n, func(k int32) {
		switch t.nodes[k].name {
		case "w:b":
			f.bold = flag(k)
		case "w:i":
			f.italic = flag(k)
		case "w:smallCaps":
			f.caps = flag(k)
		case "w:vanish", "w:specVanish":
			f.vanish = flag(k)
		case "w:color":
			f.color = strings.ToUpper(t.attr(k, "val"))
			if c := t.attr(k, "themeColor"); c == "background1" || c == "light1" {
				f.color = "bg"
			}
		case "w:shd":
			f.shade = t.attr(k, "fill")
		case "w:highlight":
			f.shade = t.attr(k, "val")
		case "w:sz":
			f.size, _ = strconv.Atoi(t.attr(k, "val"))
		case "w:w":
			f.scale, _ = strconv.Atoi(strings.TrimSuffix(t.attr(k, "val"), "%"))
		case "w:rFonts":
			f.verb = f.verb || monospaced(t.attr(k, "ascii"))
		}
	})
	return f
}

// truth reads a value of the type ST_OnOff.
func truth(v string, absent bool) bool {
	switch strings.ToLower(v) {
	case "":
		return absent
	case "0", "false", "off", "none":
		return false
	}
	return true
}

func monospaced(font string) bool {
	font = strings.ToLower(font)
	return strings.Contains(font, "mono") || strings.Contains(font, "courier") || strings.Contains(font, "consolas") || font == "menlo" || font == "monaco" || strings.Contains(font, "typewriter") || strings.Contains(font, "fixed") || font == "lucida console" || strings.Contains(font, "source code")
}

// hidden reports why a run would not be seen on the page; "" when it would. A light colour on a shaded ground is seen.
func (f docxFace) hidden(shaded bool) string {
	light := false
	switch c := f.color; {
	case c == "bg":
		light = true
	case len(c) == 6:
		if v, err := strconv.ParseUint(c, 16, 32); err == nil {
			light = v>>16 >= 0xF8 && v>>8&0xFF >= 0xF8 && v&0xFF >= 0xF8
		}
	}
	switch {
	case f.vanish == on:
		return "hidden text"
	case light && !shaded && clearGround(f.shade):
		return "text in the colour of the page"
	case f.size > 0 && f.size <= 3:
		return "text of one point"
	case f.scale > 0 && f.scale <= 5:
		return "text without width"
	}
	return ""
}

// clearGround reports whether a ground is that of the page.
func clearGround(shade string) bool {
	switch strings.ToUpper(shade) {
	case "", "AUTO", "FFFFFF", "CLEAR", "NONE", "WHITE":
		return true
	}
	return false
}

// styleBox returns the name of the environment that paragraphs of a style make, as "theorem" for the styles "Theorem",
// "Theorem Body", "My Theorem": authors and converters name styles after what they hold. "" when it is no head word.
func styleBox(style string) (string, text.Head) {
	words := strings.Fields(strings.NewReplacer("-", " ", "_", " ", ".", " ").Replace(style))
	for len(words) > 1 && layoutWords[words[len(words)-1]] {
		words = words[:len(words)-1]
	}
	if len(words) == 0 || len(words) > 3 {
		return "", text.Head{}
	}
	whole := strings.Join(words, " ")
	if h, ok := text.LookupHead(whole); ok && h.Class != text.NoHead {
		return whole, h
	}
	for _, w := range []string{words[len(words)-1], words[0]} {
		if h, ok := text.LookupHead(w); ok && h.Class != text.NoHead && len(words) == 2 && h.Class != text.Remark {
			return w, h
		}
	}
	return "", text.Head{}
}

// layoutWords follow the head word in names of styles.
var layoutWords = map[string]bool{
	"body": true, "text": true, "statement": true, "paragraph": true, "para": true, "content": true, "box": true, "style": true, "env": true, "environment": true, "block": true,
	"head": true, "heading": true, "title": true, "first": true, "last": true, "continued": true, "cont": true, "para1": true, "1": true,
}

// marksOf are the marks that a face makes of text, when the text around it has the face base.
func (f docxFace) marksOf(base docxFace) []core.MarkKind {
	var out []core.MarkKind
	if f.verb && !base.verb {
		out = append(out, core.Verb)
	}
	if f.bold == on && base.bold != on {
		out = append(out, core.Strong)
	}
	if f.italic == on && base.italic != on || f.italic != on && base.italic == on {
		out = append(out, core.Emph)
	}
	if f.caps == on && base.caps != on {
		out = append(out, core.Caps)
	}
	return out
}
