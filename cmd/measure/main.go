// Command measure learns texts whose truth is known and says how well: it is how a change to reading, extraction or
// wiring is judged. The truth stands in a folder of corpora, each a folder with gold.jsonl (the items that the author
// marked, a JSON object a line), other.jsonl (examples and exercises, which are none) and forms/ (the same text in the
// formats that people have).
//
//	go build ./cmd/lemma && go run ./cmd/measure -before old.json -json new.json ./lemma CORPORA
//
// It uses nothing of lemma but its commands and their JSON, and core/text to read words and formulas alike in truth and
// statement. One row a form: F1, precision and recall of the items (the
// right kind; an invented one is wrong, and so is a second one of the same truth), F1 of the words of their statements
// and the share of whole ones (F1 of .95), numbers and titles, F1, precision and recall of the edges against what the
// author cites, and edges an item; with -before the change of the F1s. Below: what confidences were worth, and what
// became of the edges by their evidence.
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:])
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "measure:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("measure", flag.ContinueOnError)
	only := flags.String("only", "", "corpora to take, by comma; all when empty")
	forms := flags.String("forms", "", "endings of the forms to take, by comma; all when empty")
	jobs := flags.Int("jobs", 2, "forms to learn at once")
	before := flags.String("before", "", "a file of -json to compare with")
	keep := flags.String("json", "", "a file to keep the figures in")
	errs := flags.Int("errors", 0, "errors to print a form")
	flags.Usage = func() {
		fmt.Fprintln(flags.Output(), "usage: measure [flags] LEMMA CORPORA")
		flags.PrintDefaults()
	}
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() != 2 {
		flags.Usage()
		return errors.New("name the built program and the folder of corpora")
	}
	rows, err := find(flags.Arg(1), *only, *forms)
	if err != nil {
		return err
	}
	old := map[string]score{}
	if *before != "" {
		raw, err := os.ReadFile(*before)
		if err != nil {
			return err
		}
		if err := json.Unmarshal(raw, &old); err != nil {
			return fmt.Errorf("%s: %w", *before, err)
		}
	}
	var wg sync.WaitGroup
	next := make(chan *row)
	for range max(1, *jobs) {
		wg.Go(func() {
			for r := range next {
				r.score, r.err = learn(ctx, flags.Arg(0), r.form, r.gold)
				close(r.done)
			}
		})
	}
	go func() {
		for _, r := range rows {
			next <- r
		}
		close(next)
	}()
	err = table(os.Stdout, rows, old, *errs)
	wg.Wait()
	if *keep != "" {
		figures := map[string]score{}
		for _, r := range rows {
			if r.err == nil {
				figures[r.name()] = r.score
			}
		}
		raw, jsonErr := json.MarshalIndent(figures, "", " ")
		err = errors.Join(err, jsonErr, os.WriteFile(*keep, raw, 0o644))
	}
	return err
}

// row is a form of a corpus and what came of it, once done is closed.
type row struct {
	corpus, form string // paths
	gold         []truth
	score        score
	err          error
	done         chan struct{}
}

func (r *row) name() string { return filepath.Base(r.corpus) + "/" + filepath.Base(r.form) }

// find lists the forms to measure.
func find(root, only, forms string) (rows []*row, err error) {
	corpora, err := filepath.Glob(filepath.Join(root, "*", "gold.jsonl"))
	if err != nil {
		return nil, err
	}
	for _, gold := range corpora {
		corpus := filepath.Dir(gold)
		if only != "" && !slices.Contains(strings.Split(only, ","), filepath.Base(corpus)) {
			continue
		}
		list, err := filepath.Glob(filepath.Join(corpus, "forms", "*"))
		if err != nil {
			return nil, err
		}
		list = slices.DeleteFunc(list, func(form string) bool {
			return forms != "" && !slices.Contains(strings.Split(forms, ","), strings.TrimPrefix(filepath.Ext(form), "."))
		})
		if len(list) == 0 {
			continue
		}
		truth, err := readTruth(corpus)
		if err != nil {
			return nil, err
		}
		for _, form := range list {
			rows = append(rows, &row{corpus: corpus, form: form, gold: truth, done: make(chan struct{})})
		}
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("%s holds no */gold.jsonl with */forms/* that was asked for", root)
	}
	return rows, nil
}

// learn learns a form into an empty registry and scores what was exported.
func learn(ctx context.Context, lemma, form string, gold []truth) (s score, err error) {
	dir, err := os.MkdirTemp("", "measure-")
	if err != nil {
		return s, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	registry := filepath.Join(dir, "registry")
	if _, err := command(ctx, lemma, "learn", form, "--registry", registry, "--decision", "approve", "--json"); err != nil {
		return s, err
	}
	out, err := command(ctx, lemma, "export", "--format", "jsonl", "--registry", registry)
	if err != nil {
		return s, err
	}
	var items []item
	for dec := json.NewDecoder(bufio.NewReader(bytes.NewReader(out))); dec.More(); {
		var p item
		if err := dec.Decode(&p); err != nil {
			return s, err
		}
		items = append(items, p)
	}
	return evaluate(items, gold), nil
}

// command runs the program and returns what it prints. What it says on failing is the error.
func command(ctx context.Context, name string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		lines := strings.Split(strings.TrimSpace(said.String()), "\n")
		return nil, fmt.Errorf("%s: %w: %s", args[0], err, lines[len(lines)-1])
	}
	return out, nil
}
