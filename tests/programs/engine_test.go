package programs

import (
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/tests/engine"
)

const root = engine.Root

func TestMain(m *testing.M) { engine.Main(m) }

// nitoryu returns the binary that the tests are about.
func nitoryu(t *testing.T) string {
	t.Helper()
	return engine.Path(t, "nitoryu")
}

func start(t *testing.T) *engine.Process {
	t.Helper()
	return engine.Start(t, nitoryu(t))
}

// quiet returns what is said within a short time, which should be nothing.
func quiet(e *engine.Process) (lines []string) {
	for timer := time.After(100 * time.Millisecond); ; {
		select {
		case line, ok := <-e.Lines:
			if !ok {
				return lines
			}
			lines = append(lines, line)
		case <-timer:
			return lines
		}
	}
}
