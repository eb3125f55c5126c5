package dataset

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"iter"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/tests/must"
)

// parsed is a position with labels.
func parsed(t testing.TB, rules core.Rules, text, move string, score core.Score, result int8) *Scored {
	t.Helper()
	p, err := rules.Parse(text, core.Settings{})
	must.OK(t, err)
	s := &Scored{Position: p, Score: score, Result: result}
	if move != "" {
		if s.Move, err = p.ParseMove(move); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// show is a text that only equal positions with equal labels share.
func show(s *Scored) string {
	return fmt.Sprint(s.Position, " ", s.Position.FormatMove(s.Move), " ", s.Score, " ", s.Result)
}

// bitsOf returns bytes from bits, the lowest of each byte first; blanks do not count.
func bitsOf(text string) string {
	b := make([]byte, 0, 32)
	for i, digit := range strings.ReplaceAll(text, " ", "") {
		if i%8 == 0 {
			b = append(b, 0)
		}
		b[i/8] |= byte(digit-'0') << (i % 8)
	}
	return hex.EncodeToString(b)
}

// The records were written by hand from the descriptions of the formats.
func TestRecords(t *testing.T) {
	const (
		pawns   = " 1001 000 1000 " // of a file: gote's, three empty squares, sente's
		lances  = " 110001 0" + pawns + "0 110000"
		silvers = " 111001 0" + pawns + "0 111000"
		golds   = " 111101 0" + pawns + "0 111100"
		start   = " 0011010 0010010" + // kings on 5i, 44, and 5a, 36
			lances + " 110101 11111001" + pawns + "11111100 110100" + silvers + golds + " 0" + pawns + "0" +
			golds + silvers + " 110101 11111101" + pawns + "11111000 110100" + lances
		row = "000000000"
	)
	startFEN := "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
	tests := []struct {
		name, format string
		scored       *Scored
		want         string
	}{
		{"the start of shogi", "psv", parsed(t, shogi.Rules, shogi.StartSFEN, "7g7f", 31, 1), bitsOf("0"+start) +
			"1f00" + "3b1e" + "0100" + "01" + "00"}, // 7g is 60, 7f 59
		{"gote to move, who loses", "psv", parsed(t, shogi.Rules, strings.Replace(shogi.StartSFEN, "b - 1", "w - 258", 1), "8b3b", -2, -1),
			bitsOf("1"+start) + "feff" + "1320" + "0201" + "ff" + "00"}, // 8b is 64, 3b 19
		{"hands, and a drop of gold", "psv", parsed(t, shogi.Rules, "4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G4S4N4L9P9p 1", "G*1a", 0, 0),
			bitsOf("0 0011010 0010010"+strings.Repeat(row, 4)+"0000000"+strings.Repeat(row, 4)+strings.Repeat("000", 9)+
				strings.Repeat("10000", 4)+strings.Repeat("10100", 4)+strings.Repeat("11000", 4)+strings.Repeat("11100", 4)+
				strings.Repeat("1111000", 2)+strings.Repeat("1111100", 2)+strings.Repeat("001", 9)) + "0000" + "8043" + "0100" + "00" + "00"},
		{"pieces set aside", "psv", parsed(t, shogi.Rules, "4k4/9/9/9/9/9/9/9/4K4 w - 1", "", 0, 0),
			bitsOf("1 0011010 0010010"+strings.Repeat(row, 4)+"0000000"+strings.Repeat(row, 4)+strings.Repeat("010", 18)+
				strings.Repeat("10010", 4)+strings.Repeat("10110", 4)+strings.Repeat("11010", 4)+strings.Repeat("11011", 4)+
				strings.Repeat("1111010", 2)+strings.Repeat("1111110", 2)) + "0000" + "0000" + "0100" + "00" + "00"},
		{"promoted pieces", "psv", parsed(t, shogi.Rules, "4k4/9/9/9/9/9/9/9/+P3K3+r b R2B4G4S4N4L17P 1", "", 0, 0),
			bitsOf("0 0011010 0010010"+"00000000 11111111"+strings.Repeat(row, 3)+"0000000"+strings.Repeat(row, 3)+"00000000 1010"+strings.Repeat("000", 17)+
				strings.Repeat("10000", 4)+strings.Repeat("10100", 4)+strings.Repeat("11000", 4)+strings.Repeat("11100", 4)+
				strings.Repeat("1111000", 2)+strings.Repeat("1111100", 1)) + "0000" + "0000" + "0100" + "00" + "00"},
		{"the start of chess, White loses", "marlin", parsed(t, chess.Rules, startFEN+" w KQkq - 0 1", "", 20, -1),
			"ffff00000000ffff" + "16422561" + "00000000" + "88888888" + "9ecaade9" + "40" + "00" + "0100" + "1400" + "00" + "00"},
		{"Black to move, en passant, who wins", "marlin", parsed(t, chess.Rules, "4k2r/8/8/8/3pP3/8/8/4K3 b k e3 0 12", "", 20, 1),
			"1000001800000090" + "85d00e" + strings.Repeat("00", 13) + "94" + "00" + "0c00" + "ecff" + "00" + "00"},
		{"a clock, a rook without a right", "marlin", parsed(t, chess.Rules, "4k2r/8/8/8/8/8/8/4K3 w - - 77 300", "", 0, 0),
			"1000000000000090" + "d50b" + strings.Repeat("00", 14) + "40" + "4d" + "2c01" + "0000" + "01" + "00"},
		{"White to move", "bullet", parsed(t, chess.Rules, "4k2r/8/8/8/3pP3/8/8/3K4 w k - 3 12", "", 20, 1),
			"0800001800000090" + "85d00b" + strings.Repeat("00", 13) + "1400" + "02" + "03" + "04" + "000000"},
		{"Black to move", "bullet", parsed(t, chess.Rules, "4k2r/8/8/8/3pP3/8/8/3K4 b k - 3 12", "", -20, 1),
			"9000000018000008" + "35800d" + strings.Repeat("00", 13) + "ecff" + "02" + "04" + "03" + "000000"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f, err := FormatByName(test.format)
			must.OK(t, err)
			record, err := f.encode(nil, test.scored)
			if got := hex.EncodeToString(record); err != nil || got != test.want {
				t.Fatalf("error %v\ngot  %s\nwant %s", err, got, test.want)
			}
			back := Scored{}
			want := lossy(t, rulesOf(f), f, test.scored)
			if err := f.decode(record, &back); err != nil || show(&back) != show(want) {
				t.Errorf("error %v, read %s instead of %s", err, show(&back), show(want))
			}
		})
	}
}

// rulesOf returns the rules that a format of one game is for.
func rulesOf(f *Format) core.Rules {
	if f.Game == shogi.Rules.Name {
		return shogi.Rules
	}
	return chess.Rules
}

// scored returns the positions of random games, with moves.
func scored(t testing.TB, rules core.Rules) (list []*Scored) {
	t.Helper()
	for _, g := range randomGames(rules, 3, 6) {
		err := g.Replay(rules, core.Settings{}, func(p core.Position, m core.Move, score core.Score, known bool) bool {
			if known {
				list = append(list, &Scored{p.Clone(), m, score, g.resultFor(p.Side())})
			}
			return true
		})
		must.OK(t, err)
	}
	return list
}

// lossy returns what is left of a position in a format.
func lossy(t testing.TB, rules core.Rules, f *Format, s *Scored) *Scored {
	t.Helper()
	left := *s
	if f.Name != "psv" {
		left.Move = core.NoMove
	}
	if f.Name != "bullet" {
		return &left
	}
	fields := strings.Fields(s.Position.String())
	if s.Position.Side() == core.Second {
		ranks := strings.Split(fields[0], "/")
		slices.Reverse(ranks)
		fields[0] = strings.Map(func(r rune) rune {
			if r >= 'a' {
				return r - 'a' + 'A'
			} else if r >= 'A' {
				return r - 'A' + 'a'
			}
			return r
		}, strings.Join(ranks, "/"))
	}
	p, err := rules.Parse(fmt.Sprintf("%s w - - 0 %d", fields[0], lateMove), core.Settings{})
	must.OK(t, err)
	left.Position = p
	return &left
}

// The games of lab datagen are read by the same door, and exported to all formats.
func TestPositionsOfGames(t *testing.T) {
	for _, rules := range bothGames() {
		t.Run(rules.Name, func(t *testing.T) {
			dir, src := t.TempDir(), write(t, header(rules, 1), randomGames(rules, 3, 6)...)
			all := scored(t, rules)
			n := 0
			for s, err := range Positions(rules, src, nil) {
				switch {
				case err != nil:
					t.Fatal(err)
				case s.Score == core.NoScore: // a random move
				case show(s) != show(all[n]):
					t.Fatalf("position %d: %s instead of %s", n, show(s), show(all[n]))
				default:
					n++
				}
			}
			if n != len(all) {
				t.Errorf("%d positions of %d", n, len(all))
			}
			for _, f := range Formats() {
				path := filepath.Join(dir, f.Name)
				for _, shuffle := range []bool{false, true} {
					var out bytes.Buffer
					rep, err := Export(background(), &out, rules, []string{src}, ExportOptions{Format: f, Shuffle: shuffle, Seed: 1}, nil)
					if f.Game != "" && f.Game != rules.Name {
						if err == nil || !strings.Contains(err.Error(), f.Name+" has positions of "+f.Game) {
							t.Errorf("%s: error %v", f.Name, err)
						}
						continue
					}
					if err != nil || rep.Positions != int64(len(all)) {
						t.Fatalf("%s: report %+v, error %v", f.Name, rep, err)
					}
					must.Write(t, path, out.Bytes())
					left := map[string]int{}
					for _, s := range all {
						left[show(lossy(t, rules, f, s))]++
					}
					for s, err := range Positions(rules, path, f) {
						must.OK(t, err)
						left[show(s)]--
					}
					for text, n := range left {
						if n != 0 {
							t.Fatalf("%s: %d too few of %s", f.Name, n, text)
						}
					}
					for _, err := range Positions(rules, path, f) { // a reader may have enough of it
						must.OK(t, err)
						break
					}
				}
			}
		})
	}
}

// Positions in the order of a game become that game again, others games of one move.
func TestJoin(t *testing.T) {
	for _, rules := range bothGames() {
		t.Run(rules.Name, func(t *testing.T) {
			all := scored(t, rules)
			shuffled := slices.Clone(all)
			for i := range shuffled {
				j := (i*7919 + 5) % len(shuffled)
				shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
			}
			blind := make([]*Scored, len(all))
			for i, s := range all {
				blind[i] = &Scored{s.Position, core.NoMove, s.Score, s.Result}
			}
			for name, test := range map[string]struct {
				list        []*Scored
				least, most int
			}{
				"in order": {all, 6, 6}, "shuffled": {shuffled, len(all) / 2, len(all)}, "without moves": {blind, len(all), len(all)},
			} {
				var back []string
				games := 0
				for g, err := range Join(yieldAll(test.list)) {
					must.OK(t, err)
					if g.Index != uint64(games) || g.Validate() != nil {
						t.Errorf("%s: %v, error %v", name, g, g.Validate())
					}
					games++
					err = g.Replay(rules, core.Settings{}, func(p core.Position, m core.Move, score core.Score, _ bool) bool {
						if name == "without moves" {
							if quiet := new(core.MoveList); m.IsTactical() {
								if p.Generate(core.Quiet, quiet); quiet.N > 0 {
									t.Errorf("%s stands for a quiet move of %s", p.FormatMove(m), p)
								}
							}
							m = core.NoMove
						}
						back = append(back, show(&Scored{p, m, score, g.resultFor(p.Side())}))
						return true
					})
					must.OK(t, err)
				}
				var want []string
				for _, s := range test.list {
					want = append(want, show(s))
				}
				if !slices.Equal(back, want) || games < test.least || games > test.most {
					t.Errorf("%s: %d games of %d instead of %d positions, or others", name, games, len(back), len(want))
				}
			}
		})
	}
}

func yieldAll(list []*Scored) iter.Seq2[*Scored, error] {
	return func(yield func(*Scored, error) bool) {
		for _, s := range list {
			if !yield(s, nil) {
				return
			}
		}
	}
}

// Positions that do not belong together do not become one game.
func TestJoinApart(t *testing.T) {
	first := parsed(t, chess.Rules, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 9", "e2e4", 10, 1)
	for name, test := range map[string]struct {
		next  *Scored
		games int
	}{
		"together":         {parsed(t, chess.Rules, "4k3/8/8/8/4P3/8/8/4K3 b - - 0 9", "e8e7", 10, -1), 1},
		"another result":   {parsed(t, chess.Rules, "4k3/8/8/8/4P3/8/8/4K3 b - - 0 9", "e8e7", 10, 1), 2},
		"another ply":      {parsed(t, chess.Rules, "4k3/8/8/8/4P3/8/8/4K3 b - - 0 10", "e8e7", 10, -1), 2},
		"another position": {parsed(t, chess.Rules, "4k3/8/8/8/8/4P3/8/4K3 b - - 0 9", "e8e7", 10, -1), 2},
	} {
		games := 0
		for _, err := range Join(yieldAll([]*Scored{first, test.next})) {
			if games++; err != nil {
				t.Error(err)
			}
		}
		if games != test.games {
			t.Errorf("%s: %d games instead of %d", name, games, test.games)
		}
	}
}

// A game becomes no longer than a file can hold.
func TestJoinEndless(t *testing.T) {
	p := parsed(t, shogi.Rules, shogi.StartSFEN, "", 0, 0).Position
	var lengths []int
	for g, err := range Join(func(yield func(*Scored, error) bool) {
		for i := range MaxMoves + 5 {
			m, err := p.ParseMove([]string{"5i5h", "5a5b", "5h5i", "5b5a"}[i%4])
			if err != nil || !yield(&Scored{p, m, 0, 0}, nil) {
				t.Fatal(i, err)
			}
			p.Do(m, nil)
		}
	}) {
		must.OK(t, err)
		lengths = append(lengths, len(g.Moves))
	}
	if !slices.Equal(lengths, []int{MaxMoves, 5}) {
		t.Errorf("games of %d plies", lengths)
	}
}

// A position of unknown move gets a quiet one, also where there are as many moves as the rules allow. More than one list holds would show with
// -tags purego only: assembly does not look where it ends.
func TestJoinManyMoves(t *testing.T) {
	most, games := parsed(t, shogi.Rules, "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1", "", 10, 1), 0
	for g, err := range Join(yieldAll([]*Scored{most})) {
		must.OK(t, err)
		if m := most.Position.ValidateMove(g.Moves[0]); m == core.NoMove || m.IsTactical() {
			t.Errorf("move %d is not a quiet one", m)
		}
		games++
	}
	if games != 1 {
		t.Errorf("%d games", games)
	}
}

// Scores beyond those of mates are mates.
func TestScoreIn(t *testing.T) {
	for score, want := range map[int16]core.Score{5: 5, 32767: core.Mate, -32768: -core.Mate, 32002: core.NoScore, 31999: core.WinIn(1)} {
		if got := scoreIn(score); got != want {
			t.Errorf("%d is %d instead of %d", score, got, want)
		}
	}
}

// A position in which the game is over is left out.
func TestJoinWithoutMoves(t *testing.T) {
	mated := parsed(t, chess.Rules, "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "", -32000, -1)
	for g, err := range Join(yieldAll([]*Scored{mated})) {
		if err != nil || len(g.Moves) > 0 {
			t.Errorf("%v with %d moves, error %v", g, len(g.Moves), err)
		}
	}
}

func TestBadPositions(t *testing.T) {
	psv, err := appendPSV(nil, parsed(t, shogi.Rules, shogi.StartSFEN, "7g7f", 31, 1))
	must.OK(t, err)
	king := parsed(t, chess.Rules, "4k2r/8/8/8/3pP3/8/8/4K3 b k e3 0 12", "", 20, 1)
	marlin, err := appendMarlin(nil, king)
	must.OK(t, err)
	bullet, err := appendBullet(nil, king)
	must.OK(t, err)
	with := func(record []byte, at int, value byte) string {
		changed := slices.Clone(record)
		changed[at] = value
		return string(changed)
	}
	tests := []struct {
		name, format, file, want string
	}{
		{"half a record", "psv", string(psv) + string(psv[:7]), "record 2 has 7 bytes instead of 40; is this really psv?"},
		{"kings on one square", "psv", with(psv, 0, 0b01001000), "the kings cannot be"},
		{"a king off the board", "psv", with(psv, 0, 0b11111110), "the kings cannot be"},
		{"a piece too many", "psv", with(psv, 2, 0xff), "record 1: "},
		{"pieces beyond the end", "psv", string(psv[:2]) + strings.Repeat("\xff", 30) + string(psv[32:]), "more bits than there are"},
		{"an illegal move", "psv", with(psv, 34, 0x3a), "move 0x1e3a is not legal"},
		{"a drop of nothing", "psv", with(psv, 35, 0x5e), "is not legal"},
		{"a strange result", "psv", with(psv, 38, 2), "result 2 is not 1, 0 or -1"},
		{"a game of the other", "psv", "chess", "format psv has positions of shogi, not of chess"},
		{"64 pieces", "marlin", strings.Repeat("\xff", 8) + string(marlin[8:]), "64 pieces are more than 32"},
		{"a piece that is none", "marlin", with(marlin, 8, 0x87), "there is no piece 7"},
		{"no king", "marlin", with(marlin, 8, 0x80), "king"},
		{"a strange result", "marlin", with(marlin, 30, 3), "result 3 is not 0, 1 or 2"},
		{"an en passant square off the board", "marlin", with(marlin, 24, 0x80|65), "no en passant square 65"},
		{"half a record", "marlin", string(marlin[:31]), "record 1 has 31 bytes instead of 32"},
		{"a castling rook", "bullet", with(bullet, 8, 0x65), "there is no piece 6"},
		{"a king elsewhere", "bullet", with(bullet, 27, 5), "kings on 5 and 4 instead of 4 and 4"},
		{"a strange result", "bullet", with(bullet, 26, 9), "result 9"},
		{"a line without a result", "text", "# remark\n\n4k3/8/8/8/8/8/8/4K3 w - - | 5\n", "line 3: it does not have the form"},
		{"a line without a position", "text", "4k3 w - - | 5 | 1.0\n", "line 1: "},
		{"a score in words", "text", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 | five | 1.0\n", `score "five"`},
		{"a strange result", "text", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 | 5 | 2\n", `result "2"`},
		{"a line without an end", "text", strings.Repeat("x", longestLine+1), "longer than 4096 bytes"},
	}
	for _, test := range tests {
		t.Run(test.format+": "+test.name, func(t *testing.T) {
			f, err := FormatByName(test.format)
			must.OK(t, err)
			rules := chess.Rules
			if f.Name == "psv" && test.file != "chess" {
				rules = shogi.Rules
			}
			path := filepath.Join(t.TempDir(), "file")
			must.Write(t, path, []byte(test.file))
			for _, err = range Positions(rules, path, f) {
			}
			if err == nil || !strings.HasPrefix(err.Error(), path+": ") || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v does not say %q", err, test.want)
			}
		})
	}
}

func TestFormatNames(t *testing.T) {
	for path, want := range map[string]string{
		"a/x.psv": "psv", "x.BIN": "psv", "x.bullet": "bullet", "x.marlin": "marlin", "x.txt": "text", "x.games": "", "bin": "",
	} {
		name := ""
		if f := FormatOf(path); f != nil {
			name = f.Name
		}
		if name != want {
			t.Errorf("%s is %q instead of %q", path, name, want)
		}
	}
	_, err := FormatByName("pgn")
	must.Say(t, err, "choose one of text, psv, bullet, marlin")
}

// No file makes a reader crash, and what it reads, it can write.
func FuzzPositions(f *testing.F) {
	for _, rules := range bothGames() {
		for i, format := range Formats() {
			if format.Game == "" || format.Game == rules.Name {
				for _, s := range scored(f, rules)[:20] {
					record, err := format.encode(nil, s)
					must.OK(f, err)
					f.Add(uint8(i), record)
				}
			}
		}
	}
	f.Fuzz(func(t *testing.T, number uint8, file []byte) {
		format := Formats()[int(number)%len(Formats())]
		for _, rules := range bothGames() {
			if format.Game != "" && format.Game != rules.Name {
				continue
			}
			visit := func(s *Scored) error {
				again, err := format.encode(nil, s)
				if err != nil {
					t.Fatalf("%s cannot be written: %v", show(s), err)
				}
				want := show(s)
				if err := format.read(bytes.NewReader(again), rules, func(s *Scored) error {
					if show(s) != want && s.Score != core.NoScore {
						t.Errorf("%s became %s", want, show(s))
					}
					return nil
				}); err != nil {
					t.Errorf("%s: %v", want, err)
				}
				return nil
			}
			_ = format.read(bytes.NewReader(file), rules, visit)
		}
	})
}
