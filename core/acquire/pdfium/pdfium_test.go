package pdfium

import (
	"crypto/sha256"
	"encoding/hex"
	"testing"
)

// TestModule fails when the module that go-pdfium embeds is another one than the one that was looked at: a new version
// moves functions and changes what they return.
func TestModule(t *testing.T) {
	sum := sha256.Sum256(pdfiumWasm)
	if got, want := hex.EncodeToString(sum[:]), "a9da632fc69e963f94c68dda017eec3e512284c9113d6e3be21f35086de3c0c3"; got != want {
		t.Errorf("the embedded module has the digest %s, want %s", got, want)
	}
}
