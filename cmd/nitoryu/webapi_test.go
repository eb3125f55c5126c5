package main

import (
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/webapi"
)

func TestWebAPI(t *testing.T) {
	const ask, answer = `{"id":1,"do":"start960","number":960}`, `{"id":1,"error":"there is no start position 960: they are numbered 0 to 959","code":"start960","args":{"most":959}}` + "\n"
	long := `{"id":1,"do":"` + strings.Repeat("x", 2*webapi.MaxLine) + `"}`
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
			if err := run([]string{"webapi"}, cli.Streams{In: strings.NewReader(c.in), Out: &out, Err: &out}); err != nil {
				t.Fatal(err)
			}
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
