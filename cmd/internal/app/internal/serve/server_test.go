//go:build !wasm

package serve

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/nitoryu/nitoryu/tests/must"
)

// request sends a request as it is written and returns the answer.
func request(t *testing.T, s *site, text string) *http.Response {
	t.Helper()
	c, err := net.Dial("tcp", s.host)
	must.OK(t, err)
	t.Cleanup(func() { c.Close() }) // not the body, which may have no end
	if _, err := io.WriteString(c, strings.ReplaceAll(text, "\n", "\r\n")+"\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	r, err := http.ReadResponse(bufio.NewReader(c), nil)
	must.OK(t, err)
	return r
}

func TestRequests(t *testing.T) {
	s := open(t, func(c *Config) { c.Host = "board.example" }, nil)
	own := "Host: " + s.host
	socket := own + "\nUpgrade: websocket\nConnection: Upgrade\nSec-WebSocket-Version: 13\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="
	origin := "\nOrigin: http://" + s.host
	link := "GET /link?token=" + s.token + " HTTP/1.1\n"
	for _, c := range []struct {
		name, text string
		want       int
	}{
		{"the page", "GET / HTTP/1.1\n" + own, 200},
		{"the page with a token", "GET /?token=x HTTP/1.1\n" + own, 200},
		{"the page by its name", "GET /index.html HTTP/1.1\n" + own, 200},
		{"a head", "HEAD /link.js HTTP/1.1\n" + own, 200},
		{"a file in a folder", "GET /sub/board.js HTTP/1.1\n" + own, 200},
		{"as localhost", "GET / HTTP/1.1\nHost: localhost:8080", 200},
		{"by an address of IPv6", "GET / HTTP/1.1\nHost: [::1]:8080", 200},
		{"by the name that was given", "GET / HTTP/1.1\nHost: Board.Example", 200},

		{"by a foreign name", "GET / HTTP/1.1\nHost: evil.example", 421},
		{"by a foreign name that looks like ours", "GET / HTTP/1.1\nHost: 127.0.0.1.evil.example:80", 421},
		{"without a name", "GET / HTTP/1.1\nHost:", 421},
		{"a folder", "GET /sub/ HTTP/1.1\n" + own, 404},
		{"a source", "GET /web.go HTTP/1.1\n" + own, 404},
		{"up from the root", "GET /../server.go HTTP/1.1\n" + own, 404},
		{"up and down", "GET /sub/../link.js HTTP/1.1\n" + own, 404},
		{"up, encoded", "GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\n" + own, 404},
		{"up, encoded twice", "GET /%252e%252e/etc/passwd HTTP/1.1\n" + own, 404},
		{"with backslashes", "GET /..\\..\\windows\\win.ini HTTP/1.1\n" + own, 404},
		{"an absolute path", "GET //etc/passwd HTTP/1.1\n" + own, 404},
		{"a nought in the path", "GET /link.js%00.html HTTP/1.1\n" + own, 404},
		{"a post", "POST / HTTP/1.1\nContent-Length: 0\n" + own, 405},
		{"a put", "PUT /link.js HTTP/1.1\nContent-Length: 0\n" + own, 405},
		{"a head of 64 KiB", "GET / HTTP/1.1\nX: " + strings.Repeat("x", 64<<10) + "\n" + own, 431},

		{"a link", link + socket + origin, 101},
		{"a link without origin", link + socket, 403},
		{"a link of a foreign page", link + socket + "\nOrigin: http://evil.example", 403},
		{"a link of a page on another port", link + socket + "\nOrigin: http://127.0.0.1:1", 403},
		{"a link of a file", link + socket + "\nOrigin: null", 403},
		{"a link of another scheme", link + socket + "\nOrigin: https://" + s.host, 403},
		{"a link of a page with a foreign name", strings.ReplaceAll(link+socket, s.host, "evil.example") + "\nOrigin: http://evil.example", 421},
		{"a link without token", "GET /link HTTP/1.1\n" + socket + origin, 403},
		{"a link with an empty token", "GET /link?token= HTTP/1.1\n" + socket + origin, 403},
		{"a link with a wrong token", "GET /link?token=" + s.token + "x HTTP/1.1\n" + socket + origin, 403},
		{"a link with a part of the token", "GET /link?token=" + s.token[1:] + " HTTP/1.1\n" + socket + origin, 403},
		{"a link that is none", link + own + origin, 426},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := request(t, s, c.text)
			if r.StatusCode != c.want {
				t.Errorf("status %d, want %d", r.StatusCode, c.want)
			}
			if c.want == 431 {
				return // answered by the standard library
			}
			for name, has := range map[string]string{
				"Content-Security-Policy": "default-src 'none'; script-src 'self'", "X-Content-Type-Options": "nosniff",
				"Referrer-Policy": "no-referrer", "X-Frame-Options": "DENY",
			} {
				if got := r.Header.Get(name); !strings.HasPrefix(got, has) {
					t.Errorf("%s is %q", name, got)
				}
			}
		})
	}
}

func TestFiles(t *testing.T) {
	s := open(t, nil, nil)
	for _, c := range []struct{ path, kind, body string }{
		{"/", "text/html; charset=utf-8", "<!doctype html>\n<html>\n<head>\n" + linkSign + "\n<title>board</title>\n</head>\n</html>\n"},
		{"/link.js", "text/javascript; charset=utf-8", "export {};\n"},
	} {
		r := request(t, s, "GET "+c.path+" HTTP/1.1\nHost: "+s.host)
		body, err := io.ReadAll(r.Body)
		if string(body) != c.body || err != nil || r.Header.Get("Content-Type") != c.kind {
			t.Errorf("%s: %s %q, %v", c.path, r.Header.Get("Content-Type"), body, err)
		}
		again := request(t, s, "GET "+c.path+" HTTP/1.1\nHost: "+s.host+"\nIf-None-Match: "+r.Header.Get("ETag"))
		if again.StatusCode != http.StatusNotModified {
			t.Errorf("%s again: status %d", c.path, again.StatusCode)
		}
	}
}

func TestWrongFiles(t *testing.T) {
	for _, c := range []struct {
		name  string
		files fstest.MapFS
	}{
		{"without a page", fstest.MapFS{"link.js": {}}},
		{"without a head", fstest.MapFS{"index.html": {Data: []byte("<html>")}}},
	} {
		if _, err := New(Config{Files: c.files}); err == nil {
			t.Errorf("%s: no error", c.name)
		}
	}
}

func TestTokensDiffer(t *testing.T) {
	a, b := open(t, nil, nil), open(t, nil, nil)
	if a.Token() == b.Token() || len(a.Token()) < 22 {
		t.Errorf("tokens %q and %q", a.Token(), b.Token())
	}
}

// heap returns the bytes in use.
func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapInuse + m.StackInuse
}

// Of a thousand connections most are closed at once; those that stay take little memory,
// and when they are gone, pages are served as before.
func TestThousandConnections(t *testing.T) {
	s := open(t, nil, nil)
	b := s.link(t)
	before := heap()
	var all []net.Conn
	for range 1000 {
		c, err := net.Dial("tcp", s.host)
		must.OK(t, err)
		all = append(all, c)
	}
	open := 0
	var wait sync.WaitGroup
	var mu sync.Mutex
	for _, c := range all {
		wait.Go(func() {
			_ = c.SetDeadline(time.Now().Add(2 * time.Second)) // less than an idle one may stay
			if _, err := c.Read(make([]byte, 1)); errors.Is(err, os.ErrDeadlineExceeded) {
				mu.Lock()
				open++
				mu.Unlock()
			}
		})
	}
	wait.Wait()
	if open > mostOfOne || open == 0 {
		t.Errorf("%d connections are open, %d at most", open, mostOfOne)
	}
	if grown := int64(heap()) - int64(before); grown > 16<<20 {
		t.Errorf("memory has grown by %d bytes", grown)
	}
	b.search()
	for _, c := range all {
		c.Close()
	}
	soon(t, "the page is served again", func() bool {
		c, err := net.Dial("tcp", s.host)
		if err != nil {
			return false
		}
		defer c.Close()
		fmt.Fprintf(c, "GET / HTTP/1.1\r\nHost: %s\r\n\r\n", s.host)
		_ = c.SetDeadline(time.Now().Add(2 * time.Second))
		r, err := http.ReadResponse(bufio.NewReader(c), nil)
		return err == nil && r.StatusCode == http.StatusOK
	})
}
