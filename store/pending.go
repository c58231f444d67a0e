package store

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"lemma/core"
)

// maxPending is how many dry runs are remembered; the oldest goes first.
const maxPending = 16

// Await keeps what a dry run fetched until its digest is decided on. The bytes are the caller's: whoever takes them
// back compares what they come to with the digest.
func (s *Store) Await(digest core.Digest, raw []byte) error {
	name, err := s.pendingName(digest)
	if err != nil {
		return err
	}
	if err := makeFolder(s.fs, filepath.Dir(name)); err != nil {
		return err
	}
	if err := s.forgetOldest(filepath.Dir(name)); err != nil {
		return err
	}
	return writeFile(s.fs, name, compressor.EncodeAll(raw, nil))
}

// Awaited returns what a dry run fetched; the error is fs.ErrNotExist when nothing is kept.
func (s *Store) Awaited(digest core.Digest) ([]byte, error) {
	name, err := s.pendingName(digest)
	if err != nil {
		return nil, err
	}
	packed, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	raw, err := unpacker.DecodeAll(packed, nil)
	if err != nil {
		return nil, damaged(name, "it cannot be unpacked")
	}
	return raw, nil
}

// Decided forgets what a dry run fetched; nothing that is kept is no error.
func (s *Store) Decided(digest core.Digest) error {
	name, err := s.pendingName(digest)
	if err != nil {
		return err
	}
	if err := s.fs.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func (s *Store) pendingName(digest core.Digest) (string, error) {
	if !digest.Valid() {
		return "", fmt.Errorf("%.80q is not a digest", digest)
	}
	return filepath.Join(s.dir, "pending", strings.TrimPrefix(string(digest), "sha256:")), nil
}

// forgetOldest makes room for one more.
func (s *Store) forgetOldest(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) < maxPending {
		return err
	}
	age := map[string]time.Time{}
	for _, e := range entries {
		if info, err := e.Info(); err == nil { // else it is gone already
			age[e.Name()] = info.ModTime()
		}
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int {
		return cmp.Or(age[a.Name()].Compare(age[b.Name()]), strings.Compare(a.Name(), b.Name()))
	})
	for _, e := range entries[:len(entries)-maxPending+1] {
		if err := s.fs.Remove(filepath.Join(dir, e.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}
