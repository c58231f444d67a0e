package reader

import (
	"strings"
)

// pageFacts is what the whole of a page says of how it was made.
type pageFacts struct {
	text    int32 // bytes of text
	scripts bool  // formulas stand in script elements, and what stands beside them is their picture
	main    int32 // the element with the content, 0 when none says so
}

func factsOf(t *htmlTree) pageFacts {
	f := pageFacts{text: t.nodes[0].text}
	articles, article := 0, int32(0)
	end := int32(0)
	for i := range t.nodes {
		n := &t.nodes[i]
		switch n.tag {
		case "script":
			f.scripts = f.scripts || strings.HasPrefix(n.value("type"), "math/")
		case "article":
			if n.start >= end {
				articles, article, end = articles+1, int32(i), n.end
			}
		}
		if f.main == 0 && n.text > 0 && (n.tag == "main" || n.value("role") == "main") {
			f.main = int32(i)
		}
	}
	if f.main == 0 && articles == 1 {
		f.main = article
	}
	if f.main > 0 && t.nodes[f.main].text*3 < f.text { // most of the page lies outside: the element holds something else
		f.main = 0
	}
	return f
}

// outline reads a page from the element with its content; a heading of the first level before it is its title.
func (w *pageWalker) outline() {
	defer w.rest()
	if w.page.main == 0 {
		w.children(0)
		return
	}
	main := w.node(w.page.main)
	titled := false
	for i := w.page.main; i < int32(len(w.tree.nodes)) && w.node(i).start < main.end; i++ {
		titled = titled || w.node(i).tag == "h1"
	}
	for i := int32(0); i < w.page.main && !titled; i++ {
		if n := w.node(i); n.tag == "h1" && n.text > 0 && n.end <= main.start && n.links*2 < n.text+1 {
			titled = true
			w.walk(i)
		}
	}
	w.outside(0, w.page.main)
	w.walk(w.page.main)
	w.outside(w.page.main, int32(len(w.tree.nodes)))
	if w.node(0).text > main.text {
		w.parts++
	}
}

// rest ends the page: what is open is closed, and the notes that wait are read.
func (w *pageWalker) rest() {
	w.end()
	for len(w.open) > 0 {
		w.leave()
	}
	w.asides()
}

// outside keeps what is hidden outside of the content.
func (w *pageWalker) outside(from, to int32) {
	main := w.node(w.page.main)
	done := int32(0)
	for i := from; i < to; i++ {
		e := w.node(i)
		if e.start < done || e.start >= main.start && e.start < main.end || e.end > main.start && e.start <= main.start {
			continue
		}
		if e.tag == "!" {
			w.hide(int(e.start), int(e.end), "comment")
		} else if why := w.invisible(e); why != "" {
			w.hideContent(e, why)
			done = e.end
		}
	}
}

// invisible says why a reader of the page does not see an element, "" when it is seen. Style sheets are not read.
func (w *pageWalker) invisible(e *htmlNode) string {
	if e.tag == "template" || e.tag == "noscript" {
		return e.tag
	}
	for _, a := range e.attrs {
		switch a.key {
		case "hidden":
			return "hidden element"
		case "aria-hidden":
			if strings.EqualFold(a.value, "true") && !e.classed("katex-html", "math") {
				return "hidden element"
			}
		case "class":
			if e.classed("sr-only", "visually-hidden", "screen-reader-text", "d-none", "hidden", "is-hidden") {
				return "hidden element"
			}
		case "style":
			if why := invisibleStyle(a.value); why != "" {
				return why
			}
		}
	}
	return ""
}

// invisibleStyle reads the ways of hiding text in a style attribute.
func invisibleStyle(style string) string {
	background := false
	color := ""
	for d := range strings.SplitSeq(strings.ToLower(style), ";") {
		key, value, _ := strings.Cut(d, ":")
		key, value = strings.TrimSpace(key), strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(value), "!important"))
		zero := strings.Trim(value, "0.px%emrt ") == "" && strings.HasPrefix(value, "0")
		switch {
		case key == "display" && value == "none", key == "visibility" && (value == "hidden" || value == "collapse"):
			return "hidden element"
		case (key == "font-size" || key == "opacity") && (zero || value == "1px"):
			return "invisible text"
		case (key == "left" || key == "top" || key == "text-indent" || key == "margin-left") && strings.HasPrefix(value, "-") && len(value) > 5:
			return "text off the page"
		case key == "clip" && strings.HasPrefix(value, "rect(0"):
			return "hidden element"
		case strings.HasPrefix(key, "background"):
			background = true
		case key == "color":
			color = strings.ReplaceAll(value, " ", "")
		}
	}
	switch color {
	case "white", "#fff", "#ffffff", "transparent", "rgb(255,255,255)":
		if !background || color == "transparent" {
			return "invisible text"
		}
	}
	return ""
}

// furnitureClasses are the classes and ids of what stands around the content of a page.
var furnitureClasses = htmlSet(`nav navbar nav-bar navigation menu mainmenu main-menu submenu searchmenu sidebar sphinxsidebar bd-sidebar sidenav
	breadcrumb breadcrumbs bd-breadcrumbs cookie cookies cookie-banner cookie-consent cookie-notice consent gdpr pagination pager prev-next prev-next-area prev-next-footer
	related toc localtoc page-toc table-of-contents skip-link skiplink skip-to-content share sharing social social-share disqus advert advertisement ads
	site-header site-footer page-footer footer site-nav md-header md-footer md-nav md-tabs md-sidebar wy-nav-side wy-nav-top wy-side-scroll rst-footer-buttons rst-versions
	ltx_page_navbar ltx_page_footer ltx_page_header ltx_page_logo ltx_TOC package-alerts mw-editsection mw-jump-link navbox catlinks printfooter mw-navigation vector-header
	ptx-navbar ptx-sidebar ptx-toc ptx-masthead ptx-page-footer searchbox search-box search-form newsletter popup modal toolbar`)

// furniture reports what belongs to the page and not to its content: navigation, headers and footers, searches,
// notices.
func (w *pageWalker) furniture(n int32) bool {
	e := w.node(n)
	if w.book {
		return e.tag == "nav" || e.value("role") == "doc-toc"
	}
	if !blockTags[e.tag] && e.tag != "span" && e.tag != "dialog" {
		return false
	}
	most := e.text*5 > w.page.text*2 // no part of a page that holds so much of it stands around the content
	switch e.tag {
	case "nav", "dialog":
		return e.tag == "dialog" || !most || e.links*2 > e.text
	case "menu":
		return !most && e.links*2 > e.text
	case "form":
		return !most
	case "footer":
		return !most && !w.within(n, "blockquote") && !w.within(n, "figure")
	case "header":
		return !most && w.find(n, "h1") < 0 && !w.within(n, "article") && !w.within(n, "main") && !w.within(n, "section") && !e.classed("title-block-header")
	case "aside":
		if name, _, _ := boxName(e.value("class"), ""); name != "" {
			return false
		}
		if !w.within(n, "article") && !w.within(n, "main") && !w.within(n, "section") || e.links*2 > e.text {
			return !most && e.value("role") != "doc-footnote" && !strings.HasPrefix(e.value("type"), "footnote") && !e.classed("footnote", "footnotes")
		}
		return false
	}
	if len(e.attrs) == 0 || most {
		return false
	}
	switch e.value("role") {
	case "navigation", "banner", "contentinfo", "search", "dialog", "alertdialog", "doc-toc":
		return true
	case "complementary":
		return !w.within(n, "main") && !w.within(n, "article")
	}
	if e.tag == "li" || e.tag == "body" || e.tag == "p" || len(e.tag) == 2 && e.tag[0] == 'h' {
		return false
	}
	for _, a := range e.attrs {
		if a.key != "class" && a.key != "id" {
			continue
		}
		for c := range strings.FieldsSeq(a.value) {
			if c = strings.ToLower(c); furnitureWord(c) {
				return true
			}
			if furnitureClasses[c] && (e.links*2 > e.text || c != "related" && c != "footer" && c != "toc" && c != "sidebar" && c != "contents") {
				return true
			}
		}
	}
	return false
}

// furnitureWord reports classes and ids with a word that names furniture: "page-help-popup". "has-sidebar" says what
// stands beside.
func furnitureWord(class string) bool {
	for w := range strings.FieldsFuncSeq(class, func(r rune) bool { return r == '-' || r == '_' }) {
		switch w {
		case "has", "with", "no":
			return false
		case "popup", "cookie", "cookies", "consent", "gdpr", "navbar", "breadcrumb", "breadcrumbs", "searchbar":
			return true
		}
	}
	return false
}

// within reports whether an element lies in one with the tag.
func (w *pageWalker) within(n int32, tag string) bool {
	for p := w.node(n).parent; p >= 0; p = w.node(p).parent {
		if w.node(p).tag == tag {
			return true
		}
	}
	return false
}
