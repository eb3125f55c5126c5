//go:build !wasm

package serve

import (
	"io"
	"strings"
	"testing"
)

func TestParsePublic(t *testing.T) {
	for _, c := range []struct{ text, want, origin string }{
		{"https://chess.example", "https://chess.example/", "https://chess.example"},
		{"https://chess.example/", "https://chess.example/", "https://chess.example"},
		{"HTTPS://Chess.Example/Board", "https://chess.example/Board/", "https://chess.example"},
		{"https://chess.example:443/board//", "https://chess.example/board/", "https://chess.example"},
		{"https://chess.example:8443/", "https://chess.example:8443/", "https://chess.example:8443"},
		{"http://10.0.0.7:80", "http://10.0.0.7/", "http://10.0.0.7"},
		{"http://10.0.0.7:443", "http://10.0.0.7:443/", "http://10.0.0.7:443"},
		{"https://[2001:db8::1]:8443", "https://[2001:db8::1]:8443/", "https://[2001:db8::1]:8443"},

		{"", "", ""},
		{"chess.example", "", ""},
		{"chess.example:443", "", ""},
		{"//chess.example/", "", ""},
		{"https://", "", ""},
		{"https://:443/", "", ""},
		{"https:/chess.example", "", ""},
		{"wss://chess.example/", "", ""},
		{"https://user@chess.example/", "", ""},
		{"https://chess.example/?token=x", "", ""},
		{"https://chess.example/?", "", ""},
		{"https://chess.example/#chess", "", ""},
		{"https://chess.example;script-src/", "", ""},
		{"https://chess example/", "", ""},
		{"https://chess.example:x/", "", ""},
		{"https://chess.example/%zz", "", ""},
	} {
		u, err := ParsePublic(c.text)
		if (err != nil) != (c.want == "") {
			t.Errorf("%q: error %v", c.text, err)
		} else if err == nil && (u.String() != c.want || origin(u) != c.origin) {
			t.Errorf("%q: %s and %s, want %s and %s", c.text, u, origin(u), c.want, c.origin)
		}
	}
}

// Behind a proxy pages come by its address, whatever it makes of host and path.
func TestBehindAProxy(t *testing.T) {
	s := open(t, func(c *Config) {
		var err error
		if c.Public, err = ParsePublic("https://chess.example/board/"); err != nil {
			t.Fatal(err)
		}
		c.Token = "my-own-token-of-pages"
	}, nil)
	const upgrade = "\nUpgrade: websocket\nConnection: Upgrade\nSec-WebSocket-Version: 13\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="
	const link, kept, passed, local = "link?token=my-own-token-of-pages HTTP/1.1\n", "Host: chess.example", "Host: chess.example:443", "Host: 127.0.0.1:8080"
	const good = upgrade + "\nOrigin: https://chess.example"
	for _, c := range []struct {
		name, text string
		want       int
	}{
		{"the page", "GET / HTTP/1.1\n" + kept, 200},
		{"the page by the address of the server", "GET / HTTP/1.1\n" + local, 200},
		{"the page with its port", "GET / HTTP/1.1\n" + passed, 200},
		{"the page below a path", "GET /board/ HTTP/1.1\n" + kept, 200},
		{"a file below a path", "GET /board/sub/board.js HTTP/1.1\n" + kept, 200},
		{"a file without the path", "GET /sub/board.js HTTP/1.1\n" + kept, 200},
		{"another path", "GET /boards/link.js HTTP/1.1\n" + kept, 404},
		{"up from the path", "GET /board/../link.js HTTP/1.1\n" + kept, 404},
		{"another name", "GET / HTTP/1.1\nHost: evil.example", 421},

		{"a link", "GET /" + link + kept + good, 101},
		{"a link below the path", "GET /board/" + link + kept + good, 101},
		{"a link by the address of the server", "GET /" + link + local + good, 101},
		{"a link without a proxy", "GET /" + link + local + upgrade + "\nOrigin: http://127.0.0.1:8080", 101},
		{"a link of a foreign page", "GET /" + link + kept + upgrade + "\nOrigin: https://evil.example", 403},
		{"a link of a page without TLS", "GET /" + link + local + upgrade + "\nOrigin: http://chess.example", 403},
		{"a link of a page on another port", "GET /" + link + kept + upgrade + "\nOrigin: https://chess.example:8443", 403},
		{"a link of a name that begins like ours", "GET /" + link + kept + upgrade + "\nOrigin: https://chess.example.evil.example", 403},
		{"a link without origin", "GET /" + link + kept + upgrade, 403},
		{"a link without token", "GET /link HTTP/1.1\n" + kept + good, 403},
		{"a link with another token", "GET /link?token=my-own-token-of-page HTTP/1.1\n" + kept + good, 403},
	} {
		t.Run(c.name, func(t *testing.T) {
			soon(t, "an engine is free", func() bool { return s.pages() == 0 })
			r := request(t, s, c.text)
			if r.StatusCode != c.want {
				t.Errorf("status %d, want %d", r.StatusCode, c.want)
			}
			if policy := r.Header.Get("Content-Security-Policy"); !strings.Contains(policy, " wss://chess.example;") {
				t.Errorf("the page may not open its link: %s", policy)
			}
		})
	}
}

// Anybody may ask whether the server is alive, by any name and without a token, and is told nothing else.
func TestHealth(t *testing.T) {
	plain := open(t, nil, nil)
	public := open(t, func(c *Config) { c.Public, _ = ParsePublic("https://chess.example/board/") }, nil)
	for _, c := range []struct {
		name, text string
		of         *site
		want       int
	}{
		{"by an address", "GET /healthz HTTP/1.1\nHost: 127.0.0.1", plain, 200},
		{"by any name", "GET /healthz HTTP/1.1\nHost: pod-7.cluster.local", plain, 200},
		{"without a name", "GET /healthz HTTP/1.0", plain, 200},
		{"the head", "HEAD /healthz HTTP/1.1\nHost: x", plain, 200},
		{"with a query", "GET /healthz?full=1 HTTP/1.1\nHost: x", plain, 200},
		{"a post", "POST /healthz HTTP/1.1\nContent-Length: 0\nHost: 127.0.0.1", plain, 405},
		{"something below it", "GET /healthz/x HTTP/1.1\nHost: 127.0.0.1", plain, 404},
		{"behind a proxy", "GET /board/healthz HTTP/1.1\nHost: chess.example", public, 200},
		{"beside the proxy", "GET /healthz HTTP/1.1\nHost: x", public, 200},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := request(t, c.of, c.text)
			if r.StatusCode != c.want {
				t.Fatalf("status %d, want %d", r.StatusCode, c.want)
			}
			if body, _ := io.ReadAll(io.LimitReader(r.Body, r.ContentLength)); c.want == 200 && strings.HasPrefix(c.text, "GET") && string(body) != "ok\n" {
				t.Errorf("it says %q", body)
			}
		})
	}
}
