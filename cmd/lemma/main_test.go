package main

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	if os.Getenv("GORACE") == "" { // with the race detector each of the many processes would sleep for a second at its end
		if err := os.Setenv("GORACE", "atexit_sleep_ms=0"); err != nil {
			panic(err)
		}
	}
	testscript.Main(m, map[string]func(){"lemma": main})
}

// TestScript runs the sessions of testdata/script: what a user types, and what must come of it.
func TestScript(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join("testdata", "script"),
		Setup: func(e *testscript.Env) error {
			e.Setenv("GORACE", os.Getenv("GORACE"))
			e.Setenv("HOME", e.WorkDir)
			if dir, err := os.UserCacheDir(); err == nil { // the PDF engine is compiled once, not once a script
				e.Setenv("XDG_CACHE_HOME", dir)
			}
			e.Setenv("XDG_DATA_HOME", filepath.Join(e.WorkDir, "data"))
			e.Setenv("XDG_CONFIG_HOME", filepath.Join(e.WorkDir, "config"))
			e.Setenv("LEMMA_REGISTRY", filepath.Join(e.WorkDir, "registry"))
			site := httptest.NewServer(http.FileServer(http.Dir(filepath.Join(e.WorkDir, "site"))))
			e.Defer(site.Close)
			e.Setenv("SITE", site.URL) // serves the folder site of the script
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"code": cmdCode, "json": cmdJSON, "fields": cmdFields, "zip": cmdZip, "digest": cmdDigest},
	})
}

// cmdCode runs lemma and wants an exit code: code 3 learn x.md.
func cmdCode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: code N ARGS...")
	}
	err := ts.Exec("lemma", args[1:]...)
	got := 0
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		got = exit.ExitCode()
	} else if err != nil {
		ts.Fatalf("lemma %v: %v", args[1:], err)
	}
	if fmt.Sprint(got) != args[0] {
		ts.Fatalf("lemma %s: exit code %d, want %s", strings.Join(args[1:], " "), got, args[0])
	}
}

// cmdZip makes an archive of files: zip OUT FILE... A name before = is that of the member.
func cmdZip(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: zip OUT [NAME=]FILE...")
	}
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, arg := range args[1:] {
		name, file, ok := strings.Cut(arg, "=")
		if !ok {
			file = name
		}
		w, err := z.Create(name)
		ts.Check(err)
		_, err = w.Write([]byte(ts.ReadFile(file)))
		ts.Check(err)
	}
	ts.Check(z.Close())
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), b.Bytes(), 0o644))
}

// cmdDigest puts the digest of the JSON object on standard output into $DIGEST.
func cmdDigest(ts *testscript.TestScript, neg bool, args []string) {
	var out struct{ Digest string }
	if err := json.Unmarshal([]byte(ts.ReadFile("stdout")), &out); err != nil || out.Digest == "" {
		ts.Fatalf("standard output has no digest: %v", err)
	}
	ts.Setenv("DIGEST", out.Digest)
}

// cmdJSON wants a value in the JSON object on standard output: json counts.added 3; with ! it wants another value.
func cmdJSON(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: json PATH VALUE")
	}
	var v any
	if err := json.Unmarshal([]byte(ts.ReadFile("stdout")), &v); err != nil {
		ts.Fatalf("standard output is not one JSON object: %v", err)
	}
	for key := range strings.SplitSeq(args[0], ".") {
		switch x := v.(type) {
		case map[string]any:
			var ok bool
			if v, ok = x[key]; !ok {
				ts.Fatalf("there is no %s in %s", key, args[0])
			}
		case []any:
			if key == "len" {
				v = float64(len(x))
				continue
			}
			var i int
			if _, err := fmt.Sscan(key, &i); err != nil || i >= len(x) {
				ts.Fatalf("%s: no element %s of %d", args[0], key, len(x))
			}
			v = x[i]
		default:
			ts.Fatalf("%s: %v has no %s", args[0], v, key)
		}
	}
	if got := fmt.Sprint(v); (got == args[1]) == neg {
		ts.Fatalf("%s is %s, want %s (inverted: %v)", args[0], got, args[1], neg)
	}
}

// cmdFields wants the fields of a JSON object of a file in this order: fields FILE PATH NAME... The path is . for the
// object itself. A field that ends in [] is a list, never null.
func cmdFields(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: fields FILE PATH NAME...")
	}
	raw, _, _ := strings.Cut(ts.ReadFile(args[0]), "\n{") // the first line of JSONL
	value := json.RawMessage(raw)
	for key := range strings.SplitSeq(args[1], ".") {
		var object map[string]json.RawMessage
		if key != "" {
			if json.Unmarshal(value, &object) != nil || object[key] == nil {
				ts.Fatalf("%s: there is no %s", args[1], key)
			}
			value = object[key]
		}
		var list []json.RawMessage
		if json.Unmarshal(value, &list) == nil && len(list) > 0 {
			value = list[0] // of a list, the first
		}
	}
	names, values := members(ts, value)
	for i, want := range args[2:] {
		name, isList := strings.CutSuffix(want, "[]")
		if i >= len(names) || names[i] != name {
			ts.Fatalf("the fields of %s are %v, want %v", args[1], names, args[2:])
		}
		if isList && !bytes.HasPrefix(values[i], []byte("[")) {
			ts.Fatalf("%s is %s, want a list", name, values[i])
		}
	}
	if len(names) != len(args)-2 {
		ts.Fatalf("the fields of %s are %v, want %v", args[1], names, args[2:])
	}
}

// members returns the names and values of a JSON object in their order.
func members(ts *testscript.TestScript, raw json.RawMessage) (names []string, values []json.RawMessage) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		ts.Fatalf("no JSON object: %.60s", raw)
	}
	for dec.More() {
		name, err := dec.Token()
		var v json.RawMessage
		if err := errors.Join(err, dec.Decode(&v)); err != nil {
			ts.Fatalf("%v", err)
		}
		names, values = append(names, fmt.Sprint(name)), append(values, v)
	}
	return names, values
}

// lemmaIn runs the command line in this process.
func lemmaIn(t testing.TB, registry string, args ...string) string {
	t.Helper()
	var out, talk bytes.Buffer
	if code := run(context.Background(), append(args, "--registry", registry), strings.NewReader(""), &out, &talk); code != 0 {
		t.Fatalf("lemma %v: exit code %d\n%s", args, code, talk.String())
	}
	return out.String()
}

// TestKill kills learns and unlearns at random moments: the registry is always sound, and either as before or as after.
// LEMMA_KILLS sets how often.
func TestKill(t *testing.T) {
	rounds := 24
	if testing.Short() {
		rounds = 4
	}
	if n := os.Getenv("LEMMA_KILLS"); n != "" {
		if _, err := fmt.Sscan(n, &rounds); err != nil {
			t.Fatal(err)
		}
	}
	lemma, err := exec.LookPath("lemma") // testscript.Main puts this test binary there under the name
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("HOME", t.TempDir())
	book := filepath.Join("..", "..", "assets", "sample", "linear-algebra.md")
	dir := t.TempDir()
	reg, after := filepath.Join(dir, "r"), filepath.Join(dir, "after")
	lemmaIn(t, reg, "learn", book, "--dry-run") // makes the registry
	before := lemmaIn(t, reg, "export")
	lemmaIn(t, after, "learn", book, "--decision", "approve")
	learned := lemmaIn(t, after, "export")
	if learned == before {
		t.Fatal("learning the sample changes nothing: the test says nothing")
	}
	rng := rand.New(rand.NewPCG(7, 7))
	kills, commits, seq := 0, 0, 0
	strip := func(s string) string { return strings.ReplaceAll(s, fmt.Sprintf("s%04d", seq), "s0001") }
	span := 200 * time.Millisecond // within which a process is killed; follows what the processes of this machine take
	for n := 0; n < rounds || (kills == 0 || commits == 0) && n < 20*rounds; n++ {
		state := lemmaIn(t, reg, "export")
		args := []string{"learn", book, "--decision", "approve", "--again"}
		if state != "" {
			args = []string{"unlearn", fmt.Sprintf("s%04d", seq), "--yes"}
		}
		cmd := exec.Command(lemma, append(args, "--registry", reg)...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(rng.Int64N(int64(span))))
		if err := cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
			t.Fatal(err)
		}
		_ = cmd.Wait() // killed, or done just before
		ended := cmd.ProcessState.Exited()
		if !ended {
			kills++
		}
		if !strings.Contains(lemmaIn(t, reg, "check"), "sound") {
			t.Fatal("not sound after a kill")
		}
		now := lemmaIn(t, reg, "export")
		if n := strings.Count(lemmaIn(t, reg, "sessions"), "\n"); state == "" && now != "" {
			seq = n - 1 // a line a session, and the head
		}
		if now != state {
			commits++
		}
		if ended {
			span = span * 2 / 3
		} else if now == state {
			span = span * 3 / 2
		}
		if now != state && now != before && strip(now) != learned {
			t.Fatalf("after killing %v the registry is neither as before nor as after", args)
		}
	}
	if kills == 0 || commits == 0 {
		t.Errorf("%d kills at work and %d commits: the test looks at one side only", kills, commits)
	}
	t.Logf("%d processes were killed at work, %d had committed", kills, commits)
}
