package train

import (
	"bufio"
	"context"
	_ "embed"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/train/kernel"
	"github.com/nitoryu/nitoryu/core/nnue"
	"github.com/nitoryu/nitoryu/internal/dataset"
	"github.com/nitoryu/nitoryu/internal/disk"
)

// twin trains an exported run with PyTorch. It reads and writes checkpoints as this package does.
//
//go:embed twin.py
var twin string

// Files of an exported run.
const (
	CheckpointName = "checkpoint"
	TwinName       = "train.py"
	exportName     = "export.json"
	positionsName  = "positions"
)

// noInput fills the slots of an exported position that no input takes.
const noInput = 1<<16 - 1

// export is export.json: what the twin has to know besides the checkpoint. The file of
// positions holds those for training, one partition after the other, then some for validation. Each has, in all its forms, Slots
// inputs of the side to move and Slots of the other side, then its score, its result (0 to 2, 3 for none) and
// its output bucket, the last two in a byte each and all else in two; noInput stands for none.
type export struct {
	Partitions []int   `json:"partitions"` // positions for training in each
	Validation int     `json:"validation"` // positions
	Forms      int     `json:"forms"`
	Slots      int     `json:"slots"`
	Inputs     int     `json:"inputs"`
	Shared     int     `json:"shared"` // inputs that are learned for all views together
	Width      int     `json:"width"`  // columns of a block of parameters
	QA         float64 `json:"qa"`
	QB         float64 `json:"qb"`
	Limit      float64 `json:"limit"` // of weights
	Beta1      float64 `json:"beta1"`
	Beta2      float64 `json:"beta2"`
	Epsilon    float64 `json:"epsilon"`
	Points     int     `json:"points"` // of the curves
}

// Export writes r to a folder as PyTorch can train it: its positions, its checkpoint and a
// program in Python, the twin of [Run.Go], which advances the checkpoint. A folder that
// holds a run already is an error. progress gets the number of positions written, and of all.
func (r *Run) Export(ctx context.Context, folder string, progress func(done, total int)) error {
	if r.config.Architecture != nil {
		return fmt.Errorf("PyTorch trains networks of Nitoryu's own kind only, not %s", r.config.Architecture)
	}
	if len(r.Layers) > 0 {
		return errors.New("PyTorch trains networks without small layers only")
	}
	checkpoint := filepath.Join(folder, CheckpointName)
	for _, name := range []string{CheckpointName, positionsName, exportName, TwinName} {
		if _, err := os.Lstat(filepath.Join(folder, name)); err == nil {
			return fmt.Errorf("%s holds a run already, or another %s; choose another folder", folder, name)
		}
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	validation := r.config.Validation
	e := export{
		Validation: min(validation.Len(), quickValidation),
		Forms:      r.forms(), Slots: nnue.MaxActive, Inputs: r.inputs, Shared: r.shared, Width: kernel.Width,
		QA: nnue.QA, QB: nnue.QB, Limit: weightLimit, Beta1: beta1, Beta2: beta2,
		Epsilon: kernel.Epsilon, Points: points,
	}
	for i := range r.config.Training.parts {
		e.Partitions = append(e.Partitions, r.config.Training.parts[i].n)
	}
	text, err := json.Marshal(e)
	if err != nil {
		return err
	}
	if err := r.writePositions(ctx, filepath.Join(folder, positionsName), e.Validation, progress); err != nil {
		return err
	}
	if err := disk.ReplaceText(filepath.Join(folder, exportName), string(text)); err != nil {
		return err
	}
	if err := disk.ReplaceText(filepath.Join(folder, TwinName), twin); err != nil {
		return err
	}
	return r.save(checkpoint)
}

// writePositions writes the positions for training, and the given number of positions for validation,
// which [Run.Loss] takes as well. After an error there is no file.
func (r *Run) writePositions(ctx context.Context, path string, validation int, progress func(done, total int)) (err error) {
	f, err := disk.Begin(path)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, f.Discard())
			return
		}
		err = f.Publish()
	}()
	buffer := bufio.NewWriterSize(f, 1<<20)
	var line []byte
	training, held, memory, done := r.config.Training, r.config.Validation, new(list), 0
	write := func(p *dataset.Packed) error {
		line = r.exported(line[:0], p)
		_, err := buffer.Write(line)
		if done++; done%(1<<16) == 0 && err == nil {
			progress(done, training.Len()+validation)
			err = ctx.Err()
		}
		return err
	}
	for i := range training.Partitions() {
		l, err := training.partition(i, memory)
		if err != nil {
			return err
		}
		for j := range uint64(l.n) {
			if err := write(l.at(j)); err != nil {
				return err
			}
		}
	}
	for i := range uint64(validation) {
		if err := write(held.at(i * uint64(held.Len()) / uint64(validation))); err != nil {
			return err
		}
	}
	return buffer.Flush()
}

// forms returns how many forms of a position are exported: as it is and, if some are flipped
// in training, flipped.
func (r *Run) forms() int {
	if r.Flip {
		return 2
	}
	return 1
}

// exported appends a position to line.
func (r *Run) exported(line []byte, p *dataset.Packed) []byte {
	w, end := r.workers[0], len(line)
	for form := range r.forms() {
		w.load(1, func(int) (*dataset.Packed, bool) { return p, form == 1 })
		from := uint32(0)
		for _, v := range w.views {
			end += 2 * nnue.MaxActive
			for _, input := range w.found[from:v.end] {
				if int(input) < r.inputs { // not the bias, which the twin knows
					line = binary.LittleEndian.AppendUint16(line, uint16(input))
				}
			}
			for len(line) < end {
				line = binary.LittleEndian.AppendUint16(line, noInput)
			}
			from = v.end
		}
	}
	l := p.Label()
	line = binary.LittleEndian.AppendUint16(line, uint16(l.Score))
	return append(line, byte(l.Result+1), byte(r.config.Encoding.Bucket(p.Phase(), r.Buckets)))
}
