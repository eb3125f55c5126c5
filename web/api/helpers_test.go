package api_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/internal/schema"
	"github.com/nitoryu/nitoryu/internal/schema/schematest"
	"github.com/nitoryu/nitoryu/web/api"
)

// object is an answer.
type object = map[string]any

func newAPI() *api.API { return api.New("1.0", api.Engine{Threads: 4, Hash: 256}) }

// ask sends a request and returns the answer, which has to be a line of JSON with the id.
func ask(t testing.TB, request string) object {
	t.Helper()
	answer := newAPI().Answer(t.Context(), []byte(request))
	if strings.ContainsAny(string(answer), "\r\n") {
		t.Fatalf("%s is answered in several lines: %s", request, answer)
	}
	if what := schematest.Request(request); bytes.Contains(answer, []byte(`,"error":`)) {
		schematest.Check(t, schema.WebAPI, "anything that fails", answer)
	} else {
		schematest.Check(t, schema.WebAPI, what, answer)
	}
	var o object
	if err := json.Unmarshal(answer, &o); err != nil {
		t.Fatalf("%s is answered %s: %v", request, answer, err)
	}
	return o
}

// asked is ask for a request that must not fail.
func asked(t testing.TB, request string) object {
	t.Helper()
	o := ask(t, request)
	if fault, ok := o["error"]; ok {
		t.Fatalf("%s fails: %v", request, fault)
	}
	return o
}

// at returns what stands in an answer at a path such as "games.0.start", nil for nothing.
func at(value any, path string) any {
	for key := range strings.SplitSeq(path, ".") {
		switch v := value.(type) {
		case object:
			value = v[key]
		case []any:
			i := 0
			for _, digit := range key {
				i = 10*i + int(digit-'0')
			}
			if i >= len(v) {
				return nil
			}
			value = v[i]
		default:
			return nil
		}
	}
	return value
}

// text returns a value as JSON.
func text(t testing.TB, value any) string {
	t.Helper()
	b, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// fact is what stands at a path of an answer, as JSON.
type fact struct{ path, want string }

// check compares an answer with facts.
func check(t testing.TB, answer object, facts []fact) {
	t.Helper()
	for _, f := range facts {
		if got := text(t, at(answer, f.path)); got != f.want {
			t.Errorf("%s is %s, want %s", f.path, got, f.want)
		}
	}
}
