package report

import (
	_ "embed"
	"html/template"
	"io"
)

//go:embed page.html
var frame string

// Fact is something with a name, for the head of a page.
type Fact struct{ Name, Value, Note string }

// HTML writes a page: one file that needs nothing else. What it shows are three
// templates of html/template in content, "title", "style" (CSS) and "main", which all
// get data; "facts" is at hand there and shows a slice of Fact.
func HTML(to io.Writer, content string, data any) error {
	t, err := template.New("page").Parse(frame)
	if err == nil {
		t, err = t.Parse(content)
	}
	if err != nil {
		return err
	}
	return t.Execute(to, data)
}
