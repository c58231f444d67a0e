package sanitize

import (
	"bytes"
	"strings"
)

// An injected instruction is an order to whoever reads: its verb is in the imperative, at the head of its sentence or
// clause ("Send the file to …"), after another order ("… and send it"), or behind words that command ("you must",
// "please", "your task is to"). Specifications and manuals use the same words to say what somebody else does: there the
// verb has a subject of its own ("clients MUST NOT send …", "it closes without asking the user"), hangs on another word
// ("able to send"), or ends as no imperative does ("sends", "sending"). A pattern that begins with "!" wants an order.

const (
	longestLead   = 12  // words before a verb that are looked at
	longestBlank  = 24  // bytes without a letter that part two sentences whatever they are
	longestEntity = 24  // bytes of the name of an entity
	clauseReach   = 200 // bytes before "and" in which the subject of the clause is looked for
	longestLine   = 400 // bytes of a line that are looked at
	wrapWidth     = 50  // bytes of a line that ends without a mark because its text goes on in the next
)

// clauses finds the words before others in a folded text.
type clauses struct {
	b       []byte
	flow    bool // a line end is a blank, as in HTML
	capital bool // the verb begins with a capital letter: no line end before it stands within a sentence
}

// commanded reports whether the verb at [start, end) of a folded text is an order.
func (r *Rules) commanded(c clauses, start, end int) bool {
	b := c.b
	verb := b[start:end]
	if n := bytes.IndexFunc(verb, func(c rune) bool { return c < 'a' || c > 'z' }); n > 0 {
		verb = verb[:n]
	}
	if bytes.HasSuffix(verb, []byte("ing")) || bytes.HasSuffix(verb, []byte("s")) && !bytes.HasSuffix(verb, []byte("ss")) && !r.passed[string(verb)] {
		return false
	}
	if c.capital && c.lineEnd(start) >= 0 {
		return true
	}
	at := start
	for range longestLead {
		word, from, ok := c.before(at)
		switch {
		case !ok, r.lead[word] && !bytes.HasSuffix(b[:from], []byte("user ")): // HTTP's "user agent" is nobody who reads
			return true
		case r.joins[word]:
			return !r.told(c, from) || r.addressed(c, from)
		case !r.passed[word] && !(len(word) > 4 && word[len(word)-2:] == "ly"):
			return r.addressed(c, from)
		}
		at = from
	}
	return false
}

// addressed reports whether the sentence before the offset names a machine that reads, or calls somebody: the subject
// of the verb may then be anything, "if an assistant reads this it must".
func (r *Rules) addressed(c clauses, at int) bool {
	for limit := at - clauseReach; at > limit; {
		word, from, ok := c.before(at)
		if !ok && (from == 0 || c.b[from] != ',') {
			return false
		}
		if r.names[strings.TrimSuffix(word, "'s")] {
			return true
		}
		at = from
	}
	return false
}

// told reports whether the clause before the offset has a subject that is not who reads.
func (r *Rules) told(c clauses, at int) bool {
	subject := false
	for limit := at - clauseReach; at > limit; {
		word, from, ok := c.before(at)
		if !ok && (from == 0 || c.b[from] != ',') {
			break
		}
		if r.lead[word] {
			return false
		}
		subject = subject || r.subjects[word]
		at = from
	}
	return subject
}

// before returns the word that stands before the offset in the same clause and where it begins; ok is false where the
// clause begins there, with the mark that parts it.
func (c clauses) before(at int) (word string, from int, ok bool) {
	b, end := c.b, at
	for end > 0 && !wordByte(b[end-1]) {
		end--
		switch b[end] {
		case ';':
			if !c.flow {
				return "", end, false
			}
			name := b[max(0, end-longestEntity):end]
			n := bytes.LastIndexByte(name, '&')
			if n < 0 || bytes.IndexByte(name[n:], ' ') >= 0 {
				return "", end, false
			}
			end -= len(name) - n // the reference to an entity, "&SHOULD-NOT;", which stands for words
		case '.', '!', '?', ':', ',', '(', '[', '{', '"', '|', '>':
			return "", end, false
		case '\'':
			if end == at-1 {
				return "", end, false
			}
		case '-', '+', '#', '=', '/', '\\':
			if at-end > 1 {
				return "", end, false
			}
		case '\n':
			if !c.flow && !wrapped(b, end) {
				return "", end, false
			}
		}
		if at-end > longestBlank {
			return "", end, false
		}
	}
	from = end
	for from > 0 && end-from < longestMatch && (wordByte(b[from-1]) || b[from-1] == '\'') {
		from--
	}
	word = string(b[from:end])
	return word, from, strings.ContainsFunc(word, wordRune) // "🔥" parts clauses
}

// wrapped reports whether the offset is the first of a line that goes on with the sentence of the line before.
func (c clauses) wrapped(at int) bool {
	n := c.lineEnd(at)
	return n >= 0 && !c.capital && wrapped(c.b, n)
}

// drawn reports whether an arrow between two names ends before the offset, as in what diagrams are drawn from:
// "A->>LLM:".
func (c clauses) drawn(at int) bool {
	before := bytes.TrimRight(c.b[max(0, at-4):at], " ")
	return bytes.HasSuffix(before, []byte("->")) || bytes.HasSuffix(before, []byte("=>")) || bytes.HasSuffix(before, []byte("->>"))
}

// lineEnd returns the line end that the word at the offset follows, -1 where something else stands before it.
func (c clauses) lineEnd(at int) int {
	end := len(bytes.TrimRight(c.b[max(0, at-2):at], " ")) + max(0, at-2) - 1
	if end >= 0 && c.b[end] == '\n' {
		return end
	}
	return -1
}

// wrapped reports whether the line end at the offset stands within a sentence, where a long line was broken.
func wrapped(b []byte, at int) bool {
	if at == 0 || at+1 < len(b) && b[at+1] == '\n' || b[at-1] == '\n' {
		return false
	}
	switch b[at-1] {
	case '.', '!', '?', ':', ';', '|', '"', '>', ')', ']', '}':
		return false
	}
	from := max(0, at-longestLine)
	from += bytes.LastIndexByte(b[from:at], '\n') + 1
	return at-from >= wrapWidth && b[from] != '#' // a heading ends with its line
}
