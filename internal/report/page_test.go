package report

import (
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/tests/must"
)

func TestHTML(t *testing.T) {
	const good = `{{define "title"}}of {{.Name}}{{end}}{{define "style"}}b { color: red; }
{{end}}{{define "main"}}<dl>{{template "facts" .Facts}}</dl>{{end}}`
	data := struct {
		Name  string
		Facts []Fact
	}{"a<b", []Fact{{"Games", "12", "of 20"}}}

	t.Run("a page", func(t *testing.T) {
		var b strings.Builder
		must.OK(t, HTML(&b, good, data))
		for _, want := range []string{
			"<title>Nitoryu: of a&lt;b</title>", "\nb { color: red; }\n</style>",
			`<dl><div><dt>Games</dt><dd>12<span class="note">of 20</span></dd></div>`,
		} {
			must.Has(t, b.String(), want)
		}
	})
	t.Run("a plot", func(t *testing.T) {
		const content = `{{define "title"}}{{end}}{{define "style"}}{{end}}{{define "main"}}{{template "plot" .}}{{end}}`
		plot := &Plot{Title: "Loss", X: Axis{High: 1, Marks: []Mark{{1, "end"}}}, Y: Axis{High: 1}, Curves: []Curve{{Points: [][2]float64{{0, 0}, {1, 1}}}}}
		var b strings.Builder
		must.OK(t, HTML(&b, content, plot))
		must.Has(t, b.String(), `<polyline points="0.0,288.0 1000.0,12.0"/>`, `aria-label="Loss"`, ">end<")
	})
	for name, content := range map[string]string{
		"not a template":   `{{define`,
		"a part missing":   strings.ReplaceAll(good, `"main"`, `"other"`),
		"an unknown field": strings.ReplaceAll(good, ".Name", ".Nobody"),
	} {
		t.Run(name, func(t *testing.T) {
			if err := HTML(&strings.Builder{}, content, data); err == nil {
				t.Error("no error")
			}
		})
	}
}
