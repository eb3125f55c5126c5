package main

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/clock"
	"github.com/nitoryu/nitoryu/core/params"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/report"
)

// quotedClock is a clock whose budget results/parameters.md shows.
type quotedClock struct {
	name                     string
	game                     games.Game
	left, increment, byoyomi time.Duration
	movesToGo                int
	moveTime, overhead       time.Duration
	why                      string
}

// quotedClocks are the clocks of results/parameters.md.
func quotedClocks() []quotedClock {
	const ms, second = time.Millisecond, time.Second
	c, s := games.Chess, games.Shogi
	near, usi := 10*ms, 50*ms
	return []quotedClock{
		{name: "60 s", game: c, left: 60 * second, overhead: near, why: "less the overhead of 150 moves, over those planned"},
		{name: "1 s", game: c, left: second, overhead: near, why: "the overhead of 150 moves is more than the clock: an eighth of it, over those planned"},
		{name: "1 ms", game: c, left: ms, overhead: near, why: "never less than 1 ms"},
		{name: "0", game: c, overhead: near, why: "the same"},
		{name: "−5 s", game: c, left: -5 * second, overhead: near, why: "the same: the referee has not noticed"},
		{name: "1 s + 0.01 s", game: c, left: second, increment: 10 * ms, overhead: near, why: "the increment pays for the overhead, almost"},
		{name: "180 s + 2 s", game: c, left: 180 * second, increment: 2 * second, overhead: near, why: "and three quarters of the increment"},
		{name: "0.1 s + 10 s", game: c, left: 100 * ms, increment: 10 * second, overhead: near, why: "the increment comes after the move"},
		{name: "40 moves in 60 s", game: c, left: 60 * second, movesToGo: 40, overhead: near, why: "over the planned moves, which are fewer: the first are the most difficult"},
		{name: "2 moves in 10 s", game: c, left: 10 * second, movesToGo: 2, overhead: near, why: "half"},
		{name: "1 move in 10 s", game: c, left: 10 * second, movesToGo: 1, overhead: near, why: "nearly all, the rest is for trouble"},
		{name: "1 move in 12 ms", game: c, left: 12 * ms, movesToGo: 1, overhead: near, why: "what the overhead leaves"},
		{name: "a move in 1 s (`movetime`)", game: c, moveTime: second, overhead: near, why: "used up"},
		{name: "a thousand years", game: c, left: math.MaxInt64, increment: math.MaxInt64, overhead: near, why: "taken for 1,000 hours"},
		{name: "byoyomi 10 s", game: s, byoyomi: 10 * second, overhead: usi, why: "used up"},
		{name: "600 s, byoyomi 10 s", game: s, left: 600 * second, byoyomi: 10 * second, overhead: usi, why: "the byoyomi and a part of the clock"},
		{name: "13 s, byoyomi 10 s", game: s, left: 13 * second, byoyomi: 10 * second, overhead: usi, why: "the same"},
		{name: "11 s, byoyomi 10 s", game: s, left: 11 * second, byoyomi: 10 * second, overhead: usi, why: "the rest of the clock is used up"},
		{name: "300 s + 5 s", game: s, left: 300 * second, increment: 5 * second, overhead: usi, why: "and three quarters of the increment"},
		{name: "0 + 5 s", game: s, left: 5 * second, increment: 5 * second, overhead: usi, why: "the front end adds the increment before the move"},
	}
}

// budgetsPart shows the budgets of quotedClocks.
func budgetsPart() (string, error) {
	t := report.Table{Align: "lrrrl"}
	t.Row("Clock", "Overhead", "Share", "Hard limit", "Why")
	for _, q := range quotedClocks() {
		tuning := q.game.Params().Clock()
		l := core.Limits{
			HasClock: q.moveTime == 0, Time: [2]time.Duration{q.left, q.left}, Increment: [2]time.Duration{q.increment, q.increment},
			Byoyomi: q.byoyomi, MovesToGo: q.movesToGo, MoveTime: q.moveTime,
		}
		b := clock.New(&tuning, &l, core.First, q.overhead)
		if !b.Timed {
			return "", fmt.Errorf("the clock %q sets no limit", q.name)
		}
		t.Row(q.name, briefly(q.overhead), briefly(b.Soft), briefly(b.Hard), q.why)
	}
	return t.Markdown(), nil
}

// briefly returns a time with three digits.
func briefly(d time.Duration) string {
	switch {
	case d < time.Second:
		return strconv.FormatFloat(float64(d.Microseconds())/1000, 'g', 3, 64) + " ms"
	case d < 1000*time.Second:
		return strconv.FormatFloat(d.Seconds(), 'g', 3, 64) + " s"
	}
	return strconv.FormatFloat(d.Hours(), 'f', 0, 64) + " h"
}

// timeParametersPart lists the parameters of the time.
func timeParametersPart() string {
	t := report.Table{Align: "lrrl"}
	t.Row("Parameter", "Chess", "Shogi", "What it is")
	for _, r := range params.Rows() {
		if r.Clock {
			t.Row("`"+r.Name+"`", fmt.Sprint(r.Chess), fmt.Sprint(r.Shogi), r.Doc)
		}
	}
	return t.Markdown()
}
