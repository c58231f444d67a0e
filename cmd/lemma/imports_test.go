package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// allowed says which packages of lemma a package may import, by the longest prefix of its path.
var allowed = []struct {
	from string
	to   []string
}{
	{"cmd/", []string{"tui", "store", "core/engine", "core", "core/text", "core/acquire/pdfium", "assets"}},
	{"tui", []string{"tui/", "core/engine", "core", "core/text"}},
	{"store", []string{"core", "core/graph"}},
	{"assets", nil},
	{"core/engine", []string{"core", "core/"}},
	{"core/acquire", []string{"core", "core/text", "core/graph", "assets", "core/acquire/"}},
	{"core/acquire/", []string{"core", "core/text", "core/graph", "assets", "core/acquire/reader"}},
	{"core/", []string{"core", "core/text", "core/graph", "assets"}},
	{"core/text", []string{"core"}},
	{"core/graph", []string{"core"}},
	{"core", nil},
}

// owned are libraries that only one part of the house may use.
var owned = map[string]string{
	"github.com/dgraph-io/badger": "store",
	"github.com/spf13/viper":      "cmd/",
	"github.com/spf13/cobra":      "cmd/",
	"charm.land/bubbletea":        "tui",
}

// TestImports fails when a package imports against the direction that keeps the parts apart: a stage another stage,
// the engine the store, anything but the store its database.
func TestImports(t *testing.T) {
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && path != root && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata") {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		rel, err := filepath.Rel(root, filepath.Dir(path))
		if err != nil {
			return err
		}
		checkImports(t, path, filepath.ToSlash(rel))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func checkImports(t *testing.T, path, from string) {
	f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	for _, im := range f.Imports {
		name, err := strconv.Unquote(im.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		for lib, owner := range owned {
			if (name == lib || strings.HasPrefix(name, lib+"/")) && !within(from, owner) {
				t.Errorf("%s imports %s, which belongs to %s", path, name, owner)
			}
		}
		if to, ok := strings.CutPrefix(name, "lemma/"); ok && !mayImport(from, to) {
			t.Errorf("%s: %s must not import %s", path, from, to)
		}
	}
}

func mayImport(from, to string) bool {
	best := -1
	for i, a := range allowed {
		if within(from, a.from) && (best < 0 || len(a.from) > len(allowed[best].from)) {
			best = i
		}
	}
	return best >= 0 && slices.ContainsFunc(allowed[best].to, func(p string) bool { return to == p || strings.HasSuffix(p, "/") && strings.HasPrefix(to, p) })
}

// within reports whether a package is the one named, or below it; a name that ends in a slash means below only.
func within(pkg, name string) bool {
	return pkg == name || strings.HasPrefix(pkg, strings.TrimSuffix(name, "/")+"/")
}

// TestImportRules shows that the rules can fail.
func TestImportRules(t *testing.T) {
	for _, c := range []struct {
		from, to string
		want     bool
	}{
		{"core/wire", "core/text", true}, {"core/wire", "core/extract", false}, {"core/engine", "core/wire", true}, {"core/engine", "store", false},
		{"store", "core/engine", false}, {"store", "core/graph", true}, {"core", "core/text", false}, {"core/text", "core/wire", false},
		{"core/acquire", "core/acquire/reader", true}, {"core/acquire/reader", "core/text", true}, {"core/acquire/reader", "core/wire", false},
		{"core/acquire/pdfium", "core/acquire/reader", true}, {"core/acquire/reader", "core/acquire/pdfium", false},
		{"cmd/lemma", "core/wire", false}, {"cmd/lemma", "store", true}, {"tui", "store", false}, {"assets", "core", false},
	} {
		if got := mayImport(c.from, c.to); got != c.want {
			t.Errorf("mayImport(%s, %s) = %v, want %v", c.from, c.to, got, c.want)
		}
	}
}
