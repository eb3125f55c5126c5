package comply

import (
	"slices"
	"strconv"
	"strings"

	"github.com/nitoryu/nitoryu"
)

// numbers are the words of info that a number follows.
var numbers = []string{"depth", "seldepth", "time", "nodes", "multipv", "currmovenumber", "hashfull", "nps", "tbhits", "sbhits", "cpuload"}

// ends are words that end a line of moves.
var ends = append([]string{"score", "currmove", "string", "refutation", "currline", "wdl"}, numbers...)

// judgeInfos checks what was said of a search of p.
func (d *dialogue) judgeInfos(p *nitoryu.Position, infos []string) {
	for _, line := range infos {
		words := strings.Fields(line)
		if len(words) == 0 || words[0] != "info" {
			continue
		}
		for i := 1; i < len(words); i++ {
			switch word := words[i]; {
			case word == "string":
				i = len(words)
			case slices.Contains(numbers, word):
				if i++; i == len(words) {
					fail("%q has no number behind %s", line, word)
				}
				if n, err := strconv.ParseInt(words[i], 10, 64); err != nil || n < 0 {
					fail("%q has %s behind %s", line, words[i], word)
				}
			case word == "score":
				judgeScore(line, words[i+1:])
				i += 2
			case word == "pv":
				i += judgeLine(p, line, words[i+1:])
			}
		}
	}
}

// judgeScore checks a score, which has two words.
func judgeScore(line string, words []string) {
	if len(words) < 2 || words[0] != "cp" && words[0] != "mate" {
		fail("%q has a score that is neither cp nor mate", line)
	}
	value := words[1]
	if words[0] == "mate" && (value == "+" || value == "-") {
		return // USI: of unknown length
	}
	if _, err := strconv.Atoi(value); err != nil {
		fail("%q has the score %s", line, value)
	}
}

// judgeLine checks the moves of a line, and returns how many there are.
func judgeLine(p *nitoryu.Position, line string, words []string) int {
	at := p.Clone()
	for i, w := range words {
		if slices.Contains(ends, w) {
			return i
		}
		if strings.HasPrefix(w, "(") || slices.Contains([]string{"resign", "win", "rep_draw", "rep_win", "rep_lose", "rep_sup", "rep_inf", "0000"}, w) {
			return len(words) // words that engines of shogi end lines with
		}
		if err := at.Play(nitoryu.Move(w)); err != nil {
			fail("the line of %q is not legal: %v", line, err)
		}
	}
	return len(words)
}
