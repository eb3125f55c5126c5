//go:build !js && !wasip1

package app

import (
	"os"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/protocol"
	"github.com/nitoryu/nitoryu/tests/must"
	"github.com/nitoryu/nitoryu/web/api"
)

// An option that the engines of a page would refuse ends the start of the server; what is for one
// game alone is left out in the other.
func TestOptionsOfPages(t *testing.T) {
	must.BeFull(t, "starts many engines")
	t.Setenv(engineVariable, immortal)
	for _, test := range []struct {
		name    string
		options []string
		want    string // of the error; "": none
		said    string
	}{
		{"all good", []string{"MultiPV=2", "MaxMovesToDraw=512"}, "", ""},
		{"no such network", []string{"MultiPV=2", "EvalFile=/no/such/file"}, "--option EvalFile=/no/such/file: ", ""},
		{"no such tables", []string{"SyzygyPath=/no/such/folder"}, "--option SyzygyPath=/no/such/folder: ", ""},
		{"too much memory", []string{"Hash=33554432"}, "--option Hash=33554432: ", ""},
		{"no such value", []string{"EnteringKingRule=Foo"}, "--option EnteringKingRule=Foo: ", ""},
		{"a network of chess", []string{"EvalFile=../../../games/nets/chess.net", "MultiPV=2"}, "", "shogi is played without EvalFile=../../../games/nets/chess.net: "},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := &serveFlags{}
			for _, text := range test.options {
				o, err := protocol.ParseSetting(text)
				must.OK(t, err)
				c.options = append(c.options, o)
			}
			said := ""
			err := c.tryOptions(t.Context(), os.Args[0], func(text string) { said += text + "\n" })
			if (err == nil) != (test.want == "") || err != nil && !strings.HasPrefix(err.Error(), test.want) || !strings.HasPrefix(said, test.said) || strings.Count(said, "\n") != strings.Count(test.said, ":") {
				t.Fatalf("error %v, said %q", err, said)
			}
			if err != nil {
				return
			}
			for _, game := range []nitoryu.Variant{nitoryu.Chess, nitoryu.Shogi} {
				e, err := c.openEngine(t.Context(), os.Args[0], game, api.Engine{Threads: 1, Hash: 1})
				must.OK(t, err)
				must.OK(t, e.Close())
			}
		})
	}
}
