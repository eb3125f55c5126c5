package dataset

import (
	"bytes"
	"encoding/binary"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// FuzzPayload is FuzzReader for one game, behind the checksum.
func FuzzPayload(f *testing.F) {
	for _, g := range append(randomGames(chess.Rules, 1, 3), randomGames(shogi.Rules, 2, 3)...) {
		f.Add(appendPayload(nil, g))
	}
	f.Fuzz(func(t *testing.T, payload []byte) {
		g, again := new(Game), new(Game)
		if !decodePayload(payload, g) {
			return
		}
		if !decodePayload(appendPayload(nil, g), again) || !equalGames(g, again) {
			t.Errorf("%v does not survive writing and reading", g)
		}
		visit := func(core.Position, core.Move, core.Score, bool) bool { return true }
		for _, rules := range []core.Rules{chess.Rules, shogi.Rules} {
			_ = g.Replay(rules, core.Settings{}, visit) // an error, but no panic
		}
	})
}

// FuzzHeader is FuzzReader for the header, behind the checksum.
func FuzzHeader(f *testing.F) {
	whole := contents(f, write(f, header(chess.Rules, 5, 6)))
	f.Add(whole[len(Magic)+8:])
	f.Add([]byte(`{"game":"chess","runs":[{}]}`))
	f.Add([]byte(`{"game":"shogi","move_limit":-1,"runs":[]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		file := binary.LittleEndian.AppendUint32([]byte(Magic), uint32(len(text)))
		file = binary.LittleEndian.AppendUint32(file, checksum(file[len(Magic):], text))
		h, size, err := gameFrames.readHeader(bytes.NewReader(append(file, text...)))
		if err != nil {
			return
		}
		if size != int64(len(Magic)+8+len(text)) {
			t.Errorf("%d bytes of %d", size, len(Magic)+8+len(text))
		}
		if h.Game == "" || len(h.Runs) == 0 {
			t.Errorf("header %+v", h)
		}
	})
}
