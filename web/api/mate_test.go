package api_test

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/tests/must"
)

func TestMateProof(t *testing.T) {
	for _, c := range []struct {
		name, request string
		facts         []fact
	}{
		{"in one", `"position":"4k4/9/4P4/9/9/9/9/9/4K4 b G 1"`, []fact{
			{"proof.move", `"G*5b"`}, {"proof.plies", "1"}, {"proof.names.western", `"G*5b"`}, {"proof.next", "null"},
		}},
		{"with all replies", `"position":"7k1/9/6G2/9/9/9/9/9/4K4 b R 1"`, []fact{
			{"proof.plies", "5"}, {"proof.next.0.move", `"2a3a"`}, {"proof.next.0.next.0.plies", "3"}, {"proof.next.1.next.0.move", `"3c2b"`},
			{"proof.next.1.next.0.plies", "1"}, {"proof.next.2.plies", "null"}, {"proof.next.3", "null"},
		}},
		{"after moves", `"position":"7k1/9/6G2/9/9/9/9/9/4K4 b R 1","moves":["R*2c","2a3a"]`, []fact{{"proof.move", `"2c2b+"`}}},
		{"none by checks", `"position":"4k4/9/9/9/9/9/9/9/4K4 b P 1"`, []fact{{"proof", "null"}}},
		{"mate already", `"position":"4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1"`, []fact{{"proof", "null"}}},
		{"chess, by any moves", `"position":"7k/8/5K2/8/8/8/8/R7 w - - 0 1"`, []fact{
			{"proof.plies", "3"}, {"proof.next.0.next.0.plies", "1"}, {"proof.next.1", "null"},
		}},
	} {
		t.Run(c.name, func(t *testing.T) { check(t, asked(t, `{"do":"mate",`+c.request+`}`), c.facts) })
	}
	if got := fmt.Sprint(ask(t, `{"do":"mate","moves":["e2e5"]}`)["code"]); got != "illegal move" {
		t.Errorf("an illegal move is %q", got)
	}
}

// hard is a problem that takes all the nodes of a proof.
const hard = `{"id":1,"do":"mate","game":"shogi","position":"4k4/9/9/9/9/9/9/9/9 b RB2G2S2N2L9Prb2g2s2n2l9p 1"}`

// patience is a context that is done once somebody has looked at it so often.
type patience struct {
	context.Context
	looks, most int64
	looked      func()
}

func (p *patience) Err() error {
	if p.looked != nil {
		p.looked()
	}
	if atomic.AddInt64(&p.looks, 1) > p.most {
		return context.Canceled
	}
	return nil
}

// A proof ends with its context, at whatever time.
func TestMateIsGivenUp(t *testing.T) {
	for _, most := range []int64{0, 1, 20} {
		ctx := &patience{Context: t.Context(), most: most}
		answer := string(newAPI().Answer(ctx, []byte(hard)))
		if looks := ctx.looks - most; looks < 1 || looks > 5 || !strings.Contains(answer, context.Canceled.Error()) {
			t.Errorf("after %d looks there were %d more, and it said %s", most, looks, answer)
		}
	}
}

// Who is gone does not wait for the proof of another.
func TestWaitingMateIsGivenUp(t *testing.T) {
	api, running, goOn := newAPI(), make(chan bool), make(chan bool)
	var first atomic.Bool
	slow := &patience{Context: t.Context(), looked: func() {
		if !first.Swap(true) {
			running <- true
			<-goOn
		}
	}}
	slowly := make(chan []byte, 1)
	go func() { slowly <- api.Answer(slow, []byte(hard)) }()
	<-running
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	answer := make(chan []byte, 1)
	go func() { answer <- api.Answer(gone, []byte(hard)) }()
	select {
	case text := <-answer:
		must.Has(t, string(text), context.Canceled.Error())
	case <-time.After(must.Patience):
		t.Error("it waits")
	}
	close(goOn)
	<-slowly
}
