package soak

import (
	"io"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/protocol"
	"github.com/nitoryu/nitoryu/protocol/uci"
	"github.com/nitoryu/nitoryu/protocol/usi"
	"github.com/nitoryu/nitoryu/tests/engine"
)

// asEngine is the variable that makes an engine of this binary, one without a past.
const asEngine = "NITORYU_SOAK_ENGINE"

func TestMain(m *testing.M) {
	if os.Getenv(asEngine) == "" {
		engine.Main(m)
	}
	if err := converseWith(os.Stdin, os.Stdout); err != nil {
		os.Exit(1)
	}
}

// converseWith is a whole engine with a session, to the end of its input.
func converseWith(in io.Reader, out io.Writer) error {
	engine := games.NewEngine()
	defer engine.Close()
	session, err := newSession(engine, out, 5*time.Millisecond)
	if err != nil {
		return err
	}
	return session.Run(in)
}

// newSession returns a session of both protocols with an engine.
func newSession(engine protocol.Engine, out io.Writer, gather time.Duration) (*protocol.Session, error) {
	return protocol.New(protocol.Config{
		Name: "Nitoryu", Author: "its authors", Engine: engine, Out: out, Gather: gather,
		Modes: []protocol.Mode{{Dialect: uci.Dialect(), Rules: games.Chess().Rules}, {Dialect: usi.Dialect(), Rules: games.Shogi().Rules}},
	})
}

// fresh starts a partner in a new process.
func fresh(t *testing.T, protocolName string, options ...string) *engine.Process {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program)
	cmd.Env = append(os.Environ(), asEngine+"=1")
	p := engine.StartCmd(t, cmd)
	p.Greet(protocolName)
	p.Send(options...)
	return p
}

// age logs the speed of an engine after its run by that of one in a new process. They take
// turns, so that other work of the machine slows both. After a short run it says nothing.
func age(t *testing.T, old *engine.Talk, g games.Game, long bool, options ...string) {
	t.Helper()
	rounds, nodes := 1, 20_000
	if long {
		rounds, nodes = 31, 1_000_000
	}
	young := fresh(t, g.Protocol, options...)
	var ratios []float64
	for range rounds {
		before := pace(t, old, os.Getpid(), g, nodes)
		ratios = append(ratios, before/pace(t, young.Talk, young.Cmd.Process.Pid, g, nodes))
	}
	if slices.Sort(ratios); !long {
		return
	}
	t.Logf("speed by that of a new process: %.3f, median of %d (%.3f to %.3f)", ratios[rounds/2], rounds, ratios[0], ratios[rounds-1])
}

// pace returns the nodes by processor time of a search in a new game.
func pace(t *testing.T, p *engine.Talk, pid int, g games.Game, nodes int) float64 {
	t.Helper()
	p.Answer(g.Protocol + "newgame")
	began := spent(pid)
	p.Send("position startpos", "go nodes "+strconv.Itoa(nodes))
	searched := 0.0
	said, _ := p.Until("bestmove")
	for _, line := range said {
		if _, rest, ok := strings.Cut(line, " nodes "); ok {
			searched, _ = strconv.ParseFloat(strings.Fields(rest)[0], 64)
		}
	}
	if searched == 0 {
		t.Fatal("no line names the nodes of a search")
	}
	return searched / max(0.01, spent(pid)-began) // the least step
}
