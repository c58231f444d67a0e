package gate

import (
	"bytes"
	"encoding/binary"
	"slices"

	"lemma/core"
)

// Digest covers the names, digests and familiarity of the documents and their findings. It does not depend on the
// order of the documents or of the findings. Every field is written with its length before it, so that no two reports
// have the same encoding.
func Digest(report *core.HygieneReport) core.Digest {
	docs := make([][]byte, 0, len(report.Documents))
	for _, d := range report.Documents {
		var b []byte
		b = field(b, d.Name)
		b = field(b, string(d.Digest))
		b = field(b, string(d.Familiarity))
		b = field(b, d.Unread)
		b = list(b, findings(d.Findings))
		docs = append(docs, b)
	}
	slices.SortFunc(docs, bytes.Compare)
	return core.DigestOf(list(field(nil, "lemma hygiene 1"), docs))
}

func findings(fs []core.Finding) [][]byte {
	out := make([][]byte, 0, len(fs))
	for _, f := range fs {
		var b []byte
		for _, s := range []string{f.Rule, string(f.Category), string(f.Severity), f.Document, f.Excerpt, f.Why, f.Decoded} {
			b = field(b, s)
		}
		for _, n := range []int{f.Start, f.End, f.Line, f.Column, f.Count} {
			b = binary.AppendVarint(b, int64(n))
		}
		out = append(out, b)
	}
	slices.SortFunc(out, bytes.Compare)
	return out
}

func list(b []byte, items [][]byte) []byte {
	b = binary.AppendUvarint(b, uint64(len(items)))
	for _, i := range items {
		b = field(b, string(i))
	}
	return b
}

func field(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}
