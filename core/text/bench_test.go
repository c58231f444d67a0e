package text

import (
	"strings"
	"testing"
)

// chapter is running text of a kind that books are made of, in its three forms.
var chapter = strings.Repeat("Let $V$ be a \\emph{vector space} over a field $\\mathbb{F}$ and let $T \\colon V \\to V$ be linear. The *kernel* of $T$ is the "+
	"subspace of all vectors $v \\in V$ with $T v = 0$, see Theorem~\\ref{thm:kernel}. Every finitely generated module over a principal ideal domain is a "+
	"direct sum of cyclic modules; this generalizes the classification of abelian groups, which Carath\\'eodory's student knew well.\n\n", 2000)

func BenchmarkTokens(b *testing.B) {
	b.SetBytes(int64(len(chapter)))
	b.ReportAllocs()
	for b.Loop() {
		Tokens(chapter)
	}
}

// BenchmarkTokensShort is the usual case: one statement a call.
func BenchmarkTokensShort(b *testing.B) {
	s := chapter[:strings.Index(chapter, "\n")]
	b.SetBytes(int64(len(s)))
	b.ReportAllocs()
	for b.Loop() {
		Tokens(s)
	}
}

func BenchmarkWords(b *testing.B) {
	b.SetBytes(int64(len(chapter)))
	b.ReportAllocs()
	for b.Loop() {
		Words(chapter)
	}
}

func BenchmarkPlain(b *testing.B) {
	b.SetBytes(int64(len(chapter)))
	for b.Loop() {
		Plain(chapter)
	}
}

func BenchmarkSentences(b *testing.B) {
	b.SetBytes(int64(len(chapter)))
	for b.Loop() {
		Sentences(chapter)
	}
}

func BenchmarkSalient(b *testing.B) {
	s := chapter[:strings.Index(chapter, "\n")]
	b.SetBytes(int64(len(s)))
	for b.Loop() {
		Salient(s, 16)
	}
}
