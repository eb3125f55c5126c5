package dataset

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/tests/must"
)

func TestReaderRefusesHeaders(t *testing.T) {
	good := contents(t, write(t, header(chess.Rules, 5), foolsMate(t)))
	size := len(good) - len(appendFrame(nil, foolsMate(t)))
	valid := func(json string) string {
		length := binary.LittleEndian.AppendUint32(nil, uint32(len(json)))
		crc := binary.LittleEndian.AppendUint32(nil, checksum(length, []byte(json)))
		return Magic + string(length) + string(crc) + json
	}
	tests := []struct{ name, text, want string }{
		{"empty", "", "not a file of games"},
		{"a text", "1. e4 e5 2. Nf3 Nc6", "not a file of games"},
		{"a short text", "Nito!", "not a file of games"},
		{"only the magic", Magic, "not complete"},
		{"half a magic", Magic[:4], "not complete"},
		{"a newer version", "NitoGam2" + string(good[8:]), "version '2'"},
		{"half a header", string(good[:size-1]), "not complete"},
		{"a huge length", Magic + "\xff\xff\xff\xff0000", "damaged"},
		{"a length just out of bounds", Magic + "\x01\x00\x10\x000000", "damaged"},
		{"a changed header", strings.Replace(string(good), "chess", "ches5", 1), "damaged"},
		{"no JSON", valid("chess"), "header: invalid character"},
		{"no game", valid(`{"runs":[{}]}`), "no game"},
		{"no run", valid(`{"game":"chess"}`), "no run"},
		{"a wrong type", valid(`{"game":1}`), "header: json"},
	}
	for _, tt := range tests {
		if _, err := NewReader(strings.NewReader(tt.text)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v does not say %q", tt.name, err, tt.want)
		}
	}
	if _, err := NewReader(strings.NewReader(valid(`{"game":"chess","runs":[{}],"later":1}`))); err != nil {
		t.Errorf("an unknown name in the header: %v", err)
	}
}

func TestReaderSkipsDamage(t *testing.T) {
	h := header(chess.Rules, 5)
	start := contents(t, write(t, h))
	frame := func(index uint64) []byte { g := foolsMate(t); g.Index = index; return appendFrame(nil, g) }
	size := int64(len(frame(1)))
	bad := frame(2)
	bad[20] ^= 4
	long := frame(2)
	binary.LittleEndian.PutUint32(long[4:], 1<<31)
	reaching := frame(2)
	binary.LittleEndian.PutUint32(reaching[4:], 300) // over the frames that follow
	otherRun := appendFrame(nil, &Game{Run: 1})
	tests := []struct {
		name   string
		frames [][]byte
		games  []uint64
		damage Damage
	}{
		{"nothing", nil, nil, Damage{}},
		{"good", [][]byte{frame(1), frame(2)}, []uint64{1, 2}, Damage{}},
		{"a bad checksum", [][]byte{frame(1), bad, frame(3)}, []uint64{1, 3}, Damage{1, size, 0}},
		{"a bad first frame", [][]byte{bad, frame(3)}, []uint64{3}, Damage{1, size, 0}},
		{"two bad places", [][]byte{bad, frame(3), bad, bad, frame(4)}, []uint64{3, 4}, Damage{2, 3 * size, 0}},
		{"a bad last frame", [][]byte{frame(1), bad}, []uint64{1}, Damage{0, 0, size}},
		{"a length out of bounds", [][]byte{long, frame(3)}, []uint64{3}, Damage{1, size, 0}},
		{"a length too long", [][]byte{reaching, frame(3), frame(4)}, []uint64{3, 4}, Damage{1, size, 0}},
		{"a run that the header does not have", [][]byte{otherRun, frame(3)}, []uint64{3}, Damage{1, int64(len(otherRun)), 0}},
		{"a cut frame", [][]byte{frame(1)[:size-1], frame(3)}, []uint64{3}, Damage{1, size - 1, 0}},
		{"the start of a marker", [][]byte{[]byte(gameFrames.marker[:2]), frame(3)}, []uint64{3}, Damage{1, 2, 0}},
		{"many zeros", [][]byte{frame(1), make([]byte, 1<<20), frame(3)}, []uint64{1, 3}, Damage{1, 1 << 20, 0}},
		{"many markers", [][]byte{bytes.Repeat([]byte(gameFrames.marker), 1<<12), frame(3)}, []uint64{3}, Damage{1, 1 << 14, 0}},
	}
	for _, tt := range tests {
		text := slices.Concat(start, slices.Concat(tt.frames...))
		for name, in := range map[string]io.Reader{
			"whole": bytes.NewReader(text), "byte by byte": iotest.OneByteReader(bytes.NewReader(text)),
			"end with data": iotest.DataErrReader(bytes.NewReader(text)),
		} {
			r, err := NewReader(in)
			must.OK(t, err)
			games, damage := readAll(t, r)
			var indices []uint64
			for _, g := range games {
				indices = append(indices, g.Index)
			}
			if !slices.Equal(indices, tt.games) || damage != tt.damage || r.Offset() != int64(len(text)) {
				t.Errorf("%s, %s: games %v and %+v, read to %d of %d", tt.name, name, indices, damage, r.Offset(), len(text))
			}
			if err := r.Next(new(Game)); err != io.EOF || r.Damage() != damage {
				t.Errorf("%s: after the end: %v, %+v", tt.name, err, r.Damage())
			}
		}
	}
}

func TestReaderPassesErrorsOn(t *testing.T) {
	text := contents(t, write(t, header(chess.Rules, 5), foolsMate(t)))
	broken := errors.New("broken")
	for size := range len(text) + 1 {
		r, err := NewReader(io.MultiReader(bytes.NewReader(text[:size]), iotest.ErrReader(broken)))
		for g := new(Game); err == nil; {
			err = r.Next(g)
		}
		if !errors.Is(err, broken) {
			t.Errorf("broken after %d bytes: %v", size, err)
		}
	}
}

func FuzzReader(f *testing.F) {
	h := header(chess.Rules, 5)
	good := contents(f, write(f, h, foolsMate(f), foolsMate(f)))
	f.Add(good)
	f.Add(good[:len(good)-5])
	f.Add(slices.Concat(good, []byte(gameFrames.marker), good[60:]))
	f.Add([]byte(Magic + "\xff\xff\x0f\x00"))
	f.Fuzz(func(t *testing.T, text []byte) {
		r, err := NewReader(bytes.NewReader(text))
		if err != nil {
			return
		}
		games, damage := readAll(t, r)
		if r.Offset() != int64(len(text)) || damage.Bytes+damage.Tail > r.Offset() {
			t.Errorf("read to %d of %d, %+v", r.Offset(), len(text), damage)
		}
		for _, g := range games {
			if err := g.Validate(); err != nil {
				t.Error(err)
			}
			c := new(Game)
			if !decodePayload(appendPayload(nil, g), c) || !equalGames(c, g) {
				t.Errorf("%v does not survive writing and reading", g)
			}
			replayed := func(core.Position, core.Move, core.Score, bool) bool { return true }
			_ = g.Replay(chess.Rules, core.Settings{}, replayed) // an error, but no panic
		}
	})
}

// A length is believed only as far as there are bytes.
func TestReaderAllocatesLittle(t *testing.T) {
	start := contents(t, write(t, header(chess.Rules, 5)))
	huge := slices.Concat(start, []byte(gameFrames.marker), []byte{0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r, err := NewReader(bytes.NewReader(huge))
	must.OK(t, err)
	if err := r.Next(new(Game)); err != io.EOF {
		t.Error(err)
	}
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > 1<<18 {
		t.Errorf("%d bytes allocated", n)
	}
}
