package client

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestPerft(t *testing.T) {
	tests := []struct {
		behaviour string
		depth     int
		limit     time.Duration
		want      string
	}{
		{"normal", 3, time.Minute, "8902 <nil>"},
		{"crlf", 3, time.Minute, "8902 <nil>"},
		{"normal", 4, time.Minute, `protocol error: it answers go perft with "Nodes searched:"`},
		{"bounded", 3, time.Minute, `protocol error: it answers go perft with "bestmove`}, // to it, go is go
		{"hang", 3, 20 * time.Millisecond, "hang: no count within 20ms"},
	}
	for _, test := range tests {
		t.Run(fmt.Sprint(test.behaviour, test.depth), func(t *testing.T) {
			t.Parallel()
			e := startFake(t, false, test.behaviour)
			n, err := e.Perft(context.Background(), at(t, false, 0), test.depth, test.limit)
			if got := fmt.Sprint(n, " ", err); !strings.Contains(got, test.want) {
				t.Errorf("%s, want %s", got, test.want)
			}
			if err == nil {
				if _, err := ask(t, e, 0, node); err != nil {
					t.Errorf("after that: %v", err)
				}
			}
		})
	}
}

// An engine that takes too long is killed: go perft cannot be stopped.
func TestPerftIsLeft(t *testing.T) {
	e := startFake(t, false, "hang")
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	if _, err := e.Perft(ctx, at(t, false, 0), 3, time.Minute); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
	if err := e.NewGame(context.Background()); err == nil {
		t.Error("it is still alive")
	}
}
