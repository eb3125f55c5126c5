package player

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// PID returns the process id.
func (p *Process) PID() int { return p.cmd.Process.Pid }

// Perft counts the leaves of the tree of legal moves, depth plies below the position of r,
// by go perft, which is in no protocol but known to most engines. It cannot be stopped: an
// engine that takes longer than limit or ctx is killed.
func (p *Process) Perft(ctx context.Context, r Request, depth int, limit time.Duration) (uint64, error) {
	if err := p.free(ctx); err != nil {
		return 0, err
	}
	p.mu.Lock()
	s := &p.search
	*s = search{active: true, counts: true, opened: time.Now(), line: s.line[:0], answer: s.answer[:0]}
	p.mu.Unlock()
	p.out = append(appendPosition(p.out[:0], &r, p.usi), "go"...)
	p.out = append(appendNumber(p.out, " perft ", int64(depth)), '\n')
	if err := p.send(p.out); err != nil {
		return 0, err
	}
	switch err := p.wait(ctx, p.answered, limit); {
	case err == errEnded:
		return 0, p.fail(Crash, "while it was counting")
	case err == errLate:
		return 0, p.fail(Hang, fmt.Sprintf("no count within %v", limit))
	case err != nil:
		p.kill()
		p.gone = err
		return 0, err
	}
	return p.leaves()
}

// leaves parses the answer to go perft, whose last word is the count.
func (p *Process) leaves() (uint64, error) {
	p.mu.Lock()
	answer := string(p.search.answer)
	p.mu.Unlock()
	words := strings.Fields(answer)
	n, err := strconv.ParseUint(words[len(words)-1], 10, 64)
	if err != nil || words[0] != "Nodes" {
		return 0, p.fail(ProtocolError, fmt.Sprintf("it answers go perft with %.60q", answer))
	}
	return n, nil
}
