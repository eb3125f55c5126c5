package serve

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/web/api"
)

// Config says what is served.
type Config struct {
	Files   fs.FS
	API     *api.API
	Engines int    // that may run at once
	Threads int    // of all engines together; each may have one at least
	Hash    int    // MiB of all engines together; each may have a few at least
	Host    string // by which the server may be called, besides its addresses and localhost

	// Public is the address of the page behind a proxy, as of [ParsePublic]; nil: there is none.
	Public *url.URL
	// Token is what a page has to know; "": a new one.
	Token string

	// Open opens an engine for a page.
	Open func(context.Context, nitoryu.Variant, api.Engine) (nitoryu.Searcher, error)
}

// Server answers the requests of pages. Open one with [New].
type Server struct {
	config Config
	files  map[string]file
	token  string
	budget budget
	rest   time.Duration // between two pings of a page, and for the answer
	grace  time.Duration // for a page to take what is sent
	links  sync.WaitGroup
}

// New returns a server. The error is about the files.
func New(c Config) (*Server, error) {
	files, err := load(c.Files)
	if err != nil {
		return nil, err
	}
	return &Server{
		config: c, files: files, token: cmp.Or(c.Token, rand.Text()), rest: pingInterval, grace: writeTime,
		budget: budget{engines: c.Engines, threads: c.Threads, hash: c.Hash, taken: map[*link][]*api.Engine{}},
	}, nil
}

// Token returns what a page has to know.
func (s *Server) Token() string { return s.token }

// Serve answers requests until the context is done, and ends when all engines have ended.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	ctx, cancel := context.WithCancel(ctx)
	defer s.links.Wait()
	defer cancel()
	server := &http.Server{
		Handler:           s,
		ReadHeaderTimeout: 3 * time.Second,
		ReadTimeout:       5 * time.Second,
		WriteTimeout:      30 * time.Second,
		IdleTimeout:       10 * time.Second,
		MaxHeaderBytes:    16 << 10,
		BaseContext:       func(net.Listener) context.Context { return ctx },
		ConnContext:       func(ctx context.Context, c net.Conn) context.Context { return context.WithValue(ctx, visitKey{}, c) },
	}
	guarded := &visits{Listener: l, most: mostVisits, each: mostOfOne}
	if s.config.Public != nil {
		guarded.each = mostVisits // all come from the proxy
	}
	stop := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stop()
	err := server.Serve(guarded)
	if errors.Is(err, http.ErrServerClosed) && ctx.Err() != nil {
		return nil
	}
	return err
}

// visitKey is the key of the connection in the context of a request.
type visitKey struct{}

// visitOf returns the connection of a request, nil if it came by no listener of ours.
func visitOf(r *http.Request) *visit {
	v, _ := r.Context().Value(visitKey{}).(*visit)
	return v
}

// ServeHTTP implements [http.Handler].
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if v := visitOf(r); v != nil {
		v.answering(true)
		defer v.answering(false)
	}
	s.protect(w.Header(), r.Host)
	path := r.URL.Path
	if u := s.config.Public; u != nil { // not all proxies take it away
		if rest, ok := strings.CutPrefix(path, u.Path); ok {
			path = "/" + rest
		}
	}
	switch {
	case path == "/healthz" && (r.Method == http.MethodGet || r.Method == http.MethodHead):
		healthy(w)
	case !s.called(r.Host):
		http.Error(w, "this server does not go by that name", http.StatusMisdirectedRequest)
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "GET only", http.StatusMethodNotAllowed)
	case path == "/link":
		s.accept(w, r)
	default:
		s.file(w, r, path)
	}
}

// healthy answers who asks whether the server is alive: anybody, by whatever name, as it tells
// nothing else.
func healthy(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = io.WriteString(w, "ok\n")
}

// protect sets the headers by which a browser keeps the page to itself: it runs scripts of
// this server only, asks nobody else for anything, tells nobody its address, which has the
// token, and stands in no frame.
func (s *Server) protect(h http.Header, host string) {
	socket := "'self'" // and what it is for browsers to which that is no WebSocket
	if !strings.ContainsAny(host, " ;,'\"") {
		socket += " ws://" + host
	}
	if u := s.config.Public; u != nil {
		socket += " " + strings.Replace(origin(u), "http", "ws", 1)
	}
	h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; "+
		"img-src 'self' data: blob:; font-src 'self'; manifest-src 'self'; connect-src "+socket+"; "+
		"base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
}

// called reports whether a page may call the server by a host. Names that are not ours may
// lead here by a foreign server's doing (DNS rebinding); numeric addresses cannot.
func (s *Server) called(host string) bool {
	name := host
	if h, _, err := net.SplitHostPort(host); err == nil {
		name = h
	}
	name = strings.Trim(name, "[]")
	if _, err := netip.ParseAddr(name); err == nil {
		return true
	}
	if u := s.config.Public; u != nil && strings.EqualFold(name, u.Hostname()) {
		return true
	}
	return strings.EqualFold(name, "localhost") || name != "" && strings.EqualFold(name, s.config.Host)
}

// own reports whether an origin is a page of ours, which called us by a host. A proxy may have
// called us by another.
func (s *Server) own(from, host string) bool {
	return from == "http://"+host || s.config.Public != nil && from == origin(s.config.Public)
}

// knows reports whether a token is the right one, in a time that tells nothing about it.
func (s *Server) knows(token string) bool {
	given, own := sha256.Sum256([]byte(token)), sha256.Sum256([]byte(s.token))
	return subtle.ConstantTimeCompare(given[:], own[:]) == 1
}

// accept answers a request for a link.
func (s *Server) accept(w http.ResponseWriter, r *http.Request) {
	switch {
	case !s.knows(r.URL.Query().Get("token")): // first: a page asks without an origin why it gets no link
		http.Error(w, "this server has another token", http.StatusForbidden)
		return
	case !s.own(r.Header.Get("Origin"), r.Host):
		http.Error(w, "a page of another origin", http.StatusForbidden)
		return
	}
	c, err := websocket.Accept(w, r, &websocket.AcceptOptions{InsecureSkipVerify: true}) // the origin was looked at
	if err != nil {
		return // it has answered
	}
	if v := visitOf(r); v != nil {
		v.all.leave(v) // there are no more links than engines
	}
	s.links.Add(1)
	defer s.links.Done()
	l := &link{server: s, conn: c}
	l.run(r.Context())
}
