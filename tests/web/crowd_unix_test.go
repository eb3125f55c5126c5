//go:build unix

package web

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/nitoryu/nitoryu/tests/must"
)

// crowd is random visitors of one server.
type crowd struct {
	*server
	mu     sync.Mutex
	visits map[string]int // by what visitors do
	failed []string
}

// A visitor does one thing, and need not do it to the end.
var visitors = []struct {
	name string
	come func(*crowd, context.Context, *rand.Rand) error
}{
	{"reads files", (*crowd).reads},
	{"speaks no HTTP", (*crowd).babbles},
	{"is not let in", (*crowd).knocks},
	{"plays", (*crowd).plays},
	{"plays and breaks off", (*crowd).breaksOff},
	{"asks the web API", (*crowd).asks},
	{"sends garbage", (*crowd).garbles},
	{"never listens", (*crowd).ignores},
}

// An hour of visitors who do all that they should not leaves the server as it was: no
// engine, no open file and no memory is kept, and whoever comes next is served.
// NITORYU_SERVE is how long it lasts, such as 1h.
func TestCrowd(t *testing.T) {
	length := time.Second
	if text := os.Getenv("NITORYU_SERVE"); text != "" {
		var err error
		if length, err = time.ParseDuration(text); err != nil {
			t.Fatal(err)
		}
	}
	c := &crowd{server: serve(t, "--threads", "2", "--hash", "32", "--engines", "4"), visits: map[string]int{}}
	_ = c.engines(t)       // skips where the system does not tell
	most := c.files(t) + 4 // the runtime opens a few
	rounds := max(1, min(60, int(length/(10*time.Second))))
	var files, memory []int
	for round := range rounds {
		ctx, cancel := context.WithTimeout(t.Context(), length/time.Duration(rounds))
		var all sync.WaitGroup
		for i := range 6 {
			random := rand.New(rand.NewPCG(uint64(round), uint64(i)))
			all.Go(func() { c.visit(ctx, random) })
		}
		all.Wait()
		cancel()
		soon(t, "no engine is left", func() bool { return len(c.engines(t)) == 0 })
		soon(t, "no connection is left", func() bool { return c.files(t) <= most })
		files, memory = append(files, c.files(t)), append(memory, c.memory(t))
		b := c.open(t)
		b.say(`{"id":1,"do":"search","moves":["e2e4"],"limits":{"nodes":2000}}`)
		b.hear(`{"id":1,"best"`)
		_ = b.conn.CloseNow()
	}
	for _, v := range visitors {
		if c.visits[v.name] == 0 && length > 10*time.Second {
			t.Errorf("nobody %s", v.name)
		}
	}
	for _, f := range c.failed[:min(5, len(c.failed))] {
		t.Error(f)
	}
	half := len(memory) / 2
	if before, after := highest(memory[len(memory)/5:half+1]), highest(memory[half:]); rounds > 20 && after > before+before/20+4<<10 {
		t.Errorf("memory: at most %d kB in the first half, %d in the second", before, after)
	}
	t.Logf("%v: %v; %d to %d kB of memory, at most %d open files", length, c.visits, memory[0], memory[len(memory)-1], highest(files))
}

func highest(list []int) int {
	top := 0
	for _, n := range list {
		top = max(top, n)
	}
	return top
}

// visit sends one visitor after the other.
func (c *crowd) visit(ctx context.Context, random *rand.Rand) {
	for ctx.Err() == nil {
		v := visitors[random.IntN(len(visitors))]
		err := v.come(c, ctx, random)
		c.mu.Lock()
		c.visits[v.name]++
		if end, _ := ctx.Deadline(); err != nil && time.Now().Before(end) {
			c.failed = append(c.failed, fmt.Sprintf("someone %s: %v", v.name, err))
		}
		c.mu.Unlock()
	}
}

// files returns how many files and connections the server has open.
func (c *crowd) files(t *testing.T) int {
	t.Helper()
	list, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", c.Cmd.Process.Pid))
	must.OK(t, err)
	return len(list)
}

// memory returns the resident memory of the server, without its engines, in kB.
func (c *crowd) memory(t *testing.T) int {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(c.Cmd.Process.Pid), "status"))
	must.OK(t, err)
	_, rest, _ := strings.Cut(string(text), "VmRSS:")
	kilobytes, err := strconv.Atoi(strings.Fields(rest + " none")[0])
	must.OK(t, err)
	return kilobytes
}

// enter opens a link. It returns nil if all engines are in use, or if the time is up.
func (c *crowd) enter(ctx context.Context, query, origin string) *websocket.Conn {
	conn, response, err := websocket.Dial(ctx, "ws://"+c.page.Host+"/link?"+query, &websocket.DialOptions{HTTPHeader: http.Header{"Origin": {origin}}})
	if response != nil && response.Body != nil {
		_ = response.Body.Close()
	}
	if err != nil {
		return nil
	}
	conn.SetReadLimit(8 << 20)
	return conn
}

// guest opens a link as a page of the server does.
func (c *crowd) guest(ctx context.Context) *websocket.Conn {
	conn := c.enter(ctx, c.page.RawQuery, "http://"+c.page.Host)
	if conn == nil {
		return nil
	}
	if line, err := until(ctx, conn, `{"engine":`); err != nil || !strings.HasPrefix(line, `{"engine":"ready"`) {
		_ = conn.CloseNow()
		return nil
	}
	return conn
}

// until reads up to a line with one of these beginnings.
func until(ctx context.Context, conn *websocket.Conn, beginnings ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for {
		_, line, err := conn.Read(ctx)
		if err != nil {
			return "", err
		}
		for _, b := range beginnings {
			if strings.HasPrefix(string(line), b) {
				return string(line), nil
			}
		}
	}
}

func write(ctx context.Context, conn *websocket.Conn, lines ...string) error {
	for _, line := range lines {
		if err := conn.Write(ctx, websocket.MessageText, []byte(line)); err != nil {
			return err
		}
	}
	return nil
}

// reads asks for files that are there, and for others.
func (c *crowd) reads(ctx context.Context, random *rand.Rand) error {
	path := pick(random, "/", "/index.html", "/app.js", "/../../etc/passwd", "/none", "/"+strings.Repeat("a/", random.IntN(2000)), "/link")
	request, err := http.NewRequestWithContext(ctx, pick(random, "GET", "GET", "HEAD", "POST", "DELETE"), "http://"+c.page.Host+path, http.NoBody)
	if err != nil {
		return err
	}
	request.Close = random.IntN(2) == 0
	response, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode >= 500 {
		return fmt.Errorf("%s %s: %s", request.Method, path, response.Status)
	}
	_, err = io.Copy(io.Discard, response.Body)
	return err
}

// babbles sends bytes that are no request, or only the beginning of one.
func (c *crowd) babbles(ctx context.Context, random *rand.Rand) error {
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", c.page.Host)
	if err != nil {
		return err
	}
	text := []byte("GET /link?" + c.page.RawQuery + " HTTP/1.1\r\nHost: " + c.page.Host + "\r\nOrigin: http://" + c.page.Host +
		"\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n")
	switch random.IntN(3) {
	case 0:
		text = text[:random.IntN(len(text))]
	case 1:
		for range 1 + random.IntN(20) {
			text[random.IntN(len(text))] = byte(random.Uint32())
		}
	default: // a link, and frames of any bytes
		for range random.IntN(200) {
			text = append(text, byte(random.Uint32()))
		}
	}
	_, _ = conn.Write(text)
	sleep(ctx, random, 50*time.Millisecond)
	if tcp, ok := conn.(*net.TCPConn); ok && random.IntN(2) == 0 {
		_ = tcp.SetLinger(0) // a reset in place of an end
	}
	return conn.Close()
}

// knocks comes with a wrong token or from another page, and has to stay outside.
func (c *crowd) knocks(ctx context.Context, random *rand.Rand) error {
	query, origin := c.page.RawQuery, "http://"+c.page.Host
	if random.IntN(2) == 0 {
		query = pick(random, "", "token=", "token=AAAAAAAAAAAAAAAAAAAAAAAAAA", query[:len(query)-1])
	} else {
		origin = pick(random, "", "null", "http://example.com", "https://"+c.page.Host)
	}
	if conn := c.enter(ctx, query, origin); conn != nil {
		_ = conn.CloseNow()
		return fmt.Errorf("a visitor from %q with %q was let in", origin, query)
	}
	return nil
}

// plays plays some moves of either game and leaves politely.
func (c *crowd) plays(ctx context.Context, random *rand.Rand) error {
	conn := c.guest(ctx)
	if conn == nil {
		return nil
	}
	defer func() { _ = conn.CloseNow() }()
	question := map[string]any{"id": 1, "do": "search", "game": pick(random, "chess", "shogi")}
	moves := []string{}
	for range 1 + random.IntN(6) {
		question["moves"], question["limits"] = moves, json.RawMessage(pick(random, `{"nodes":500}`, `{"time":20}`, `{"depth":4}`))
		text, err := json.Marshal(question)
		if err != nil {
			return err
		}
		if err := write(ctx, conn, string(text)); err != nil {
			return err
		}
		line, err := until(ctx, conn, `{"id":1,"best"`, `{"id":1,"error"`)
		if err != nil {
			return err
		}
		var answer struct{ Best string }
		if err := json.Unmarshal([]byte(line), &answer); err != nil || answer.Best == "" {
			return fmt.Errorf("told %s: %w", line, err)
		}
		moves = append(moves, answer.Best)
	}
	return conn.Close(websocket.StatusNormalClosure, "")
}

// breaksOff leaves in the middle of a search, or of a start of the engine.
func (c *crowd) breaksOff(ctx context.Context, random *rand.Rand) error {
	conn := c.enter(ctx, c.page.RawQuery, "http://"+c.page.Host)
	if conn == nil {
		return nil
	}
	_ = write(ctx, conn, pick(random, `{"do":"new"}`, `{"do":"new","game":"shogi","threads":2}`), pick(random, `{"do":"search"}`, `{"do":"search","game":"shogi"}`))
	sleep(ctx, random, 100*time.Millisecond)
	return conn.CloseNow()
}

// asks asks the web API for what it can do, and for what it cannot.
func (c *crowd) asks(ctx context.Context, random *rand.Rand) error {
	conn := c.guest(ctx)
	if conn == nil {
		return nil
	}
	defer func() { _ = conn.CloseNow() }()
	for range 1 + random.IntN(20) {
		if err := write(ctx, conn, pick(random,
			`{"id":1,"do":"games"}`, `{"id":2,"do":"start960","number":5}`, `{"id":3,"do":"dance"}`, `{"id":4,"do":"new"}`,
			`{"id":5,"do":"position","moves":["e2e4"]}`, `{"id":6,"do":"position","game":"shogi","moves":["7g7f","3c3d"]}`,
			`{"id":7,"do":"read","text":"1. e4 (1. d4 $6 {x}) e5 *"}`, `{"id":8,"do":"review","moves":["e2e4"],"limits":{"nodes":100}}`,
			`{"id":9,"do":"write","format":"kif","record":{"game":"shogi","root":{"next":[{"move":"7g7f"}]}}}`, `{"id":10`)); err != nil {
			return err
		}
		if _, err := until(ctx, conn, "{"); err != nil {
			return err
		}
	}
	return nil
}

// garbles sends what is no command, too long or no text.
func (c *crowd) garbles(ctx context.Context, random *rand.Rand) error {
	conn := c.guest(ctx)
	if conn == nil {
		return nil
	}
	for range 1 + random.IntN(10) {
		noise := make([]byte, random.IntN(300))
		for i := range noise {
			noise[i] = byte(random.Uint32())
		}
		line := pick(random, string(noise), strings.Repeat("x", random.IntN(1<<18)), "setoption name Debug Log File value /tmp/x", `{"do":"new","hash":999999,"threads":999}`,
			`{"do":"new","game":"go"}`, `{"do":"search","position":"x"}`, `{"do":"search","limits":{"clock":{"left":[-5]}}}`, "{}", `{"do":"stop"}`, `{"do":"ponderhit"}`, "bench -depth 3")
		kind := websocket.MessageText
		if random.IntN(10) == 0 {
			kind = websocket.MessageBinary
		}
		if conn.Write(ctx, kind, []byte(line)) != nil {
			break // the server may close the link
		}
	}
	sleep(ctx, random, 20*time.Millisecond)
	return conn.CloseNow()
}

// ignores sends much and takes nothing.
func (c *crowd) ignores(ctx context.Context, random *rand.Rand) error {
	conn := c.guest(ctx)
	if conn == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, time.Duration(random.IntN(500))*time.Millisecond)
	defer cancel()
	for ctx.Err() == nil && write(ctx, conn, pick(random, `{"do":"new"}`, `{"do":"search","limits":{"nodes":100}}`, `{"id":1,"do":"games"}`)) == nil {
	}
	return conn.CloseNow()
}

func pick(random *rand.Rand, choices ...string) string { return choices[random.IntN(len(choices))] }

// sleep waits for a random time.
func sleep(ctx context.Context, random *rand.Rand, most time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(time.Duration(random.Int64N(int64(most)))):
	}
}
