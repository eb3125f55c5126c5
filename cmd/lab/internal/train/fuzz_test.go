package train

import (
	"crypto/sha256"
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"

	"github.com/nitoryu/nitoryu/games"
)

// FuzzCheckpoint reads checkpoints whose checksum is made right: the run goes on from
// a step of its own, or stays as it was.
func FuzzCheckpoint(f *testing.F) {
	c, _ := small(f, games.Chess())
	c.Checkpoint = filepath.Join(f.TempDir(), "checkpoint")
	finish(f, open(f, c))
	whole, err := os.ReadFile(c.Checkpoint)
	if err != nil {
		f.Fatal(err)
	}
	rest := whole[len(checkpointMagic):]
	size := int(binary.LittleEndian.Uint32(rest))
	floats := rest[4+size : len(rest)-sha256.Size]
	f.Add(rest[4:][:size], uint32(size), 0)
	f.Add([]byte("{}"), uint32(2), -1)
	f.Add([]byte("{}"), uint32(1<<31), 1)
	d := *c
	d.Checkpoint = ""
	r := open(f, &d)
	f.Fuzz(func(t *testing.T, text []byte, length uint32, less int) {
		file := binary.LittleEndian.AppendUint32([]byte(checkpointMagic), length)
		file = append(append(file, text...), floats[min(max(0, less), len(floats)):]...)
		hash := sha256.Sum256(file)
		step := r.Step
		if err := r.parse(append(file, hash[:]...)); err != nil && r.Step != step {
			t.Errorf("step %d after %d, error %v", r.Step, step, err)
		}
		if r.Step < 0 || r.Step > r.Steps() {
			t.Errorf("step %d of %d", r.Step, r.Steps())
		}
	})
}
