package shogi

import (
	"slices"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/tests/must"
)

// The moves of the repetition tests, four plies each, from rookAndKings: with a
// check on every move of Black, on none, and on every other one.
const rookAndKings = "4k4/R8/9/9/9/9/9/9/4K4 b - 1"

var (
	allChecks  = []string{"9b9a", "5a5b", "9a9b", "5b5a"}
	noChecks   = []string{"9b9c", "5a4a", "9c9b", "4a5a"}
	someChecks = []string{"9b9a", "5a5b", "9a9c", "5b5a", "9c9b", "5a4a", "9b9c", "4a5a", "9c9b", "5a4a", "9b9c", "4a5a"}
)

func TestVerdict(t *testing.T) {
	mate := core.Verdict{Ending: core.Checkmate, Winner: core.First}
	draw := core.Verdict{Ending: core.Repetition, Drawn: true}
	shuffle := []string{"2h3h", "8b7b", "3h2h", "7b8b"}
	for _, c := range []struct {
		name, sfen string
		moves      [][]string
		limit      int
		want       core.Verdict
	}{
		{"start", StartSFEN, nil, 0, core.Verdict{}},
		{"three times", StartSFEN, [][]string{shuffle, shuffle}, 0, core.Verdict{}},
		{"one ply before the fourth time", StartSFEN, [][]string{shuffle, shuffle, shuffle[:3]}, 0, core.Verdict{}},
		{"four times", StartSFEN, [][]string{shuffle, shuffle, shuffle}, 0, draw},
		{"played on after the fourth time", StartSFEN, [][]string{shuffle, shuffle, shuffle, {"7g7f"}}, 0, core.Verdict{}},
		{"perpetual check by black", rookAndKings, [][]string{allChecks, allChecks, allChecks}, 0,
			core.Verdict{Ending: core.PerpetualCheck, Winner: core.Second}},
		{"perpetual check by white", "4k4/9/9/9/9/9/9/8r/4K4 w - 1", [][]string{
			{"1h1i", "5i5h", "1i1h", "5h5i"}, {"1h1i", "5i5h", "1i1h", "5h5i"}, {"1h1i", "5i5h", "1i1h", "5h5i"}}, 0,
			core.Verdict{Ending: core.PerpetualCheck, Winner: core.First}},
		{"perpetual check, the checked side repeats", rookAndKings, [][]string{{"9b9a"}, {"5a5b", "9a9b", "5b5a", "9b9a"},
			{"5a5b", "9a9b", "5b5a", "9b9a"}, {"5a5b", "9a9b", "5b5a"}}, 0,
			core.Verdict{Ending: core.PerpetualCheck, Winner: core.Second}},
		{"quiet cycle first", rookAndKings, [][]string{noChecks, allChecks, allChecks}, 0, draw},
		{"quiet cycle in the middle", rookAndKings, [][]string{allChecks, noChecks, allChecks}, 0, draw},
		{"quiet cycle last", rookAndKings, [][]string{allChecks, allChecks, noChecks}, 0, draw},
		{"checks long ago", rookAndKings, [][]string{allChecks, allChecks, allChecks, noChecks, noChecks, noChecks}, 0, draw},
		{"perpetual after an older quiet cycle", rookAndKings, [][]string{noChecks, allChecks, allChecks, allChecks}, 0,
			core.Verdict{Ending: core.PerpetualCheck, Winner: core.Second}},
		{"check that can be taken", "4k4/4G4/9/9/9/9/9/9/4K4 w - 1", nil, 0, core.Verdict{}},
		{"mate", "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1", nil, 0, mate},
		{"stalemate is a loss", "8k/6G2/7G1/9/9/9/9/9/8K w - 1", nil, 0,
			core.Verdict{Ending: core.Stalemate, Winner: core.First}},
		{"at the limit", StartSFEN, [][]string{{"7g7f", "3c3d"}}, 2, core.Verdict{Ending: core.MoveLimit, Drawn: true}},
		{"before the limit", StartSFEN, [][]string{{"7g7f"}}, 2, core.Verdict{}},
		{"limit by the number of the SFEN", "4k4/9/9/9/9/9/9/9/4K4 b - 321", nil, 320,
			core.Verdict{Ending: core.MoveLimit, Drawn: true}},
		{"mate with the last move", "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 3", nil, 2, mate},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := Rules.Parse(c.sfen, core.Settings{MoveLimit: c.limit})
			must.OK(t, err)
			for _, moves := range c.moves {
				play(t, p.(*Position), moves...)
			}
			if got := p.Verdict(); got != c.want {
				t.Errorf("%v: %+v, want %+v", p, got, c.want)
			}
		})
	}
}

func TestPerpetualChecker(t *testing.T) {
	for _, c := range []struct {
		checks    [2]uint16
		plies     int
		checker   core.Color
		perpetual bool
	}{
		{[2]uint16{6, 0}, 12, core.First, true},
		{[2]uint16{5, 0}, 12, core.First, false},
		{[2]uint16{0, 2}, 4, core.Second, true},
		{[2]uint16{5, 9}, 12, core.Second, true},
		{[2]uint16{2, 2}, 4, core.First, false}, // both: neither is to blame
	} {
		p := open(t, StartSFEN)
		p.states[p.top].checks = c.checks
		checker, perpetual := p.perpetualChecker(c.plies)
		if perpetual != c.perpetual || perpetual && checker != c.checker {
			t.Errorf("checks %v in %d plies: %d %v", c.checks, c.plies, checker, perpetual)
		}
	}
}

func TestOutcome(t *testing.T) {
	type outcome struct {
		score core.Score
		over  bool
	}
	goesOn, draw := outcome{}, outcome{core.Draw, true}
	const thrown = "8k/9/9/9/9/4R4/9/9/K8 w 2p 1" // white drops pawns before the rook
	for _, c := range []struct {
		name, sfen string
		moves      []string
		ply        int
		want       outcome
	}{
		{"nothing", StartSFEN, nil, 3, goesOn},
		{"repetition within the line", rookAndKings, noChecks, 5, draw},
		{"repetition of the root", rookAndKings, noChecks, 4, goesOn},
		{"repetition of a position before the root", rookAndKings, noChecks, 2, goesOn},
		{"fourth time, all before the root", rookAndKings, slices.Concat(noChecks, noChecks, noChecks), 0, draw},
		{"third time, all before the root", rookAndKings, slices.Concat(noChecks, noChecks), 0, goesOn},
		{"perpetual check by the side to move", rookAndKings, allChecks, 5, outcome{core.LossIn(5), true}},
		{"perpetual check by the opponent", rookAndKings, append([]string{"9b9a"}, "5a5b", "9a9b", "5b5a", "9b9a"), 6,
			outcome{core.WinIn(6), true}},
		{"checks with every other move", rookAndKings, someChecks[:8], 12, draw},
		{"inferior repetition", thrown, []string{"P*5e", "5f5e", "P*5f", "5e5f"}, 5, outcome{-superior, true}},
		{"inferior repetition of a position before the root", thrown, []string{"P*5e", "5f5e", "P*5f", "5e5f"}, 4, goesOn},
		{"superior repetition", "8k/9/9/9/9/4R4/9/9/K8 b 2p 1",
			[]string{"5f5e", "1a1b", "5e5d", "P*5f", "5d5f", "1b1a"}, 7, outcome{superior, true}},
		{"declares", "KG7/9/+P+P+P+P+P+P+P+P+P/9/9/9/9/9/4k4 b 2RBG2S2N2L 1", nil, 3, outcome{core.WinIn(4), true}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := open(t, c.sfen)
			play(t, p, c.moves...)
			var got outcome
			got.score, got.over = p.Outcome(c.ply)
			if got != c.want {
				t.Errorf("%v: %+v, want %+v", p, got, c.want)
			}
		})
	}
	t.Run("a null move in between", func(t *testing.T) {
		p := open(t, rookAndKings)
		play(t, p, noChecks[:2]...)
		p.DoNull()
		p.DoNull()
		play(t, p, noChecks[2:]...)
		if score, over := p.Outcome(20); over {
			t.Errorf("over with %d", score)
		}
	})
	t.Run("move limit", func(t *testing.T) {
		for sfen, want := range map[string]outcome{
			"4k4/9/9/9/9/9/9/9/4K4 w - 101":                           draw,
			"4k4/9/9/9/9/9/9/9/4K4 w - 100":                           goesOn,
			"4k4/4G4/4P4/9/9/9/9/9/4K4 w - 101":                       goesOn, // mate is found by the search
			"KG7/9/+P+P+P+P+P+P+P+P+P/9/9/9/9/9/4k4 b 2RBG2S2N2L 101": draw,
		} {
			p, err := Rules.Parse(sfen, core.Settings{MoveLimit: 100})
			must.OK(t, err)
			if score, over := p.Outcome(2); (outcome{score, over}) != want {
				t.Errorf("%s: %d %v, want %+v", sfen, score, over, want)
			}
		}
	})
	if got := open(t, StartSFEN).MateOrStalemate(7); got != core.LossIn(7) {
		t.Errorf("no moves scores %d", got)
	}
}

func TestClaims(t *testing.T) {
	const loses, draws, wins = core.LosingClaim, core.DrawingClaim, core.WinningClaim
	const (
		blackCamp = "KG7/9/+P+P+P+P+P+P+P+P+P/9/9/9/9/9/4k4 b "
		whiteCamp = "4K4/9/9/9/9/9/+p+p+p+p+p+p+p+p+p/9/kg7 w "
	)
	for _, c := range []struct {
		name, sfen, rule string
		want             core.Claim
	}{
		{"28 points", blackCamp + "2RB3S 1", "", wins},
		{"28 points, rule by name", blackCamp + "2RB3S 1", "CSARule27", wins},
		{"27 points are too few for black", blackCamp + "2RB2S 1", "", loses},
		{"27 points are enough for white", whiteCamp + "2rb2s 1", "", wins},
		{"26 points", whiteCamp + "2rbs 1", "", loses},
		{"28 points by the 24-point rule", blackCamp + "2RB3S 1", "CSARule24", draws},
		{"31 points by the 24-point rule", blackCamp + "2R2BS 1", "CSARule24", wins},
		{"30 points by the 24-point rule", whiteCamp + "2r2b 1", "CSARule24", draws},
		{"24 points by the 24-point rule", whiteCamp + "2r4s 1", "CSARule24", draws},
		{"23 points by the 24-point rule", whiteCamp + "2r3s 1", "CSARule24", loses},
		{"24 points for black", blackCamp + "2R4S 1", "CSARule24", draws},
		{"23 points for black", blackCamp + "2R3S 1", "CSARule24", loses},
		{"24 points in check", "K7r/G8/+P+P+P+P+P+P+P+P+P/9/9/9/9/9/4k4 b RB4S 1", "CSARule24", loses},
		{"24 points, nine pieces in camp", "K8/9/+P+P+P+P+P+P+P+P+P/9/9/9/9/9/4k4 b 2RB 1", "CSARule24", loses},
		{"31 points for white", whiteCamp + "2r2bs 1", "CSARule24", wins},
		{"17 points for white, who gave a rook and a bishop", whiteCamp + "RB3G4S4N4L2P7p 1", "CSARule27H", wins},
		{"16 points then", whiteCamp + "RB3G4S4N4L3P6p 1", "CSARule27H", loses},
		{"17 points by the rule of even games", whiteCamp + "RB3G4S4N4L2P7p 1", "CSARule27", loses},
		{"20 points then by the 24-point rule", whiteCamp + "RB3GS4N4L2P7p3s 1", "CSARule24H", draws},
		{"14 points then", whiteCamp + "RB3G4S4N4L5P4p 1", "CSARule24H", draws},
		{"13 points then", whiteCamp + "RB3G4S4N4L6P3p 1", "CSARule24H", loses},
		{"21 points then", whiteCamp + "RB3G4N4L2P7p4s 1", "CSARule24H", wins},
		{"28 points for black, who got them", blackCamp + "RB3G4SN3n4l9p 1", "CSARule27H", wins},
		{"27 points for black", blackCamp + "RB3G4S4n4l9p 1", "CSARule27H", loses},
		{"27 points for white, who gave nothing", whiteCamp + "2rb2sB3G2S4N4L9P 1", "CSARule27H", wins},
		{"26 points for white, who gave nothing", whiteCamp + "2rbsB3G3S4N4L9P 1", "CSARule27H", loses},
		{"the try rule has no declarations", blackCamp + "2R2BS 1", "TryRule", loses},
		{"no rule", blackCamp + "2R2BS 1", "NoEnteringKing", loses},
		{"nine pieces in camp", "K8/9/+P+P+P+P+P+P+P+P+P/9/9/9/9/9/4k4 b 2R2B4S 1", "", loses},
		{"king outside", "1G7/9/+P+P+P+P+P+P+P+P+P/K8/9/9/9/9/4k4 b 2R2B4S 1", "", loses},
		{"in check", "KG7/1n7/+P+P+P+P+P+P+P+P+P/9/9/9/9/9/4k4 b 2R2B4S 1", "", wins},
		{"in check", "KG6r/9/+P+P+P+P+P+P+P+P+P/9/9/9/9/9/4k4 b R2B4S 1", "", wins},
		{"in check", "K7r/G8/+P+P+P+P+P+P+P+P+P/9/9/9/9/9/4k4 b R2B4S 1", "", loses},
		{"pieces outside do not count", "KG7/9/+P+P+P+P+P+P+P+P+P/RR7/9/9/9/9/4k4 b B4S 1", "", loses},
		{"not white's turn to declare", whiteCamp[:len(whiteCamp)-2] + "b 2rb2s 1", "", loses},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := Rules.Parse(c.sfen, core.Settings{EnteringKing: c.rule})
			must.OK(t, err)
			if got := p.Claim(); got != c.want {
				t.Errorf("%s: claim %d, want %d", c.sfen, got, c.want)
			}
		})
	}
	if _, err := Rules.Parse(StartSFEN, core.Settings{EnteringKing: "TryRules"}); err == nil {
		t.Error("an unknown rule is taken")
	}
	for i, name := range core.EnteringKingRules() {
		if declarationRules[i].name != name {
			t.Errorf("rule %d is %s, not %s", i, declarationRules[i].name, name)
		}
	}
}

// By the try rule a king wins on the square where the enemy king stood at first.
func TestTryRule(t *testing.T) {
	for _, c := range []struct {
		name, sfen, move, rule string
		won                    bool
	}{
		{"black on 5a", "9/4K4/9/9/9/9/9/9/k8 b - 1", "5b5a", core.TryRule, true},
		{"white on 5i", "K8/9/9/9/9/9/9/4k4/9 w - 1", "5h5i", core.TryRule, true},
		{"black on 4a", "9/4K4/9/9/9/9/9/9/k8 b - 1", "5b4a", core.TryRule, false},
		{"black on 5i", "9/9/9/9/9/9/9/4K4/k8 b - 1", "5h5i", core.TryRule, false},
		{"white on 5a", "9/3k5/9/9/9/9/9/9/K8 w - 1", "6b5a", core.TryRule, false},
		{"by another rule", "9/4K4/9/9/9/9/9/9/k8 b - 1", "5b5a", core.CSARule27, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := Rules.Parse(c.sfen, core.Settings{EnteringKing: c.rule})
			must.OK(t, err)
			mover := p.Side()
			m, err := p.ParseMove(c.move)
			must.OK(t, err)
			p.Do(m, nil)
			want := core.Verdict{}
			if c.won {
				want = core.Verdict{Ending: core.Declaration, Winner: mover}
			}
			score, over := p.Outcome(3)
			if got := p.Verdict(); got != want || over != c.won || over && score != core.LossIn(3) {
				t.Errorf("%+v, score %d, over %v", got, score, over)
			}
		})
	}
}

// MateInOne finds a mate exactly where playing every move finds one.
func TestMateInOneAgainstAllMoves(t *testing.T) {
	mates := 0
	roam(t, 400, 120, func(p *Position) {
		if p.InCheck() {
			if m := p.MateInOne(); m != core.NoMove {
				t.Fatalf("%v: %s in check", p, p.FormatMove(m))
			}
			return
		}
		var want []core.Move
		for _, m := range generate(p, core.AllMoves) {
			if pointless(p, m) || !p.GivesCheck(m) {
				continue
			}
			p.Do(m, nil)
			if len(generate(p, core.AllMoves)) == 0 {
				want = append(want, m)
			}
			p.Undo()
		}
		before := snapshot(p)
		got := p.MateInOne()
		if !same(before, snapshot(p)) {
			t.Fatalf("%v: changed by the search for a mate", p)
		}
		if len(want) > 0 {
			mates++
		}
		if len(want) > 0 != (got != core.NoMove) || got != core.NoMove && !slices.Contains(want, got) {
			t.Fatalf("%v: found %s, mates are %v", p, p.FormatMove(got), texts(p, want))
		}
	})
	if mates < 20 {
		t.Errorf("%d mates only: the games are too tame", mates)
	}
	t.Logf("%d mates", mates)
}

// Mates in one of kinds that are rare in random games.
func TestMateInOneByKind(t *testing.T) {
	for _, c := range []struct {
		name, sfen string
		want       []string // all mates; none: there is none
	}{
		{"a silver uncovers a lance", "7lk/9/6G2/9/8S/9/9/9/K7L b - 1", []string{"1e2d", "1e2f"}},
		{"nothing to uncover", "7lk/9/6G2/9/8S/9/9/9/K8 b - 1", nil},
		{"a king uncovers a rook", "7lk/9/6GP1/9/8K/9/9/9/8R b - 1", []string{"1e2d", "1e2e", "1e2f"}},
		{"the defender can drop a gold between", "7lk/9/6G2/9/8S/9/9/9/K7L b g 1", nil},
		{"a pinned gold cannot take", "4kg2R/9/4P4/9/9/9/9/9/K8 b G 1", []string{"G*5b"}},
		{"a gold that is not pinned takes", "4kg3/9/4P4/9/9/9/9/9/K8 b G 1", nil},
		{"no drop comes between a rook and the king beside it", "3lkl3/9/4P4/9/9/9/9/9/K8 b Rg 1", []string{"R*5b"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := open(t, c.sfen)
			m := p.MateInOne()
			if len(c.want) == 0 {
				if m != core.NoMove {
					t.Errorf("%s is no mate", p.FormatMove(m))
				}
				return
			}
			if !slices.Contains(c.want, p.FormatMove(m)) {
				t.Errorf("found %s, mates are %v", p.FormatMove(m), c.want)
			}
		})
	}
}
