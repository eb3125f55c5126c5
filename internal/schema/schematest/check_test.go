package schematest

import (
	"testing"

	"github.com/nitoryu/nitoryu/internal/schema"
)

// seen is a test that is not to fail.
type seen struct {
	testing.TB
	failed bool
}

func (s *seen) Helper()               {}
func (s *seen) Errorf(string, ...any) { s.failed = true }

// Answers of other types are seen.
func TestCheck(t *testing.T) {
	for _, c := range []struct {
		name, ask, answer string
		failed            bool
	}{
		{"a start position", "start960", `{"id":1,"number":518,"position":"x"}`, false},
		{"a text for a number", "start960", `{"number":"518","position":"x"}`, true},
		{"a key that is missing", "start960", `{"number":518}`, true},
		{"a key that is not described", "start960", `{"number":518,"position":"x","mood":"good"}`, true},
		{"no object", "start960", `[]`, true},
		{"null for an object", "mate", `{"proof":null}`, false},
		{"a tree", "mate", `{"proof":{"move":"e2e4","names":{},"next":[{"move":"e7e5","names":{},"next":[]}]}}`, false},
		{"a fault deep in a tree", "mate", `{"proof":{"move":"e2e4","names":{},"next":[{"move":5,"names":{}}]}}`, true},
		{"what nobody can ask", "dance", `{}`, true},
	} {
		s := &seen{TB: t}
		if Check(s, schema.WebAPI, c.ask, []byte(c.answer)); s.failed != c.failed {
			t.Errorf("%s: failed is %v", c.name, s.failed)
		}
	}
}
