package programs

import (
	"encoding/json"
	"os/exec"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/tests/engine"
)

// The engine keeps to both protocols, in all that the lab asks of other engines.
func TestCheck(t *testing.T) {
	out, err := exec.Command(engine.Path(t, "lab"), "check", "--jsonl", "--strict", "--patience", "2m", nitoryu(t)).CombinedOutput()
	asked := map[string]int{}
	for line := range strings.Lines(string(out)) {
		var r struct {
			Protocol, Group, Question, Verdict, Why string
			Words                                   []string
		}
		if json.Unmarshal([]byte(line), &r) != nil {
			t.Errorf("says %s", line)
			continue
		}
		if asked[r.Protocol]++; r.Verdict != "pass" {
			t.Errorf("%s, %s: %s: %s %s\n%s", r.Protocol, r.Group, r.Question, r.Verdict, r.Why, strings.Join(r.Words, "\n"))
		}
	}
	if err != nil || asked["uci"] < 130 || asked["usi"] < 130 {
		t.Errorf("asked %v, ends with %v", asked, err)
	}
}
