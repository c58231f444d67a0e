package reader

import (
	"strings"

	"lemma/core"
)

// Boxes are frames around text (tcolorbox, mdframed) and other environments that are no theorems by declaration. What
// stands in a box's title may still be the head of an item: "Theorem 2.1: Wedderburn".

func init() {
	for _, n := range []string{"newtcolorbox", "renewtcolorbox", "NewTColorBox", "DeclareTColorBox"} {
		texAny(n, (*tex).newColorBox)
	}
	texAny("newmdenv", func(r *tex, t texToken) {
		opts, _ := r.option()
		e := &texEnv{box: true}
		if title, ok := boxTitle(splitKeys(opts)); ok {
			e.begin = r.call1("lemma@title", title)
		}
		r.envs[r.plainText(r.arg())] = e
	})
	texAny("mdfsetup", func(r *tex, t texToken) {
		if title, ok := boxTitle(splitKeys(r.arg())); ok && !r.muted {
			r.frameTitle = drawnText(title)
		}
	})
	texAny("lemma@title", func(r *tex, t texToken) {
		title := r.arg()
		n := len(r.frames) - 1
		if n < 0 || r.frames[n].block < 0 || r.muted {
			return
		}
		r.inline++
		span := r.feedInline(title)
		r.titles = append(r.titles, texTitle{r.frames[n].block, span})
		r.say(". ")
		r.inline--
	})
	texAny("lemma@boxcounter", func(r *tex, t texToken) {
		c := r.plainText(r.arg())
		r.refStep(c)
		r.define(r.symbol("thetcbcounter"), &texMacro{body: []texToken{{kind: texCmd, made: true, sym: r.symbol("the" + c), text: `\the` + c}}}, false)
	})
}

// call1 makes \name{arg}.
func (r *tex) call1(name string, arg []texToken) []texToken {
	out := []texToken{{kind: texCmd, made: true, sym: r.symbol(name), text: `\` + name}, {kind: texOpen, text: "{", made: true}}
	return append(append(out, arg...), texToken{kind: texClose, text: "}", made: true})
}

// boxTitle is the title among the options of a box.
func boxTitle(keys []texKey) ([]texToken, bool) {
	for _, k := range keys {
		if k.key == "title" || k.key == "frametitle" {
			return k.value, true
		}
	}
	return nil, false
}

// drawnText is a title without the drawing around it: \tikz \node[fill=blue!20]{Theorem 2.1};
func drawnText(title []texToken) []texToken {
	node := 0
	for i := range title {
		switch t := &title[i]; {
		case t.kind == texCmd && t.sym.name == "node":
			node = i
		case t.kind == texOpen && node > 0:
			depth := 0
			for j := i; j < len(title); j++ {
				switch title[j].kind {
				case texOpen:
					depth++
				case texClose:
					if depth--; depth == 0 {
						return title[i+1 : j]
					}
				}
			}
		}
	}
	return title
}

// boxCounter is the counter of the boxes with a name.
func boxCounter(name string) string { return "tcb@cnt@" + name }

// newColorBox is \newtcolorbox[init]{name}[n][default]{options}; \thetcbcounter in the title prints the number that
// the init options give it.
func (r *tex) newColorBox(t texToken) {
	init, _ := r.option()
	name := r.plainText(r.arg())
	e := &texEnv{box: true}
	if kind := t.sym.name; kind[0] == 'N' || kind[0] == 'D' {
		e.params = parseSpec(r.arg())
	} else {
		e.params = r.classicParams(false)
	}
	counter, within := "", ""
	for _, k := range splitKeys(init) {
		v := r.plainText(k.value)
		switch k.key {
		case "auto counter":
			counter = boxCounter(name)
		case "use counter", "use counter*":
			counter = v
		case "use counter from":
			counter = r.counterOfBox(v)
		case "number within":
			within = v
		}
	}
	if counter != "" {
		if counter == boxCounter(name) {
			r.newCounter(counter)
			if within != "" {
				r.resetBy(counter, within)
				r.defineThe(counter, within)
			}
		}
		e.begin = r.call1("lemma@boxcounter", []texToken{r.word(counter)})
	}
	if title, ok := boxTitle(splitKeys(compile(r.arg()))); ok {
		e.begin = append(e.begin, r.call1("lemma@title", title)...)
	}
	r.envs[name] = e
}

// counterOfBox is the counter that boxes or theorems with a name use.
func (r *tex) counterOfBox(name string) string {
	if th := r.theorems[name]; th != nil && th.counter != "" {
		return th.counter
	}
	if r.counters[boxCounter(name)] != nil {
		return boxCounter(name)
	}
	return name
}

// beginBox opens an environment that is no theorem: an abstract, a box with a title.
func (r *tex) beginBox(name string, opts []texToken) {
	f := r.pushFrame(name)
	if f == nil {
		return
	}
	title, found := opts, len(opts) > 0
	for i := range opts {
		if opts[i].kind == texText && strings.Contains(opts[i].text, "=") {
			title, found = boxTitle(splitKeys(opts))
			break
		}
	}
	if name == "mdframed" && len(r.frameTitle) > 0 { // \mdfsetup{frametitle=…}\begin{mdframed}[]
		if !found {
			title, found = r.frameTitle, true
		}
		r.frameTitle = nil
	}
	if o := r.openingFrame(); o != nil && o.block >= 0 && o.head == len(r.buf) && name == "mdframed" { // the frame of an environment of the document
		f.role = roleLayout
		if found {
			r.inline++
			r.feedInline(title)
			r.inline--
		}
		return
	}
	f.role = roleBox
	r.block(f, core.Environment, strings.TrimSuffix(name, "*"))
	if found {
		r.inline++
		span := r.feedInline(title)
		r.titles = append(r.titles, texTitle{f.block, span})
		if span.End > span.Start {
			r.say(". ")
		}
		r.inline--
		r.headEnd = len(r.buf)
		r.doc.Blocks[f.block].Body.Start = len(r.buf)
	}
}
