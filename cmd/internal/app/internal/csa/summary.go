package csa

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/internal/excerpt"
)

// summary is what the server proposes to play.
type summary struct {
	id      string
	players [2]string
	you     nitoryu.Side
	limit   int // of plies, after which the game is drawn; 0: not told
	rule    string
	clock   [2]control
	units   [2]time.Duration // of the clocks
	setup   nitoryu.Setup
	moves   []nitoryu.Move // that come before the game
}

// control is the time of a side.
type control struct{ total, byoyomi, increment time.Duration }

// on reports whether there is a clock.
func (c control) on() bool { return c.total > 0 || c.byoyomi > 0 || c.increment > 0 }

const (
	begin       = "BEGIN "
	end         = "END "
	gameSummary = "Game_Summary"
	mostLines   = 2000             // of a summary: the moves before a game are among them
	longestTime = 1000 * time.Hour // that a clock may have
	declaration = "Jishogi 1.1"    // by 27 points
	format      = "Shogi 1.0"      // of the position
	noRule      = "NoEnteringKing" // wins by declaration do not count
)

// proposal reads a summary line by line.
type proposal struct {
	summary
	section  []string // in which the lines are, the innermost last
	lines    int
	times    [2]map[string]int
	position []string
	turn     string // +, - or "": whose it is
	mine     string
}

func newProposal() *proposal {
	return &proposal{
		section: []string{gameSummary}, times: [2]map[string]int{{}, {}},
		summary: summary{rule: noRule, units: [2]time.Duration{time.Second, time.Second}},
	}
}

// add reads a line. done says that it was the last one.
func (p *proposal) add(line string) (done bool, err error) {
	if p.lines++; p.lines > mostLines {
		return false, fmt.Errorf("the summary of the game has more than %d lines", mostLines)
	}
	if name, ok := strings.CutPrefix(line, begin); ok {
		p.section = append(p.section, name)
		return false, nil
	}
	inner := p.section[len(p.section)-1]
	if name, ok := strings.CutPrefix(line, end); ok {
		if name != inner {
			return false, fmt.Errorf("the summary of the game ends %s within %s", excerpt.Quote(name), excerpt.Quote(inner))
		}
		p.section = p.section[:len(p.section)-1]
		return len(p.section) == 0, nil
	}
	switch inner {
	case gameSummary:
		return false, p.head(line)
	case "Time":
		return false, errors.Join(p.time(nitoryu.First, line), p.time(nitoryu.Second, line))
	case "Time+":
		return false, p.time(nitoryu.First, line)
	case "Time-":
		return false, p.time(nitoryu.Second, line)
	case "Position":
		if strings.TrimLeft(line[:min(1, len(line))], "P+-'") != "" {
			return false, fmt.Errorf("%s is no line of a position", excerpt.Quote(line))
		}
		p.position = append(p.position, line)
	}
	return false, nil // sections of later versions
}

// head reads a line about the game as a whole. Unknown ones are of later versions.
func (p *proposal) head(line string) (err error) {
	key, value, _ := strings.Cut(line, ":")
	switch key {
	case "Game_ID":
		p.id = value
	case "Name+":
		p.players[nitoryu.First] = value
	case "Name-":
		p.players[nitoryu.Second] = value
	case "Your_Turn":
		p.mine = value
	case "To_Move":
		p.turn = value
	case "Format":
		if value != format {
			return fmt.Errorf("the server plays %s, not %q", excerpt.Quote(value), format)
		}
	case "Declaration":
		if value == declaration {
			p.rule = ""
		}
	case "Max_Moves":
		p.limit, err = number(key, value)
	}
	return err
}

// unit is a unit of time.
var unit = regexp.MustCompile(`^(\d{0,6})(msec|sec|min)$`)

// time reads a line about the clock of a side.
func (p *proposal) time(s nitoryu.Side, line string) (err error) {
	key, value, _ := strings.Cut(line, ":")
	switch key {
	case "Time_Unit":
		parts := unit.FindStringSubmatch(value)
		if parts == nil {
			return fmt.Errorf("%s is no unit of time", excerpt.Quote(value))
		}
		count := 1
		if parts[1] != "" {
			if count, err = strconv.Atoi(parts[1]); err != nil || count == 0 {
				return fmt.Errorf("%s is no unit of time", excerpt.Quote(value))
			}
		}
		p.units[s] = time.Duration(count) * map[string]time.Duration{"msec": time.Millisecond, "sec": time.Second, "min": time.Minute}[parts[2]]
	case "Total_Time", "Byoyomi", "Increment":
		p.times[s][key], err = number(key, value)
	}
	return err
}

// number reads a count of plies or units of time.
func number(key, value string) (int, error) {
	n, err := strconv.ParseUint(value, 10, 31)
	if err != nil {
		return 0, fmt.Errorf("%s is no number: %s", key, excerpt.Quote(value))
	}
	return int(n), nil
}

// finish returns the summary, or what is wrong with it.
func (p *proposal) finish() (*summary, error) {
	switch p.mine {
	case "+":
		p.you = nitoryu.First
	case "-":
		p.you = nitoryu.Second
	default:
		return nil, fmt.Errorf("the summary of the game does not tell our side: Your_Turn is %s", excerpt.Quote(p.mine))
	}
	for s := range p.clock {
		c := &p.clock[s]
		for key, to := range map[string]*time.Duration{"Total_Time": &c.total, "Byoyomi": &c.byoyomi, "Increment": &c.increment} {
			n := p.times[s][key]
			if time.Duration(n) > longestTime/p.units[s] {
				return nil, fmt.Errorf("%s of %d is more than %v", key, n, longestTime)
			}
			*to = time.Duration(n) * p.units[s]
		}
	}
	return &p.summary, p.place()
}

// place reads the position and the moves before the game.
func (p *proposal) place() error {
	if len(p.position) == 0 {
		return errors.New("the summary of the game has no position")
	}
	var first *nitoryu.Game
	for g, err := range nitoryu.ReadGames(strings.NewReader("V2.2\n"+strings.Join(p.position, "\n")+"\n"), ".csa") {
		switch {
		case err != nil:
			return fmt.Errorf("the position of the summary: %w", err)
		case first != nil:
			return errors.New("the summary of the game has two positions")
		}
		first = g
	}
	if first == nil {
		return errors.New("the summary of the game has no position")
	}
	p.setup, p.moves = first.Setup(), first.Moves()
	p.setup.EnteringKing = p.rule
	now := first.Position()
	switch {
	case now.Outcome().Over:
		return fmt.Errorf("the game of the summary is over: %s", now.Outcome())
	case p.turn != "" && p.turn != sign(now.Side()) && p.turn != sign(first.Start().Side()):
		return fmt.Errorf("the summary of the game says that %s is to move, which the position does not", excerpt.Quote(p.turn))
	}
	return nil
}

// sign returns the sign in front of the moves of a side.
func sign(s nitoryu.Side) string { return "+-"[s&1:][:1] }
