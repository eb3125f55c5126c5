package schematest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
)

// file is the JSON Schema, from the root of the module.
const file = "docs/use/schema.json"

// read reads the schema of each door and question.
var read = sync.OnceValues(func() (map[string]map[string]*jsonschema.Resolved, error) {
	folder := "."
	for range 8 { // tests run in the folder of their package
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			break
		}
		folder = filepath.Join(folder, "..")
	}
	text, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(file)))
	if err != nil {
		return nil, err
	}
	var whole struct {
		Answers map[string]map[string]*jsonschema.Schema `json:"answers"`
		Defs    map[string]*jsonschema.Schema            `json:"$defs"`
	}
	if err := json.Unmarshal(text, &whole); err != nil {
		return nil, err
	}
	// What a type has and the schema has not is a fault of the schema, though readers may meet new keys.
	for _, def := range whole.Defs {
		def.AdditionalProperties = &jsonschema.Schema{Not: &jsonschema.Schema{}}
	}
	all := map[string]map[string]*jsonschema.Resolved{}
	for door, asks := range whole.Answers {
		all[door] = map[string]*jsonschema.Resolved{}
		for ask, s := range asks {
			of := &jsonschema.Schema{Defs: whole.Defs, AllOf: []*jsonschema.Schema{s}}
			if all[door][ask], err = of.CloneSchemas().Resolve(nil); err != nil {
				return nil, err
			}
		}
	}
	return all, nil
})

// Check fails a test if an answer to what is asked at a door is not of the schema.
func Check(t testing.TB, door, ask string, answer []byte) {
	t.Helper()
	all, err := read()
	if err != nil {
		t.Fatal(err)
	}
	of := all[door][ask]
	if of == nil {
		t.Errorf("%s has no schema of %q", file, ask)
		return
	}
	var value any
	if err := json.Unmarshal(answer, &value); err != nil {
		t.Fatal(err)
	}
	if object, ok := value.(map[string]any); ok {
		delete(object, "id") // of the dialogue, not of the answer
	}
	if err := of.Validate(value); err != nil {
		t.Errorf("%s, %s: the answer is not of %s: %v\n%.1000s", door, ask, file, err, answer)
	}
}

// Asks returns what can be asked at a door.
func Asks(t testing.TB, door string) (names []string) {
	t.Helper()
	all, err := read()
	if err != nil {
		t.Fatal(err)
	}
	for ask := range all[door] {
		names = append(names, ask)
	}
	return names
}

// Request returns what a request of the web API asks for.
func Request(request string) string {
	var head struct {
		Do string `json:"do"`
	}
	_ = json.NewDecoder(strings.NewReader(request)).Decode(&head) // of a broken one there is nothing
	return head.Do
}
