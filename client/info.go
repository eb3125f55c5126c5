package client

import (
	"bytes"
	"math"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
)

// info is what a program says of a line, without its moves.
type info struct {
	depth, selDepth int
	rank            int
	score           core.Score // for the side to move; a mate in plies
	hasScore        bool
	bound           nitoryu.Bound
	chances         nitoryu.Chances // zero: it does not tell
	nodes           uint64
	hashFull        int
}

// cutWord splits off the first word of a line.
func cutWord(line []byte) (word, rest []byte) {
	line = trimLeft(line)
	for i, c := range line {
		if c == ' ' || c == '\t' {
			return line[:i], line[i:]
		}
	}
	return line, nil
}

func trimLeft(line []byte) []byte {
	for len(line) > 0 && (line[0] == ' ' || line[0] == '\t') {
		line = line[1:]
	}
	return line
}

// parseInfo parses the words after info. The moves of the PV are returned as text and not in
// the info, so that nothing is allocated: most PVs are replaced before they are needed. ok
// is false for info string. Unknown words are skipped.
func parseInfo(line []byte, usi bool) (i info, pv []byte, ok bool) {
	i.rank = 1
	word, rest := cutWord(line)
	if string(word) == "string" {
		return info{}, nil, false
	}
	for ; len(word) > 0; word, rest = cutWord(rest) {
		switch string(word) {
		case "depth":
			i.depth, rest = cutInt(rest)
		case "seldepth":
			i.selDepth, rest = cutInt(rest)
		case "multipv":
			i.rank, rest = cutInt(rest)
			i.rank = max(1, i.rank)
		case "nodes":
			i.nodes, rest = cutUint(rest)
		case "hashfull":
			i.hashFull, rest = cutInt(rest)
		case "wdl":
			i.chances, rest = cutChances(rest)
		case "score":
			rest = parseScore(&i, rest, usi)
		case "lowerbound":
			i.bound = nitoryu.AtLeast
		case "upperbound":
			i.bound = nitoryu.AtMost
		case "pv":
			pv, rest = cutLine(rest)
		case "string":
			rest = nil
		}
	}
	return i, pv, true
}

// parseScore parses the words after score.
func parseScore(i *info, line []byte, usi bool) (rest []byte) {
	kind, value := cutWord(line)
	word, rest := cutWord(value)
	switch string(kind) {
	case "cp":
		n, ok := parseInt(word)
		if !ok {
			return value
		}
		points := int(max(-int64(core.Infinite), min(n, int64(core.Infinite))))
		if i.score = core.Score(points).Clamp(); !usi { // only chess has endgame tables
			i.score = core.ScoreOfPoints(points)
		}
	case "mate":
		s, ok := mateScore(word, usi)
		if !ok {
			return value
		}
		i.score = s
	default:
		return line
	}
	i.hasScore = true
	return rest
}

// mateScore returns the score of a mate. UCI counts the moves of the side that mates, and 0
// means that the side to move is mated. USI counts plies, and a sign alone, or before 0, is
// a mate of unknown length; "-0" may also mean that the side to move is mated. Mates beyond
// core.MaxPly, and mates of unknown length, score as core.MaxPly plies.
func mateScore(word []byte, usi bool) (core.Score, bool) {
	switch {
	case usi && (string(word) == "+" || string(word) == "+0" || string(word) == "0"):
		return core.WinIn(core.MaxPly), true
	case usi && string(word) == "-":
		return core.LossIn(core.MaxPly), true
	}
	n, ok := parseInt(word)
	if !ok {
		return 0, false
	}
	plies := max(-core.MaxPly, min(n, core.MaxPly))
	if !usi {
		plies *= 2
		if n > 0 {
			plies--
		}
	}
	if n > 0 {
		return core.WinIn(int(min(plies, core.MaxPly))), true
	}
	return core.LossIn(int(min(-plies, core.MaxPly))), true
}

// cutLine splits off the moves of a PV: the rest of the line, or up to another keyword,
// which some engines put there.
func cutLine(line []byte) (moves, rest []byte) {
	line = trimLeft(line)
	for rest = line; len(rest) > 0; {
		word, after := cutWord(rest)
		switch string(word) {
		case "depth", "seldepth", "time", "nodes", "multipv", "score", "currmove", "currmovenumber", "hashfull",
			"nps", "tbhits", "cpuload", "string", "refutation", "currline", "wdl", "lowerbound", "upperbound":
			return bytes.TrimSpace(line[:len(line)-len(rest)]), rest
		}
		rest = after
	}
	return bytes.TrimSpace(line), nil
}

// cutChances splits off three numbers whose sum is 1000. Anything else is left in rest.
func cutChances(line []byte) (c nitoryu.Chances, rest []byte) {
	rest = line
	for _, n := range []*int{&c.Win, &c.Draw, &c.Loss} {
		*n, rest = cutInt(rest)
	}
	if c.Win+c.Draw+c.Loss != 1000 {
		return nitoryu.Chances{}, line
	}
	return c, rest
}

// cutUint splits off a number. Anything else is left in rest.
func cutUint(line []byte) (n uint64, rest []byte) {
	word, rest := cutWord(line)
	v, ok := parseInt(word)
	if !ok || v < 0 {
		return 0, line
	}
	return uint64(v), rest
}

// cutInt is like cutUint for what fits 32 bits.
func cutInt(line []byte) (n int, rest []byte) {
	v, rest := cutUint(line)
	return int(min(v, math.MaxInt32)), rest
}

// parseInt parses an integer with an optional sign; a too large one becomes the largest.
// Unlike strconv it takes bytes.
func parseInt(word []byte) (n int64, ok bool) {
	digits := word
	if len(word) > 0 && (word[0] == '-' || word[0] == '+') {
		digits = word[1:]
	}
	if len(digits) == 0 {
		return 0, false
	}
	for _, c := range digits {
		if c < '0' || c > '9' {
			return 0, false
		}
		if n > (math.MaxInt64-9)/10 {
			n = math.MaxInt64
			continue
		}
		n = n*10 + int64(c-'0')
	}
	if word[0] == '-' {
		n = -n
	}
	return n, true
}
