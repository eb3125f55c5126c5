package games

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// optionsFile stands beside a network file of YaneuraOu and says which options fit it.
const optionsFile = "eval_options.txt"

// maxOptionsFile is how many bytes of it are read, far more than it has.
const maxOptionsFile = 1 << 20

// maxDivisor is the largest FV_SCALE.
const maxDivisor = 128

// divisorFor returns FV_SCALE as the options file beside a network file has it, or the
// one given where it says nothing. As in YaneuraOu, the file counts more than the option.
func divisorFor(file string, given int) (int, error) {
	name := filepath.Join(filepath.Dir(file), optionsFile)
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return given, nil
	case err != nil:
		return 0, err
	case !info.Mode().IsRegular(): // opening a pipe would block until another process writes
		return 0, fmt.Errorf("%s is not a file", name)
	}
	f, err := os.Open(name)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	lines := bufio.NewScanner(io.LimitReader(f, maxOptionsFile))
	for number := 1; lines.Scan(); number++ {
		value, ok := optionValue(lines.Text(), "FV_SCALE")
		if !ok {
			continue
		}
		if given, err = strconv.Atoi(value); err != nil || given < 1 || given > maxDivisor {
			return 0, fmt.Errorf("%s, line %d: FV_SCALE is %q, not a number from 1 to %d", name, number, value, maxDivisor)
		}
	}
	if err := lines.Err(); err != nil {
		return 0, fmt.Errorf("%s: %w", name, err)
	}
	return given, nil
}

// optionValue returns the value that a line of an options file gives to an option, in
// one of its three forms: "NAME VALUE", "NAME=VALUE" and that of an engine's list of
// options, "option name NAME type spin default VALUE".
func optionValue(line, name string) (value string, ok bool) {
	words := strings.Fields(strings.ReplaceAll(strings.TrimPrefix(line, "\ufeff"), "=", " "))
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
// current folder, then beside the program, as front ends start engines in folders of
// their own.
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
