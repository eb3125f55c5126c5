package programs

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/nitoryu/nitoryu/tests/engine"
	"github.com/nitoryu/nitoryu/tests/must"
)

// A client of the official SDK starts the program, calls a tool of each kind, and ends it.
func TestMCP(t *testing.T) {
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1.0"}, nil)
	command := exec.Command(engine.Path(t, "nitoryu"), "mcp", "--threads", "1", "--hash", "16", "--lang", "en")
	var noise strings.Builder
	command.Stderr = &noise
	session, err := client.Connect(t.Context(), &mcp.CommandTransport{Command: command}, nil)
	must.OK(t, err)
	for _, c := range []struct {
		name, tool string
		arguments  map[string]any
		want       string
		failed     bool
	}{
		{"rules", "try_moves", map[string]any{"moves": "e4 e5", "try": []string{"Nf3", "Nf6"}}, "White is to move", false},
		{"a position of the protocols", "position", map[string]any{"position": "startpos moves e2e4 e7e5"}, `"names":[{"san":"e4"},{"san":"e5"}]`, false},
		{"the engine", "analyse", map[string]any{"moves": "f3 e5 g4", "depth": 3}, `"text":"best is Qh4#: Black mates in 1 half move"`, false},
		{"a mistake of the model", "position", map[string]any{"moves": []string{"e5"}}, "cannot be played", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: c.tool, Arguments: c.arguments})
			must.OK(t, err)
			if text := r.Content[0].(*mcp.TextContent).Text; r.IsError != c.failed || !strings.Contains(text, c.want) {
				t.Errorf("answers %s, want %s", text, c.want)
			}
		})
	}
	must.OK(t, session.Close())
	if noise.Len() > 0 || !command.ProcessState.Success() {
		t.Errorf("ends with %v and says %s", command.ProcessState, &noise)
	}
}
