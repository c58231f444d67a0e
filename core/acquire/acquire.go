// Package acquire turns what a user names (files, folders, archives, standard input, web pages, repositories) into
// staged documents. It decides what is read and under which name, keeps to its limits, and says in one sentence what
// could not be read and why.
//
// It touches the machine only through the Files and the reader handed in, and never follows a path out of the folder
// that the user named. It touches the network only through package web, and for what package web cannot fetch through
// the machine's git. Archives are unpacked in memory.
package acquire

import (
	"context"
	"io"
	"io/fs"
	"slices"
	"time"

	"lemma/core"
	"lemma/core/acquire/reader"
	"lemma/core/acquire/web"
)

// Options say how sources are acquired. The zero value reads local files with the default limits.
type Options struct {
	Stranger bool      // the user marks all sources so
	Stdin    io.Reader // what "-" reads; nil: there is none
	MaxFile  int64     // bytes a file; 0: 50 MB
	MaxTotal int64     // bytes together; 0: 200 MB
	MaxFiles int       // 0: 10,000
	MaxRatio int       // of what an archive unpacks to, to its own size; 0: 100
	All      bool      // every file below a folder, whatever its type: what no reader takes is in Result.Unread
	Scope    []string  // of repositories: paths, and folders with a slash at the end; empty: docs/ and README.md
	Files    Files     // how files are opened; nil: the machine's
	PDF      PDF       // takes PDF documents apart; nil: they cannot be read
	Web      web.Options
	Keep     bool             // what is fetched, in Result.Fetched
	Fetched  []Fetched        // takes the place of asking for it again
	Now      func() time.Time // when something was fetched; nil: nobody says
	// Progress is called as files are done, and with the pages of a long document while that is the only one. While
	// total is 0 its reader gets ready, or something is fetched; name then says how much there is.
	Progress func(done, total int, name string)
}

// PDF takes PDF documents apart.
type PDF = reader.PDF

// Files opens what the user named.
type Files interface {
	Stat(name string) (fs.FileInfo, error)
	Open(name string) (fs.File, error)
	Root(dir string) (Root, error)
}

// Root is a folder that nothing opened through it can leave.
type Root interface {
	fs.FS
	Close() error
}

// Fetched is an answer from the network.
type Fetched struct {
	Asked       string // the address that was asked for
	URL         string // that answered
	Status      int    // of an answer without content; else 0
	ContentType string
	Raw         []byte // as far as it was read
}

// Unread is a file that no reader took.
type Unread struct {
	Name        string
	Reason      string
	Raw         []byte
	Size        int64
	Partial     bool   // there is more than Raw, which nobody looked at
	Link        string // where a link of an archive leads
	Familiarity core.Familiarity
}

// Result is what Acquire found, in order of the sources and then of the names.
type Result struct {
	Documents   []*core.Document
	Unread      []Unread
	Losses      []core.Loss
	Origins     []core.Origin    // of what was fetched
	Fetched     []Fetched        // with Options.Keep
	Familiarity core.Familiarity // STRANGER if any document is
}

// Container reports a media type whose documents are no text: places in one are offsets in the text that was read.
func Container(mediaType string) bool {
	return slices.ContainsFunc(reader.Formats(), func(f reader.Format) bool { return f.Container && f.MediaType == mediaType })
}

// Acquire reads the sources.
func Acquire(ctx context.Context, sources []string, opt Options) (*Result, error) {
	return acquire(ctx, sources, opt)
}
