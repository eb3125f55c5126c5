package dataset

import (
	"bytes"
	"encoding/hex"
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/tests/must"
)

// The bytes of a file, written down by hand from the description of the format:
// they must never change.
func TestLayout(t *testing.T) {
	h := Header{"chess", core.Settings{MoveLimit: 3, EnteringKing: "x"}, []Run{{1, 2, "e", map[string]string{"k": "v"}}}}
	path := write(t, h, foolsMate(t))
	json := `{"game":"chess","chess960":false,"move_limit":3,"entering_king":"x",` +
		`"runs":[{"seed":1,"nodes":2,"engine":"e","info":{"k":"v"}}]}`
	payload := "00" + "07" + "00" + "01" + "00" + "01" + "04" + // run, index, result, ending, start, random, moves
		"9506" + "241a" + "1e07" + "9f1d" + // f2f3 = 13<<7|21, e7e5 = 52<<7|36, g2g4 = 14<<7|30, d8h4 = 59<<7|31
		"5000" + "d4fe" + "ff7c" // 80, -300, 31999
	want, err := hex.DecodeString(hex.EncodeToString([]byte("NitoGam1")) +
		"80000000" + crcOf(t, "80000000", hex.EncodeToString([]byte(json))) + hex.EncodeToString([]byte(json)) +
		"f7476de3" + "15000000" + crcOf(t, "15000000", payload) + payload)
	must.OK(t, err)
	if got := contents(t, path); !bytes.Equal(got, want) {
		t.Errorf("the file is\n%x, want\n%x", got, want)
	}
}

// crcOf returns the CRC-32C of hexadecimal texts as hexadecimal bytes, computed
// bit by bit.
func crcOf(t *testing.T, texts ...string) string {
	text, err := hex.DecodeString(strings.Join(texts, ""))
	must.OK(t, err)
	crc := ^uint32(0)
	for _, b := range text {
		crc ^= uint32(b)
		for range 8 {
			crc = crc>>1 ^ 0x82f63b78&-(crc&1)
		}
	}
	crc = ^crc
	return hex.EncodeToString([]byte{byte(crc), byte(crc >> 8), byte(crc >> 16), byte(crc >> 24)})
}

func TestRoundTrip(t *testing.T) {
	for _, rules := range bothGames() {
		games := randomGames(rules, 1, 20)
		long := &Game{Moves: make([]core.MoveID, MaxMoves), Scores: make([]core.Score, MaxMoves)}
		for i := range long.Moves {
			long.Moves[i], long.Scores[i] = core.MoveID(i*4+3), core.Score(i*4-32768)
		}
		games = append(games,
			&Game{},
			&Game{Run: 1, Index: 1<<64 - 1, Start: strings.Repeat("x", MaxStart), Result: -1, Ending: core.Adjudication},
			&Game{Random: 2, Moves: []core.MoveID{0xffff, 0}, Result: 1},
			&Game{Moves: []core.MoveID{1, 2}, Scores: []core.Score{core.NoScore, -core.Infinite}},
			long,
			&Game{Start: gameFrames.marker, Moves: []core.MoveID{0x47f7, 0xe36d}, Scores: []core.Score{0, 0}})
		want := header(rules, 1, 2)
		want.Settings = core.Settings{Chess960: true, MoveLimit: 512, EnteringKing: "CSARule24"}
		want.Runs[0].Info = map[string]string{"book": "none", "ü": "\"<>"}
		h, got := read(t, write(t, want, games...))
		if err := h.same(want); err != nil || h.Settings != want.Settings {
			t.Errorf("%s: header %+v, want %+v (%v)", rules.Name, h, want, err)
		}
		if !slices.EqualFunc(got, games, equalGames) {
			t.Errorf("%s: the games are not those written", rules.Name)
		}
	}
}

func TestNextReusesMemory(t *testing.T) {
	path := write(t, header(chess.Rules, 1), randomGames(chess.Rules, 1, 60)...)
	r, err := Open(path)
	must.OK(t, err)
	defer r.Close()
	g := Game{Moves: make([]core.MoveID, 0, 120), Scores: make([]core.Score, 0, 120)}
	if n := testing.AllocsPerRun(50, func() { _ = r.Next(&g) }); n > 0 {
		t.Errorf("%v allocations for a game", n)
	}
}

func TestValidate(t *testing.T) {
	tests := []struct {
		name string
		game Game
		want string // part of the error
	}{
		{"negative run", Game{Run: -1}, "run -1"},
		{"run without header", Game{Index: 3, Run: 1}, "game 3 of run 1: the header has 1 runs"},
		{"long start", Game{Start: strings.Repeat("x", MaxStart+1)}, "start position"},
		{"too many moves", Game{Random: 1, Moves: make([]core.MoveID, MaxMoves+1), Scores: make([]core.Score, MaxMoves)}, "16385 moves"},
		{"random beyond moves", Game{Random: 1}, "1 of 0 moves"},
		{"negative random", Game{Random: -1, Scores: []core.Score{0}}, "-1 of 0 moves"},
		{"a score too few", Game{Moves: []core.MoveID{1}}, "0 scores for 1 moves"},
		{"a score for a random move", Game{Random: 1, Moves: []core.MoveID{1}, Scores: []core.Score{1}}, "1 scores for 1 moves, 1 of them"},
		{"result", Game{Result: 2}, "result 2"},
		{"ending", Game{Ending: core.Hang}, "ending by hang"},
		{"score", Game{Random: 1, Moves: []core.MoveID{1, 2}, Scores: []core.Score{32768}}, "score 32768 of ply 1"},
	}
	path := write(t, header(chess.Rules, 1))
	before := contents(t, path)
	w, _, err := Append(path, header(chess.Rules, 1))
	must.OK(t, err)
	defer w.Close()
	for _, tt := range tests {
		if err := w.Append(&tt.game); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v does not say %q", tt.name, err, tt.want)
		}
	}
	if !bytes.Equal(contents(t, path), before) {
		t.Error("something was written")
	}
}

// Payloads with a right checksum that are no games are refused.
func TestDecodePayload(t *testing.T) {
	good := appendPayload(nil, &Game{Index: 300, Start: "s", Random: 1, Moves: []core.MoveID{1, 2}, Scores: []core.Score{5}})
	edit := func(at int, with ...byte) []byte {
		return slices.Concat(good[:at], with, good[at+1:])
	}
	tests := []struct {
		name    string
		payload []byte
		ok      bool
	}{
		{"good", good, true},
		{"empty", nil, false},
		{"a byte more", append(slices.Clone(good), 0), false},
		{"result", edit(3, 3), false},
		{"negative result", edit(3, 0xff), false},
		{"ending", edit(4, 11), false},
		{"start beyond the end", edit(5, 100), false},
		{"start too long", edit(5, 0x81, 0x04), false},
		{"more random moves than moves", edit(7, 3), false},
		{"more random moves than moves, but no byte too few", []byte{0, 0, 1, 0, 0, 2, 1}, false},
		{"other number of moves", edit(8, 3), false},
		{"run without end", bytes.Repeat([]byte{0xff}, 20), false},
		{"run beyond 31 bits", edit(0, 0x80, 0x80, 0x80, 0x80, 0x08), false},
		{"long form of a number", edit(0, 0x80, 0x00), true},
	}
	for n := range good {
		tests = append(tests, struct {
			name    string
			payload []byte
			ok      bool
		}{"cut", good[:n], false})
	}
	for _, tt := range tests {
		if got := decodePayload(tt.payload, new(Game)); got != tt.ok {
			t.Errorf("%s: %x: decoded %v, want %v", tt.name, tt.payload, got, tt.ok)
		}
	}
}

// Whatever bit of a file flips: it is noticed, and no wrong game comes out.
func TestFlippedBits(t *testing.T) {
	h := header(chess.Rules, 5)
	games := []*Game{foolsMate(t), {Index: 8}, foolsMate(t)}
	good := contents(t, write(t, h, games...))
	known := multiset(h, games)
	for i := range 8 * len(good) {
		text := slices.Clone(good)
		text[i/8] ^= 1 << (i % 8)
		r, err := NewReader(bytes.NewReader(text))
		if err != nil {
			continue
		}
		got, damage := readAll(t, r)
		if !damage.Any() {
			t.Fatalf("bit %d of byte %d: not noticed", i%8, i/8)
		}
		if len(got) != len(games)-1 {
			t.Fatalf("bit %d of byte %d: %d games left", i%8, i/8, len(got))
		}
		for _, g := range got {
			if known[identity(h, g)] == 0 {
				t.Fatalf("bit %d of byte %d: a game that was never written", i%8, i/8)
			}
		}
		if damage.Bytes+damage.Tail+r.Offset() < int64(len(text)) || r.Offset() != int64(len(text)) {
			t.Fatalf("bit %d of byte %d: read to %d of %d", i%8, i/8, r.Offset(), len(text))
		}
	}
}
