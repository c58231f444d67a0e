package reader

import (
	"context"
	"fmt"
	"os"
	"path"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"lemma/core"
)

// TestTeX reads main.tex of each archive, with the other files beside it, and compares its blocks, references, marks,
// hidden text and losses with the file want.
func TestTeX(t *testing.T) {
	golden(t, "tex", func(t *testing.T, files []txtar.File) string {
		raw := map[string][]byte{}
		for _, f := range files {
			raw[f.Name] = f.Data
		}
		return describe(readChecked(t, texInput("main.tex", raw["main.tex"], raw)))
	})
}

// texInput is a document whose files are in memory.
func texInput(name string, raw []byte, files map[string][]byte) Input {
	return Input{Name: name, Raw: raw, Open: func(rel string) (string, []byte, error) {
		rel = path.Clean(rel)
		if b, ok := files[rel]; ok {
			return rel, b, nil
		}
		return "", nil, os.ErrNotExist
	}}
}

// describe prints a document in a compact form.
func describe(d *core.Document) string {
	var b strings.Builder
	for _, k := range d.Blocks {
		for p := k.Parent; p >= 0; p = d.Blocks[p].Parent {
			b.WriteString("  ")
		}
		b.WriteString(k.Kind.String())
		if k.Level > 0 {
			fmt.Fprintf(&b, " %d", k.Level)
		}
		for _, f := range []struct{ name, value string }{{"name", k.Name}, {"head", k.Head}, {"number", k.Number}, {"title", k.Title}, {"anchors", strings.Join(k.Anchors, " ")}, {"proves", k.Proves}} {
			if f.value != "" {
				fmt.Fprintf(&b, " %s=%s", f.name, f.value)
			}
		}
		if k.Starred {
			b.WriteString(" starred")
		}
		if k.Last == indexOf(d, k) {
			fmt.Fprintf(&b, ": %q", k.Body.Of(d.Text))
		}
		b.WriteByte('\n')
	}
	for _, r := range d.Refs {
		fmt.Fprintf(&b, "ref %q -> %s\n", r.Span.Of(d.Text), r.Target)
	}
	for _, m := range d.Marks {
		fmt.Fprintf(&b, "mark %s %q\n", [...]string{"emph", "strong", "term", "verb", "caps"}[m.Kind], m.Span.Of(d.Text))
	}
	for _, h := range d.Hidden {
		fmt.Fprintf(&b, "hidden %s: %q\n", h.Why, h.Text)
	}
	for _, l := range d.Losses {
		fmt.Fprintf(&b, "loss %s %d: %s\n", l.Kind, l.Count, l.Text)
	}
	return b.String()
}

func indexOf(d *core.Document, k core.Block) int {
	for i := range d.Blocks {
		if d.Blocks[i].Span == k.Span && d.Blocks[i].Body == k.Body && d.Blocks[i].Kind == k.Kind && d.Blocks[i].Parent == k.Parent {
			return i
		}
	}
	return -1
}

// checkDocument proves what every document owes: blocks nest, spans lie in the text, runs are in order and copy what
// they say.
func checkDocument(t testing.TB, d *core.Document) {
	t.Helper()
	for i, b := range d.Blocks {
		if b.Span.Start > b.Body.Start || b.Body.Start > b.Body.End || b.Body.End > b.Span.End || b.Span.Start < 0 || b.Span.End > len(d.Text) {
			t.Fatalf("block %d has spans %v, %v in a text of %d bytes", i, b.Span, b.Body, len(d.Text))
		}
		if b.Parent >= i || b.Last < i || b.Last >= len(d.Blocks) {
			t.Fatalf("block %d has parent %d and last %d of %d", i, b.Parent, b.Last, len(d.Blocks))
		}
		if b.Parent >= 0 && (!d.Blocks[b.Parent].Span.Contains(b.Span) || d.Blocks[b.Parent].Last < b.Last) {
			t.Fatalf("block %d (%v, last %d) is not inside its parent %d (%v, last %d)", i, b.Span, b.Last, b.Parent, d.Blocks[b.Parent].Span, d.Blocks[b.Parent].Last)
		}
		if i > 0 && b.Span.Start < d.Blocks[i-1].Span.Start {
			t.Fatalf("block %d begins before the one before it", i)
		}
	}
	at := 0
	for i, r := range d.Runs {
		if r.Text < at || r.N < 0 || r.Orig < 0 || r.Width < 0 || r.Text+r.N > len(d.Text) {
			t.Fatalf("run %d is out of order: %+v after %d", i, r, at)
		}
		at = r.Text + r.N
		raw := d.Parts[r.Part].Raw
		if r.Fixed && r.Orig+r.Width > len(raw) || !r.Fixed && (r.Orig+r.N > len(raw) || string(raw[r.Orig:r.Orig+r.N]) != d.Text[r.Text:r.Text+r.N]) {
			t.Fatalf("run %d is no copy of the original: %+v", i, r)
		}
	}
	for _, s := range d.Refs {
		if s.Span.Start < 0 || s.Span.End < s.Span.Start || s.Span.End > len(d.Text) {
			t.Fatalf("reference %+v is out of the text", s)
		}
	}
	for _, s := range d.Marks {
		if s.Span.Start < 0 || s.Span.End < s.Span.Start || s.Span.End > len(d.Text) {
			t.Fatalf("mark %+v is out of the text", s)
		}
	}
	for _, h := range d.Hidden {
		if h.Span.Start < 0 || h.Span.End > len(d.Parts[h.Part].Raw) || h.Span.End < h.Span.Start {
			t.Fatalf("hidden text %+v is out of its part", h.Span)
		}
	}
}

// TestTeXOriginal maps text back to the bytes it came from, through macros, included files and other encodings.
func TestTeXOriginal(t *testing.T) {
	files := map[string][]byte{
		"main.tex": []byte("\\documentclass{article}\r\n\\newcommand{\\x}[1]{<#1>}\r\n\\begin{document}\r\nOne \\x{two}\r\nthree.\r\n\r\n\\input{sub}\r\n\\end{document}\r\n"),
		"sub.tex":  []byte("caf\xe9 $\\alpha$ four"),
	}
	doc, err := Read(context.Background(), texInput("main.tex", files["main.tex"], files))
	if err != nil {
		t.Fatal(err)
	}
	checkDocument(t, doc)
	for _, c := range []struct {
		text, orig string
		part       int
	}{{"One", "One", 0}, {"two", "two", 0}, {"three.", "three.", 0}, {"<", `\x{two}`, 0}, {`$\alpha$`, `$\alpha$`, 1}, {"four", "four", 1}, {"é", "\xe9", 1}} {
		i := strings.Index(doc.Text, c.text)
		if i < 0 {
			t.Fatalf("%q is not in %q", c.text, doc.Text)
		}
		part, span := doc.Original(core.Span{Start: i, End: i + len(c.text)})
		if got := string(doc.Parts[part].Raw[span.Start:span.End]); got != c.orig || part != c.part {
			t.Errorf("%q came from %q of part %d, want %q of part %d", c.text, got, part, c.orig, c.part)
		}
	}
}

// TestTeXHostile reads input that nests, repeats and expands without end; what it must not do is panic, hang or grow.
func TestTeXHostile(t *testing.T) {
	const n = 20000
	laughs := `\def\a{lol}`
	for i := range 20 {
		laughs += fmt.Sprintf(`\def\%c{%s}`, 'b'+i, strings.Repeat(fmt.Sprintf(`\%c`, 'a'+i), 10))
	}
	for name, in := range map[string]string{
		"braces":       strings.Repeat("{", n),
		"begin":        strings.Repeat(`\begin{`, n),
		"environments": strings.Repeat(`\begin{theorem}`, n),
		"ends":         `\begin{theorem}` + strings.Repeat(`\end{x}`, n),
		"faces":        strings.Repeat(`\emph{`, n),
		"titles":       strings.Repeat(`\section{`, n),
		"notes":        strings.Repeat(`\footnote{`, n),
		"options":      strings.Repeat(`\begin{theorem}[`, n),
		"itself":       `\def\a{\a}\a text \def\b{x\b}\b more`,
		"laughs":       laughs + `\u end`,
		"doubled":      `\newcommand\x[1]{#1#1#1#1}` + strings.Repeat(`\x{`, 40) + "a" + strings.Repeat("}", 40),
		"formula":      `\newcommand\x[1]{#1#1#1#1}$` + strings.Repeat(`\x{`, 40) + "a" + strings.Repeat("}", 40) + "$",
		"dollars":      strings.Repeat("$", n),
		"displays":     strings.Repeat(`\[`, n),
		"verbatim":     strings.Repeat(`\begin{verbatim}`, n),
		"conditions":   strings.Repeat(`\iffalse `, n),
		"definitions":  strings.Repeat(`\def\x#1#2`, n),
		"names":        strings.Repeat(`\csname `, n),
		"after":        strings.Repeat(`\expandafter`, n) + `\x`,
		"lists":        strings.Repeat(`\begin{itemize}\item `, n),
		"fractions":    "$" + strings.Repeat(`\frac{`, n),
		"input":        strings.Repeat(`\input{main}`, n),
		"counter":      `\newcounter{a}\renewcommand{\thea}{\thea}\thea \renewcommand{\thesection}{\thesection\thesection}\section{x}`,
		"global":       `\def\x{\gdef\x{\x\x}\x\x}\x`,
		"keys":         `\cref{` + strings.Repeat("a,", n) + `}\label{a}`,
		"unknown":      strings.Repeat(`a \foo b `, 1<<17),
		"unfinished":   `\newtheorem{t}{T}\begin{t}\begin{equation}\csname\end{t}`,
		"after end":    `\newtheorem{t}{T}\begin{t}\begin{equation}\expandafter\x\end{t}`,
		"groups":       `\newtheorem{t}{T}` + strings.Repeat(`\begin{t}{\end{t} `, 1<<16),
		"environment":  `\newenvironment{q}{\begin{q}}{\end{q}}\begin{q}\end{q}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			doc := readChecked(t, texInput("main.tex", []byte(in), map[string][]byte{"main.tex": []byte(in)}))
			if limit := texGrowth*len(in) + texGrowthBase + 1<<17; len(doc.Text) > limit {
				t.Errorf("a text of %d bytes from %d", len(doc.Text), len(in))
			}
		})
	}
}

func FuzzTeX(f *testing.F) {
	archives(f, "tex", func(_ string, a *txtar.Archive) {
		for _, file := range a.Files[:len(a.Files)-1] {
			f.Add(file.Data)
		}
	})
	f.Fuzz(func(t *testing.T, raw []byte) {
		doc, err := readTeX(context.Background(), texInput("main.tex", raw, map[string][]byte{"main.tex": raw, "a.tex": raw}))
		if err != nil {
			return
		}
		finish(doc, Format{Name: "latex"}, Input{Name: "main.tex", Raw: raw})
		checkDocument(t, doc)
		again, err := readTeX(context.Background(), texInput("main.tex", raw, map[string][]byte{"main.tex": raw, "a.tex": raw}))
		if err != nil || again.Text != doc.Text || len(again.Blocks) != len(doc.Blocks) {
			t.Fatal("the second reading differs")
		}
	})
}

func BenchmarkTeX(b *testing.B) {
	chapter := `\section{On $\R$-modules}\label{s%[1]d} Let $\R$ be a \term{ring} and $\norm{x} \leq \sum_{i=1}^n \alpha_i$, see Theorem~\ref{t%[1]d} and ` + "``others''" + `.

\begin{theorem}[Title]\label{t%[1]d} For all $x \in \R$ we have
\begin{equation}\label{e%[1]d} \norm{x} = \frac{1}{2} \int_0^1 f(t)\,dt. \end{equation}
\begin{enumerate} \item It is \emph{finite}. \item It is small. \end{enumerate}
\end{theorem}
\begin{proof} This follows from \eqref{e%[1]d} and the lines before it, where nothing but prose was written, as in most books. \end{proof}

`
	var src strings.Builder
	src.WriteString(`\documentclass{book}\newcommand{\R}{\mathbb{R}}\newcommand{\norm}[1]{\left\lVert #1\right\rVert}\newcommand{\term}[1]{\emph{#1}\index{#1}}
\newtheorem{theorem}{Theorem}[section]\begin{document}\chapter{One}` + "\n")
	for i := range 2000 {
		fmt.Fprintf(&src, chapter, i)
	}
	raw := []byte(src.String())
	b.SetBytes(int64(len(raw)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := readTeX(context.Background(), Input{Name: "main.tex", Raw: raw}); err != nil {
			b.Fatal(err)
		}
	}
}
