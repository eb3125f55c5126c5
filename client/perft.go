package client

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/internal/excerpt"
)

// PID returns the process id.
func (e *Engine) PID() int {
	if e.cmd == nil {
		return 0 // the zero value
	}
	return e.cmd.Process.Pid
}

// Perft counts the leaves of the tree of legal moves, depth plies below p, by go perft,
// which is in no protocol but known to most programs. It cannot be stopped: a program that
// takes longer than limit or ctx is killed.
func (e *Engine) Perft(ctx context.Context, p *nitoryu.Position, depth int, limit time.Duration) (uint64, error) {
	if err := e.plays(p); err != nil {
		return 0, err
	}
	if err := e.begin(ctx); err != nil {
		return 0, err
	}
	defer e.release()
	wanted := e.demands
	wanted.chess960 = p.Chess960() || e.config.Chess960
	options, values, err := e.changes(wanted)
	if err != nil {
		return 0, err
	}
	e.mu.Lock()
	q := &e.question
	*q = question{active: true, counts: true, opened: time.Now(), from: q.from, last: q.last[:0], answer: q.answer[:0]}
	e.mu.Unlock()
	e.out = append(appendPosition(append(e.out[:0], options...), p, e.usi), "go"...)
	e.out = append(appendNumber(e.out, " perft ", int64(depth)), '\n')
	if err := e.send(e.out); err != nil {
		return 0, err
	}
	e.met(wanted, values)
	switch err := e.waitUnless(ctx, e.closing, e.answered, limit); {
	case err == errEnded:
		return 0, e.fail(Crash, "while it was counting")
	case err == errLate:
		return 0, e.fail(Hang, fmt.Sprintf("no count within %v", limit))
	case err != nil:
		e.kill()
		return 0, e.setGone(err)
	}
	return e.leaves()
}

// leaves parses the answer to go perft, whose last word is the count.
func (e *Engine) leaves() (uint64, error) {
	e.mu.Lock()
	answer := string(e.question.answer)
	e.mu.Unlock()
	words := strings.Fields(answer)
	n, err := strconv.ParseUint(words[len(words)-1], 10, 64)
	if err != nil || words[0] != "Nodes" {
		return 0, e.fail(ProtocolError, fmt.Sprintf("it answers go perft with %s", excerpt.QuoteTo(60, answer)))
	}
	return n, nil
}
