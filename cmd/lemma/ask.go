package main

import (
	"bufio"
	"context"
	"io"
	"os"
	"strings"

	"golang.org/x/term"
)

// interactive reports whether a person can be asked.
func (a *app) interactive() bool {
	f, ok := a.in.(*os.File)
	return ok && term.IsTerminal(int(f.Fd())) && a.talk.tty
}

// confirm asks a person; everything but a yes is a no. The read that an interrupt leaves behind ends with the process.
func (a *app) confirm(ctx context.Context, question string) (bool, error) {
	dropTyped(a.in)
	a.talk.printf("%s [y/N] ", question)
	answer := make(chan string, 1)
	go func() {
		line, err := bufio.NewReader(a.in).ReadString('\n')
		if err != nil { // a line that was cut off is no answer
			line = ""
			a.talk.printf("\n")
		}
		answer <- line
	}()
	select {
	case <-ctx.Done():
		a.talk.printf("\n")
		return false, ctx.Err()
	case line := <-answer:
		line = strings.ToLower(strings.TrimSpace(line))
		return line == "y" || line == "yes", nil
	}
}

// question is what the gate writes its question to: it breaks lines between words, and forgets what was typed before
// there was anything to answer.
type question struct {
	screen *screen
	in     io.Reader
	w      io.Writer
}

func (q *question) Write(b []byte) (int, error) {
	dropTyped(q.in)
	lines := strings.Split(string(b), "\n")
	for i, line := range lines {
		body := strings.TrimLeft(line, " ")
		indent := len(line) - len(body)
		lines[i] = line[:indent] + string(q.screen.wrap(indent, body))
	}
	if _, err := io.WriteString(q.w, strings.Join(lines, "\n")); err != nil {
		return 0, err
	}
	return len(b), nil
}
