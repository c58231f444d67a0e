package sanitize

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"

	"lemma/assets"
	"lemma/core"
)

// Rule is one row of the table.
type Rule struct {
	ID       string        `yaml:"id"`
	Category core.Category `yaml:"category"`
	Severity core.Severity `yaml:"severity"`
	Tier     string        `yaml:"tier"`    // "home": all content; "stranger": content from strangers only
	Surface  string        `yaml:"surface"` // "text"; "hidden": only what a reader of the page does not see; "name"; "bytes"; "link": where one leads; "limit": what was not scanned
	View     string        `yaml:"view"`    // "folded", matched by patterns; "structure", found by a check in the code
	Match    []string      `yaml:"match"`   // patterns
	Context  string        `yaml:"context"` // what may lower the severity: "none", "code", "weigh"; "option": as "weigh", and what a line says of an option is no order
	Floor    core.Severity `yaml:"floor"`   // the severity below which context does not lower
	Why      string        `yaml:"why"`
	Refs     []string      `yaml:"refs"`
	// Samples that the rule must find, and must not: tests of the table.
	Positives []string `yaml:"positives"`
	Negatives []string `yaml:"negatives"`
	File      string   `yaml:"file"` // name of the sample, "sample.md" when empty; of rules about names, the samples are names
}

// Rules is a checked table of rules.
type Rules struct {
	rows    []Rule
	ids     map[string]int
	matcher matcher
	cue     int // class of security vocabulary
	local   int // class of words that introduce an example
	cipher  int // class of words that are looked for scrambled, reversed and in rot13

	rotated, reversed int // classes of the disguised words
	scrambles         map[string]string
	edges             map[[3]byte]bool // first letter, last letter and length of the scrambled words

	lead, names, passed, joins, subjects map[string]bool // words before a verb that tell whether it is an order
}

// table is the name of the rules among the assets.
const table = "hygiene/rules.yaml"

// Embedded returns the rules that are built in.
var Embedded = sync.OnceValues(func() (*Rules, error) {
	b, err := assets.FS.ReadFile(table)
	if err != nil {
		return nil, fmt.Errorf("the built-in hygiene rules cannot be read: %w", err)
	}
	return LoadRules(b)
})

// All returns the rules in the order of the table.
func (r *Rules) All() []Rule { return slices.Clone(r.rows) }

// LoadRules reads a table and checks it. An error names the row.
func LoadRules(table []byte) (*Rules, error) {
	var t struct {
		Classes yaml.Node         `yaml:"classes"`
		Orders  map[string]string `yaml:"orders"`
		Rules   []Rule            `yaml:"rules"`
	}
	d := yaml.NewDecoder(bytes.NewReader(table))
	d.KnownFields(true)
	if err := d.Decode(&t); err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("hygiene rules: %w", err)
	}
	if len(t.Rules) == 0 {
		return nil, errors.New("hygiene rules: the table has no rows")
	}
	r := &Rules{ids: map[string]int{}}
	if err := r.classes(&t.Classes); err != nil {
		return nil, err
	}
	if err := r.orders(t.Orders); err != nil {
		return nil, err
	}
	for i, row := range t.Rules {
		if err := r.row(row); err != nil {
			return nil, fmt.Errorf("hygiene rules, row %d (%q): %w", i+1, row.ID, err)
		}
	}
	for _, id := range checks {
		if _, ok := r.ids[id]; !ok {
			return nil, fmt.Errorf("hygiene rules: the row %q, which the program fills, is missing", id)
		}
	}
	if err := r.ciphers(); err != nil {
		return nil, fmt.Errorf("hygiene rules, class cipher-word: %w", err)
	}
	r.matcher.compile()
	return r, nil
}

// classes reads the classes of words in their order: name, and words separated by commas.
func (r *Rules) classes(n *yaml.Node) error {
	if n.Kind != 0 && n.Kind != yaml.MappingNode {
		return fmt.Errorf("hygiene rules, line %d: classes are a map from a name to words", n.Line)
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		name, words := n.Content[i].Value, strings.Trim(strings.TrimSpace(n.Content[i+1].Value), ",")
		if _, ok := r.matcher.ids[name]; ok {
			return fmt.Errorf("hygiene rules: the class %q is there twice", name)
		}
		if _, err := r.matcher.add(name, strings.Split(words, ",")); err != nil {
			return fmt.Errorf("hygiene rules, line %d: %w", n.Content[i].Line, err)
		}
	}
	for _, c := range []struct {
		name string
		to   *int
	}{{"security-cue", &r.cue}, {"example-cue", &r.local}, {"cipher-word", &r.cipher}} {
		id, ok := r.matcher.ids[c.name]
		if !ok {
			return fmt.Errorf("hygiene rules: the class %q is missing", c.name)
		}
		*c.to = id
	}
	return nil
}

// orders reads the words that tell an order from a sentence about somebody.
func (r *Rules) orders(lists map[string]string) error {
	for name, to := range map[string]*map[string]bool{"lead": &r.lead, "names": &r.names, "passed": &r.passed, "joins": &r.joins, "subjects": &r.subjects} {
		*to = map[string]bool{}
		for w := range strings.SplitSeq(lists[name], ",") {
			(*to)[strings.TrimSpace(w)] = true
		}
		delete(lists, name)
	}
	for name := range lists {
		return fmt.Errorf("hygiene rules: orders have no words %q", name)
	}
	return nil
}

func (r *Rules) row(row Rule) error {
	if row.ID == "" {
		return errors.New("it has no id")
	}
	if _, ok := r.ids[row.ID]; ok {
		return errors.New("the id is there twice")
	}
	row.Surface, row.View = cmp.Or(row.Surface, "text"), cmp.Or(row.View, "folded")
	row.Context, row.Floor = cmp.Or(row.Context, "none"), core.Severity(cmp.Or(string(row.Floor), string(core.Warning)))
	for _, c := range []struct {
		what, value string
		allowed     []string
	}{
		{"category", string(row.Category), []string{string(core.PromptInjection), string(core.HiddenCharacters), string(core.EmbeddedCode), string(core.ExternalResources), string(core.PathTraversal), string(core.ContentTypeMismatch)}},
		{"severity", string(row.Severity), []string{string(core.Critical), string(core.Warning), string(core.Info)}},
		{"floor", string(row.Floor), []string{string(core.Critical), string(core.Warning), string(core.Info)}},
		{"tier", row.Tier, []string{"home", "stranger"}},
		{"surface", row.Surface, []string{"text", "hidden", "name", "bytes", "link", "limit"}},
		{"view", row.View, []string{"folded", "structure"}},
		{"context", row.Context, []string{"none", "code", "weigh", "option"}},
	} {
		if !slices.Contains(c.allowed, c.value) {
			return fmt.Errorf("the %s %q is none of %s", c.what, c.value, strings.Join(c.allowed, ", "))
		}
	}
	structure := slices.Contains(checks, row.ID)
	switch {
	case row.Why == "":
		return errors.New("it does not say why")
	case len(row.Refs) == 0:
		return errors.New("it has no reference")
	case (row.View == "structure") != structure:
		return errors.New("the view must be structure for the rules that the program fills, and only for them")
	case structure == (len(row.Match) > 0):
		return errors.New("a folded rule needs patterns, a structure rule has none")
	case (row.Tier == "home") != home(row):
		return errors.New("the tier does not follow from category and severity: at home are embedded-code, path-traversal and content-type-mismatch, of the others what is critical")
	case len(row.Positives) == 0:
		return errors.New("it has no positive sample")
	}
	r.ids[row.ID] = len(r.rows)
	r.rows = append(r.rows, row)
	for _, m := range row.Match {
		ps, err := r.matcher.parse(m, len(r.rows)-1)
		if err != nil {
			return err
		}
		r.matcher.patterns = append(r.matcher.patterns, ps...)
	}
	return nil
}

// home says whether a rule is applied to content from home: there, of prompt injection, hidden characters and external
// resources only what is critical.
func home(r Rule) bool {
	switch r.Category {
	case core.EmbeddedCode, core.PathTraversal, core.ContentTypeMismatch:
		return true
	}
	return r.Severity == core.Critical
}
