//go:build unix

package web

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/nitoryu/nitoryu/tests/engine"
	"github.com/nitoryu/nitoryu/tests/must"
)

// server is a running nitoryu serve.
type server struct {
	*engine.Process
	page *url.URL
}

func serve(t *testing.T, flags ...string) *server {
	t.Helper()
	s := &server{Process: start(t, nitoryu(t), append([]string{"serve", "--address", "127.0.0.1:0"}, flags...)...)}
	_, line := s.Until("http://127.0.0.1:")
	var err error
	if s.page, err = url.Parse(line); err != nil || len(s.page.Query().Get("token")) < 20 {
		t.Fatalf("the address %q, %v", line, err)
	}
	return s
}

// engines returns the processes of the server's engines, or skips the test where the system
// does not tell.
func (s *server) engines(t *testing.T) (processes []int) {
	t.Helper()
	files, _ := filepath.Glob("/proc/" + strconv.Itoa(s.Cmd.Process.Pid) + "/task/*/children")
	if len(files) == 0 {
		t.Skip("the system does not tell of processes")
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue // the thread has ended
		}
		for word := range strings.FieldsSeq(string(text)) {
			pid, err := strconv.Atoi(word)
			must.OK(t, err)
			processes = append(processes, pid)
		}
	}
	return processes
}

// soon waits for something to become true.
func soon(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !is(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("not in a minute: " + what)
		}
	}
}

// tab is a page of the server.
type tab struct {
	t    *testing.T
	conn *websocket.Conn
}

func (s *server) open(t *testing.T) *tab {
	t.Helper()
	c, _, err := websocket.Dial(t.Context(), "ws://"+s.page.Host+"/link?"+s.page.RawQuery,
		&websocket.DialOptions{HTTPHeader: http.Header{"Origin": {"http://" + s.page.Host}}})
	must.OK(t, err)
	c.SetReadLimit(8 << 20)
	t.Cleanup(func() { _ = c.CloseNow() })
	b := &tab{t, c}
	b.hear(`{"engine":"ready"}`)
	return b
}

func (b *tab) say(lines ...string) {
	b.t.Helper()
	for _, line := range lines {
		if err := b.conn.Write(b.t.Context(), websocket.MessageText, []byte(line)); err != nil {
			b.t.Fatal(err)
		}
	}
}

func (b *tab) hear(beginning string) (line string) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.t.Context(), time.Minute)
	defer cancel()
	for {
		_, line, err := b.conn.Read(ctx)
		if err != nil {
			b.t.Fatalf("no line %q: %v", beginning, err)
		}
		if strings.HasPrefix(string(line), beginning) {
			return string(line)
		}
	}
}

// A page plays both games and asks the web API.
func TestServe(t *testing.T) {
	b := serve(t, "--threads", "2", "--hash", "64", "--option", "BookFile=no_book", "--option", "UCI_ShowWDL=true").open(t)
	b.say(`{"id":1,"do":"new","game":"chess","threads":8,"hash":100}`)
	b.hear(`{"id":1,"threads":2,"hash":64}`)
	b.say(`{"id":2,"do":"search","moves":["e2e4"],"limits":{"lines":2}}`)
	b.hear(`{"id":2,"news":[{"rank":1,`)
	b.say(`{"id":5,"do":"position","game":"chess","moves":["e2e4"]}`) // while it thinks
	var position struct{ Legal []any }
	if err := json.Unmarshal([]byte(b.hear(`{"id":5,`)), &position); err != nil || len(position.Legal) != 20 {
		t.Errorf("%d moves, %v", len(position.Legal), err)
	}
	b.say(`{"id":2,"do":"stop"}`)
	b.hear(`{"id":2,"best":"`)
	for i, c := range []struct{ name, ask, want string }{
		{"a weak player", `"limits":{"elo":800,"time":100}`, `"best":"`},
		{"a clock", `"limits":{"clock":{"left":[1000,1000],"increment":[1,1]}}`, `"best":"`},
		{"a win by endgame", `"position":"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1","limits":{"depth":5}`, `"best":"a1a8","score":"#1"`},
		{"Chess960", `"chess960":true,"position":"4k3/8/8/8/8/8/8/RK6 w Q - 0 1","limits":{"depth":1,"moves":["b1a1"]}`, `"best":"b1a1"`},
		{"shogi", `"game":"shogi","moves":["7g7f"],"limits":{"nodes":1000}`, `"best":"`},
		{"a mate by checks", `"game":"shogi","position":"4k4/9/4P4/9/9/9/9/9/4K4 b G 1","limits":{"tsume":true,"time":9000}`, `"best":"G*5b","score":"#1"`},
		{"no mate by checks", `"game":"shogi","position":"4k4/9/9/9/9/9/9/9/4K4 b P 1","limits":{"tsume":true,"time":9000}`, `"best":"","score":"#-`},
		{"no Elo of chess", `"limits":{"elo":100}`, `"code":"limits"`},
	} {
		b.say(fmt.Sprintf(`{"id":%d,"do":"search",%s}`, 10+i, c.ask))
		for {
			line := b.hear(fmt.Sprintf(`{"id":%d,`, 10+i))
			if strings.Contains(line, `"news"`) {
				continue
			}
			if !strings.Contains(line, c.want) {
				t.Errorf("%s: %s", c.name, line)
			}
			break
		}
	}
}

// Each page has an engine, which ends with it; a killed one is replaced when it is asked
// again; the end of the server is that of all.
func TestProcesses(t *testing.T) {
	const ask, told = `{"id":1,"do":"search"}`, `{"id":1,"news":[{`
	s := serve(t)
	one, two := s.open(t), s.open(t)
	for _, b := range []*tab{one, two} {
		b.say(ask)
		b.hear(told)
	}
	processes := s.engines(t)
	if len(processes) != 2 {
		t.Fatalf("engines %v", processes)
	}
	_ = one.conn.CloseNow()
	soon(t, "the engine of a closed page ends", func() bool { return len(s.engines(t)) == 1 })

	left := s.engines(t)[0]
	must.OK(t, syscall.Kill(left, syscall.SIGKILL))
	if line := two.hear(`{"id":1,"error":"`); !strings.Contains(line, "signal: killed") || !strings.HasSuffix(line, `"code":"lost"}`) {
		t.Errorf("the page is told %s", line)
	}
	two.say(ask)
	two.hear(told)

	last := s.engines(t)[0]
	must.OK(t, s.Cmd.Process.Signal(syscall.SIGTERM))
	soon(t, "the server ends", func() bool {
		select {
		case _, open := <-s.Lines:
			return !open
		default:
			return false
		}
	})
	soon(t, "its engine has ended", func() bool { return errors.Is(syscall.Kill(last, 0), syscall.ESRCH) })
}

// Behind a proxy and with a token of the user's, what is printed has the address of the proxy and keeps the
// token to itself.
func TestServeBehindAProxy(t *testing.T) {
	const token = "a-token-that-nobody-guesses"
	file := filepath.Join(t.TempDir(), "token")
	must.Write(t, file, []byte(token+"\n"))
	t.Setenv("NITORYU_TOKEN", "another-token-in-the-environment")
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must.OK(t, err)
	address := l.Addr().String()
	must.OK(t, l.Close())
	p := start(t, nitoryu(t), "serve", "--address", address, "--public", "https://chess.example/board", "--token-file", file)
	if _, line := p.Until("http"); line != "https://chess.example/board/?token=..." {
		t.Errorf("it prints %s", line)
	}
	r, err := http.Get("http://" + address + "/healthz")
	must.OK(t, err)
	must.OK(t, r.Body.Close())
	if r.StatusCode != http.StatusOK {
		t.Errorf("its health is %s", r.Status)
	}
	c, _, err := websocket.Dial(t.Context(), "ws://"+address+"/board/link?token="+token,
		&websocket.DialOptions{HTTPHeader: http.Header{"Origin": {"https://chess.example"}}})
	must.OK(t, err)
	defer func() { _ = c.CloseNow() }()
	b := &tab{t, c}
	b.hear(`{"engine":"ready"}`)
	b.say(`{"id":1,"do":"search","limits":{"depth":1}}`)
	b.hear(`{"id":1,"best":`)
}

// Where there is no /proc, in a container without it, pages have their engines all the same.
func TestServeWithoutProc(t *testing.T) {
	if runtime.GOOS != "linux" || os.Geteuid() != 0 {
		t.Skip("only root of Linux may look at it without /proc")
	}
	folder := t.TempDir()
	build(t, folder, "nitoryu", "CGO_ENABLED=0")
	cmd := exec.Command("/nitoryu", "serve", "--address", "127.0.0.1:0")
	cmd.Dir, cmd.SysProcAttr = "/", &syscall.SysProcAttr{Chroot: folder}
	out, err := cmd.StdoutPipe()
	must.OK(t, err)
	must.OK(t, cmd.Start())
	defer func() { _ = cmd.Process.Kill(); _ = cmd.Wait() }()
	line, err := bufio.NewReader(out).ReadString('\n')
	must.OK(t, err)
	page, err := url.Parse(strings.TrimSpace(line))
	must.OK(t, err)
	b := (&server{page: page}).open(t)
	b.say(`{"id":1,"do":"search","limits":{"depth":1}}`)
	b.hear(`{"id":1,"best":`)
}

func TestServeFaults(t *testing.T) {
	for _, c := range []struct{ name, flags, want string }{
		{"no address", "--address nowhere", "missing port"},
		{"no engines", "--engines 0", "--engines must be at least 1"},
		{"no threads", "--threads 0", "--threads must be 1 to"},
		{"no memory", "--hash 0", "--hash must be at least 1"},
		{"an unknown option", "--option Nonsense=1", `there is no option "Nonsense"`},
		{"a value that no engine takes", "--option MultiPV=x", `MultiPV: "x" is not a whole number`},
		{"an option without a value", "--option SyzygyPath", "write NAME=VALUE"},
		{"no public address", "--public chess.example", "--public: \"chess.example\" is no address of a page"},
		{"a token file that is not there", "--token-file nowhere", "nowhere"},
		{"a word too many", "now", "one word too many"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if text := fails(t, append([]string{"serve"}, strings.Fields(c.flags)...)...); !strings.Contains(text, c.want) {
				t.Errorf("%q, want %q", text, c.want)
			}
		})
	}
	if runtime.GOOS == "linux" {
		if text := fails(t, "serve", "--address", "192.0.2.1:80"); !strings.Contains(text, "serve: listen") {
			t.Errorf("a foreign address: %q", text)
		}
	}
}

// A server reviews games as the command does.
func TestServedReviewsAreEqual(t *testing.T) {
	b := serve(t).open(t)
	equalReviews(t, "", func(request string) string {
		b.say(request)
		return b.hear(reviewAnswer)
	})
}
