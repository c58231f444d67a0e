package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lemma/core/text"
)

// truth is an item as an author marked it, a line of gold.jsonl, or what is none (an example, an exercise), a line of
// other.jsonl.
type truth struct {
	ID            string   `json:"id"`
	Kind          string   `json:"kind"`
	Alternatives  []string `json:"alt"` // kinds that are right too
	Form          string   `json:"form"`
	Number        string   `json:"number"`
	Title         string   `json:"title"`
	Aliases       []string `json:"alias"`
	Statement     string   `json:"statement"`
	Source        string   `json:"statement_tex"` // the same as its author wrote it
	Extended      string   `json:"statement_ext"` // with its description, which may be taken or left
	Neutral       bool     `json:"neutral"`
	Terms         []string `json:"terms"`
	StatementRefs []string `json:"statement_refs"`
	ProofRefs     []string `json:"proof_refs"`
	DeclaredRefs  []string `json:"declared_refs"`
	Proof         string   `json:"proof"`

	other bool  // it is no item
	words []bag // of each form of the statement; the one that agrees best counts
}

// neutral reports whether finding the item is neither right nor wrong.
func (t *truth) neutral() bool { return t.Neutral || t.Form == "inline" }

// scored reports whether finding the item is right and missing it wrong.
func (t *truth) scored() bool { return !t.other && !t.neutral() }

func (t *truth) isKind(kind string) bool {
	if len(t.Alternatives) > 0 {
		return slices.Contains(t.Alternatives, kind)
	}
	return t.Kind == kind
}

// readTruth reads the truth of a corpus, items and others.
func readTruth(corpus string) ([]truth, error) {
	list, err := readLines(filepath.Join(corpus, "gold.jsonl"))
	if err != nil {
		return nil, err
	}
	others, err := readLines(filepath.Join(corpus, "other.jsonl"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for i := range others {
		others[i].other = true
	}
	list = append(list, others...)
	for i := range list {
		t := &list[i]
		t.words = []bag{words(t.Statement)}
		for _, s := range []string{t.Source, t.Extended} {
			if s != "" {
				t.words = append(t.words, words(s))
			}
		}
	}
	return list, nil
}

func readLines(name string) (list []truth, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { err = cmp.Or(err, f.Close()) }()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		if len(strings.TrimSpace(lines.Text())) == 0 {
			continue
		}
		var t truth
		if err := json.Unmarshal(lines.Bytes(), &t); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		list = append(list, t)
	}
	return list, lines.Err()
}

// bag counts words.
type bag map[string]int

// fewWords is up to how many words a text counts with its short ones, the letters of its formulas included.
const fewWords = 3

// words are the words of a text as a reader sees it. Those of less than three characters are left out where there are
// others: most are letters of formulas, which every form writes its own way.
func words(s string) bag {
	b, all := bag{}, bag{}
	for _, w := range text.Words(text.Plain(s)) {
		all[w.Text]++
		if utf8.RuneCountInString(w.Text) > 2 || strings.ContainsFunc(w.Text, unicode.IsDigit) {
			b[w.Text]++
		}
	}
	if len(b) < fewWords {
		return all
	}
	return b
}

func (b bag) len() (n int) {
	for _, k := range b {
		n += k
	}
	return n
}

// agreement is the share of a's words that b has, of b's that a has, and the F1 of both.
func agreement(a, b bag) (precision, recall, f1 float64) {
	both := 0
	for w, n := range a {
		both += min(n, b[w])
	}
	if both == 0 {
		return 0, 0, 0
	}
	precision, recall = float64(both)/float64(a.len()), float64(both)/float64(b.len())
	return precision, recall, 2 * precision * recall / (precision + recall)
}
