package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/coder/websocket"

	"github.com/nitoryu/nitoryu/webapi"
)

const (
	pingInterval = 15 * time.Second // after which a page that is gone is noticed
	writeTime    = 10 * time.Second // for a page to take what is sent
	webapiQueue  = 16               // requests that may wait for the web API
	largeRequest = 256 << 10        // bytes; the page is not heard before such a request is answered
)

// link is the connection of a page: lines for the web API, which begin with a brace, and lines
// for the engine.
type link struct {
	server *Server
	conn   *websocket.Conn

	mu     sync.Mutex
	engine *engine // nil: there is none
	wait   sync.WaitGroup

	hashChosen bool // by the page
}

// event is what a page is told besides the lines of engine and web API.
type event struct {
	ID     json.Number `json:"id,omitempty"`
	Engine string      `json:"engine"` // ready or lost
	Why    string      `json:"why,omitempty"`
	Code   string      `json:"code,omitempty"` // busy: all engines are in use
	Most   int         `json:"most,omitempty"` // engines that there are
}

// run serves the page until it is closed. Its engine ends with it.
func (l *link) run(ctx context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	l.conn.SetReadLimit(webapi.MaxLine)
	if l.server.budget.enter(l) {
		l.restart(ctx, "")
		l.wait.Go(func() { l.ping(ctx, cancel) })
		l.listen(ctx, cancel)
	} else {
		why := fmt.Sprintf("all %d engines are in use: close another page", l.server.config.Engines)
		l.note(ctx, "engine ended: "+why)
		l.tell(ctx, event{Engine: "lost", Why: why, Code: "busy", Most: l.server.config.Engines})
		_ = l.conn.Close(websocket.StatusTryAgainLater, why)
	}
	cancel()
	_ = l.conn.CloseNow()
	l.end()
	l.server.budget.leave(l)
	l.wait.Wait()
}

// listen obeys the page until it is closed or breaks the rules.
func (l *link) listen(ctx context.Context, cancel func()) {
	requests, answered := make(chan []byte, webapiQueue), make(chan struct{})
	defer close(requests)
	l.wait.Go(func() {
		for r := range requests {
			if l.send(ctx, l.server.config.API.Answer(r)) != nil {
				cancel()
			}
			if len(r) > largeRequest {
				select {
				case answered <- struct{}{}:
				case <-ctx.Done():
				}
			}
		}
	})
	for {
		kind, frame, err := l.conn.Read(ctx)
		if err != nil {
			return
		}
		if kind != websocket.MessageText {
			_ = l.conn.Close(websocket.StatusUnsupportedData, "text only")
			return
		}
		switch {
		case !bytes.HasPrefix(frame, []byte("{")):
			l.obey(ctx, string(frame))
		case l.own(ctx, frame):
		default:
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

// note sends a remark as engines make them.
func (l *link) note(ctx context.Context, text string) {
	_ = l.send(ctx, []byte("info string "+text))
}

// tell sends an event.
func (l *link) tell(ctx context.Context, e event) {
	line, err := json.Marshal(e)
	if err == nil {
		_ = l.send(ctx, line)
	}
}

// lost tells the page that it has no engine.
func (l *link) lost(ctx context.Context, why string) {
	l.note(ctx, "engine ended: "+why)
	l.tell(ctx, event{Engine: "lost", Why: why})
}

// own answers requests that are for the link instead of the web API, and reports whether this
// is one.
func (l *link) own(ctx context.Context, request []byte) bool {
	var r struct {
		ID json.Number `json:"id"`
		Do string      `json:"do"`
	}
	if !bytes.Contains(request, []byte("restart")) || json.Unmarshal(request, &r) != nil || r.Do != "restart" {
		return false
	}
	l.restart(ctx, r.ID)
	return true
}

// restart ends the engine, if there is one, and starts another, which has what every
// engine may have until the page wishes for more.
func (l *link) restart(ctx context.Context, id json.Number) {
	l.end()
	l.server.budget.renew(l)
	l.hashChosen = false
	e, err := start(l.server.config.Command(), func(line string) error { return l.send(ctx, []byte(line)) })
	if err != nil {
		l.tell(ctx, event{ID: id, Engine: "lost", Why: err.Error()})
		return
	}
	l.mu.Lock()
	l.engine = e
	l.mu.Unlock()
	l.wait.Go(func() {
		<-e.ended
		l.mu.Lock()
		own := l.engine == e
		if own {
			l.engine = nil
		}
		l.mu.Unlock()
		if own && ctx.Err() == nil {
			l.lost(ctx, e.why)
		}
	})
	for _, o := range l.server.config.Options {
		_ = e.say("setoption name " + o.Name + " value " + o.Value)
	}
	l.tell(ctx, event{ID: id, Engine: "ready"})
}

// end ends the engine and waits until it has.
func (l *link) end() {
	l.mu.Lock()
	e := l.engine
	l.engine = nil
	l.mu.Unlock()
	if e != nil {
		e.kill()
		<-e.ended
	}
}

// obey passes a command on to the engine.
func (l *link) obey(ctx context.Context, line string) {
	pass, note, err := l.command(line)
	if err == nil {
		l.mu.Lock()
		e := l.engine
		l.mu.Unlock()
		if e == nil {
			err = errors.New("there is no engine")
		} else {
			err = e.say(pass)
		}
	}
	switch {
	case err != nil:
		l.note(ctx, "refused: "+err.Error())
	case note != "":
		l.note(ctx, note)
	}
}
