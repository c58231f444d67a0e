package reader

import (
	"bytes"
	"context"

	"lemma/core"
)

func init() {
	Register(Format{
		Name: "latex", MediaType: "text/x-tex", Extensions: []string{".tex", ".latex", ".ltx"},
		Sniff: sniffTeX, Read: readTeX,
	})
}

// sniffTeX looks for the commands that only TeX files begin with.
func sniffTeX(head []byte) int {
	switch {
	case bytes.Contains(head, []byte(`\documentclass`)), bytes.Contains(head, []byte(`\documentstyle`)):
		return 95
	case bytes.Contains(head, []byte(`\begin{document}`)), bytes.Contains(head, []byte(`\usepackage`)):
		return 80
	case bytes.Contains(head, []byte(`\section{`)), bytes.Contains(head, []byte(`\chapter{`)), bytes.Contains(head, []byte(`\begin{theorem}`)):
		return 40
	}
	return 0
}

func readTeX(ctx context.Context, in Input) (*core.Document, error) { return readText(ctx, in) }
