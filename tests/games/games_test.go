package games

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/tests/engine"
	"github.com/nitoryu/nitoryu/tests/must"
)

func TestMain(m *testing.M) { engine.Main(m) }

// checkLine replays the principal variation of an info line.
func checkLine(t *testing.T, root core.Position, line string) {
	t.Helper()
	if strings.Contains(line, "ERROR") {
		t.Errorf("in %s: %s", root, line)
	}
	_, pv, ok := strings.Cut(line, " pv ")
	if !ok {
		return
	}
	p := root.Clone()
	for _, text := range strings.Fields(pv) {
		m, err := p.ParseMove(text)
		if err != nil {
			t.Errorf("in %s: %s: %v", root, line, err)
			return
		}
		p.Do(m, nil)
	}
}

func TestSmokeGames(t *testing.T) {
	tests := []struct {
		name     string
		protocol string
		rules    core.Rules
		settings core.Settings
		opening  string
		options  []string
		limit    string
	}{
		{"chess by nodes", "uci", chess.Rules, core.Settings{}, "startpos", nil, "nodes 1000"},
		{"chess by clock, two threads", "uci", chess.Rules, core.Settings{}, "startpos",
			[]string{"setoption name Threads value 2"}, "wtime %d btime %d winc 10 binc 10"},
		{"Chess960 by nodes", "uci", chess.Rules, core.Settings{Chess960: true},
			"fen bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
			[]string{"setoption name UCI_Chess960 value true"}, "nodes 1000"},
		{"shogi by nodes", "usi", shogi.Rules, core.Settings{}, "startpos", nil, "nodes 1000"},
		{"shogi by clock, two threads", "usi", shogi.Rules, core.Settings{}, "startpos",
			[]string{"setoption name Threads value 2", "setoption name MoveOverhead value 10"}, "btime %d wtime %d binc 10 winc 10"},
	}
	maxPlies, clock := 60, 500*time.Millisecond
	if must.Full() {
		maxPlies, clock = 160, 2*time.Second
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := engine.Start(t, engine.Path(t, "nitoryu"))
			p.Greet(test.protocol)
			p.Answer(test.options...)
			root := test.rules.Start(test.settings)
			if _, text, ok := strings.Cut(test.opening, " "); ok {
				var err error
				if root, err = test.rules.Parse(text, test.settings); err != nil {
					t.Fatal(err)
				}
			}
			clocks := [2]time.Duration{clock, clock}
			var moves []string
			for ply := 0; ply < maxPlies && !root.Verdict().Over(); ply++ {
				position := "position " + test.opening
				if len(moves) > 0 {
					position += " moves " + strings.Join(moves, " ")
				}
				p.Send(position)
				limit := test.limit
				if strings.Contains(limit, "%d") {
					limit = fmt.Sprintf(limit, clocks[0].Milliseconds(), clocks[1].Milliseconds())
				}
				began := time.Now()
				p.Send("go " + limit)
				lines, last := p.Until("bestmove")
				side := root.Side()
				clocks[side] += 10*time.Millisecond - time.Since(began)
				for _, line := range lines {
					checkLine(t, root, line)
				}
				if !strings.Contains(strings.Join(lines, "\n"), " score ") {
					t.Errorf("in %s: no score before the answer", root)
				}
				answer := strings.Fields(last)[1]
				if answer == "win" && root.Claim() == core.WinningClaim {
					return
				}
				m, err := root.ParseMove(answer)
				if err != nil {
					t.Fatalf("ply %d in %s: %v", ply+1, root, err)
				}
				moves = append(moves, answer)
				root.Do(m, nil)
			}
			if len(moves) < 10 {
				t.Errorf("a game of only %s plies", strconv.Itoa(len(moves)))
			}
			t.Logf("%d plies, %v", len(moves), root.Verdict().Ending)
		})
	}
}
