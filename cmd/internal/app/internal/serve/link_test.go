//go:build !wasm

package serve

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/tests/must"
	"github.com/nitoryu/nitoryu/web/api"
)

func TestLink(t *testing.T) {
	s := open(t, nil, nil)
	b := s.link(t)
	b.send(`{"id":6,"do":"new","threads":9,"hash":64}`)
	b.want(`{"id":6,"threads":4,"hash":64}`)
	b.search()
	b.send(`{"id":7,"do":"start960","number":518}`)
	b.want(`{"id":7,"number":518,"position":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1"}`)
	b.send(`{"id":8,"do":"quit"}`)
	b.want(`{"id":8,"error":"the web API cannot do \"quit\"","code":"unknown request"}`)
}

// Each page has an engine of its own, which ends with it.
func TestTwoPages(t *testing.T) {
	s := open(t, nil, nil)
	one, two := s.link(t), s.link(t)
	for _, c := range []struct {
		name  string
		close func(b *tab)
	}{
		{"closed", func(b *tab) { _ = b.conn.Close(websocket.StatusNormalClosure, "") }},
		{"gone", func(b *tab) { _ = b.conn.CloseNow() }},
	} {
		one.send(`{"do":"search"}`)
		two.search()
		soon(t, "two engines run", func() bool { return s.running.Load() == 2 })
		third := s.dial(t)
		third.want(`{"engine":"lost","why":"all 2 engines are in use: close another page","code":"busy","most":2}`)
		third.send(`{"id":7,"do":"start960","number":518}`) // it has the web API
		third.want(`{"id":7,"number":518,"position":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1"}`)
		third.send(`{"id":8,"do":"search"}`)
		third.want(`{"engine":"lost","why":"all 2 engines are in use: close another page","code":"busy","most":2}`)
		third.want(`{"id":8,"error":"all 2 engines are in use: close another page","code":"lost"}`)
		c.close(one)
		soon(t, c.name+": its engine is free", func() bool { return s.pages() == 1 && s.running.Load() == 1 })
		third.search() // and an engine when there is one
		_ = third.conn.CloseNow()
		soon(t, "the third page has gone", func() bool { return s.pages() == 1 && s.running.Load() == 1 })
		one = s.link(t)
	}
	two.search()
}

// Pages share threads and memory, and an engine of another size takes the place of the first.
func TestSharedEngines(t *testing.T) {
	s := open(t, func(c *Config) { c.Hash = 100 }, nil)
	one, two := s.link(t), s.link(t)
	for _, c := range []struct {
		page      *tab
		ask, want string
		after     int32 // engines
	}{
		{one, `{"id":1,"do":"new","threads":3,"hash":60}`, `{"id":1,"threads":3,"hash":60}`, 1},
		{two, `{"id":2,"do":"new","threads":3,"hash":80}`, `{"id":2,"threads":1,"hash":40}`, 2},
		{one, `{"id":3,"do":"new","threads":1,"hash":16}`, `{"id":3,"threads":1,"hash":16}`, 2},
		{two, `{"id":4,"do":"new","threads":3,"hash":81}`, `{"id":4,"threads":3,"hash":81}`, 2},
		{two, `{"id":5,"do":"new","game":"shogi","threads":3,"hash":81}`, `{"id":5,"threads":3,"hash":81}`, 2},
	} {
		c.page.send(c.ask)
		c.page.want(c.want)
		if n := s.running.Load(); n != c.after {
			t.Errorf("%s: %d engines run", c.ask, n)
		}
	}
}

// A page that opens a link and then is silent, without as much as a pong, is gone.
func TestDeadPage(t *testing.T) {
	s := open(t, nil, func(s *Server) { s.rest = 20 * time.Millisecond })
	c, err := net.Dial("tcp", s.host)
	must.OK(t, err)
	defer c.Close()
	fmt.Fprintf(c, "GET /link?token=%s HTTP/1.1\r\nHost: %s\r\nOrigin: http://%[2]s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"+
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n", s.token, s.host)
	if _, err := bufio.NewReader(c).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	soon(t, "it has its place", func() bool { return s.pages() == 1 })
	soon(t, "its engine is free", func() bool { return s.pages() == 0 })
}

// A page that answers is not gone, however long it says nothing.
func TestQuietPage(t *testing.T) {
	s := open(t, nil, func(s *Server) { s.rest = 500 * time.Millisecond })
	b := s.link(t)
	time.AfterFunc(1200*time.Millisecond, func() {
		_ = b.conn.Write(context.Background(), websocket.MessageText, []byte(`{"do":"start960","number":960}`))
	})
	_ = b.line() // reads meanwhile, which answers pings
}

// A page that does not read what it asked for is closed, and nothing is kept for it.
func TestSlowPage(t *testing.T) {
	s := open(t, nil, func(s *Server) { s.grace, s.rest = 300*time.Millisecond, time.Hour })
	b := s.link(t)
	before := heap()
	for b.conn.Write(t.Context(), websocket.MessageText, []byte(`{"do":"games"}`)) == nil {
	}
	if grown := int64(heap()) - int64(before); grown > 8<<20 {
		t.Errorf("memory has grown by %d bytes", grown)
	}
	soon(t, "its engine is free", func() bool { return s.pages() == 0 })
}

// A proof of a mate keeps nobody waiting: it is far more work than any other request.
func TestSlowRequests(t *testing.T) {
	b := open(t, nil, nil).link(t)
	b.send(`{"id":1,"do":"mate","game":"shogi","position":"4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G4S4N4L18P 1"}`)
	b.send(`{"id":2,"do":"start960","number":518}`)
	for _, id := range []string{`{"id":2,`, `{"id":1,`} {
		if line := b.line(); !strings.HasPrefix(line, id) {
			t.Errorf("the page is told %s, want the answer to %s", line, id)
		}
	}
}

// What a page asked for ends with it, and with the server: others wait for none of it. Here all of it
// waits for a proof that goes on.
func TestSlowRequestsEndWithThePage(t *testing.T) {
	const hard = `{"id":%d,"do":"mate","game":"shogi","position":"4k4/9/9/9/9/9/9/9/9 b RB2G2S2N2L9Prb2g2s2n2l9p 1"}`
	s := open(t, nil, nil)
	proof := &held{Context: t.Context(), looked: make(chan struct{}), goOn: make(chan struct{})}
	t.Cleanup(func() { close(proof.goOn) })
	go s.config.API.Answer(proof, fmt.Appendf(nil, hard, 0))
	<-proof.looked
	ask := func() *tab {
		b := s.link(t)
		for id := range webapiQueue {
			b.send(fmt.Sprintf(hard, id))
		}
		b.send(`{"id":99,"do":"start960","number":518}`)
		b.line() // so that all have arrived
		return b
	}
	_ = ask().conn.CloseNow()
	soon(t, "the place of the page is free", func() bool { return s.pages() == 0 })
	ask()
	ended := make(chan struct{})
	go func() { s.close(); close(ended) }()
	select {
	case <-ended:
	case <-time.After(must.Patience):
		t.Error("the server goes on")
	}
}

// held is a context that holds who looks whether it is done.
type held struct {
	context.Context
	once         sync.Once
	looked, goOn chan struct{}
}

func (h *held) Err() error {
	h.once.Do(func() { close(h.looked) })
	<-h.goOn
	return context.Canceled
}

// An engine that breaks down is replaced when it is asked again, and one that does not open
// leaves the page its web API.
func TestLostEngine(t *testing.T) {
	s := open(t, nil, nil)
	b := s.link(t)
	for range 2 {
		b.search()
		b.send(`{"id":1,"do":"search","limits":{"depth":1,"mate":1}}`)
		b.want(`{"id":1,"error":"all is lost","code":"lost"}`)
		if n := s.running.Load(); n != 0 {
			t.Errorf("%d engines run", n)
		}
	}
	b.search()
	s = open(t, func(c *Config) {
		c.Open = func(context.Context, nitoryu.Variant, api.Engine) (nitoryu.Searcher, error) {
			return nil, errors.New("no such file")
		}
	}, nil)
	b = s.link(t)
	b.send(`{"id":1,"do":"new"}`)
	b.want(`{"id":1,"error":"no such file","code":"lost"}`)
	b.send(`{"id":1,"do":"start960","number":518}`)
	if line := b.line(); !strings.Contains(line, "rnbqkbnr") {
		t.Errorf("the web API says %q", line)
	}
}

func TestFrames(t *testing.T) {
	s := open(t, nil, func(s *Server) { s.grace, s.rest = time.Hour, time.Hour })
	text, binary := websocket.MessageText, websocket.MessageBinary
	const garbled = `{"id":null,"error":"the request is not understood: `
	for _, c := range []struct {
		name  string
		kind  websocket.MessageType
		frame string
		want  string // how the answer begins, or the status that closes the link
	}{
		{"nothing", text, "", garbled},
		{"a word", text, "hello", garbled},
		{"a command of UCI", text, "setoption name EvalFile value /etc/passwd", garbled},
		{"two lines", text, `{"id":1,"do":"games"}` + "\n" + `{"id":2}`, `{"id":1,"error":"the request is not understood: `},
		{"a nought", text, "{}\x00", garbled},
		{"no UTF-8", text, "{\xff\xfe}", garbled},
		{"a position of 64 KiB", text, `{"id":1,"do":"search","position":"` + strings.Repeat("x", 64<<10) + `"}`, `{"id":1,"error":"FEN of 65536 bytes is too long"`},
		{"broken JSON", text, `{"id":1,`, `{"id":1,"error":"the request is not understood: unexpected end of JSON input","code":"not understood"}`},
		{"JSON as long as it may be", text, `{"id":1,"do":"` + strings.Repeat("x", api.MaxLine-20) + `"}`, `{"id":1,"error":"the web API cannot do \"` + strings.Repeat("x", 40) + `...\"","code":"unknown request"}`},
		{"deep JSON", text, strings.Repeat(`{"a":`, 100_000), `{"id":null,"error":"the request is not understood: invalid character '{' exceeded max depth","code":"not understood"}`},
		{"a frame of 20 MB", text, strings.Repeat("x", 20_000_000), websocket.StatusMessageTooBig.String()},
		{"JSON of 20 MB", text, "{" + strings.Repeat("x", 20_000_000), websocket.StatusMessageTooBig.String()},
		{"a binary frame", binary, "isready", websocket.StatusUnsupportedData.String()},
	} {
		t.Run(c.name, func(t *testing.T) {
			soon(t, "an engine is free", func() bool { return s.pages() == 0 })
			b := s.link(t)
			before := heap()
			_ = b.conn.Write(t.Context(), c.kind, []byte(c.frame)) // a large one may find the link closed
			if strings.HasPrefix(c.want, "Status") {
				if got := b.closed().String(); got != c.want {
					t.Errorf("the link is closed with %s, want %s", got, c.want)
				}
			} else {
				if line := b.line(); !strings.HasPrefix(line, c.want) {
					t.Errorf("the page is told %q, want %q", line, c.want)
				}
				b.search()
			}
			if grown := int64(heap()) - int64(before); grown > 16<<20 {
				t.Errorf("memory has grown by %d bytes", grown)
			}
			_ = b.conn.CloseNow()
		})
	}
}

// What is no WebSocket frame at all ends the link only.
func TestGarbage(t *testing.T) {
	s := open(t, nil, func(s *Server) { s.rest = 200 * time.Millisecond }) // some wait for more
	for _, garbage := range []string{
		"\x00", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", "\x81\x05hello" /* not masked */, "\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\x00\x00\x00\x00",
		"GET / HTTP/1.1\r\n\r\n", strings.Repeat("\xf0\x80", 5000),
	} {
		c, err := net.Dial("tcp", s.host)
		must.OK(t, err)
		fmt.Fprintf(c, "GET /link?token=%s HTTP/1.1\r\nHost: %s\r\nOrigin: http://%[2]s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"+
			"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n", s.token, s.host)
		_, _ = io.WriteString(c, garbage)
		_ = c.SetDeadline(time.Now().Add(must.Patience))
		if _, err := io.Copy(io.Discard, c); errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("%.20q: the link is open", garbage)
		}
		c.Close()
		soon(t, "its engine is free", func() bool { return s.pages() == 0 })
	}
	good := s.link(t)
	good.search()
}

// The end of the server is that of all its engines.
func TestShutdown(t *testing.T) {
	s := open(t, nil, nil)
	one, two := s.link(t), s.link(t)
	one.send(`{"do":"search"}`)
	two.search()
	s.close()
	if n := s.running.Load(); n != 0 || s.pages() != 0 {
		t.Errorf("%d engines are left", n)
	}
	one.closed()
	two.closed()
	if _, err := net.Dial("tcp", s.host); err == nil {
		t.Error("the server still listens")
	}
}

func TestBudget(t *testing.T) {
	b := budget{engines: 3, threads: 8, hash: 100, taken: map[*link][]*api.Engine{}}
	one, two, three, had := &link{}, &link{}, &link{}, map[*link]*api.Engine{}
	for _, l := range []*link{one, two, three} {
		if !b.enter(l) {
			t.Fatal("no engine")
		}
	}
	if b.enter(&link{}) {
		t.Error("a fourth engine")
	}
	for _, c := range []struct {
		name   string
		of     *link
		wished api.Engine
		want   api.Engine
	}{
		{"the least", one, api.Engine{Threads: 1, Hash: 16}, api.Engine{Threads: 1, Hash: 16}},
		{"some threads", one, api.Engine{Threads: 4, Hash: 16}, api.Engine{Threads: 4, Hash: 16}},
		{"all threads", two, api.Engine{Threads: 8, Hash: 16}, api.Engine{Threads: 3, Hash: 16}},
		{"none are left", three, api.Engine{Threads: 2, Hash: 16}, api.Engine{Threads: 1, Hash: 16}},
		{"fewer", one, api.Engine{Threads: 2, Hash: 16}, api.Engine{Threads: 2, Hash: 16}},
		{"what came free", two, api.Engine{Threads: 8, Hash: 16}, api.Engine{Threads: 5, Hash: 16}},
		{"all memory", one, api.Engine{Threads: 2, Hash: 1000}, api.Engine{Threads: 2, Hash: 68}},
		{"none is left", two, api.Engine{Threads: 5, Hash: 50}, api.Engine{Threads: 5, Hash: 16}},
		{"less than everyone has", two, api.Engine{Threads: 5, Hash: 3}, api.Engine{Threads: 5, Hash: 3}},
	} {
		b.give(c.of, had[c.of])
		had[c.of] = b.wish(c.of, c.wished)
		if got := *had[c.of]; got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	b.leave(one)
	b.give(two, had[two])
	review := b.wish(two, api.Engine{Threads: 1, Hash: 32})
	if got := *b.wish(two, api.Engine{Threads: 8, Hash: 1000}); got != (api.Engine{Threads: 6, Hash: 52}) {
		t.Errorf("after one has left, beside a review: %v", got)
	}
	b.give(two, review)
	b.give(three, had[three])
	if got := *b.wish(three, api.Engine{Threads: 8, Hash: 1000}); got != (api.Engine{Threads: 2, Hash: 48}) {
		t.Errorf("after the review: %v", got)
	}
	if b.give(one, had[one]); len(b.taken) != 2 {
		t.Errorf("%d pages", len(b.taken))
	}
}
