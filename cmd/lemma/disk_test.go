package main

import (
	"bytes"
	"context"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestFullDisk learns onto a disk that has no room for it: one sentence, exit code 1, and a registry as it was.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	if runtime.GOOS != "linux" {
		t.Skip("a small disk is made with tmpfs, which this system has not")
	}
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", dir).CombinedOutput(); err != nil {
		t.Skipf("a small disk cannot be mounted: %v: %s", err, out)
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", dir).CombinedOutput(); err != nil {
			t.Errorf("%v: %s", err, out)
		}
	})
	lemma := func(args ...string) (int, string) {
		var out bytes.Buffer
		code := run(context.Background(), append(args, "--registry", filepath.Join(dir, "registry")), strings.NewReader(""), &out, &out)
		return code, out.String()
	}
	if code, out := lemma("learn", filepath.Join("..", "..", "assets", "sample", "linear-algebra.md")); code != 1 || !strings.Contains(out, "is full") || !strings.Contains(out, "make room") {
		t.Fatalf("code %d\n%s", code, out)
	}
	if code, out := lemma("check"); code != 0 || !strings.Contains(out, "0 primitives") {
		t.Errorf("the registry afterwards: code %d\n%s", code, out)
	}
}
