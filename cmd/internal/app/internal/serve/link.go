package serve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/coder/websocket"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/web/api"
)

const (
	pingInterval = 15 * time.Second // after which a page that is gone is noticed
	writeTime    = 10 * time.Second // for a page to take what is sent
	webapiQueue  = 16               // requests that may wait for the web API
	largeRequest = 256 << 10        // bytes; the page is not heard before such a request is answered
)

// link is the connection of a page: lines of JSON for the web API and for its engine.
type link struct {
	server *Server
	conn   *websocket.Conn
	wait   sync.WaitGroup
}

// event is what a page is told of its link.
type event struct {
	Engine string `json:"engine"` // ready or lost
	Why    string `json:"why,omitempty"`
	Code   string `json:"code,omitempty"` // busy: all engines are in use
	Most   int    `json:"most,omitempty"` // engines that there are
}

// errBusy is why a page gets no engine: the others have them all.
func (l *link) errBusy() error {
	if most := l.server.config.Engines; most != 1 {
		return fmt.Errorf("all %d engines are in use: close another page", most)
	}
	return errors.New("the only engine is in use: close another page")
}

// run serves the page until it is closed. Its engine ends with it. A page for which there is no engine
// has the web API alone, until another page has left and it asks for an engine.
func (l *link) run(ctx context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	l.conn.SetReadLimit(api.MaxLine)
	if l.server.budget.enter(l) {
		l.tell(ctx, event{Engine: "ready"})
	} else {
		l.busy(ctx)
	}
	l.wait.Go(func() { l.ping(ctx, cancel) })
	l.listen(ctx, cancel)
	cancel()
	_ = l.conn.CloseNow()
	l.wait.Wait()
	l.server.budget.leave(l)
}

// busy tells the page that there is no engine for it.
func (l *link) busy(ctx context.Context) {
	l.tell(ctx, event{Engine: "lost", Why: l.errBusy().Error(), Code: "busy", Most: l.server.config.Engines})
}

// open opens an engine of the page.
func (l *link) open(ctx context.Context, game nitoryu.Variant, wished api.Engine) (nitoryu.Searcher, api.Engine, error) {
	if !l.server.budget.enter(l) {
		l.busy(ctx)
		return nil, wished, l.errBusy()
	}
	got := l.server.budget.wish(l, wished)
	give := func() { l.server.budget.give(l, got) }
	searcher, err := l.server.config.Open(ctx, game, *got)
	if err != nil {
		give()
		return nil, *got, err
	}
	return lent{searcher, give}, *got, nil
}

// listen answers the page until it is closed or breaks the rules.
func (l *link) listen(ctx context.Context, cancel func()) {
	say := func(line []byte) {
		if l.send(ctx, line) != nil {
			cancel()
		}
	}
	answers := l.server.config.API
	session := answers.NewSession(l.open, say)
	quick, slow, answered := make(chan []byte, webapiQueue), make(chan []byte, webapiQueue), make(chan struct{})
	defer func() {
		cancel()
		close(quick)
		close(slow)
		session.Close()
	}()
	answer := func(requests <-chan []byte) {
		for r := range requests {
			if ctx.Err() != nil {
				return // nobody reads what is left
			}
			say(answers.Answer(ctx, r))
			if len(r) > largeRequest {
				select {
				case answered <- struct{}{}:
				case <-ctx.Done():
				}
			}
		}
	}
	l.wait.Go(func() { answer(quick) })
	l.wait.Go(func() { answer(slow) })
	for {
		kind, frame, err := l.conn.Read(ctx)
		if err != nil {
			return
		}
		if kind != websocket.MessageText {
			_ = l.conn.Close(websocket.StatusUnsupportedData, "text only")
			return
		}
		if session.Take(frame) {
			continue
		}
		requests := quick
		if answers.Slow(frame) {
			requests = slow
		}
		select {
		case requests <- frame:
		case <-ctx.Done():
			return
		}
		if len(frame) > largeRequest { // or many of them would wait in memory
			select {
			case <-answered:
			case <-ctx.Done():
				return
			}
		}
	}
}

// ping ends a link whose page does not answer.
func (l *link) ping(ctx context.Context, cancel func()) {
	ticker := time.NewTicker(l.server.rest)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			wait, done := context.WithTimeout(ctx, l.server.rest)
			err := l.conn.Ping(wait)
			done()
			if err != nil {
				cancel()
				return
			}
		}
	}
}

// send sends a line to the page.
func (l *link) send(ctx context.Context, line []byte) error {
	ctx, cancel := context.WithTimeout(ctx, l.server.grace)
	defer cancel()
	return l.conn.Write(ctx, websocket.MessageText, line)
}

// tell sends an event.
func (l *link) tell(ctx context.Context, e event) {
	line, err := json.Marshal(e)
	if err == nil {
		_ = l.send(ctx, line)
	}
}
