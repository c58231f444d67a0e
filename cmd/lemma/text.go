package main

import (
	"charm.land/lipgloss/v2"
	"github.com/spf13/cobra"

	"lemma/core"
	"lemma/core/engine"
)

// textDocument is a document as `lemma text --json` prints it.
type textDocument struct {
	Name        string           `json:"name"`
	MediaType   string           `json:"mediaType"`
	Encoding    string           `json:"encoding"`
	Familiarity core.Familiarity `json:"familiarity"`
	Digest      core.Digest      `json:"digest"`
	Size        int64            `json:"size"`
	Parts       []core.PartRef   `json:"parts"`
	Text        string           `json:"text"`
	Blocks      []textBlock      `json:"blocks"`
	Pages       []core.Page      `json:"pages,omitempty"`
	References  []textReference  `json:"references"`
	Losses      []core.Loss      `json:"losses"`
}

type textBlock struct {
	Kind    core.BlockKind `json:"kind"`
	Level   int            `json:"level,omitempty"`
	Parent  int            `json:"parent"`
	Span    core.Span      `json:"span"`
	Body    core.Span      `json:"body"`
	Name    string         `json:"name,omitempty"`
	Head    string         `json:"head,omitempty"`
	Number  string         `json:"number,omitempty"`
	Title   string         `json:"title,omitempty"`
	Anchors []string       `json:"anchors,omitempty"`
	Page    int            `json:"page,omitempty"`
}

type textReference struct {
	Span   core.Span `json:"span"`
	Target string    `json:"target"`
}

func newText(a *app) *cobra.Command {
	var blocks bool
	var from sourceFlags
	c := &cobra.Command{
		Use:   "text SOURCE...",
		Short: "Show what a reader makes of a source",
		Long: `Text prints the text that the stages work on; with --blocks its layout, a line a
block; with --json text, blocks, references and losses of every document. It
opens no registry.

` + sourceHelp,
		Example: `  lemma text chapter.tex | less
  lemma text notes.md --blocks
  lemma text book.tex --json | jq '.documents[0].losses'`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			view := &reading{screen: a.talk}
			res, err := engine.Read(c.Context(), args, engine.ScanOptions{Progress: view.progress, Input: interruptible{c.Context(), a.in}, Limits: a.settings.limits(), Scope: from.scope, Network: from.network(a.settings), PDF: a.pdf})
			view.clear()
			if err != nil {
				return err
			}
			out := struct {
				Documents []textDocument `json:"documents"`
				Losses    []core.Loss    `json:"losses"`
			}{[]textDocument{}, append([]core.Loss{}, res.Losses...)}
			for _, d := range res.Documents {
				out.Documents = append(out.Documents, describe(d))
			}
			return a.result(out, func(s *screen) {
				losses := res.Losses
				for _, d := range res.Documents {
					if len(res.Documents) > 1 {
						s.printf("%s\n", s.in(strong, "==> "+safe(d.Name).String()+" <=="))
					}
					if blocks {
						drawBlocks(s, d)
					} else {
						s.printf("%s\n", multiline(d.Text))
					}
					losses = append(losses, d.Losses...)
				}
				for _, l := range core.GroupLosses(losses) {
					a.talk.printf("%s %s: %s\n", a.talk.in(warn, "lost"), l.Document, l.Text)
				}
			})
		},
	}
	from.add(c)
	c.Flags().BoolVar(&blocks, "blocks", false, "print the layout, a line a block")
	return c
}

func describe(d *core.Document) textDocument {
	t := textDocument{Name: d.Name, MediaType: d.MediaType, Encoding: d.Encoding, Familiarity: d.Familiarity, Digest: d.Digest, Size: d.Size,
		Text: d.Text, Parts: []core.PartRef{}, Blocks: []textBlock{}, References: []textReference{}, Pages: d.Pages, Losses: append([]core.Loss{}, d.Losses...)}
	for _, p := range d.Parts {
		t.Parts = append(t.Parts, core.PartRef{Name: p.Name, Digest: p.Digest})
	}
	for _, b := range d.Blocks {
		page, _ := d.Page(b.Span.Start)
		t.Blocks = append(t.Blocks, textBlock{b.Kind, b.Level, b.Parent, b.Span, b.Body, b.Name, b.Head, b.Number, b.Title, b.Anchors, page})
	}
	for _, r := range d.Refs {
		t.References = append(t.References, textReference{r.Span, r.Target})
	}
	return t
}

func drawBlocks(s *screen, d *core.Document) {
	depth := make([]int, len(d.Blocks))
	for i, b := range d.Blocks {
		if b.Parent >= 0 {
			depth[i] = depth[b.Parent] + 1
		}
		head := b.Kind.String()
		for _, part := range []string{b.Name, b.Head, b.Number, b.Title} {
			if part != "" {
				head += " " + part
			}
		}
		line := pad("", 2*depth[i]) + s.clip(head, max(8, s.width-8-2*depth[i]))
		if room := min(60, s.width-8-lipgloss.Width(string(line))-len(gap)); b.Last == i && room > 8 {
			s.printf("%6d  %s  %s\n", b.Span.Start, s.in(accent, line), s.in(faint, s.clip(b.Body.Of(d.Text), room)))
		} else {
			s.printf("%6d  %s\n", b.Span.Start, s.in(accent, line))
		}
	}
}
