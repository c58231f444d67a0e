package engine

import (
	"context"
	"io"
	"net/http"
	"time"

	"lemma/core"
	"lemma/core/acquire"
	"lemma/core/acquire/web"
	"lemma/core/analyze"
	"lemma/core/dedup"
	"lemma/core/gate"
	"lemma/core/generate"
	"lemma/core/sanitize"
)

// Input is what the source "-" reads.
type Input = io.Reader

// PDF takes PDF documents apart.
type PDF = acquire.PDF

// The gate's side of the engine, for front ends.
type (
	Decider  = gate.Decider
	Question = gate.Question
	Answer   = gate.Answer
)

// Domains returns the built-in taxonomy with the user's own domains; one with a built-in id replaces it.
func Domains(own []core.Domain) ([]core.Domain, error) {
	all, err := analyze.Domains()
	if err != nil {
		return nil, err
	}
	at := map[string]int{}
	for i, d := range all {
		at[d.ID] = i
	}
	for _, d := range own {
		if i, ok := at[d.ID]; ok {
			all[i] = d
		} else {
			at[d.ID] = len(all)
			all = append(all, d)
		}
	}
	return all, nil
}

// Domains returns the taxonomy that this engine analyses with.
func (e *Engine) Domains() []core.Domain { return e.domains }

// Network says how sources are fetched. The zero value connects directly and to public addresses only.
type Network struct {
	AllowPrivate bool          // also to addresses of this machine and of networks behind it
	Proxy        bool          // through the proxy that the environment names
	Timeout      time.Duration // of one fetch; 0: 10 min
}

func (n Network) options() web.Options {
	opt := web.Options{Private: n.AllowPrivate, Total: n.Timeout}
	if n.Proxy {
		opt.Proxy = http.ProxyFromEnvironment
	}
	return opt
}

// ScanOptions say how to scan.
type ScanOptions struct {
	Stranger bool
	Lenient  bool
	Input    Input
	Limits   Limits
	PDF      PDF      // takes PDF documents apart; nil: they cannot be read
	Scope    []string // of repositories: paths, and folders with a slash at the end
	Network  Network
	Progress func(stage core.Stage, done, total int, name string)
}

// Scan runs the sanitizer over sources without a registry: every file, also those that no reader takes.
func Scan(ctx context.Context, sources []string, opt ScanOptions) (*core.HygieneReport, error) {
	progress := func(stage core.Stage) func(done, total int, name string) {
		return func(done, total int, name string) {
			if opt.Progress != nil {
				opt.Progress(stage, done, total, name)
			}
		}
	}
	reading := opt.acquire()
	reading.All, reading.Progress = true, progress(core.StageAcquire)
	got, err := acquire.Acquire(ctx, sources, reading)
	if err != nil {
		return nil, err
	}
	var in []sanitize.Input
	for _, d := range got.Documents {
		in = append(in, sanitize.Input{Document: d, Name: d.Name, Familiarity: d.Familiarity, Digest: d.Digest})
	}
	in = append(in, unread(got.Unread)...)
	scanning := progress(core.StageSanitize)
	return sanitize.Scan(ctx, in, sanitize.Options{LenientHome: opt.Lenient, Progress: func(done, total int) { scanning(done, total, "") }})
}

// unread hands files that no reader took to the sanitizer.
func unread(list []acquire.Unread) []sanitize.Input {
	var in []sanitize.Input
	for _, u := range list {
		in = append(in, sanitize.Input{Name: u.Name, Raw: u.Raw, Familiarity: u.Familiarity, Unread: u.Reason, Partial: u.Partial, Link: u.Link, Digest: core.DigestOf(u.Raw)})
	}
	return in
}

// Read returns what the readers make of sources, and what could not be read.
func Read(ctx context.Context, sources []string, opt ScanOptions) (*acquire.Result, error) {
	reading := opt.acquire()
	reading.Progress = func(done, total int, name string) {
		if opt.Progress != nil {
			opt.Progress(core.StageAcquire, done, total, name)
		}
	}
	return acquire.Acquire(ctx, sources, reading)
}

func (opt ScanOptions) acquire() acquire.Options {
	return acquire.Options{Stranger: opt.Stranger, Stdin: opt.Input, MaxFile: opt.Limits.File, MaxTotal: opt.Limits.Total, MaxFiles: opt.Limits.Files, MaxRatio: opt.Limits.Ratio, Scope: opt.Scope, Web: opt.Network.options(), PDF: opt.PDF}
}

// Options of the stages that a front end hands through.
type (
	DedupOptions    = dedup.Options
	GenerateOptions = generate.Options
)

// The deciders that a command line needs.
type FlagDecider = gate.Flags

// PromptDecider asks a person on a plain terminal.
func PromptDecider(in io.Reader, out io.Writer) Decider { return gate.Prompt(in, out) }

// NobodyDecider is for where nobody can be asked: what needs a decision fails with ErrNobody.
func NobodyDecider() Decider { return gate.Refuse{} }

// ErrNobody says that a human was needed and nobody could be asked.
var ErrNobody = gate.ErrNobody
