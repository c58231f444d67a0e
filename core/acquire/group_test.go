//go:build unix

package acquire

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestGitHelpers cancels a clone while a program that git has started is at work: it must not go on alone.
func TestGitHelpers(t *testing.T) {
	dir := t.TempDir()
	fifo, program := filepath.Join(dir, "fifo"), filepath.Join(dir, "git")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(program, []byte("#!/bin/sh\n(sleep 120; echo alive) > '"+fifo+"' &\nwait\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	cloned := make(chan error, 1)
	g := &git{program: program, dir: t.TempDir(), limit: 1 << 20, protocol: "https"}
	go func() { cloned <- g.clone(ctx, "https://host.example/r.git") }()
	f, err := os.Open(fifo) // waits for the helper
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	cancel()
	if said, err := io.ReadAll(f); err != nil || len(said) > 0 {
		t.Errorf("the helper goes on, and says %q (%v)", said, err)
	}
	if err := g.explain(ctx, "x", <-cloned); !errors.Is(err, context.Canceled) {
		t.Errorf("the clone ends with %v", err)
	}
}
