package games

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/nitoryu/nitoryu/internal/lines"
)

// optionsFile stands beside a network file of YaneuraOu and says which options fit it.
const optionsFile = "eval_options.txt"

// maxOptionsFile is the number of bytes read of an options file, far more than it
// has.
const maxOptionsFile = 1 << 20

// maxDivisor is the largest FV_SCALE.
const maxDivisor = 128

// maxProgress is the number of bytes read of a progress file, more than it has.
const maxProgress = 1 << 21

// progressFile stands beside a network file and tells how far a game has gone, unless the
// options name another file.
const progressFile = "progress.bin"

// beside is what files beside a network file of YaneuraOu say about it.
type beside struct {
	divisor      int    // FV_SCALE; 0: not given
	architecture string // NNUE_ARCHITECTURE, as YaneuraOu names architectures: SFNN_halfka2_1024_7_64_k9k9z
	choice       string // LS_BUCKET_MODE: how a stack of layers is chosen
	progress     []byte // the file of LS_PROGRESS_COEFF; nil: no such file
}

// readOptions reads the files beside a network file.
func readOptions(file string) (b beside, err error) {
	folder := filepath.Dir(file)
	name := filepath.Join(folder, optionsFile)
	text, err := readBeside(name, maxOptionsFile)
	if err != nil {
		return b, err
	}
	progress := filepath.Join(folder, progressFile)
	number, err := lines.Each(bytes.NewReader(text), maxOptionsFile+1, func(line string) error {
		if value, ok := optionValue(line, "FV_SCALE"); ok {
			if b.divisor, err = strconv.Atoi(value); err != nil || b.divisor < 1 || b.divisor > maxDivisor {
				return fmt.Errorf("FV_SCALE is %q, not a number from 1 to %d", value, maxDivisor)
			}
		}
		if value, ok := optionValue(line, "NNUE_ARCHITECTURE"); ok {
			b.architecture = value
		}
		if value, ok := optionValue(line, "LS_BUCKET_MODE"); ok {
			b.choice = value
		}
		if value, ok := optionValue(line, "LS_PROGRESS_COEFF"); ok {
			// Front ends start engines in folders of their own, so the folder in value says
			// nothing.
			progress = filepath.Join(folder, filepath.Base(filepath.FromSlash(value)))
		}
		return nil
	})
	if err != nil {
		return b, fmt.Errorf("%s, line %d: %w", name, number, err)
	}
	b.progress, err = readBeside(progress, maxProgress)
	return b, err
}

// readBeside reads the beginning of a file, nil if there is no such file.
func readBeside(name string, most int64) ([]byte, error) {
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular(): // opening a pipe would block until another process writes
		return nil, fmt.Errorf("%s is not a file", name)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, most))
}

// optionValue returns the value that a line of an options file gives to an option, in
// one of three forms: "NAME VALUE", "NAME=VALUE" and, as in an engine's list of
// options, "option name NAME type spin default VALUE".
func optionValue(line, name string) (value string, ok bool) {
	words := strings.Fields(strings.ReplaceAll(line, "=", " "))
	switch {
	case len(words) == 2 && words[0] == name:
		return words[1], true
	case len(words) < 3 || words[0] != "option":
		return "", false
	}
	named := false
	for i := 1; i+1 < len(words); i += 2 {
		switch words[i] {
		case "name":
			named = words[i+1] == name
		case "default":
			value, ok = words[i+1], true
		}
	}
	return value, ok && named
}

// locate returns where a file of a network is. A relative name is looked for in the
// current folder, then beside the program, since front ends start engines in folders
// of their own.
func locate(file string) string {
	if filepath.IsAbs(file) {
		return file
	}
	if _, err := os.Stat(file); err == nil {
		return file
	}
	if program, err := os.Executable(); err == nil {
		beside := filepath.Join(filepath.Dir(program), file)
		if _, err := os.Stat(beside); err == nil {
			return beside
		}
	}
	return file
}
