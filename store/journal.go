package store

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/fxamacker/cbor/v2"
	"github.com/klauspost/compress/zstd"

	"lemma/core"
)

// A journal file is
//
//	magic (8) · sequence number (8, big endian) · digest of the journal before (32) · zstd of the CBOR of a core.Commit · SHA-256 of all of it (32)
const (
	journalMagic  = "lemmaLJ1"
	journalHeader = len(journalMagic) + 8 + sha256.Size
	journalSuffix = ".lj"
)

// maxJournal bounds what a journal may unpack to, in bytes.
const maxJournal = 4 << 30

type journal struct {
	size   uint64 // of the session, unpacked, in bytes
	commit *core.Commit
	prev   [32]byte
	digest [32]byte
}

// The codec: deterministic CBOR, so that equal values are equal bytes; times with nanoseconds. Strings are kept as they
// are, since names of files and arguments need not be UTF-8: what was written must be readable.
var (
	encoder = must(cbor.EncOptions{Sort: cbor.SortCoreDeterministic, ShortestFloat: cbor.ShortestFloat16, NaNConvert: cbor.NaNConvert7e00, InfConvert: cbor.InfConvertFloat16,
		IndefLength: cbor.IndefLengthForbidden, Time: cbor.TimeRFC3339Nano}.EncMode())
	decoder    = must(cbor.DecOptions{MaxArrayElements: 1 << 27, MaxMapPairs: 1 << 20, UTF8: cbor.UTF8DecodeInvalid}.DecMode())
	compressor = must(zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedDefault), zstd.WithEncoderCRC(false)))
	unpacker   = must(zstd.NewReader(nil, zstd.WithDecoderMaxMemory(maxJournal)))
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err) // options that the libraries refuse: a mistake in this file
	}
	return v
}

func journalName(seq uint64) string { return fmt.Sprintf("%016d%s", seq, journalSuffix) }

// writeJournal commits. After it returned without error the session is durable.
func writeJournal(fsys FS, dir string, c *core.Commit, prev [32]byte) (digest [32]byte, err error) {
	raw, err := encoder.Marshal(c)
	if err != nil {
		return digest, fmt.Errorf("cannot encode the session: %w", err)
	}
	if len(raw) > maxJournal {
		return digest, fmt.Errorf("the session is larger than %d GB; learn its sources in several sessions", maxJournal>>30)
	}
	b := make([]byte, 0, journalHeader+len(raw)/3)
	b = append(b, journalMagic...)
	b = binary.BigEndian.AppendUint64(b, c.Session.Seq)
	b = append(b, prev[:]...)
	b = compressor.EncodeAll(raw, b)
	digest = sha256.Sum256(b)
	if err := checkRoom(fsys, dir, uint64(len(b)+2*len(raw)+commitRoom)); err != nil {
		return digest, err
	}
	return digest, writeFile(fsys, filepath.Join(dir, journalName(c.Session.Seq)), append(b, digest[:]...))
}

// readSealed returns the bytes of a journal without its digest, checked against it.
func readSealed(dir string, seq uint64) (body []byte, digest [32]byte, err error) {
	name := filepath.Join(dir, journalName(seq))
	b, err := os.ReadFile(name)
	if err != nil {
		return nil, digest, fmt.Errorf("cannot read a journal of the registry: %w", err)
	}
	if len(b) < journalHeader+sha256.Size || string(b[:len(journalMagic)]) != journalMagic {
		return nil, digest, damaged(name, "it is not a journal")
	}
	body = b[:len(b)-sha256.Size]
	digest = sha256.Sum256(body)
	if !bytes.Equal(digest[:], b[len(body):]) {
		return nil, digest, damaged(name, "its bytes are not those that were written")
	}
	if got := binary.BigEndian.Uint64(body[len(journalMagic):]); got != seq {
		return nil, digest, damaged(name, fmt.Sprintf("it holds session %d", got))
	}
	return body, digest, nil
}

// DamagedError says that a registry cannot be trusted. Nothing of it was changed.
type DamagedError struct {
	Name string
	Why  string
}

func damaged(name, why string) error { return &DamagedError{name, why} }

func (e *DamagedError) Error() string {
	return fmt.Sprintf("the registry is damaged: %s: %s\nnothing was changed; bring the file back from a backup", e.Name, e.Why)
}

func readJournal(dir string, seq uint64) (*journal, error) {
	body, digest, err := readSealed(dir, seq)
	if err != nil {
		return nil, err
	}
	j := &journal{commit: &core.Commit{}, digest: digest}
	copy(j.prev[:], body[len(journalMagic)+8:])
	raw, err := unpacker.DecodeAll(body[journalHeader:], nil)
	j.size = uint64(len(raw))
	if err == nil {
		err = decoder.Unmarshal(raw, j.commit)
	}
	if err != nil {
		return nil, damaged(filepath.Join(dir, journalName(seq)), err.Error())
	}
	return j, nil
}

// readChain proves that the journals 1 … n are whole and follow one another, and returns their digests.
func readChain(ctx context.Context, dir string) ([][32]byte, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("cannot open the registry: %w", err)
	}
	n := 0
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), journalSuffix) {
			n++
		}
	}
	chain := make([][32]byte, n)
	prev := make([][32]byte, n)
	errs := make([]error, n)
	slots := make(chan struct{}, workers())
	var wg sync.WaitGroup
	for i := range n {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			if errs[i] = ctx.Err(); errs[i] != nil {
				return
			}
			body, digest, err := readSealed(dir, uint64(i+1))
			if err != nil {
				errs[i] = err
				return
			}
			chain[i] = digest
			copy(prev[i][:], body[len(journalMagic)+8:])
		})
	}
	wg.Wait()
	for i, err := range errs {
		if errors.Is(err, fs.ErrNotExist) {
			return nil, damaged(filepath.Join(dir, journalName(uint64(i+1))), "it is missing")
		}
		if err != nil {
			return nil, err
		}
		if i > 0 && prev[i] != chain[i-1] {
			return nil, damaged(filepath.Join(dir, journalName(uint64(i+1))), "it does not follow the session before it")
		}
	}
	return chain, nil
}
