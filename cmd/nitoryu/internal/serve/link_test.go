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
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/nitoryu/nitoryu/webapi"
)

func TestLink(t *testing.T) {
	s := open(t, func(c *Config) { c.Options = []Option{{"SyzygyPath", "/tables"}} }, nil)
	b := s.link(t)
	b.want("got setoption name SyzygyPath value /tables")
	b.send("uci")
	b.want("got uci")
	b.send("setoption  name  threads  value 3")
	b.want("got setoption name Threads value 3")
	b.send(`{"id":7,"do":"start960","number":518}`)
	b.want(`{"id":7,"number":518,"position":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1"}`)
	b.send(`{"id":8,"do":"restart"}`)
	b.want(`{"id":8,"engine":"ready"}`)
	b.want("got setoption name SyzygyPath value /tables")
	b.send("quit")
	b.want(`info string refused: the command "quit" is not for pages`)
}

// Each page has a process of its own, which ends with it.
func TestTwoPages(t *testing.T) {
	s := open(t, nil, nil)
	one, two := s.link(t), s.link(t)
	one.send("d")
	two.send("d")
	if a, b := one.line(), two.line(); a == b || !strings.HasPrefix(a, "process ") {
		t.Errorf("the engines are %q and %q", a, b)
	}
	for _, c := range []struct {
		name  string
		close func(b *tab)
	}{
		{"closed", func(b *tab) { _ = b.conn.Close(websocket.StatusNormalClosure, "") }},
		{"gone", func(b *tab) { _ = b.conn.CloseNow() }},
	} {
		third := s.dial(t)
		if why := third.event("lost"); !strings.Contains(why, "all 2 engines are in use") {
			t.Errorf("a third page is told %q", why)
		}
		if status := third.closed(); status != websocket.StatusTryAgainLater {
			t.Errorf("it is closed with %v", status)
		}
		c.close(one)
		soon(t, c.name+": its engine is free", func() bool { return s.engines() == 1 })
		one = s.link(t)
	}
	two.send("isready")
	two.want("got isready")
}

// A page that opens a link and then is silent, without as much as a pong, is gone.
func TestDeadPage(t *testing.T) {
	s := open(t, nil, func(s *Server) { s.rest = 20 * time.Millisecond })
	c, err := net.Dial("tcp", s.host)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	fmt.Fprintf(c, "GET /link?token=%s HTTP/1.1\r\nHost: %s\r\nOrigin: http://%[2]s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"+
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n", s.token, s.host)
	if _, err := bufio.NewReader(c).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	soon(t, "its engine has been started", func() bool { s.mu.Lock(); defer s.mu.Unlock(); return len(s.processes) == 1 })
	soon(t, "its engine is free", func() bool { return s.engines() == 0 })
}

// A page that answers is not gone, however long it says nothing.
func TestQuietPage(t *testing.T) {
	s := open(t, nil, func(s *Server) { s.rest = 500 * time.Millisecond })
	b := s.link(t)
	time.AfterFunc(1200*time.Millisecond, func() { _ = b.conn.Write(context.Background(), websocket.MessageText, []byte("isready")) })
	b.want("got isready") // reads meanwhile, which answers pings
}

// A page that does not read what its engine says is closed, and nothing is kept for it.
func TestSlowPage(t *testing.T) {
	s := open(t, nil, func(s *Server) { s.grace, s.rest = 300*time.Millisecond, time.Hour })
	b := s.link(t)
	before := heap()
	b.send("stats") // 100 MiB
	time.Sleep(200 * time.Millisecond)
	if grown := int64(heap()) - int64(before); grown > 8<<20 {
		t.Errorf("memory has grown by %d bytes", grown)
	}
	soon(t, "its engine is free", func() bool { return s.engines() == 0 })
}

func TestLostEngine(t *testing.T) {
	s := open(t, nil, nil)
	b := s.link(t)
	for i, c := range []struct {
		name string
		do   func()
		why  string
	}{
		{"it crashes", func() { b.send("eval") }, "exit status 3 (panic: all is lost)"},
		{"it is killed", func() { _ = s.process(1).Kill() }, "signal: killed"},
		{"it leaves", func() { b.send("gameover") }, "it left"},
	} {
		c.do()
		if line := b.line(); line != "info string engine ended: "+c.why && i != 1 {
			t.Errorf("%s: the page is told %q", c.name, line)
		}
		if why := b.event("lost"); why != c.why && i != 1 { // systems word it differently
			t.Errorf("%s: why is %q", c.name, why)
		}
		b.send("isready")
		b.want("info string refused: there is no engine")
		b.send(`{"id":1,"do":"start960","number":518}`)
		if line := b.line(); !strings.Contains(line, "rnbqkbnr") {
			t.Errorf("%s: the web API says %q", c.name, line)
		}
		b.send(`{"id":2,"do":"restart"}`)
		b.want(`{"id":2,"engine":"ready"}`)
		b.send("isready")
		b.want("got isready")
	}
}

func TestNoEngine(t *testing.T) {
	s := open(t, func(c *Config) { c.Command = func() *exec.Cmd { return exec.Command("/no/such/engine") } }, nil)
	b := s.dial(t)
	if why := b.event("lost"); !strings.Contains(why, "/no/such/engine") {
		t.Errorf("why is %q", why)
	}
}

// An engine that reads nothing holds nobody up.
func TestBusyEngine(t *testing.T) {
	s := open(t, nil, nil)
	b := s.link(t)
	b.send("ponderhit")
	long := "position startpos moves " + strings.Repeat("e2e4 ", 12_000)
	for range queueLength + 8 {
		b.send(long)
	}
	b.want("info string refused: " + errBusy.Error())
	b.send(`{"id":2,"do":"restart"}`)
	b.event("ready")
	b.send("isready")
	b.want("got isready")
}

func TestFrames(t *testing.T) {
	s := open(t, nil, nil)
	text, binary := websocket.MessageText, websocket.MessageBinary
	refused := func(why string) string { return "info string refused: " + why }
	for _, c := range []struct {
		name  string
		kind  websocket.MessageType
		frame string
		want  string // the answer, or the status that closes the link
	}{
		{"nothing", text, "", refused(`the command "" is not for pages`)},
		{"blanks", text, "   ", refused(`the command "" is not for pages`)},
		{"a word", text, "hello", refused(`the command "hello" is not for pages`)},
		{"a known word behind an unknown one", text, "please quit", refused(`the command "please" is not for pages`)},
		{"two lines", text, "isready\nquit", refused("a command is one line of text")},
		{"a carriage return", text, "isready\rquit", refused("a command is one line of text")},
		{"a nought", text, "isready\x00", refused("a command is one line of text")},
		{"no UTF-8", text, "isready \xff\xfe", refused("a command is one line of text")},
		{"a byte order mark", text, "\ufeffquit", refused(`the command "\ufeffquit" is not for pages`)},
		{"a command of 64 KiB", text, "d" + strings.Repeat(" ", 64<<10), refused("the command has 65537 bytes, 65536 is the most")},
		{"broken JSON", text, `{"id":1,`, `{"id":1,"error":"the request is not understood: unexpected end of JSON input","code":"not understood"}`},
		{"JSON as long as it may be", text, `{"id":1,"do":"` + strings.Repeat("x", webapi.MaxLine-20) + `"}`, `{"id":1,"error":"the web API cannot do \"` + strings.Repeat("x", 40) + `...\"","code":"unknown request"}`},
		{"deep JSON", text, strings.Repeat(`{"a":`, 100_000), `{"id":null,"error":"the request is not understood: invalid character '{' exceeded max depth","code":"not understood"}`},
		{"a frame of 20 MB", text, strings.Repeat("x", 20_000_000), websocket.StatusMessageTooBig.String()},
		{"JSON of 20 MB", text, "{" + strings.Repeat("x", 20_000_000), websocket.StatusMessageTooBig.String()},
		{"a binary frame", binary, "isready", websocket.StatusUnsupportedData.String()},
	} {
		t.Run(c.name, func(t *testing.T) {
			soon(t, "an engine is free", func() bool { return s.engines() == 0 })
			b := s.link(t)
			before := heap()
			_ = b.conn.Write(t.Context(), c.kind, []byte(c.frame)) // a large one may find the link closed
			if strings.HasPrefix(c.want, "Status") {
				if got := b.closed().String(); got != c.want {
					t.Errorf("the link is closed with %s, want %s", got, c.want)
				}
			} else {
				b.want(c.want)
				b.send("isready")
				b.want("got isready")
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
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(c, "GET /link?token=%s HTTP/1.1\r\nHost: %s\r\nOrigin: http://%[2]s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"+
			"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n", s.token, s.host)
		_, _ = io.WriteString(c, garbage)
		_ = c.SetDeadline(time.Now().Add(20 * time.Second))
		if _, err := io.Copy(io.Discard, c); errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("%.20q: the link is open", garbage)
		}
		c.Close()
		soon(t, "its engine is free", func() bool { return s.engines() == 0 })
	}
	good := s.link(t)
	good.send("isready")
	good.want("got isready")
}

// The end of the server is that of all its engines.
func TestShutdown(t *testing.T) {
	s := open(t, nil, nil)
	one, two := s.link(t), s.link(t)
	one.send("ponderhit") // an engine that does not listen
	s.close()
	if n := s.engines(); n != 0 {
		t.Errorf("%d engines are left", n)
	}
	for i := range 2 {
		if err := s.process(i).Kill(); err == nil {
			t.Errorf("engine %d ran", i)
		}
	}
	one.closed()
	two.closed()
	if _, err := net.Dial("tcp", s.host); err == nil {
		t.Error("the server still listens")
	}
}
