package mcp

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/internal/schema"
	"github.com/nitoryu/nitoryu/internal/schema/schematest"
	"github.com/nitoryu/nitoryu/tests/must"
)

var update = flag.Bool("update", false, "write the dialogue in docs/use/mcp.md")

// dialogue are the calls that the page shows.
var dialogue = []struct{ tool, arguments string }{
	{"position", `{"moves": "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4"}`},
	{"try_moves", `{"moves": "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4", "try": ["Nxe5", "Nxc6", "Qg5"]}`},
	{"legal_moves", `{"moves": "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4", "captures": true}`},
	{"analyse", `{"moves": "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5", "nodes": 100000, "lines": 2}`},
	{"review", `{"moves": "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3#", "from": 7, "side": "first"}`},
	{"opening", `{"moves": "▲７六歩 △３四歩 ▲７五歩 △８四歩 ▲７八飛", "language": "ja"}`},
	{"try_moves", `{"moves": "▲７六歩 △３四歩", "try": ["▲２二角成", "▲３五角"], "language": "ja"}`},
	{"mate", `{"position": "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", "language": "ja"}`},
	{"position", `{"moves": ["e4", "Nf6", "Qxf7"]}`},
}

// words returns what an answer says in words, and the moves that it lists.
func words(t *testing.T, answer string) (lines []string) {
	t.Helper()
	var found any
	if json.Unmarshal([]byte(answer), &found) != nil {
		return []string{answer} // an error
	}
	var walk func(any)
	walk = func(value any) {
		switch v := value.(type) {
		case []any:
			for _, one := range v {
				walk(one)
			}
		case map[string]any:
			for _, key := range []string{"comment", "text"} {
				if text, ok := v[key].(string); ok {
					if name, ok := v["name"].(string); ok {
						text = fmt.Sprintf("ply %v, %s: %s", v["ply"], name, text)
					}
					lines = append(lines, text)
				}
			}
			if legal, ok := v["legal"].([]any); ok {
				var names []string
				for _, m := range legal {
					names = append(names, m.(map[string]any)["names"].(map[string]any)["san"].(string))
				}
				slices.Sort(names)
				lines = append(lines, "legal: "+strings.Join(names, " "))
			}
			for _, key := range []string{"moves", "lines"} {
				walk(v[key])
			}
		}
	}
	walk(found)
	return lines
}

// docs/use/mcp.md shows a dialogue as it is, and names all tools.
func TestPage(t *testing.T) {
	const path, begin, end = "../../../../../docs/use/mcp.md", "<!-- dialogue -->\n```\n", "```\n<!-- end -->"
	s := testServer(t)
	c := connect(t, s, nil)
	var b strings.Builder
	for _, d := range dialogue {
		answer, _ := call(t, c, d.tool, d.arguments)
		fmt.Fprintf(&b, "> %s %s\n", d.tool, d.arguments)
		for _, line := range words(t, answer) {
			b.WriteString(line + "\n")
		}
		b.WriteString("\n")
	}
	read, err := os.ReadFile(path)
	must.OK(t, err)
	page := strings.ReplaceAll(string(read), "\r\n", "\n")
	head, rest, found := strings.Cut(page, begin)
	_, tail, ended := strings.Cut(rest, end)
	if !found || !ended {
		t.Fatal("the page has no place for the dialogue")
	}
	now := head + begin + strings.TrimSuffix(b.String(), "\n") + end + tail
	if *update {
		must.Write(t, path, []byte(now))
	} else if now != page {
		t.Errorf("the dialogue is another one now: go test ./cmd/internal/app/internal/mcp -run TestPage -update writes it\n%s", &b)
	}
	tools, err := c.ListTools(t.Context(), nil)
	must.OK(t, err)
	for _, tool := range tools.Tools {
		if !strings.Contains(page, "| `"+tool.Name+"` |") {
			t.Errorf("the page does not name the tool %s", tool.Name)
		}
	}
	if n := len(schematest.Asks(t, schema.MCP)); len(tools.Tools) != n {
		t.Errorf("there are %d tools, and %d answers are described", len(tools.Tools), n)
	}
}
