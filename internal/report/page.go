package report

import (
	_ "embed"
	"html/template"
	"io"
)

//go:embed page.html
var frame string

// Fact is a value with a name, for the head of a page.
type Fact struct{ Name, Value, Note string }

// HTML writes a page that needs no other file. Its content defines three templates of
// html/template, "title", "style" (CSS) and "main", which all get data. They may use the
// templates "facts", for a slice of Fact, and "plot", for a *Plot, and the functions "count",
// for a whole number, and "typeset", as [Count] and [Typeset].
func HTML(to io.Writer, content string, data any) error {
	t, err := template.New("page").Funcs(template.FuncMap{
		"count": func(n int64) string { return Count(float64(n)) }, "typeset": Typeset,
	}).Parse(frame)
	if err == nil {
		t, err = t.Parse(content)
	}
	if err != nil {
		return err
	}
	return t.Execute(to, data)
}
