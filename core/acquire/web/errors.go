package web

// Error says in one sentence what could not be fetched, why, and what to do.
type Error struct {
	URL    string
	Status int // of the answer; 0 when there was none
	why    string
}

// Error implements error.
func (e *Error) Error() string { return e.URL + " " + e.why }
