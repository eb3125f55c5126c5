//go:build linux

package faults

import (
	"bytes"
	"encoding/binary"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"github.com/nitoryu/nitoryu/core/nnue"
	"github.com/nitoryu/nitoryu/core/nnue/foreign"
	"github.com/nitoryu/nitoryu/games/book"
	"github.com/nitoryu/nitoryu/internal/dataset"
	"github.com/nitoryu/nitoryu/tests/must"
)

// Numbers in headers may be anything: whatever stands in the first bytes of a file, it is
// read or refused, and little memory is taken for it beyond what the file has.
func TestWildNumbersInHeaders(t *testing.T) {
	folder := t.TempDir()
	run(t, folder, "lab", "datagen", "--games", "2", "--eval", "<classic>", "--nodes", "50", "shogi", games)
	network := &foreign.Architecture{
		Name: "tiny", Origin: "nobody", Game: "chess", Inputs: &nnue.FeatureSet{Count: 10}, Version: 0x7AF32F16, InputsHash: 1,
		Hidden: 32, Choice: foreign.Choice{Stacks: 2}, First: 8, Second: 8, Compressed: true,
	}
	open := *network
	open.Hidden, open.Choice, open.Choices = 0, foreign.Choice{}, []foreign.Choice{{Stacks: 1}, {Stacks: 9}}
	theirs, err := foreign.Random(network, 1).File()
	must.OK(t, err)
	ours := must.Read(t, filepath.Join(root, "games/nets/chess.net"))
	polyglot := bytes.Repeat([]byte("\x46\x3b\x96\x18\x16\x91\xfc\x9c\x03\x1c\x00\x01\x00\x00\x00\x00"), 20)
	yaneuraou := []byte("#YANEURAOU-DB2016 1.00\nsfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n2g2f 8c8d 0 32 1\n7g7f 3c3d 0 32 1\n")
	openBook := func(b []byte) {
		if opened, err := book.OpenReader(bytes.NewReader(b), int64(len(b)), "book", book.Options{}); err == nil {
			_ = opened.Close()
		}
	}
	for _, c := range []struct {
		name string
		file []byte
		read func([]byte)
	}{
		{"a network of ours", ours[:min(len(ours), 4000)], func(b []byte) { _, _ = nnue.Parse(b) }},
		{"a network of others", theirs, func(b []byte) { _, _ = foreign.Parse(foreign.File{Bytes: b}, []*foreign.Architecture{network, &open}) }},
		{"a book of Polyglot's", polyglot, openBook},
		{"a book of YaneuraOu's", yaneuraou, openBook},
		{"games for training", []byte(file(games)(t, folder, "")), func(b []byte) {
			r, err := dataset.NewReader(bytes.NewReader(b))
			if err != nil {
				return
			}
			var g dataset.Game
			for r.Next(&g) == nil {
			}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var before, after runtime.MemStats
			for at := 0; at+8 <= min(len(c.file), amount(t, "NITORYU_HEADERS", 60, 400)); at++ {
				for _, wild := range []uint64{0, 1 << 31, 1<<31 - 1, 1<<32 - 1, 1 << 63, 1<<63 - 1, 1<<64 - 1} {
					for _, size := range []int{1, 2, 4, 8} {
						damaged := slices.Clone(c.file)
						var number [8]byte
						binary.LittleEndian.PutUint64(number[:], wild)
						if wild>>32 != 0 {
							binary.BigEndian.PutUint64(number[:], wild)
						}
						copy(damaged[at:], number[:size])
						runtime.ReadMemStats(&before)
						c.read(damaged)
						runtime.ReadMemStats(&after)
						if took := after.TotalAlloc - before.TotalAlloc; took > uint64(len(c.file))*20+4<<20 {
							t.Fatalf("%d bytes of %#x at %d: %d MiB for a file of %d bytes", size, wild, at, took>>20, len(c.file))
						}
					}
				}
			}
		})
	}
}
