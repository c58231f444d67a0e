package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"lemma/core"
)

// Stage keeps the bytes of an original under their digest. Bytes that are there already are left alone when they are
// whole, and written anew when they are not.
func (s *Store) Stage(digest core.Digest, raw []byte) error {
	name, err := s.stagedName(digest)
	if err != nil {
		return err
	}
	if _, err := readStaged(name, digest); err == nil {
		return nil
	}
	if err := makeFolder(s.fs, filepath.Dir(name)); err != nil {
		return err
	}
	return writeFile(s.fs, name, compressor.EncodeAll(raw, nil))
}

// Staged returns the bytes with a digest; the error is fs.ErrNotExist when they are not kept.
func (s *Store) Staged(digest core.Digest) ([]byte, error) {
	name, err := s.stagedName(digest)
	if err != nil {
		return nil, err
	}
	return readStaged(name, digest)
}

func readStaged(name string, digest core.Digest) ([]byte, error) {
	packed, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	raw, err := unpacker.DecodeAll(packed, nil)
	if err != nil || core.DigestOf(raw) != digest {
		return nil, damaged(name, "its bytes are not those that were learned")
	}
	return raw, nil
}

// Unstage forgets bytes; those that are not kept are no error.
func (s *Store) Unstage(digest core.Digest) error {
	name, err := s.stagedName(digest)
	if err != nil {
		return err
	}
	if err := s.fs.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func (s *Store) stagedName(digest core.Digest) (string, error) {
	if !digest.Valid() {
		return "", fmt.Errorf("%.80q is not a digest", digest)
	}
	hex := strings.TrimPrefix(string(digest), "sha256:")
	return filepath.Join(s.dir, "staged", hex[:2], hex), nil
}
