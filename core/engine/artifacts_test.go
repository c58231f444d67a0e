package engine

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// restless is an Output in which somebody saves a file between the look at it and the write.
type restless struct {
	files map[string]string
	looks map[string]int
	saved string // what the somebody saves
}

func (r *restless) ReadFile(path string) ([]byte, error) {
	if r.looks[path]++; r.looks[path] == 2 && r.saved != "" {
		r.files[path] = r.saved
	}
	body, ok := r.files[path]
	if !ok {
		return nil, fs.ErrNotExist
	}
	return []byte(body), nil
}

func (r *restless) WriteFile(path string, body []byte) error {
	r.files[path] = string(body)
	return nil
}

// TestGenerateOverwritesNothing fails when a file that somebody saves while it is generated is lost.
func TestGenerateOverwritesNothing(t *testing.T) {
	e, _ := open(t)
	var text strings.Builder
	for i := range 60 {
		fmt.Fprintf(&text, "\n**Definition 1.%d** (Part %d). A *part of kind %d* is a set with %d elements.\n", i+1, i, i, i*i)
	}
	opt := LearnOptions{}
	opt.Domain = "algebra"
	if _, err := learn(t, e, opt, nil, write(t, "parts.md", text.String())); err != nil {
		t.Fatal(err)
	}
	out := &restless{files: map[string]string{}, looks: map[string]int{}}
	made, err := e.Generate(t.Context(), nil, out)
	if err != nil || len(out.files) == 0 {
		t.Fatalf("nothing is generated to lose: %+v, %v", made, err)
	}
	out = &restless{files: map[string]string{}, looks: map[string]int{}, saved: "mine"}
	_, err = e.Generate(t.Context(), nil, out)
	if err == nil || !strings.Contains(err.Error(), "meanwhile") {
		t.Errorf("nobody is told: %v", err)
	}
	for path, body := range out.files {
		if body != "mine" {
			t.Errorf("%s is overwritten", filepath.ToSlash(path))
		}
	}
}
