package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
)

// Files of the page that are made of others.
const (
	pageIndex   = "web/index.html"
	pageScripts = "web/js"
	answerTypes = "web/types/answers.d.ts" // of docs/use/schema.json
	idTypes     = "web/types/elements.d.ts"
)

// generatedPageFiles returns the page with the modules that browsers fetch at once, and what
// TypeScript is told of the answers of the web API and of the elements of the page.
func generatedPageFiles(root string) ([]generatedPage, error) {
	index, err := readPage(root, pageIndex)
	if err != nil {
		return nil, nil // a clone without the page
	}
	preloads, err := withPreloads(root, index)
	if err != nil {
		return nil, err
	}
	schemas, err := generatedSchema(root)
	if err != nil || len(schemas) == 0 {
		return nil, err
	}
	answers, err := typesOfAnswers(schemas[0].text)
	if err != nil {
		return nil, err
	}
	files := []generatedPage{{path: pageIndex, old: index, text: preloads}, {path: answerTypes, text: answers}, {path: idTypes, text: typesOfElements(index)}}
	for i := range files[1:] {
		files[i+1].old, _ = readPage(root, files[i+1].path) // "" for one that is not there yet
	}
	return files, nil
}

var (
	importPattern  = regexp.MustCompile(`(?m)^import [^;]*?"\./([\w-]+\.js)";`)
	preloadPattern = regexp.MustCompile(`(?:<link rel="modulepreload"[^\n]*\n)+`)
	idPattern      = regexp.MustCompile(`<(\w+)\b[^>]*?\sid="([\w-]+)"`)
)

// withPreloads returns the page with a line for each module that its script imports, by other
// modules as well.
func withPreloads(root, index string) (string, error) {
	const first = "main.js"
	modules := []string{first}
	for i := 0; i < len(modules); i++ {
		text, err := readPage(root, path.Join(pageScripts, modules[i]))
		if err != nil {
			return "", err
		}
		for _, found := range importPattern.FindAllStringSubmatch(text, -1) {
			if !slices.Contains(modules, found[1]) {
				modules = append(modules, found[1])
			}
		}
	}
	var lines strings.Builder
	for _, module := range slices.Sorted(slices.Values(modules[1:])) {
		fmt.Fprintf(&lines, "<link rel=\"modulepreload\" href=\"js/%s\">\n", module)
	}
	if len(preloadPattern.FindAllString(index, -1)) != 1 {
		return "", fmt.Errorf("%s: the modules that are fetched at once are not in one place", pageIndex)
	}
	return preloadPattern.ReplaceAllLiteralString(index, lines.String()), nil
}

const madeBy = "// Made by lab docs.\n\n"

// typesOfElements returns the types of the elements of the page, by their ids.
func typesOfElements(index string) string {
	kinds := map[string]string{
		"a": "HTMLAnchorElement", "button": "HTMLButtonElement", "dialog": "HTMLDialogElement", "details": "HTMLDetailsElement", "form": "HTMLFormElement",
		"input": "HTMLInputElement", "ol": "HTMLOListElement", "output": "HTMLOutputElement", "progress": "HTMLProgressElement", "select": "HTMLSelectElement",
		"textarea": "HTMLTextAreaElement",
	}
	of := map[string]string{}
	for _, found := range idPattern.FindAllStringSubmatch(index, -1) {
		of[found[2]] = cmp.Or(kinds[found[1]], "HTMLElement")
	}
	var b strings.Builder
	b.WriteString(madeBy + "interface Elements {\n")
	for _, id := range slices.Sorted(maps.Keys(of)) {
		fmt.Fprintf(&b, "\t%q: %s;\n", id, of[id])
	}
	return b.String() + "}\n"
}

// schemaNode is a part of a JSON Schema, of the kinds that we write.
type schemaNode struct {
	Ref        string                 `json:"$ref"`
	Type       any                    `json:"type"` // a word or a list of words
	AnyOf      []schemaNode           `json:"anyOf"`
	Items      *schemaNode            `json:"items"`
	Additional *schemaNode            `json:"additionalProperties"`
	Properties map[string]*schemaNode `json:"properties"`
	Required   []string               `json:"required"`
	About      string                 `json:"description"`
}

// typesOfAnswers returns the types of what the web API answers, from the schema of all answers.
func typesOfAnswers(text string) (string, error) {
	var all struct {
		Answers map[string]map[string]schemaNode `json:"answers"`
		Defs    map[string]schemaNode            `json:"$defs"`
	}
	if err := json.Unmarshal([]byte(text), &all); err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString(madeBy + "// Answers are those to the requests of the web API.\ninterface Answers {\n")
	door := all.Answers["web API"]
	for _, ask := range slices.Sorted(maps.Keys(door)) {
		of := door[ask]
		fmt.Fprintf(&b, "\t%q: %s;\n", ask, of.typescript())
	}
	b.WriteString("}\n\ndeclare namespace Answer {\n")
	for _, name := range slices.Sorted(maps.Keys(all.Defs)) {
		def := all.Defs[name]
		fmt.Fprintf(&b, "interface %s {\n", name)
		for _, key := range slices.Sorted(maps.Keys(def.Properties)) {
			mark := "?"
			if slices.Contains(def.Required, key) {
				mark = ""
			}
			fmt.Fprintf(&b, "\t%q%s: %s;\n", key, mark, def.Properties[key].typescript())
		}
		b.WriteString("}\n")
	}
	return b.String() + "}\n", nil
}

// typescript returns the type of what a part of a schema describes.
func (n *schemaNode) typescript() string {
	switch {
	case n == nil:
		return "any"
	case n.Ref != "":
		return "Answer." + path.Base(n.Ref)
	case len(n.AnyOf) > 0:
		var kinds []string
		for _, of := range n.AnyOf {
			kinds = append(kinds, of.typescript())
		}
		return strings.Join(kinds, " | ")
	}
	words, _ := n.Type.([]any)
	if word, single := n.Type.(string); single {
		words = []any{word}
	}
	var kinds []string
	for _, word := range words {
		switch word {
		case "integer", "number":
			kinds = append(kinds, "number")
		case "string", "boolean", "null":
			kinds = append(kinds, fmt.Sprint(word))
		case "array":
			kinds = append(kinds, "Array<"+n.Items.typescript()+">")
		case "object":
			kinds = append(kinds, "Record<string, "+n.Additional.typescript()+">")
		}
	}
	if len(kinds) == 0 {
		return "any"
	}
	return strings.Join(kinds, " | ")
}
