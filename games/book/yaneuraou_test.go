package book

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/tests/must"
)

func shogiStart(t testing.TB) core.Position { return position(t, shogi.Rules, "") }

// startKey is the initial position without the move number.
var startKey = strings.TrimSuffix(shogi.StartSFEN, " 1")

func TestYaneuraOuMoves(t *testing.T) {
	const header = yaneuraouHeader + "\n"
	start := "sfen " + shogi.StartSFEN + "\n"
	tests := []struct {
		name    string
		file    string
		options Options
		want    string
		illegal string
	}{
		{"all fields", header + start + "7g7f 3c3d 12 20 5\n2g2f 8c8d -3 18 9\n", Options{}, "2g2f*9=-3/18>8c8d 7g7f*5=12/20>3c3d", ""},
		{"fields left out", header + start + "7g7f none\n2g2f none 5\n6g6f none 4 3\n", Options{}, "2g2f*1=5/0 6g6f*1=4/3 7g7f*1", ""},
		{"words for numbers", header + start + "7g7f none none none 3\n2g2f None none 4\n", Options{}, "7g7f*3 2g2f*1", ""},
		{"zeros are no score", header + start + "7g7f none 0 0 3\n2g2f none 0 1 2\n", Options{}, "7g7f*3 2g2f*2=0/1", ""},
		{"an unknown score", header + start + "7g7f none -32768 3\n", Options{}, "7g7f*1", ""},
		{"scores beyond mate", header + start + "7g7f none 99999 3\n2g2f none -99999 3\n", Options{}, "7g7f*1=32000/3 2g2f*1=-32000/3", ""},
		{"counts beyond all", header + start + "7g7f none 0 0 99999999999\n2g2f none 0 0 2147483647\n2g2f none 0 0 2147483647\n", Options{}, "2g2f*2147483647 7g7f*1", ""},
		{"no header", start + "7g7f none\n", Options{}, "7g7f*1", ""},
		{"CR LF and a byte order mark", byteOrderMark + strings.ReplaceAll(header+start+"7g7f 3c3d 1 2 3\n2g2f 8c8d\n", "\n", "\r\n"), Options{}, "7g7f*3=1/2>3c3d 2g2f*1>8c8d", ""},
		{"a byte order mark and no header", byteOrderMark + start + "7g7f none\n", Options{}, "7g7f*1", ""},
		{"a byte order mark, no header, two positions", byteOrderMark + "sfen l b - 1\n7g7f none\n" + start + "7g7f none\n", Options{}, "7g7f*1", ""},
		{"comments and blank lines", header + "# NOE:1\n" + start + "// best by test\n7g7f none\n\n  \n# a comment\n2g2f none 7 1 // good\n", Options{}, "2g2f*1=7/1 7g7f*1", ""},
		{"no newline at the end", header + start + "7g7f none", Options{}, "7g7f*1", ""},
		{"no moves at the end", header + start, Options{}, "", ""},
		{"the position occurs twice", header + start + "7g7f none 1 1 2\n" + start + "2g2f none 5 1 1\n7g7f none 2 2 3\n", Options{}, "7g7f*5=2/2 2g2f*1=5/1", ""},
		{"no move", header + start + "none none\nresign none 0 0 1\n", Options{}, "", ""},
		{"illegal moves", header + start + "7g7e none 0 0 9\n7g7f none\nnonsense\n", Options{}, "7g7f*1", `2 moves, such as "7g7e", are not legal in lnsg`},
		{"an illegal reply", header + start + "7g7f 7g7f\n", Options{}, "7g7f*1", ""},
		{"another move number", header + "sfen " + startKey + " 3\n7g7f none\n", Options{}, "", ""},
		{"another move number, ignored", header + "sfen " + startKey + " 3\n7g7f none\n", Options{IgnorePly: true}, "7g7f*1", ""},
		{"no move number", header + "sfen " + startKey + "\n7g7f none\n", Options{}, "7g7f*1", ""},
		{"the number decides", header + "sfen " + startKey + " 1\n7g7f none\nsfen " + startKey + " 10\n2g2f none\n", Options{}, "7g7f*1", ""},
		{"all numbers", header + "sfen " + startKey + " 1\n7g7f none\nsfen " + startKey + " 10\n2g2f none\n7g7f none\n", Options{IgnorePly: true}, "7g7f*2 2g2f*1", ""},
		{"spaces after the number", header + "sfen " + shogi.StartSFEN + "  \t\n7g7f none\n", Options{}, "7g7f*1", ""},
	}
	for _, test := range tests {
		for _, fly := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/%s", test.name, map[bool]string{true: "on the fly", false: "loaded"}[fly]), func(t *testing.T) {
				test.options.OnTheFly = fly
				b := openBytes(t, []byte(test.file), test.options)
				if b.Info().OnTheFly != fly {
					t.Fatalf("%s", b.Info())
				}
				p := shogiStart(t)
				moves, err := b.Moves(p, nil)
				if got := describe(p, moves); got != test.want {
					t.Errorf("%s, want %s", got, test.want)
				}
				var illegal *IllegalMovesError
				if (test.illegal == "") != (err == nil) || err != nil && (!errors.As(err, &illegal) || !strings.Contains(err.Error(), test.illegal)) {
					t.Errorf("error %v, want %s", err, test.illegal)
				}
			})
		}
	}
}

// A position is found with colours and board turned, and its moves are turned back.
func TestFlipped(t *testing.T) {
	// Black has promoted pieces and drops; White is to move in the same after a turn.
	const text = "ln1g1g1nl/1r1sk2+B1/p1p1pp1p1/1p4p2/9/2P1+p4/PP1PPPPPP/2S4R1/LN1GKGSNL b BPs 21"
	p := position(t, shogi.Rules, text)
	key, number := keyOf(p)
	turned := position(t, shogi.Rules, fmt.Sprintf("%s %d", flipKey(key), number))
	if back, _ := keyOf(turned); back != flipKey(key) || flipKey(back) != key {
		t.Fatalf("%s was turned to %s and back to %s", key, back, flipKey(back))
	}
	if turned.Side() != core.Second || turned.(*shogi.Position).Hand(core.Second, shogi.Bishop) != 1 || turned.(*shogi.Position).Hand(core.First, shogi.Silver) != 1 {
		t.Errorf("turned: %s", turned)
	}
	file := []byte(yaneuraouHeader + "\nsfen " + text + "\nB*5e 4a4b 100 8 2\n2b1a 5b4b 90 7\n4i5h none 1 1\n")
	for _, fly := range []bool{false, true} {
		b := openBytes(t, file, Options{Flipped: true, OnTheFly: fly})
		for _, test := range []struct {
			p    core.Position
			want string
		}{
			{p, "B*5e*2=100/8>4a4b 2b1a*1=90/7>5b4b 4i5h*1=1/1"},
			{turned, "B*5e*2=100/8>6i6h 8h9i*1=90/7>5h6h 6a5b*1=1/1"},
		} {
			moves, err := b.Moves(test.p, nil)
			if got := describe(test.p, moves); got != test.want || err != nil {
				t.Errorf("%s, %v, want %s", got, err, test.want)
			}
		}
		moves, err := openBytes(t, file, Options{OnTheFly: fly}).Moves(turned, nil)
		if err != nil || len(moves) > 0 {
			t.Errorf("found %s without Flipped, %v", describe(turned, moves), err)
		}
	}
}

// Other orders of the pieces in hand are the same position, in memory.
func TestHandsInAnyOrder(t *testing.T) {
	tests := []struct{ name, hands, want string }{
		{"none", "-", "-"},
		{"usual", "2R2BG3S4N2L18Pp", "2R2BG3S4N2L18Pp"},
		{"another order", "PRb2g", "RPb2g"},
		{"the other side first", "pP", "Pp"},
		{"one by one", "PPP1P", "4P"},
		{"nonsense", "xP", "xP"},
		{"a number at the end", "P2", "P2"},
		{"huge", "9999999999999999999P", "100P"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := canonical("board b " + test.hands); got != "board b "+test.want {
				t.Errorf("%s, want %s", got, test.want)
			}
		})
	}
	p := position(t, shogi.Rules, "4k4/9/9/9/9/9/9/9/4K4 b RPb2g 1")
	b := openBytes(t, []byte("sfen 4k4/9/9/9/9/9/9/9/4K4 b 2gPbR 1\nP*5e none\n"), Options{})
	if moves, err := b.Moves(p, nil); err != nil || describe(p, moves) != "P*5e*1" {
		t.Errorf("%s, %v", describe(p, moves), err)
	}
}

// synthetic writes a book of n random positions, sorted, and returns them.
func synthetic(n int, newline string) (file []byte, positions []string) {
	random := rand.New(rand.NewPCG(1, 2))
	seen := map[string]bool{}
	list := new(core.MoveList)
	for len(positions) < n {
		p := shogi.Rules.Start(core.Settings{})
		for range 60 {
			if text := p.String(); !seen[text] {
				seen[text] = true
				positions = append(positions, text)
			}
			list.Clear()
			if p.Generate(core.AllMoves, list); list.N == 0 {
				break
			}
			p.Do(list.Moves[random.IntN(list.N)], nil)
		}
	}
	slices.SortFunc(positions, func(a, b string) int {
		return cmp.Compare(a, b) // YaneuraOu's order: that of the whole text
	})
	var out bytes.Buffer
	out.WriteString(yaneuraouHeader + newline)
	for i, text := range positions {
		p, _ := shogi.Rules.Parse(text, core.Settings{})
		list.Clear()
		p.Generate(core.AllMoves, list)
		fmt.Fprintf(&out, "sfen %s%s", text, newline)
		for j := range min(random.IntN(6), list.N) {
			fmt.Fprintf(&out, "%s none %d %d %d%s", p.FormatMove(list.Moves[j]), i%1000-500, j, random.IntN(100)+1, newline)
		}
		if i%97 == 0 {
			fmt.Fprintf(&out, "# %s%s", strings.Repeat("comment ", random.IntN(1200)), newline)
		}
	}
	return out.Bytes(), positions
}

// A sorted file gives the same moves whether it is searched or loaded.
func TestOnTheFlyIsLoaded(t *testing.T) {
	n := 1000
	if must.Full() {
		n = 8000
	}
	for _, newline := range []string{"\n", "\r\n"} {
		file, positions := synthetic(n, newline)
		for _, o := range []Options{{}, {IgnorePly: true}, {Flipped: true, IgnorePly: true}} {
			loaded := openBytes(t, file, o).(*yaneuraou)
			o.OnTheFly = true
			fly := openBytes(t, file, o).(*yaneuraou)
			if int(loaded.Info().Positions) != len(positions) || !fly.Info().OnTheFly {
				t.Fatalf("%d positions; %s; %s", len(positions), loaded.Info(), fly.Info())
			}
			for i, text := range positions {
				cut := strings.LastIndexByte(text, ' ')
				key, number := text[:cut], number(text[cut+1:], 0)
				a, errA := loaded.find(key, number)
				b, errB := fly.find(key, number)
				if errA != nil || errB != nil || !slices.Equal(a, b) {
					t.Fatalf("%s: loaded %v, %v; on the fly %v, %v", text, a, errA, b, errB)
				}
				// Neither finds what is not there.
				if i%100 == 0 {
					for _, key := range []string{key + "x", key[:len(key)-1], "", "~"} {
						if b, err := fly.find(key, number); len(b) > 0 || err != nil {
							t.Fatalf("%q: %v, %v", key, b, err)
						}
					}
				}
			}
		}
	}
}

// The moves of a position may fill several blocks of a file.
func TestManyMoves(t *testing.T) {
	var file bytes.Buffer
	file.WriteString(yaneuraouHeader + "\nsfen a b - 1\n7g7f none\nsfen b b - 1\n")
	for n := range 600 {
		fmt.Fprintf(&file, "%d*5e none %d 1 1\n", n, n)
	}
	file.WriteString("sfen c b - 1\n7g7f none\n")
	for _, fly := range []bool{false, true} {
		lines, err := openBytes(t, file.Bytes(), Options{OnTheFly: fly}).(*yaneuraou).find("b b -", 1)
		if err != nil || len(lines) != 600 {
			t.Fatalf("%d moves, %v", len(lines), err)
		}
		for n, l := range lines {
			if l.move != fmt.Sprintf("%d*5e", n) || int(l.score) != n {
				t.Fatalf("move %d is %v", n, l)
			}
		}
	}
	endless := append(file.Bytes(), bytes.Repeat([]byte("# comment\n"), maxEntry/8)...)
	b := openBytes(t, append(endless, "sfen d b - 1\n"...), Options{})
	_, err := b.(*yaneuraou).find("c b -", 1)
	must.Say(t, err, "bytes of moves")
}

func TestUnsorted(t *testing.T) {
	file, positions := synthetic(3000, "\n")
	// Two positions in the middle change places.
	a, b := positions[1000], positions[2000]
	swapped := bytes.Replace(file, []byte("sfen "+a+"\n"), []byte("sfen @\n"), 1)
	swapped = bytes.Replace(swapped, []byte("sfen "+b+"\n"), []byte("sfen "+a+"\n"), 1)
	swapped = bytes.Replace(swapped, []byte("sfen @\n"), []byte("sfen "+b+"\n"), 1)
	reversed := []byte(yaneuraouHeader + "\n")
	for _, text := range slices.Backward(positions) {
		reversed = append(reversed, "sfen "+text+"\n7g7f none\n"...)
	}
	t.Run("seen at once and loaded", func(t *testing.T) {
		b := openBytes(t, reversed, Options{OnTheFly: true})
		if info := b.Info(); info.OnTheFly || !strings.Contains(info.String(), "not sorted, so that it was loaded") {
			t.Errorf("%s", info)
		}
		for _, text := range positions {
			p := position(t, shogi.Rules, text)
			if lines, err := b.(*yaneuraou).find(keyOf(p)); err != nil || len(lines) != 1 {
				t.Fatalf("%s: %v, %v", text, lines, err)
			}
		}
	})
	t.Run("seen at once and too large", func(t *testing.T) {
		_, err := OpenReader(bytes.NewReader(reversed), int64(len(reversed)), "test", Options{MaxLoad: 1000})
		must.Say(t, err, "test: is not sorted by position near byte", "too large to load")
	})
	t.Run("seen by a search", func(t *testing.T) {
		// The samples may miss it, but not all searches that come across it.
		book := &yaneuraou{name: "test", text: sorted{bytes.NewReader(swapped), int64(len(swapped))}}
		faults := 0
		for _, text := range positions {
			p := position(t, shogi.Rules, text)
			if _, err := book.find(keyOf(p)); err != nil {
				var unsorted *unsortedError
				if !errors.As(err, &unsorted) {
					t.Fatal(err)
				}
				faults++
			}
		}
		if faults == 0 {
			t.Error("no search noticed")
		}
	})
	t.Run("too large but sorted", func(t *testing.T) {
		b := openBytes(t, file, Options{MaxLoad: 1000})
		if info := b.Info(); !info.OnTheFly || !strings.Contains(info.String(), "too large to load") {
			t.Errorf("%s", info)
		}
	})
}

// virtual is a book of YaneuraOu of any size that exists only where it is read: position n
// has a board that spells n, and all entries have the same length.
type virtual struct {
	entries int64
	reads   int
}

const (
	virtualEntry  = "sfen %012d b - 1\n7g7f none 1 2 3\n# ....................................................\n"
	virtualLength = int64(len(virtualEntry) - 5 + 12)
)

func (v *virtual) size() int64 { return v.entries * virtualLength }

func (v *virtual) ReadAt(b []byte, at int64) (int, error) {
	v.reads++
	n := 0
	for n < len(b) && at < v.size() {
		entry := fmt.Sprintf(virtualEntry, at/virtualLength)
		k := copy(b[n:], entry[at%virtualLength:])
		n, at = n+k, at+int64(k)
	}
	if n < len(b) {
		return n, io.EOF
	}
	return n, nil
}

// A file of 10 GB is searched with a few dozen reads.
func TestHugeFile(t *testing.T) {
	v := &virtual{entries: 10 << 30 / virtualLength}
	book, err := OpenReader(v, v.size(), "huge", Options{})
	must.OK(t, err)
	if info := book.Info(); !info.OnTheFly || info.Bytes < 10_000_000_000 {
		t.Fatalf("%s", info)
	}
	if v.reads > 400 {
		t.Errorf("opened with %d reads", v.reads)
	}
	for _, n := range []int64{0, 1, 2, v.entries / 3, v.entries/2 - 1, v.entries / 2, v.entries - 2, v.entries - 1} {
		v.reads = 0
		lines, err := book.(*yaneuraou).find(fmt.Sprintf("%012d b -", n), 1)
		if err != nil || len(lines) != 1 || lines[0].move != "7g7f" {
			t.Errorf("%d: %v, %v", n, lines, err)
		}
		if v.reads > 60 {
			t.Errorf("%d: %d reads", n, v.reads)
		}
	}
	for _, key := range []string{"", fmt.Sprintf("%012d b -", v.entries), fmt.Sprintf("%012d b 2P", 1000)} {
		if lines, err := book.(*yaneuraou).find(key, 1); err != nil || len(lines) > 0 {
			t.Errorf("%s: %v, %v", key, lines, err)
		}
	}
}

// nothing is a file of zeros.
type nothing struct{ reads, bytes int }

func (n *nothing) ReadAt(b []byte, at int64) (int, error) {
	n.reads, n.bytes = n.reads+1, n.bytes+len(b)
	clear(b)
	if at == 0 {
		copy(b, yaneuraouHeader+"\nsfen a b - 1\n")
	}
	return len(b), nil
}

// A hole of 10 GB is a message, not a hunt for the next position.
func TestHole(t *testing.T) {
	hole := &nothing{}
	_, err := OpenReader(hole, 10<<30, "hole", Options{})
	must.Say(t, err, "hole: is corrupt: no position within")
	if hole.bytes > 8<<20 {
		t.Errorf("%d bytes were read", hole.bytes)
	}
}

// Several goroutines may ask one book.
func TestBooksAreShared(t *testing.T) {
	file, positions := synthetic(200, "\n")
	chessBook := randomGames(t, chess.Rules, []int{1, 2, 3})
	books := []Book{
		openBytes(t, file, Options{}), openBytes(t, file, Options{OnTheFly: true}),
		openBytes(t, polyglotOf(t, chessBook, Selection{}), Options{}),
	}
	for _, b := range books {
		var group sync.WaitGroup
		for worker := range 4 {
			group.Go(func() {
				for _, text := range positions[worker*10 : worker*10+20] {
					p, err := shogi.Rules.Parse(text, core.Settings{})
					if b == books[2] {
						p, err = chess.Rules.Parse(chess.StartFEN, core.Settings{})
					}
					if err != nil {
						t.Error(err)
						return
					}
					if _, err := b.Moves(p, nil); err != nil {
						t.Error(err)
					}
				}
			})
		}
		group.Wait()
	}
}
