package record

import (
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/nitoryu/nitoryu/core"
)

// parseAnnotation parses a comment in the form of [WritePGN], which is that of match
// managers, into m. It returns the ending that the comment names, if any. Other comments
// change nothing.
func parseAnnotation(text string, m *Move) core.Ending {
	var ending core.Ending
	for i, part := range strings.Split(oneLine(text), ",") {
		part = strings.TrimSpace(part)
		_ = ending.UnmarshalText([]byte(part)) // unchanged unless part names one
		if i == 0 {
			parseSearch(part, m)
		}
		key, value, _ := strings.Cut(part, "=")
		switch key {
		case "n":
			m.Nodes, _ = strconv.ParseUint(value, 10, 64)
		case "sd":
			m.SelDepth = parseDepth(value)
		case "pv":
			m.PV = strings.Trim(value, `"`)
		}
	}
	return ending
}

// parseSearch reads "+0.31/12 0.051s", "+M5/12", or a time alone.
func parseSearch(text string, m *Move) {
	told, clock, _ := strings.Cut(text, " ")
	score, depth, searched := strings.Cut(told, "/")
	if !searched {
		clock = told
	} else if s, ok := parseScore(score); ok {
		m.Annotated, m.Score, m.Depth = true, s, parseDepth(depth)
	} else if score != "" {
		return
	}
	clock, _, _ = strings.Cut(clock, " ")
	if elapsed, ok := parseElapsed(clock, searched); ok {
		m.Elapsed = elapsed
	}
}

// parseScore reads a score in pawns, which has a decimal point, or the plies to a
// mate.
func parseScore(text string) (core.Score, bool) {
	negative := strings.HasPrefix(text, "-")
	digits := strings.TrimLeft(text, "+-")
	if plies, mate := strings.CutPrefix(digits, "M"); mate {
		n, err := strconv.ParseUint(plies, 10, 16)
		if err != nil {
			return 0, false
		}
		if negative {
			return core.LossIn(min(int(n), core.MaxPly)), true
		}
		return core.WinIn(min(int(n), core.MaxPly)), true
	}
	if !strings.Contains(digits, ".") || len(text)-len(digits) > 1 || strings.Trim(digits, "0123456789.") != "" {
		return 0, false
	}
	pawns, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0, false
	}
	bound := float64(core.EvalBound)
	return core.Score(math.Round(max(-bound, min(bound, 100*pawns)))), true
}

// parseDepth parses a number of plies, or returns 0.
func parseDepth(text string) int {
	n, _ := strconv.ParseUint(text, 10, 16)
	return int(n)
}

// parseElapsed parses a time such as 0.051s or 51ms, or a bare number of seconds if that is
// allowed.
func parseElapsed(text string, bare bool) (time.Duration, bool) {
	if bare && text != "" && strings.Trim(text, "0123456789.") == "" {
		text += "s"
	}
	d, err := time.ParseDuration(text)
	return d, err == nil && d >= 0
}
