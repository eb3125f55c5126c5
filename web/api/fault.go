package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/nitoryu/nitoryu/internal/excerpt"
)

// fault is an error with a code by which a page knows it, and what it is about: pages have
// it in other languages, too.
type fault struct {
	code string
	args args
	err  error
}

// args are what a fault is about, by names.
type args map[string]any

func (f *fault) Error() string { return f.err.Error() }

func (f *fault) Unwrap() error { return f.err }

// faultf returns a fault with a message for people.
func faultf(code string, about args, format string, more ...any) *fault {
	return &fault{code, about, fmt.Errorf(format, more...)}
}

// problem is the answer to a request that failed, or what was wrong with a part of a text.
type problem struct {
	Error string `json:"error"`
	Code  string `json:"code,omitempty"`
	Args  args   `json:"args,omitempty"`
	Kept  *int   `json:"kept,omitempty"` // how many moves of the game were legal
}

// problemOf tells an error.
func problemOf(err error) problem {
	p := problem{Error: err.Error()}
	var f *fault
	if errors.As(err, &f) {
		p.Code, p.Args = f.code, f.args
	}
	var m *moveError
	if errors.As(err, &m) {
		p.Code, p.Args, p.Kept = "illegal move", args{"ply": m.kept + 1, "move": excerpt.Of(m.move)}, &m.kept
	}
	return p
}

// failed answers a request that failed. The answer always has an id: null, if the request
// has none.
func failed(id json.Number, err error) []byte {
	text, problem := json.Marshal(problemOf(err))
	if problem != nil { // does not happen with these types
		text = []byte(`{"error":"internal error"}`)
	}
	if id == "" {
		id = "null"
	}
	return joined(id, text)
}

// idOf returns the id of a request that cannot be read as a whole, "" if it does not begin
// with one.
func idOf(request []byte) json.Number {
	const far = 256
	d := json.NewDecoder(bytes.NewReader(request[:min(far, len(request))]))
	d.UseNumber()
	for i := 0; ; i++ {
		token, err := d.Token()
		switch {
		case err != nil:
			return ""
		case i%2 == 1 && token == "id":
			if value, err := d.Token(); err == nil {
				id, _ := value.(json.Number)
				return id
			}
			return ""
		}
	}
}

// moveError is about a move of a game that is not legal.
type moveError struct {
	kept int // moves before it
	move string
	err  error
}

func (e *moveError) Error() string { return fmt.Sprintf("ply %d: %v", e.kept+1, e.err) }

func (e *moveError) Unwrap() error { return e.err }
