package app

import (
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/internal/schema"
	"github.com/nitoryu/nitoryu/internal/schema/schematest"
	"github.com/nitoryu/nitoryu/tests/must"
	"github.com/nitoryu/nitoryu/web/api"
)

func TestWebAPI(t *testing.T) {
	const ask, answer = `{"id":1,"do":"start960","number":960}`, `{"id":1,"error":"there is no start position 960: they are numbered 0 to 959","code":"start960","args":{"most":959}}` + "\n"
	long := `{"id":1,"do":"` + strings.Repeat("x", 2*api.MaxLine) + `"}`
	const tooLong = `{"id":1,"error":"the request has `
	for _, c := range []struct{ name, in, want string }{
		{"nothing", "", ""},
		{"a request", ask + "\n", answer},
		{"without an end", ask, answer},
		{"with an end of Windows", ask + "\r\n", answer},
		{"empty lines", "\n\r\n" + ask + "\n\n", answer},
		{"two", ask + "\n" + ask + "\n", answer + answer},
		{"a long line", long + "\n", tooLong},
		{"a request behind a long line", long + "\n" + ask + "\n", answer},
		{"a long line without an end", long, tooLong},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out strings.Builder
			must.OK(t, run([]string{"webapi"}, cli.Streams{In: strings.NewReader(c.in), Out: &out, Err: &out}))
			got := out.String()
			if strings.HasPrefix(c.in, long) {
				if !strings.HasPrefix(got, tooLong) || !strings.HasSuffix(got, c.want) && c.want != tooLong {
					t.Errorf("%q", got)
				}
				return
			}
			if got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// The engine answers in its turn, the web API at once.
func TestWebAPISearches(t *testing.T) {
	for _, c := range []struct{ name, ask, want string }{
		{"an engine of some size", `{"id":1,"do":"new","game":"shogi","threads":2,"hash":3}`, `{"id":1,"threads":2,"hash":3}`},
		{"a search", `{"id":1,"do":"search","moves":["f2f3","e7e5","g2g4"],"limits":{"depth":3}}`, `{"id":1,"best":"d8h4","score":"#1"`},
		{"some lines", `{"id":1,"do":"search","limits":{"depth":3,"lines":2}}`, `"lines":[{"rank":1,"depth":3,`},
		{"a clock", `{"id":1,"do":"search","limits":{"clock":{"left":[100,100]}}}`, `{"id":1,"best":"`},
		{"a weak player", `{"id":1,"do":"search","limits":{"elo":800,"nodes":1000}}`, `{"id":1,"best":"`},
		{"too weak a player", `{"id":1,"do":"search","limits":{"elo":8,"depth":1}}`, `{"id":1,"error":"the Elo 8 is not within `},
		{"a mate by checks", `{"id":1,"do":"search","game":"shogi","position":"4k4/9/4P4/9/9/9/9/9/4K4 b G 1","limits":{"tsume":true,"time":9000}}`, `{"id":1,"best":"G*5b","score":"#1"`},
		{"its line", `{"id":1,"do":"search","game":"shogi","position":"4k4/9/4P4/9/9/9/9/9/4K4 b G 1","limits":{"tsume":true,"time":9000}}`, `"moves":["G*5b"]`},
		{"no mate by checks", `{"id":1,"do":"search","game":"shogi","position":"4k4/9/9/9/9/9/9/9/4K4 b P 1","limits":{"tsume":true,"time":9000}}`, `{"id":1,"best":"","score":"#-`},
		{"the rules of a search", `{"id":1,"do":"search","game":"shogi","position":"4k4/9/9/9/9/9/9/4K4/R8 b - 1","rules":{"moves":1},"limits":{"depth":1}}`, `"score":"+0.00"`},
		{"a search that nothing ends", `{"id":1,"do":"search"}`, `{"id":1,"best":"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out strings.Builder
			must.OK(t, run([]string{"webapi"}, cli.Streams{In: strings.NewReader(c.ask), Out: &out, Err: &out}))
			lines := strings.Split(strings.TrimSpace(out.String()), "\n")
			if last := lines[len(lines)-1]; !strings.HasPrefix(last, `{"id":1,`) || !strings.Contains(last, c.want) {
				t.Errorf("told %s, want %s", last, c.want)
			} else if !strings.Contains(last, `"error":`) {
				schematest.Check(t, schema.WebAPI, schematest.Request(c.ask), []byte(last))
			}
		})
	}
}
