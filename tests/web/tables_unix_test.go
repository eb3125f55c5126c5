//go:build unix

package web

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	contract "github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/review"
	"github.com/nitoryu/nitoryu/tests/must"
)

// tableGame is a game in an ending that a table knows.
type tableGame struct {
	position string // as a protocol has it, with the moves
	slips    int    // the ply that gives the win up, 0 if none does
}

// tableGames returns games from a position that White wins: one of the moves, and some in which both move at random,
// but White so that the win is kept, up to a last move that gives it up if there is one.
func tableGames(t *testing.T, tables *contract.Tables, start string, moves ...string) (all []tableGame) {
	t.Helper()
	begin := "position fen " + start + " moves"
	all = append(all, tableGame{begin + " " + strings.Join(moves, " "), 0})
	if tables == nil {
		return all
	}
	const games, plies = 2, 25
	for seed := range uint64(games) {
		random := rand.New(rand.NewPCG(seed, 116))
		p, err := contract.Open(contract.Setup{Position: start})
		must.OK(t, err)
		g := tableGame{position: begin}
		for ply := 1; ply <= plies && g.slips == 0 && len(p.Legal()) > 0; ply++ {
			ranked, err := tables.Moves(p)
			must.OK(t, err)
			var choices []contract.Move
			wanted := ranked[0].WDL
			if ply == plies {
				wanted = ranked[len(ranked)-1].WDL
			}
			for _, m := range ranked {
				if m.WDL == wanted {
					choices = append(choices, m.Move)
				}
			}
			if wanted != ranked[0].WDL {
				g.slips = ply
			}
			m := choices[random.IntN(len(choices))]
			must.OK(t, p.Play(m))
			g.position += " " + string(m)
		}
		all = append(all, g)
	}
	return all
}

// On the page and by the command our own engine has the tables that an option names: no move that keeps a win is bad,
// and one that gives it up is a blunder.
func TestWinsByTables(t *testing.T) {
	const bishops = "d1e2 d6e6 e2e3 e6f6 e3f4 f6e6 f4e4 e6d6 d2b4 d6c6 e4e5 c6b6"
	for _, c := range []struct{ name, folder, table, start, moves string }{
		{"a queen", filepath.Join(root, "web/api/testdata/syzygy"), "KQvK", "8/8/8/8/3k4/8/8/K6Q w - - 0 1", "h1h2 d4c3 h2h3 c3d4 h3h2 d4c3 h2g2 c3d4 g2g1"},
		{"two bishops", filepath.Join(os.Getenv("NITORYU_SUITES"), "chess/syzygy"), "KBBvK", "8/8/3k4/8/8/3B4/3B4/3K4 w - - 0 1", bishops},
		{"two bishops without tables", "", "", "8/8/3k4/8/8/3B4/3B4/3K4 w - - 0 1", bishops},
	} {
		t.Run(c.name, func(t *testing.T) {
			var tables *contract.Tables
			var option []string
			if c.folder != "" {
				if _, err := os.Stat(filepath.Join(c.folder, c.table+".rtbw")); err != nil {
					t.Skip("NITORYU_SUITES does not name a folder with this table")
				}
				var err error
				tables, err = contract.OpenTables(c.folder)
				must.OK(t, err)
				defer tables.Close()
				option = []string{"--option", "SyzygyPath=" + c.folder}
			}
			page := serve(t, option...).open(t)
			for _, g := range tableGames(t, tables, c.start, strings.Fields(c.moves)...) {
				page.say(requestOf(t, g.position+"\n"))
				line := page.hear(reviewAnswer)
				file := filepath.Join(t.TempDir(), "game")
				must.Write(t, file, []byte(g.position+"\n"))
				out, err := exec.Command(nitoryu(t), append([]string{"analyse", file, "--nodes", reviewNodes, "--format", "jsonl"}, option...)...).Output()
				must.OK(t, err)
				differ(t, g.position, verdict(t, line), verdict(t, string(out)))
				var r review.Report
				must.OK(t, json.Unmarshal(out, &r))
				for _, m := range r.Moves {
					if slips := m.Ply == g.slips; slips != (m.Judgement == review.Blunder.String()) || m.MissedWin != slips || !slips && m.Comment != "" {
						t.Errorf("%s: %d. %s is %s (%s)", g.position, m.Ply, m.Name, m.Judgement, m.Comment)
					}
				}
			}
		})
	}
}
