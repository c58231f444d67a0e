package acquire

import (
	"bytes"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
)

// tree is a folder in memory: what came out of an archive. It is a Root that nothing can leave, since there is nothing
// around it, and it is read only once it is filled.
type tree struct{ nodes map[string]*node }

// node is a file or folder of a tree. It is its own description.
type node struct {
	path     string
	raw      []byte
	folder   bool
	children []*node
}

func newTree() *tree { return &tree{map[string]*node{".": {path: ".", folder: true}}} }

// add puts a file at a valid path, and reports false when something is there already or a file stands in the way.
func (t *tree) add(name string, raw []byte) bool {
	if !fs.ValidPath(name) || t.nodes[name] != nil {
		return false
	}
	missing := []*node{{path: name, raw: raw}}
	dir := path.Dir(name)
	for ; t.nodes[dir] == nil; dir = path.Dir(dir) {
		missing = append(missing, &node{path: dir, folder: true})
	}
	parent := t.nodes[dir]
	if !parent.folder {
		return false
	}
	for _, n := range slices.Backward(missing) {
		parent.children = append(parent.children, n)
		t.nodes[n.path], parent = n, n
	}
	return true
}

// Close does nothing: the memory goes when nobody looks any more.
func (t *tree) Close() error { return nil }

func (t *tree) find(op, name string) (*node, error) {
	if n := t.nodes[name]; n != nil {
		return n, nil
	}
	err := fs.ErrNotExist
	if !fs.ValidPath(name) {
		err = fs.ErrInvalid
	}
	return nil, &fs.PathError{Op: op, Path: name, Err: err}
}

// Open implements fs.FS.
func (t *tree) Open(name string) (fs.File, error) {
	n, err := t.find("open", name)
	if err != nil {
		return nil, err
	}
	if n.folder {
		return &openFolder{node: n, rest: n.sorted()}, nil
	}
	return openFile{bytes.NewReader(n.raw), n}, nil
}

// Stat implements fs.StatFS.
func (t *tree) Stat(name string) (fs.FileInfo, error) { return t.find("stat", name) }

// ReadDir implements fs.ReadDirFS.
func (t *tree) ReadDir(name string) ([]fs.DirEntry, error) {
	n, err := t.find("open", name)
	if err != nil {
		return nil, err
	}
	if !n.folder {
		return nil, &fs.PathError{Op: "readdir", Path: name, Err: fs.ErrInvalid}
	}
	return n.sorted(), nil
}

func (n *node) sorted() []fs.DirEntry {
	out := make([]fs.DirEntry, len(n.children))
	for i, c := range n.children {
		out[i] = c
	}
	slices.SortFunc(out, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return out
}

// The methods of fs.FileInfo and fs.DirEntry.

func (n *node) Name() string               { return path.Base(n.path) }
func (n *node) Size() int64                { return int64(len(n.raw)) }
func (n *node) IsDir() bool                { return n.folder }
func (n *node) ModTime() time.Time         { return time.Time{} }
func (n *node) Sys() any                   { return nil }
func (n *node) Type() fs.FileMode          { return n.Mode().Type() }
func (n *node) Info() (fs.FileInfo, error) { return n, nil }
func (n *node) Mode() fs.FileMode {
	if n.folder {
		return fs.ModeDir | 0o555
	}
	return 0o444
}

type openFile struct {
	*bytes.Reader
	node *node
}

func (f openFile) Stat() (fs.FileInfo, error) { return f.node, nil }
func (f openFile) Close() error               { return nil }

type openFolder struct {
	node *node
	rest []fs.DirEntry
}

func (f *openFolder) Stat() (fs.FileInfo, error) { return f.node, nil }
func (f *openFolder) Close() error               { return nil }
func (f *openFolder) Read([]byte) (int, error) {
	return 0, &fs.PathError{Op: "read", Path: f.node.path, Err: fs.ErrInvalid}
}

func (f *openFolder) ReadDir(n int) ([]fs.DirEntry, error) {
	if n <= 0 {
		out := f.rest
		f.rest = nil
		return out, nil
	}
	if len(f.rest) == 0 {
		return nil, io.EOF
	}
	out := f.rest[:min(n, len(f.rest))]
	f.rest = f.rest[len(out):]
	return out, nil
}
