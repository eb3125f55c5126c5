//go:build !wasm

package serve

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/tests/must"
)

// caller is a connection from an address.
type caller struct {
	net.Conn // panics when something is called that no listener should call
	from     string
	closed   bool
}

func (c *caller) RemoteAddr() net.Addr {
	a, err := net.ResolveTCPAddr("tcp", c.from)
	if err != nil {
		return &net.UnixAddr{Name: c.from}
	}
	return a
}

func (c *caller) Close() error {
	c.closed = true
	return nil
}

// queue is a listener to which some have come.
type queue struct {
	net.Listener
	callers []*caller
}

func (q *queue) Accept() (net.Conn, error) {
	c := q.callers[0]
	q.callers = q.callers[1:]
	return c, nil
}

func TestVisits(t *testing.T) {
	const here, there, four = "192.0.2.1:", "198.51.100.7:", 4
	for _, c := range []struct {
		name   string
		each   int
		from   []string // who come; those with a * are being answered, those with a - have gone, those with a + have a link
		closed string   // by their numbers
	}{
		{"room for all", 2, []string{here, here, there, there}, ""},
		{"one more than there is room for", four, []string{here, here, there, there, there}, "0"},
		{"two more", four, []string{here, here, there, there, there, here}, "0 1"},
		{"one of an address too many", 2, []string{there, here, here, here}, "1"},
		{"both", 2, []string{there, there, here, here, here}, "2"},
		{"the oldest is being answered", four, []string{here + "*", here, there, there, there}, "1"},
		{"all are being answered", four, []string{here + "*", here + "*", there + "*", there + "*", there}, "0"},
		{"some have gone", four, []string{here + "-", here + "-", there, there, there}, ""},
		{"some have a link", four, []string{here + "+", here + "+", there, there, there}, ""},
		{"one subscriber of IPv6", 2, []string{"[2001:db8:1:2::1]:", "[2001:db8:1:2:ffff::2]:", "[2001:db8:1:2::3]:"}, "0"},
		{"two subscribers of IPv6", 2, []string{"[2001:db8:1:2::1]:", "[2001:db8:1:3::1]:", "[2001:db8:1:2::3]:"}, ""},
		{"one address, in IPv6 as well", 2, []string{here, "[::ffff:192.0.2.1]:", here}, "0"},
		{"a zone", 2, []string{"[fe80::1%1]:", "[fe80::1%2]:", "[fe80::1]:"}, "0"},
		{"no address", 2, []string{"pipe", "pipe", "pipe"}, "0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			q := &queue{}
			for i, from := range c.from {
				if from = strings.Trim(from, "*-+"); strings.HasSuffix(from, ":") {
					from += fmt.Sprint(1000 + i)
				}
				q.callers = append(q.callers, &caller{from: from})
			}
			all := slices.Clone(q.callers)
			v := &visits{Listener: q, most: four, each: c.each}
			for _, from := range c.from {
				conn, err := v.Accept()
				must.OK(t, err)
				switch from[len(from)-1] {
				case '*':
					conn.(*visit).answering(true)
				case '+':
					v.leave(conn.(*visit))
				case '-':
					_ = conn.Close()
					conn.(*visit).Conn.(*caller).closed = false
				}
			}
			var closed []string
			for i, one := range all {
				if one.closed {
					closed = append(closed, fmt.Sprint(i))
				}
			}
			if got := strings.Join(closed, " "); got != c.closed {
				t.Errorf("closed are %q, want %q", got, c.closed)
			}
		})
	}
}

// Strangers who take all places, in whatever manner, keep nobody out: neither the page nor its link.
func TestIdleStrangers(t *testing.T) {
	for _, c := range []struct {
		name, says string
		reads      bool // an answer
	}{
		{"silent", "", false},
		{"in the middle of a header", "GET / HTTP/1.1\r\nHost: ", false},
		{"with one byte", "G", false},
		{"with an answer", "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", true},
		{"who do not read", strings.Repeat("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", 100), false},
		{"without a token", "GET /link?token=x HTTP/1.1\r\nHost: localhost\r\n\r\n", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := open(t, nil, func(s *Server) { s.rest = time.Hour }) // no ping meanwhile
			before := s.link(t)                                       // keeps its link
			for range 2 * mostVisits {
				conn, err := net.Dial("tcp", s.host)
				must.OK(t, err)
				defer conn.Close()
				_ = conn.SetWriteDeadline(time.Now().Add(100 * time.Millisecond)) // some are closed meanwhile, or not read
				_, _ = io.WriteString(conn, c.says)
				if c.reads {
					if r, err := http.ReadResponse(bufio.NewReader(conn), nil); err != nil || r.StatusCode == 0 {
						t.Fatalf("a stranger is not answered: %v", err)
					}
				}
			}
			if r := request(t, s, "GET / HTTP/1.1\nHost: "+s.host); r.StatusCode != http.StatusOK {
				t.Errorf("the page has status %d", r.StatusCode)
			}
			before.search()
			after := s.link(t)
			after.search()
		})
	}
}
