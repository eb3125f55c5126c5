package nitoryu_test

import (
	"encoding/json"
	"errors"
	"iter"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/tests/must"
)

// What is written is read back, in every format of the game.
func TestGameRoundTrip(t *testing.T) {
	for _, test := range []struct {
		name, file string
		setup      nitoryu.Setup
		moves      []nitoryu.Move
		variation  []nitoryu.Move // to the last move
	}{
		{"PGN", "a.pgn", nitoryu.Setup{}, []nitoryu.Move{"e2e4", "e7e5", "g1f3"}, []nitoryu.Move{"f2f4", "e5f4"}},
		{"PGN from a position", "a.pgn", nitoryu.Setup{Position: "8/P3k3/8/8/8/8/8/4K3 w - - 0 1"}, []nitoryu.Move{"a7a8q"}, []nitoryu.Move{"e1e2"}},
		{"KIF", "a.kif", nitoryu.Setup{Variant: nitoryu.Shogi}, []nitoryu.Move{"7g7f", "3c3d", "8h2b+"}, []nitoryu.Move{"2g2f"}},
		{"KIF of a handicap", "a.kif", nitoryu.Setup{Handicap: "rook"}, []nitoryu.Move{"3c3d", "7g7f"}, []nitoryu.Move{"2g2f"}},
		{"CSA", "a.csa", nitoryu.Setup{Variant: nitoryu.Shogi}, []nitoryu.Move{"7g7f", "3c3d", "8h2b+"}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			g, err := nitoryu.NewGame(test.setup)
			must.OK(t, err)
			g.SetTag("Event", "a match")
			must.OK(t, errors.Join(g.Play(test.moves...), g.SetResult("1/2-1/2")))
			number := 0
			for before, ply := range g.Plies() {
				if number++; number == len(test.moves) {
					ply.SetScore(120, 9)
					ply.Comment("a remark")
					if err := ply.Variation(test.variation...); err != nil {
						t.Error(err)
					}
				}
				if err := before.Play(ply.Move); err != nil { // taken back by the loop
					t.Error(err)
				}
			}
			var file strings.Builder
			must.OK(t, g.Write(&file, test.file))
			for read, err := range nitoryu.ReadGames(strings.NewReader(file.String()), test.file) {
				must.OK(t, err)
				var moves []nitoryu.Move
				var last *nitoryu.Ply
				for _, ply := range read.Plies() {
					moves, last = append(moves, ply.Move), ply
				}
				score, known := last.Score()
				if !slices.Equal(moves, test.moves) || !known || score != 120 || !strings.Contains(strings.Join(last.Comments(), " "), "a remark") {
					t.Errorf("moves %v, score %v, comments %q in\n%s", moves, score, last.Comments(), &file)
				}
				if read.Tag("Event") != "a match" || read.Result() != "1/2-1/2" || read.Start().String() != g.Start().String() {
					t.Errorf("%q, %s, %s in\n%s", read.Tag("Event"), read.Result(), read.Start(), &file)
				}
			}
		})
	}
}

// Lines beside the main one are read as deep as they branch, and can be read twice.
func TestVariations(t *testing.T) {
	const text = "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) (1... e6 {French} 2. d4) 2. Nf3 *"
	var tell func(line iter.Seq2[*nitoryu.Position, *nitoryu.Ply]) string
	tell = func(line iter.Seq2[*nitoryu.Position, *nitoryu.Ply]) string {
		var words []string
		for before, ply := range line {
			san, err := before.Write(nitoryu.SAN, ply.Move)
			must.OK(t, err)
			words = append(append(words, san...), ply.Comments()...)
			for variation := range ply.Variations() {
				if once, again := tell(variation), tell(variation); once == again {
					words = append(words, "("+once+")")
				} else {
					t.Errorf("once %s, then %s", once, again)
				}
			}
		}
		return strings.Join(words, " ")
	}
	for g, err := range nitoryu.ReadGames(strings.NewReader(text), "a.pgn") {
		must.OK(t, err)
		if got, want := tell(g.Plies()), "e4 e5 (c5 Nf3 (c3 d5) d6) (e6 French d4) Nf3"; got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

// A lesson in which a side passes is played through, and kept.
func TestGameWithPasses(t *testing.T) {
	const text = "1. e4 e5 2. Nf3 -- 3. Nxe5 *"
	for g, err := range nitoryu.ReadGames(strings.NewReader(text), "a.pgn") {
		must.OK(t, err)
		var moves []string
		for p, ply := range g.Plies() {
			if moves = append(moves, string(ply.Move)); len(moves) == 5 && (len(p.Moves()) != 0 || !strings.HasPrefix(p.Start(), "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2")) {
				t.Errorf("behind the pass, a program is told %q and %v", p.Start(), p.Moves())
			}
		}
		if got := strings.Join(moves, " "); got != "e2e4 e7e5 g1f3 0000 f3e5" {
			t.Errorf("moves %s", got)
		}
		if err := g.Play("d7d6"); err != nil {
			t.Error(err)
		}
		var file strings.Builder
		if err := g.Write(&file, "a.pgn"); err != nil || !strings.Contains(file.String(), "2. Nf3 -- 3. Nxe5 d6") {
			t.Errorf("%v, %s", err, &file)
		}
	}
}

// An illegal move changes nothing, and no file is written in a format of the other game.
func TestGameRefuses(t *testing.T) {
	g, err := nitoryu.NewGame(nitoryu.Setup{})
	must.OK(t, err)
	var illegal *nitoryu.MoveError
	if err := g.Play("e2e4", "e2e4"); !errors.As(err, &illegal) || illegal.Move != "e2e4" || illegal.Index != 1 {
		t.Errorf("%v", err)
	}
	for range g.Plies() {
		t.Error("a move was added")
	}
	for _, name := range []string{"a.kif", "a", "a.txt"} {
		if err := g.Write(&strings.Builder{}, name); err == nil {
			t.Errorf("%s was written", name)
		}
	}
	if err := g.SetResult("2-0"); err == nil {
		t.Error("the result 2-0")
	}
	var setup *nitoryu.SetupError
	if _, err := nitoryu.NewGame(nitoryu.Setup{Position: "hello"}); !errors.As(err, &setup) || setup.Setup.Position != "hello" {
		t.Errorf("%v", err)
	}
	for _, err := range nitoryu.ReadGames(strings.NewReader("no game at all\n"), "") {
		if err == nil {
			t.Error("it was read")
		}
	}
}

func TestMoveParts(t *testing.T) {
	for _, test := range []struct {
		move            nitoryu.Move
		from, to        nitoryu.Square
		promotion, drop nitoryu.Piece
	}{
		{"e2e4", "e2", "e4", "", ""},
		{"e7e8q", "e7", "e8", "Q", ""},
		{"8h2b+", "8h", "2b", "+", ""},
		{"P*5e", "", "5e", "", "P"},
		{nitoryu.NoMove, "", "", "", ""},
		{nitoryu.Pass, "", "", "", ""},
	} {
		if m := test.move; m.From() != test.from || m.To() != test.to || m.Promotion() != test.promotion || m.Drop() != test.drop {
			t.Errorf("%s: from %q to %q, promotes %q, drops %q", m, m.From(), m.To(), m.Promotion(), m.Drop())
		}
	}
}

func TestPieces(t *testing.T) {
	for _, test := range []struct {
		name   string
		setup  nitoryu.Setup
		square nitoryu.Square
		piece  nitoryu.Piece
		side   nitoryu.Side
		pieces int
		hand   map[nitoryu.Piece]int // of Second
	}{
		{"chess", nitoryu.Setup{}, "g8", "n", nitoryu.Second, 32, nil},
		{"an empty square", nitoryu.Setup{}, "e4", "", nitoryu.First, 32, nil},
		{"shogi", nitoryu.Setup{Variant: nitoryu.Shogi}, "8h", "B", nitoryu.First, 40, nil},
		{"promoted, and hands", nitoryu.Setup{Position: "4k4/9/9/9/9/2+r6/9/9/4K4 b Gb12p 1"}, "7f", "+r", nitoryu.Second, 3, map[nitoryu.Piece]int{"B": 1, "P": 12}},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := open(t, test.setup)
			n := 0
			for square, piece := range p.Pieces() {
				if n++; p.At(square) != piece {
					t.Errorf("%s is %s and %s", square, piece, p.At(square))
				}
			}
			got := p.At(test.square)
			if got != test.piece || got != "" && got.Side() != test.side || n != test.pieces || !maps.Equal(p.Hand(nitoryu.Second), test.hand) {
				t.Errorf("%q on %s, %d pieces, %v in hand", got, test.square, n, p.Hand(nitoryu.Second))
			}
		})
	}
}

// JSON is what a program in a browser can show, and is read back.
func TestJSON(t *testing.T) {
	result := nitoryu.Result{
		Best: "e2e4", Score: 31997, Chances: nitoryu.Chances{Win: 1000}, Depth: 3,
		Lines: []nitoryu.Line{{Rank: 1, Depth: 3, Score: -35, Bound: nitoryu.AtMost, Moves: []nitoryu.Move{"e2e4", "e7e5"}, Nodes: 12, Elapsed: 5}},
	}
	text, err := json.Marshal(result)
	must.OK(t, err)
	const want = `{"best":"e2e4","score":"#3","chances":{"win":1000,"draw":0,"loss":0},"depth":3,` +
		`"lines":[{"rank":1,"depth":3,"score":"-0.35","bound":"at most","chances":{"win":0,"draw":0,"loss":0},` +
		`"moves":["e2e4","e7e5"],"nodes":12,"nanoseconds":5}],"nodes":0,"nanoseconds":0}`
	if string(text) != want {
		t.Errorf("got  %s\nwant %s", text, want)
	}
	var back nitoryu.Result
	if err := json.Unmarshal(text, &back); err != nil || !reflect.DeepEqual(back, result) {
		t.Errorf("%+v, %v", back, err)
	}
	for _, bad := range []string{`"#300"`, `"#x"`, `"NaN"`, `"1e9"`, `"pawn"`, `3`} {
		var s nitoryu.Score
		if err := json.Unmarshal([]byte(bad), &s); err == nil {
			t.Errorf("%s is the score %v", bad, s)
		}
	}
}

// Expected points, and whose they are.
func TestPointOfView(t *testing.T) {
	if got := (nitoryu.Chances{Win: 300, Draw: 500, Loss: 200}).Points(); got != 0.55 {
		t.Errorf("%v points", got)
	}
	if s := nitoryu.Score(40); s.For(nitoryu.First, nitoryu.First) != 40 || s.For(nitoryu.First, nitoryu.Second) != -40 {
		t.Error("the point of view is wrong")
	}
}

// Several goroutines may read one position.
func TestPositionIsRead(t *testing.T) {
	p := open(t, nitoryu.Setup{})
	done := make(chan error)
	for range 2 {
		go func() {
			var err error
			for range 200 {
				_, failed := p.Write(nitoryu.SAN, "e2e4", "e7e5")
				err = errors.Join(err, failed)
			}
			done <- err
		}()
	}
	for range 2 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}
