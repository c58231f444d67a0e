package store

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"sync"

	"github.com/dgraph-io/badger/v4"
	"github.com/dgraph-io/badger/v4/options"

	"lemma/core"
)

// Keys of the state. Values begin with a byte that says how they are encoded.
const (
	primitiveKey = "p/"
	conflictKey  = "c/"
	sessionKey   = "s/"
	appliedKey   = "m/applied"

	encodedCBOR = 1
)

// state is the materialised registry in Badger.
type state struct{ db *badger.DB }

func openState(dir string) (st *state, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the state in %s is damaged: %v", dir, p)
		}
	}()
	if err := dropEmpty(dir); err != nil {
		return nil, err
	}
	// Small settings: the registry is read once and written in batches. ValueLogFileSize bounds what is preallocated.
	// Snappy loads a registry in a third of the time that ZSTD takes, and eight tables wait before a compaction takes the
	// cores that an opening needs.
	opt := badger.DefaultOptions(dir).WithLogger(nil).WithMetricsEnabled(false).WithSyncWrites(true).WithDetectConflicts(false).
		WithMemTableSize(16 << 20).WithNumMemtables(2).WithNumCompactors(2).WithNumLevelZeroTables(8).WithNumLevelZeroTablesStall(24).
		WithBlockCacheSize(16 << 20).WithIndexCacheSize(16 << 20).WithCompression(options.Snappy).
		WithValueLogFileSize(maxLog).WithNumGoroutines(2).WithCompactL0OnClose(false)
	db, err := badger.Open(opt)
	if err != nil {
		return nil, err
	}
	return &state{db}, nil
}

// dropEmpty removes empty write-ahead and value logs: a kill between making and sizing one leaves it empty, and
// Badger then refuses to open (its issue 2207). They hold nothing.
func dropEmpty(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".mem") && !strings.HasSuffix(e.Name(), ".vlog") {
			continue
		}
		if info, err := e.Info(); err == nil && info.Size() == 0 {
			if err := os.Remove(filepath.Join(dir, e.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

func (st *state) close() error { return st.db.Close() }

// applied returns the last session that the state holds, and its journal's digest.
func (st *state) applied() (seq uint64, digest [32]byte) {
	_ = st.db.View(func(tx *badger.Txn) error { // no stamp, or an unreadable one, means nothing is applied
		it, err := tx.Get([]byte(appliedKey))
		if err != nil {
			return err
		}
		return it.Value(func(v []byte) error {
			if len(v) == 8+len(digest) {
				seq = binary.BigEndian.Uint64(v)
				copy(digest[:], v[8:])
			}
			return nil
		})
	})
	return seq, digest
}

// What Badger takes, in bytes: a value has to fit into one value log.
const (
	maxKey      = 32 << 10
	maxLog      = 32 << 20
	maxRecorded = maxLog - 1<<20
)

// write is one write to the state; without a value it deletes.
type write struct {
	key   string
	value []byte
}

// writes returns what a session writes to the state, or why the state could not take it.
func writes(c *core.Commit) (list []write, err error) {
	put := func(key, what string, v any) {
		if err != nil {
			return
		}
		raw := []byte{encodedCBOR}
		if raw, err = appendEncoded(raw, v); err != nil {
			return
		}
		if len(key) > maxKey || len(raw) > maxRecorded {
			err = fmt.Errorf("%.80s is too large for the registry: it takes %d MB, and %d MB fit", what, len(raw)>>20, maxRecorded>>20)
			return
		}
		list = append(list, write{key, raw})
	}
	for _, ch := range c.Changeset.Changes {
		if ch.After == nil {
			list = append(list, write{key: primitiveKey + ch.ID})
		} else {
			put(primitiveKey+ch.ID, ch.ID, ch.After)
		}
	}
	for _, ch := range c.Changeset.Conflicts {
		if ch.After == nil {
			list = append(list, write{key: conflictKey + ch.ID})
		} else {
			put(conflictKey+ch.ID, "conflict "+ch.ID, ch.After)
		}
	}
	put(sessionKeyOf(c.Session.Seq), "session "+c.Session.ID, c.Session)
	return list, err
}

func appendEncoded(b []byte, v any) ([]byte, error) {
	raw, err := encoder.Marshal(v)
	return append(b, raw...), err
}

// apply puts what a session writes into the state. It may be repeated after a kill: all its writes are absolute, and
// the stamp comes last.
func (st *state) apply(list []write, seq uint64, digest [32]byte) error {
	wb := st.db.NewWriteBatch()
	defer wb.Cancel()
	for _, w := range list {
		var err error
		if w.value == nil {
			err = wb.Delete([]byte(w.key))
		} else {
			err = wb.Set([]byte(w.key), w.value)
		}
		if err != nil {
			return err
		}
	}
	if err := wb.Flush(); err != nil {
		return err
	}
	return st.db.Update(func(tx *badger.Txn) error {
		return tx.Set([]byte(appliedKey), append(binary.BigEndian.AppendUint64(nil, seq), digest[:]...))
	})
}

func sessionKeyOf(seq uint64) string {
	return sessionKey + string(binary.BigEndian.AppendUint64(nil, seq))
}

// load reads everything. Values are decoded by several goroutines while one reads.
func (st *state) load(ctx context.Context) (*core.Contents, error) {
	c := &core.Contents{}
	var err error
	if c.Primitives, err = loadAll[core.Primitive](ctx, st.db, primitiveKey); err != nil {
		return nil, err
	}
	if c.Conflicts, err = loadAll[core.Conflict](ctx, st.db, conflictKey); err != nil {
		return nil, err
	}
	sessions, err := loadAll[core.Session](ctx, st.db, sessionKey)
	if err != nil {
		return nil, err
	}
	for _, s := range sessions {
		c.Sessions = append(c.Sessions, *s)
	}
	sort.SliceStable(c.Conflicts, func(i, j int) bool { return core.CompareConflicts(c.Conflicts[i], c.Conflicts[j]) < 0 })
	return c, nil
}

// batchSize is how many values one goroutine decodes at a time.
const batchSize = 512

// loadAll decodes all values below a prefix, in order of their keys.
func loadAll[T any](ctx context.Context, db *badger.DB, prefix string) ([]*T, error) {
	type batch struct {
		at   int
		raw  [][]byte
		keys []string
	}
	var mu sync.Mutex
	parts := map[int][]*T{}
	var failed error
	work := make(chan batch)
	var wg sync.WaitGroup
	for range workers() {
		wg.Go(func() {
			shared := newIntern()
			for b := range work {
				out := make([]*T, len(b.raw))
				var err error
				for i, raw := range b.raw {
					out[i] = new(T)
					if len(raw) == 0 || raw[0] != encodedCBOR {
						err = fmt.Errorf("%q has an encoding that this lemma does not know", b.keys[i])
					} else if derr := decoder.Unmarshal(raw[1:], out[i]); derr != nil {
						err = fmt.Errorf("%q cannot be decoded: %w", b.keys[i], derr)
					}
					if p, ok := any(out[i]).(*core.Primitive); ok {
						shared.primitive(p)
					}
				}
				mu.Lock()
				parts[b.at] = out
				if err != nil && failed == nil {
					failed = err
				}
				mu.Unlock()
			}
		})
	}
	n := 0
	err := db.View(func(tx *badger.Txn) error {
		opt := badger.DefaultIteratorOptions
		opt.Prefix = []byte(prefix)
		opt.PrefetchSize = 256
		it := tx.NewIterator(opt)
		defer it.Close()
		b := batch{}
		for it.Rewind(); it.Valid(); it.Next() {
			raw, err := it.Item().ValueCopy(nil)
			if err != nil {
				return err
			}
			b.raw, b.keys = append(b.raw, raw), append(b.keys, string(it.Item().Key()))
			if len(b.raw) == batchSize {
				if err := ctx.Err(); err != nil {
					return err
				}
				work <- b
				n++
				b = batch{at: n}
			}
		}
		if len(b.raw) > 0 {
			work <- b
			n++
		}
		return nil
	})
	close(work)
	wg.Wait()
	if err == nil {
		err = failed
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read the state of the registry: %w\nmove its folder state away; it is built anew from the journals", err)
	}
	var all []*T
	for i := range n {
		all = append(all, parts[i]...)
	}
	return all, nil
}
