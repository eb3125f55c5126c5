package games

import (
	"bufio"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// build compiles the binary into a temporary folder.
func build(t *testing.T) string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "nitoryu")
	if runtime.GOOS == "windows" {
		binary += ".exe"
	}
	if out, err := exec.Command("go", "build", "-o", binary, "../../cmd/nitoryu").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return binary
}

// player is a running engine.
type player struct {
	t     *testing.T
	in    io.WriteCloser
	lines chan string
}

// patience is how long an engine may be silent; games take far less.
const patience = 20 * time.Second

func start(t *testing.T, binary, protocol string, options ...string) *player {
	t.Helper()
	cmd := exec.Command(binary)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	p := &player{t: t, in: in, lines: make(chan string, 1000)}
	go func() {
		defer close(p.lines)
		for s := bufio.NewScanner(out); s.Scan(); {
			p.lines <- s.Text()
		}
	}()
	t.Cleanup(func() {
		p.send("quit")
		timer := time.AfterFunc(patience, func() { _ = cmd.Process.Kill() })
		for range p.lines { // an unread pipe would block the engine
		}
		if err := cmd.Wait(); err != nil || !timer.Stop() {
			t.Errorf("the engine did not leave in peace: %v", err)
		}
	})
	p.send(protocol)
	p.until(protocol + "ok")
	for _, o := range options {
		p.send(o)
	}
	p.send("isready")
	p.until("readyok")
	return p
}

func (p *player) send(line string) { fmt.Fprintln(p.in, line) }

// until returns the lines up to one that starts with a word.
func (p *player) until(word string) (lines []string) {
	p.t.Helper()
	timeout := time.After(patience)
	for {
		select {
		case line, ok := <-p.lines:
			if !ok {
				p.t.Fatalf("the engine left before %s", word)
			}
			lines = append(lines, line)
			if strings.Fields(line + " .")[0] == word {
				return lines
			}
		case <-timeout:
			p.t.Fatalf("no %s within %v", word, patience)
		}
	}
}

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
	binary := build(t)
	tests := []struct {
		name     string
		protocol string
		rules    core.Rules
		settings core.Settings
		opening  string
		options  []string
		limit    string
	}{
		{"chess by nodes", "uci", chess.Rules, core.Settings{}, "startpos", nil, "nodes 3000"},
		{"chess by clock, two threads", "uci", chess.Rules, core.Settings{}, "startpos",
			[]string{"setoption name Threads value 2"}, "wtime %d btime %d winc 10 binc 10"},
		{"Chess960 by nodes", "uci", chess.Rules, core.Settings{Chess960: true},
			"fen bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
			[]string{"setoption name UCI_Chess960 value true"}, "nodes 2000"},
		{"shogi by nodes", "usi", shogi.Rules, core.Settings{}, "startpos", nil, "nodes 3000"},
		{"shogi by clock, two threads", "usi", shogi.Rules, core.Settings{}, "startpos",
			[]string{"setoption name Threads value 2", "setoption name MoveOverhead value 10"}, "btime %d wtime %d binc 10 winc 10"},
	}
	const maxPlies = 160
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := start(t, binary, test.protocol, test.options...)
			root := test.rules.Start(test.settings)
			if _, text, ok := strings.Cut(test.opening, " "); ok {
				var err error
				if root, err = test.rules.Parse(text, test.settings); err != nil {
					t.Fatal(err)
				}
			}
			clocks := [2]time.Duration{5 * time.Second, 5 * time.Second}
			var moves []string
			for ply := 0; ply < maxPlies && !root.Verdict().Over(); ply++ {
				position := "position " + test.opening
				if len(moves) > 0 {
					position += " moves " + strings.Join(moves, " ")
				}
				p.send(position)
				limit := test.limit
				if strings.Contains(limit, "%d") {
					limit = fmt.Sprintf(limit, clocks[0].Milliseconds(), clocks[1].Milliseconds())
				}
				began := time.Now()
				p.send("go " + limit)
				lines := p.until("bestmove")
				side := root.Side()
				clocks[side] += 10*time.Millisecond - time.Since(began)
				for _, line := range lines {
					checkLine(t, root, line)
				}
				if len(lines) < 2 || !strings.Contains(strings.Join(lines, "\n"), " score ") {
					t.Errorf("in %s: no score before the answer", root)
				}
				answer := strings.Fields(lines[len(lines)-1])[1]
				if answer == "win" && root.CanDeclare() {
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
