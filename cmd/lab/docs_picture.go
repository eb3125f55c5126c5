package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/report"
)

// analysisPictures are the pictures of an analysis at work, and the commands they show.
var analysisPictures = []struct{ path, command string }{
	{"docs/use/analyse-chess.svg", "nitoryu analyse --depth 24 --threads 1"},
	{"docs/use/analyse-shogi.svg", "nitoryu analyse --game shogi --depth 21 --threads 1"},
}

// The sizes of the terminal in the pictures.
const (
	analysisColumns = 100
	analysisRows    = 12 // iterations, as on a terminal
)

// drawAnalyses runs the commands of the pictures and draws what they print.
func drawAnalyses(root string, errs io.Writer) (drawn []string, err error) {
	for _, p := range analysisPictures {
		words := strings.Fields(p.command)
		run := exec.Command("go", append([]string{"run", "./cmd/" + words[0]}, words[1:]...)...)
		run.Dir, run.Stderr = root, errs
		out, err := run.Output()
		if err != nil {
			return drawn, fmt.Errorf("%s: %w", p.command, err)
		}
		window := report.Terminal{Title: words[0] + " " + words[1], Columns: analysisColumns, Lines: terminalLines(p.command, string(out))}
		file := filepath.Join(root, filepath.FromSlash(p.path))
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o777), replace(file, text(window.SVG()))); err != nil {
			return drawn, err
		}
		drawn = append(drawn, p.path)
	}
	return drawn, nil
}

// terminalLines returns what a terminal shows after an analysis that has printed out
// elsewhere: the last report of each of the last iterations, with as many whole moves as
// fit, and below the answer all moves of the last one.
func terminalLines(command, out string) []report.TerminalLine {
	lines := []report.TerminalLine{{Text: "$ " + command, Strong: true}}
	var table []report.TerminalLine
	inTable, last := false, ""
	movesAt, whole := 0, "" // the column of the moves, and those of the last report
	for text := range strings.Lines(out) {
		full := strings.TrimRight(text, "\n")
		text = fitTerminal(full)
		depth, _, isReport := strings.Cut(text, "/")
		switch {
		case strings.HasPrefix(strings.TrimSpace(text), "depth "):
			inTable, movesAt = true, strings.LastIndex(text, " ")+1
			lines = append(lines, report.TerminalLine{Text: text, Faint: true})
		case inTable && isReport:
			if depth == last {
				table = table[:len(table)-1]
			}
			last, table = depth, append(table, report.TerminalLine{Text: text})
			whole = full[min(movesAt, len(full)):]
		default:
			lines = append(lines, table[max(0, len(table)-analysisRows):]...)
			inTable, table = false, nil
			answer := strings.HasPrefix(text, "best move")
			lines = append(lines, report.TerminalLine{Text: text, Strong: answer})
			if answer && whole != "" {
				for _, line := range cli.Wrap("line: "+whole, analysisColumns, 2) {
					lines = append(lines, report.TerminalLine{Text: line})
				}
			}
		}
	}
	return lines
}

// fitTerminal cuts a line that is too long after a word.
func fitTerminal(line string) string {
	const more = " ..."
	if len(line) <= analysisColumns {
		return line
	}
	return line[:strings.LastIndex(line[:analysisColumns-len(more)+1], " ")] + more
}
