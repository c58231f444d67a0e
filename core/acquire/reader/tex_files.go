package reader

import (
	"path"
	"strings"

	"lemma/core"
	"lemma/core/text"
)

// Bounds of \input: a file that is read again and again is an attack, or a mistake.
const (
	texMaxFiles  = 5000
	texMaxOpen   = 40       // files in each other
	texMaxReread = 16 << 20 // bytes
)

// texPart is a file of the document.
type texPart struct {
	name string
	raw  []byte
	src  string
	runs []core.Run
}

func init() {
	texAny("input", func(r *tex, t texToken) {
		if list, ok := r.braced(); ok {
			r.input(r.plainText(list), "", true)
			return
		}
		var b strings.Builder // \input name
		for {
			u := r.next()
			if u.kind != texText {
				r.unread(u)
				break
			}
			b.WriteString(u.text)
		}
		if b.Len() > 0 {
			r.input(b.String(), "", true)
		}
	})
	texAny("@input", func(r *tex, t texToken) { r.input(r.plainText(r.arg()), "", true) })
	texAny("@@input", func(r *tex, t texToken) { r.input(r.plainText(r.arg()), "", true) })
	texAny("include", func(r *tex, t texToken) {
		name := r.plainText(r.arg())
		if r.only == nil || r.only[strings.TrimSuffix(name, ".tex")] {
			r.endPar(2)
			r.input(name, "", true)
		} else {
			r.lose("excluded-file", `files that \includeonly leaves out: `+name)
		}
	})
	texAny("includeonly", func(r *tex, t texToken) {
		r.only = map[string]bool{}
		for _, n := range strings.Split(r.plainText(r.arg()), ",") {
			r.only[strings.TrimSuffix(strings.TrimSpace(n), ".tex")] = true
		}
	})
	for _, n := range []string{"import", "subimport", "inputfrom", "subinputfrom", "includefrom", "subincludefrom"} {
		texAny(n, func(r *tex, t texToken) {
			r.star("*")
			dir := r.plainText(r.arg())
			if f := r.file(); f != nil && strings.HasPrefix(t.sym.name, "sub") {
				dir = path.Join(f.dir, dir)
			}
			r.input(r.plainText(r.arg()), dir, true)
		})
	}
	for _, n := range []string{"subfile", "subfileinclude", "includestandalone"} {
		texAny(n, func(r *tex, t texToken) {
			r.option()
			name := r.plainText(r.arg())
			r.input(name, "", true)
		})
	}
	texAny("endinput", func(r *tex, t texToken) {
		if f := r.direct(); f != nil && len(r.stack) > 1 {
			f.pos = len(f.src)
		}
	})
	texAny("documentclass", (*tex).documentClass)
	texAny("documentstyle", (*tex).documentClass)
	texAny("LoadClass", (*tex).documentClass)
	texAny("LoadClassWithOptions", (*tex).documentClass)
	for _, n := range []string{"usepackage", "RequirePackage"} {
		texAny(n, func(r *tex, t texToken) {
			opts, _ := r.option()
			names := r.plainText(r.arg())
			r.option()
			for _, name := range strings.Split(names, ",") {
				r.usePackage(strings.TrimSpace(name), r.plainText(opts))
			}
		})
	}
	texAny("externaldocument", func(r *tex, t texToken) { r.skipArgs("omo") })
}

// open finds a file that the document names, as written or below the folders that are being read.
func (r *tex) open(name, ext string) (string, []byte, bool) {
	if r.in.Open == nil || name == "" || len(name) > 300 || strings.ContainsAny(name, "\x00\\|") || r.files > texMaxFiles {
		return "", nil, false
	}
	r.files++
	names := []string{name}
	if ext != "" && !strings.HasSuffix(name, ext) {
		names = []string{name + ext, name}
	}
	dirs := []string{""}
	for i := len(r.stack) - 1; i >= 0; i-- {
		if s := &r.stack[i]; s.file && s.dir != "" && s.dir != dirs[len(dirs)-1] {
			dirs = append(dirs, s.dir)
		}
	}
	for _, d := range dirs[:min(4, len(dirs))] {
		for _, n := range names {
			if path.Ext(n) == "" && n == name && ext == ".tex" && len(names) > 1 && d != "" {
				continue
			}
			if full, raw, err := r.in.Open(path.Join(d, n)); err == nil {
				return full, raw, true
			}
		}
	}
	return "", nil, false
}

// input reads a file next.
func (r *tex) input(name, dir string, report bool) {
	name = strings.Trim(strings.TrimSpace(name), `"`)
	if name == "" {
		return
	}
	full := name
	if dir != "" {
		full = path.Join(dir, name)
	}
	file, raw, ok := r.open(full, ".tex")
	if !ok {
		if report && !r.quiet() {
			switch path.Ext(name) {
			case ".sty", ".cls", ".cfg", ".pdf_t", ".pdf_tex", ".pstex_t", ".eepic", ".pgf", ".tikz", ".aux", ".toc", ".ind", ".gls", ".latexmk", ".pspdftex", ".epic":
				r.lose("missing-drawing", "files that hold drawings or lists and were not found, such as "+name)
			default:
				if r.missing++; r.missing > 20 { // one each would flood
					r.lose("missing-file", "more files could not be read, such as "+name)
					return
				}
				r.lose("missing-file "+name, "the file "+name+" could not be read; its text is missing")
			}
		}
		return
	}
	r.enterFile(file, raw, path.Dir(full), false)
}

// quiet reports whether a package is being read, whose inputs are no text.
func (r *tex) quiet() bool {
	f := r.file()
	return f != nil && f.restore
}

// enterFile puts a file on the input stack.
func (r *tex) enterFile(name string, raw []byte, dir string, pkg bool) {
	nested := 0
	for i := range r.stack {
		s := &r.stack[i]
		if !s.file {
			continue
		}
		nested++
		if r.parts[s.part].name == name {
			r.lose("input-cycle", name+" includes itself; it was read once")
			return
		}
	}
	if nested >= texMaxOpen {
		r.lose("input-depth", "files include each other too deeply at "+name)
		return
	}
	i, seen := r.partOf[name]
	if seen {
		r.included += len(raw) + 1
		if r.included > texMaxReread || i == 0 {
			r.lose("input-limit", name+" is included too often")
			return
		}
	} else {
		src, _, runs, losses, err := Decode(raw)
		if err != nil {
			r.lose("missing-file "+name, "the file "+name+" holds no text")
			return
		}
		for _, l := range losses {
			r.lose(l.Kind, l.Text)
		}
		i = len(r.parts)
		r.partOf[name] = i
		r.parts = append(r.parts, texPart{name: name, raw: raw, src: src, runs: runs})
		r.maxMade += texGrowth * len(src)
	}
	r.maxText += texGrowth * len(r.parts[i].src)
	if dir == "." {
		dir = ""
	}
	r.stack = append(r.stack, texSource{file: true, part: int32(i), src: r.parts[i].src, dir: dir, at: pkg, restore: pkg, muted: r.muted})
	if pkg {
		r.muted = true
	}
}

// closeFile takes a file that was read from the stack.
func (r *tex) closeFile() {
	f := r.stack[len(r.stack)-1]
	r.stack = r.stack[:len(r.stack)-1]
	if f.restore || f.sub {
		r.muted = f.muted
	}
}

// documentClass is \documentclass[options]{class}; in an included file it begins a preamble of its own.
func (r *tex) documentClass(t texToken) {
	opts, _ := r.option()
	class := r.plainText(r.arg())
	r.option()
	f := r.file()
	nested := f != nil && f.part != 0 && !f.restore
	if nested && r.root && r.class != "" { // subfiles, standalone
		if !r.muted && t.sym.name == "documentclass" {
			f.sub, f.muted = true, false
			r.muted = true
		}
		return
	}
	if class == "subfiles" { // a chapter read by itself: its definitions are those of the book
		main := r.plainText(opts)
		if file, raw, ok := r.open(main, ".tex"); ok {
			if i := strings.Index(string(raw), `\begin{document}`); i >= 0 {
				r.setClass("article")
				r.enterFile(file, raw, path.Dir(main), true)
				s := &r.stack[len(r.stack)-1]
				if s.part != 0 {
					if i := strings.Index(s.src, `\begin{document}`); i >= 0 {
						s.src = s.src[:i]
					}
					s.at = false
				}
				return
			}
		}
	}
	r.setClass(class)
	for _, o := range strings.Split(r.plainText(opts), ",") {
		r.classOption(strings.TrimSpace(o))
	}
	if file, raw, ok := r.open(class+".cls", ""); ok {
		r.enterFile(file, raw, path.Dir(class), true)
	}
}

func (r *tex) classOption(o string) {
	switch o {
	case "german", "ngerman", "french", "spanish", "italian", "russian", "portuguese", "brazil", "dutch", "polish":
		r.language(o)
	case "envcountsect", "envcountchap":
		within := "section"
		if o == "envcountchap" {
			within = "chapter"
		}
		for _, t := range r.theorems {
			if t.counter != "" && t.class {
				r.resetBy(t.counter, within)
				r.defineThe(t.counter, within)
			}
		}
	case "envcountsame":
		for _, t := range r.theorems {
			if t.class && t.counter != "" && t.counter != "theorem" {
				t.counter = "theorem"
			}
		}
	}
}

// usePackage reads the definitions of a package that lies beside the document, and notes what others change.
func (r *tex) usePackage(name, opts string) {
	if r.packages[name] || name == "" {
		return
	}
	r.packages[name] = true
	switch name {
	case "babel":
		for _, o := range strings.Split(opts, ",") { // the last one is the main language
			r.language(strings.TrimPrefix(strings.TrimSpace(o), "main="))
		}
	case "ngerman", "german":
		r.language(name)
	case "ctex":
		r.language("chinese")
	case "cleveref":
		r.capital = r.capital || strings.Contains(opts, "capitali")
		r.noAbbrev = r.noAbbrev || strings.Contains(opts, "noabbrev")
	}
	if file, raw, ok := r.open(name+".sty", ""); ok {
		r.enterFile(file, raw, path.Dir(name), true)
	} else if len(name) < maxLabel && isName(name) {
		r.absent = append(r.absent, name)
	}
}

func init() { // polyglossia
	for _, n := range []string{"setdefaultlanguage", "setmainlanguage"} {
		texAny(n, func(r *tex, t texToken) {
			r.option()
			r.language(r.plainText(r.arg()))
		})
	}
}

// language sets the words that LaTeX prints by itself.
func (r *tex) language(name string) {
	prints, ok := text.Babel(name)
	if !ok {
		return
	}
	r.german = name == "german" || name == "ngerman"
	for name, word := range map[string]string{"proofname": prints.Proof, "figurename": prints.Figure, "tablename": prints.Table} {
		r.symbol(name).macro = &texMacro{body: []texToken{r.word(word)}}
	}
}
