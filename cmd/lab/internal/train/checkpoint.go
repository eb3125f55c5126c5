package train

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"

	"github.com/nitoryu/nitoryu/cmd/internal/journal"
	"github.com/nitoryu/nitoryu/internal/disk"
)

// A checkpoint is checkpointMagic, the length of a JSON text in four bytes, the text,
// which is a checkpoint, the parameters, means and squares, and the average if one is wanted, as
// floats in the order of shape, and SHA-256 of all that. Numbers are little-endian.
const checkpointMagic = "nitoryu training 2\n"

// checkpoint is the JSON part of a checkpoint.
type checkpoint struct {
	Setup  Setup   `json:"setup"`
	Step   int64   `json:"step"`
	Points []Point `json:"points"`
	Sum    float64 `json:"sum"`
	N      int64   `json:"n"`
}

// save replaces the checkpoint at path atomically.
func (r *Run) save(path string) error {
	text, err := json.Marshal(checkpoint{r.Setup, r.Step, r.Points, r.sum, r.n})
	if err != nil {
		return err
	}
	return disk.Replace(path, func(w io.Writer) error {
		hash := sha256.New()
		buffer := bufio.NewWriterSize(io.MultiWriter(w, hash), 1<<20)
		head := binary.LittleEndian.AppendUint32([]byte(checkpointMagic), uint32(len(text)))
		_, _ = buffer.Write(append(head, text...)) // Flush tells errors
		for _, part := range r.floats() {
			for _, x := range *part {
				_, _ = buffer.Write(binary.LittleEndian.AppendUint32(buffer.AvailableBuffer(), math.Float32bits(x)))
			}
		}
		if err := buffer.Flush(); err != nil {
			return err
		}
		_, err := w.Write(hash.Sum(nil))
		return err
	})
}

// floats returns the numbers in a checkpoint.
func (r *Run) floats() []*[]float32 {
	all := []*[]float32{&r.parameters, &r.mean, &r.square, &r.average}
	if r.Average == 0 {
		return all[:3]
	}
	return all
}

// resume sets r from the checkpoint at path and reports whether there is one. A checkpoint
// of another run and a damaged one are errors.
func (r *Run) resume(path string) (found bool, err error) {
	if path == "" {
		return false, nil
	}
	file, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err == nil {
		err = r.parse(file)
	}
	if err != nil {
		return false, fmt.Errorf("checkpoint %s: %w", path, err)
	}
	return true, nil
}

// parse reads the text of a checkpoint.
func (r *Run) parse(file []byte) error {
	rest, ok := bytes.CutPrefix(file, []byte(checkpointMagic))
	if !ok {
		return errors.New("this is not a checkpoint of lab train, or one of another version")
	}
	damaged := errors.New("the file is damaged; remove it to start over")
	if len(rest) < 4+sha256.Size {
		return damaged
	}
	hash := sha256.Sum256(file[:len(file)-sha256.Size])
	size := binary.LittleEndian.Uint32(rest)
	rest = rest[4 : len(rest)-sha256.Size]
	if !bytes.HasSuffix(file, hash[:]) || uint64(size) > uint64(len(rest)) {
		return damaged
	}
	var c checkpoint
	if err := json.Unmarshal(rest[:size], &c); err != nil {
		return err
	}
	if d := journal.Difference(c.Setup, r.Setup, map[string]string{"data": "other positions to train on"}); d != "" {
		return fmt.Errorf("it belongs to another run: %s; choose another --checkpoint, or remove it to start over", d)
	}
	rest = rest[size:]
	if len(rest) != len(r.floats())*4*r.size() || c.Step < 0 || c.Step > r.Steps() {
		return damaged
	}
	for _, part := range r.floats() {
		*part = make([]float32, r.size())
		for i := range *part {
			(*part)[i] = math.Float32frombits(binary.LittleEndian.Uint32(rest[4*i:]))
		}
		rest = rest[4*r.size():]
	}
	r.Step, r.Points, r.sum, r.n = c.Step, c.Points, c.Sum, c.N
	return nil
}
