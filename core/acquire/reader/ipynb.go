package reader

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"lemma/core"
)

func init() {
	Register(Format{
		Name: "jupyter", MediaType: "application/x-ipynb+json", Extensions: []string{".ipynb"},
		Sniff: sniffNotebook,
		Read:  readNotebook,
	})
}

// sniffNotebook looks for what a notebook's JSON begins with.
func sniffNotebook(head []byte) int {
	s := bytes.TrimLeft(head, " \t\r\n\ufeff")
	if !bytes.HasPrefix(s, []byte("{")) {
		return 0
	}
	if bytes.Contains(s, []byte(`"cell_type"`)) || bytes.Contains(s, []byte(`"nbformat"`)) {
		return 95
	}
	return 0
}

// readNotebook reads a Jupyter notebook as the Markdown that its cells make: text cells as they are, code cells as
// code. Outputs are left out; those that are text are counted as lost. Places lead back into the strings of the JSON.
func readNotebook(ctx context.Context, in Input) (*core.Document, error) {
	src, encoding, below, losses, err := Decode(in.Raw)
	if err != nil {
		return nil, err
	}
	n := notebook{src: []byte(src)}
	if err := n.scan(ctx); err != nil {
		return nil, fmt.Errorf("is no notebook that can be read: %w", err)
	}
	if !n.cells {
		return nil, errors.New("is no Jupyter notebook: it has no cells")
	}
	n.write()
	doc, err := markdownDocument(ctx, n.text.String(), through(n.runs, below))
	if err != nil {
		return nil, err
	}
	doc.Encoding, doc.Parts = encoding, []core.Part{{Name: in.Name, Raw: in.Raw}}
	if n.outputs > 0 {
		losses = append(losses, core.Loss{Kind: "output", Count: n.outputs, Text: plural(n.outputs, "output of code is", "outputs of code are") + " not read"})
	}
	if n.raw > 0 {
		losses = append(losses, core.Loss{Kind: "raw-cell", Count: n.raw, Text: plural(n.raw, "raw cell is", "raw cells are") + " not read"})
	}
	doc.Losses = append(losses, doc.Losses...)
	return doc, nil
}

// notebook reads the JSON of a notebook token by token, since strings must be known by their place.
type notebook struct {
	decoder
	src      []byte
	list     []cell
	language string
	cells    bool
	outputs  int // that have text
	raw      int // cells
}

// cell is one cell.
type cell struct {
	kind   string
	level  int         // of a heading cell, before format 4
	source []core.Span // the string literals of its lines, quotes included
}

// maxNotebookDepth bounds how deep JSON is looked at; what is deeper belongs to outputs and metadata.
const maxNotebookDepth = 16

// scan reads the cells.
func (n *notebook) scan(ctx context.Context) error {
	d := json.NewDecoder(bytes.NewReader(n.src))
	d.UseNumber()
	type level struct {
		object bool
		key    string // of an object: the key that a value comes for
		value  bool   // of an object: a value comes
	}
	var open []level
	path := func(i int) string {
		if i < len(open) {
			return open[i].key
		}
		return ""
	}
	cellAt := 0 // the depth of the cell's object, 0 outside
	var c cell
	for tokens := 0; ; tokens++ {
		if tokens&4095 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		before := d.InputOffset()
		t, err := d.Token()
		if errors.Is(err, io.EOF) {
			if len(open) > 0 {
				return io.ErrUnexpectedEOF
			}
			return nil
		}
		if err != nil {
			return err
		}
		k := len(open) - 1
		if s, ok := t.(string); ok && k >= 0 && open[k].object && !open[k].value {
			if len(s) > 64 {
				s = s[:64]
			}
			open[k].key, open[k].value = s, true
			if s == "cells" && k <= 3 {
				n.cells = true
			}
			continue
		}
		switch t := t.(type) {
		case json.Delim:
			switch t {
			case '{', '[':
				if len(open) > 10000 {
					return errors.New("it is nested too deep")
				}
				if t == '{' && cellAt == 0 && k >= 0 && !open[k].object && k > 0 && open[k-1].key == "cells" && k <= 4 {
					cellAt, c = k+1, cell{}
				}
				open = append(open, level{object: t == '{'})
				continue
			default:
				open = open[:max(0, k)]
				if cellAt > 0 && len(open) == cellAt {
					n.list = append(n.list, c)
					cellAt = 0
				}
			}
		case string:
			start := int(before) + bytes.IndexByte(n.src[before:], '"')
			span := core.Span{Start: start, End: int(d.InputOffset())}
			switch depth := len(open) - cellAt; {
			case cellAt == 0:
				if k == 2 && path(0) == "metadata" && (path(1) == "kernelspec" && path(2) == "language" || path(1) == "language_info" && path(2) == "name" && n.language == "") {
					n.language = t
				}
			case depth == 1 && path(cellAt) == "cell_type":
				c.kind = t
			case depth == 1 && (path(cellAt) == "source" || path(cellAt) == "input"), depth == 2 && (path(cellAt) == "source" || path(cellAt) == "input") && !open[k].object:
				c.source = append(c.source, span)
			}
		case json.Number:
			if cellAt > 0 && len(open) == cellAt+1 && path(cellAt) == "level" {
				c.level, _ = strconv.Atoi(t.String())
			}
		}
		if k = len(open) - 1; k >= 0 && open[k].object {
			if cellAt > 0 && path(cellAt) == "outputs" && len(open) <= cellAt+maxNotebookDepth && (open[k].key == "text/plain" || open[k].key == "text") {
				n.outputs++
			}
			open[k].value = false
		}
	}
}

// write makes the Markdown.
func (n *notebook) write() {
	for _, c := range n.list {
		if len(c.source) == 0 {
			continue
		}
		if c.kind == "raw" {
			n.raw++
			continue
		}
		if n.text.Len() > 0 {
			n.text.WriteString("\n\n")
		}
		switch c.kind {
		case "code":
			fence := "```"
			for _, s := range c.source {
				for bytes.Contains(n.src[s.Start:s.End], []byte(fence)) {
					fence += "`"
				}
			}
			n.text.WriteString(fence + strings.TrimSpace(n.language) + "\n")
			n.literals(c.source)
			n.text.WriteString("\n" + fence)
		case "heading":
			n.text.WriteString("######"[:min(max(c.level, 1), 6)] + " ")
			n.literals(c.source)
		default:
			n.literals(c.source)
		}
	}
	n.text.WriteString("\n")
}

// literals writes what string literals of JSON stand for.
func (n *notebook) literals(list []core.Span) {
	for _, s := range list {
		n.literal(s.Start+1, s.End-1)
	}
}

func (n *notebook) literal(at, end int) {
	start := at
	for at < end {
		if n.src[at] != '\\' || at+1 >= end {
			at++
			continue
		}
		n.add(n.src, start, at)
		s, width := escaped(n.src[at:end])
		if s != "" {
			n.put(s, at, width)
		}
		at += width
		start = at
	}
	n.add(n.src, start, end)
}

// escaped decodes the escape at the start of s and says how long it is.
func escaped(s []byte) (string, int) {
	switch c := s[1]; c {
	case 'n':
		return "\n", 2
	case 't':
		return "\t", 2
	case 'r': // a line end of its own has an n behind it
		return "", 2
	case 'b', 'f':
		return " ", 2
	case 'u':
		if len(s) < 6 {
			return "\uFFFD", len(s)
		}
		r, err := strconv.ParseUint(string(s[2:6]), 16, 32)
		if err != nil || r == 0 {
			return "\uFFFD", 6
		}
		if utf16.IsSurrogate(rune(r)) {
			if len(s) >= 12 && s[6] == '\\' && s[7] == 'u' {
				if low, err := strconv.ParseUint(string(s[8:12]), 16, 32); err == nil {
					if pair := utf16.DecodeRune(rune(r), rune(low)); pair != utf8.RuneError {
						return string(pair), 12
					}
				}
			}
			return "\uFFFD", 6
		}
		return string(rune(r)), 6
	default:
		return string(c), 2
	}
}
