package remote

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"

	"github.com/nitoryu/nitoryu/cmd/internal/app/internal/retry"
)

// The addresses of Lichess.
const (
	Site   = "https://lichess.org"
	Broker = "https://engine.lichess.ovh"
)

// Engine is an engine that speaks UCI. Its lines go where it was opened for.
type Engine interface {
	// Line executes a command and reports whether more may follow.
	Line(command string) bool
	// Wait waits until no search runs.
	Wait()
}

// Config says what is offered, and where.
type Config struct {
	Site, Broker string // addresses
	Token        string // of the account, with the scopes engine:read and engine:write
	Name         string // of the engine on the board
	Threads      int    // the most that the board may ask for
	Hash         int    // MiB
	Options      []string
	Tries        int // in a row that fail after which Run gives up; 0: never

	Open func(out io.Writer) (e Engine, close func(), err error)
	Say  func(text string) // hears what happens

	// What tests replace. The zero values are the usual.
	Wait func(ctx context.Context, d time.Duration) error
	Poll time.Duration // the longest time that the broker may take for an answer
}

const (
	path         = "/api/external-engine"
	longestReply = 1 << 20 // bytes
	usualPoll    = 5 * time.Minute
	dialTimeout  = 30 * time.Second
	usualDepth   = 20 // that a search reaches in usual positions; Lichess wants to know one
)

var (
	goodToken = regexp.MustCompile(`^[!-~]{1,512}$`)
	goodID    = regexp.MustCompile(`^[0-9A-Za-z_-]{1,100}$`)
)

// Check returns what is wrong with the choices. It tells no token.
func (c *Config) Check() error {
	switch {
	case !goodToken.MatchString(c.Token):
		return errors.New("the token must have 1 to 512 characters of ASCII without blanks")
	case len(c.Name) < 3 || len(c.Name) > 200:
		return fmt.Errorf("the name %q must have 3 to 200 characters", c.Name)
	case c.Tries < 0:
		return errors.New("a number must not be negative")
	}
	return errors.Join(checkAddress(c.Site), checkAddress(c.Broker))
}

// checkAddress returns what is wrong with an address that secrets are sent to.
func checkAddress(text string) error {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.User != nil || u.Path != "" && u.Path != "/" || u.RawQuery != "" || u.Fragment != "" {
		return fmt.Errorf("%q is no address such as %s", text, Site)
	}
	ip := net.ParseIP(u.Hostname())
	if here := u.Hostname() == "localhost" || ip != nil && ip.IsLoopback(); u.Scheme != "https" && (u.Scheme != "http" || !here) {
		return fmt.Errorf("%s must begin with https://, as secrets are sent there", text)
	}
	return nil
}

// provider is an engine that is offered.
type provider struct {
	Config
	client *http.Client
	secret string // by which the broker knows us
	desk   *desk
	tries  retry.Tries
}

// Run offers the engine until ctx ends. The error says why it cannot go on.
func Run(ctx context.Context, config Config) error {
	p := &provider{Config: config}
	if err := p.Check(); err != nil {
		return err
	}
	p.complete()
	var err error
	if p.desk, err = openDesk(p.Open, p.Options); err != nil {
		return err
	}
	defer p.desk.close()
	for {
		err := p.register(ctx)
		if err == nil {
			break
		}
		if err := p.again(ctx, err); err != nil {
			return err
		}
	}
	p.tries.Succeeded()
	p.Say(fmt.Sprintf("%s is offered at %s/analysis: choose it in the menu there", p.Name, strings.TrimSuffix(p.Site, "/")))
	var last *job
	defer func() { last.end() }()
	for {
		began := time.Now()
		w, err := p.acquire(ctx)
		switch {
		case err != nil:
			if err := p.again(ctx, err); err != nil {
				return err
			}
		case w == nil:
			p.tries.Succeeded()
			if time.Since(began) < retry.First { // it is to wait for work, not we
				if err := p.Wait(ctx, retry.First); err != nil {
					return err
				}
			}
		default:
			p.tries.Succeeded()
			last.end()
			last = p.begin(ctx, w)
		}
	}
}

// complete fills in the usual choices.
func (p *provider) complete() {
	if p.Wait == nil {
		p.Wait = func(ctx context.Context, d time.Duration) error { return retry.Pause(ctx, d, nil) }
	}
	if p.Poll == 0 {
		p.Poll = usualPoll
	}
	if p.Say == nil {
		p.Say = func(string) {}
	}
	p.tries = retry.Tries{Most: p.Tries, Say: p.Say, Wait: p.Wait}
	random := make([]byte, 32)
	_, _ = rand.Read(random) // never fails
	p.secret = base64.RawURLEncoding.EncodeToString(random)
	dialer := net.Dialer{Timeout: dialTimeout}
	p.client = &http.Client{
		Transport: &http.Transport{
			Proxy: http.ProxyFromEnvironment, DialContext: dialer.DialContext, ForceAttemptHTTP2: true, TLSHandshakeTimeout: dialTimeout,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }, // a token goes nowhere else
	}
}

// again waits before another try. The error says that there is no other try.
func (p *provider) again(ctx context.Context, err error) error {
	least := time.Duration(0)
	if status := (*statusError)(nil); errors.As(err, &status) && status.code == http.StatusTooManyRequests {
		least = time.Minute // as Lichess asks for
	}
	return p.tries.Again(ctx, err, least)
}

// statusError is a refusal.
type statusError struct {
	code int
	host string
}

func (e *statusError) Error() string {
	return fmt.Sprintf("%s answers %d %s", e.host, e.code, http.StatusText(e.code))
}

// ask sends a request and returns the answer. body may be nil. Errors tell no secret.
func (p *provider) ask(ctx context.Context, method, address string, token bool, body any) (answer []byte, err error) {
	var content io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		content = bytes.NewReader(text)
	}
	request, err := http.NewRequestWithContext(ctx, method, address, content)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	if token {
		request.Header.Set("Authorization", "Bearer "+p.Token)
	}
	response, err := p.client.Do(request)
	if err != nil {
		return nil, plain(err)
	}
	defer response.Body.Close()
	answer, err = io.ReadAll(io.LimitReader(response.Body, longestReply+1))
	switch {
	case err != nil:
		return nil, plain(err)
	case len(answer) > longestReply:
		return nil, fmt.Errorf("%s answers more than %d bytes", request.URL.Host, longestReply)
	case response.StatusCode == http.StatusNoContent:
		return nil, nil
	case response.StatusCode != http.StatusOK && response.StatusCode != http.StatusCreated:
		return nil, &statusError{response.StatusCode, request.URL.Host}
	}
	return answer, nil
}

// plain returns an error without the address.
func plain(err error) error {
	var of *url.Error
	if errors.As(err, &of) {
		return of.Err
	}
	return err
}

// registration is what Lichess is told of the engine.
type registration struct {
	Name           string   `json:"name"`
	MaxThreads     int      `json:"maxThreads"`
	MaxHash        int      `json:"maxHash"`
	DefaultDepth   int      `json:"defaultDepth"`
	Variants       []string `json:"variants"`
	ProviderSecret string   `json:"providerSecret"`
}

// register registers the engine, or takes over the registration of the same name.
func (p *provider) register(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, p.Poll)
	defer cancel()
	address := strings.TrimSuffix(p.Site, "/") + path
	answer, err := p.ask(ctx, http.MethodGet, address, true, nil)
	if err != nil {
		return refused(err)
	}
	var known []struct{ ID, Name string }
	if err := json.Unmarshal(answer, &known); err != nil {
		return errors.New("the list of engines makes no sense")
	}
	method := http.MethodPost
	for _, e := range known {
		if e.Name == p.Name && goodID.MatchString(e.ID) {
			method, address = http.MethodPut, address+"/"+e.ID
			break
		}
	}
	_, err = p.ask(ctx, method, address, true, registration{
		Name: p.Name, MaxThreads: p.Threads, MaxHash: p.Hash, DefaultDepth: usualDepth, Variants: []string{"chess"}, ProviderSecret: p.secret,
	})
	return refused(err)
}

// refused returns an error about the token as one that lasts.
func refused(err error) error {
	var status *statusError
	if errors.As(err, &status) && (status.code == http.StatusUnauthorized || status.code == http.StatusForbidden) {
		return retry.Lasting(errors.New("the token is not accepted: it needs the scopes engine:read and engine:write"))
	}
	return err
}

// acquire waits for work, nil if there was none for a while.
func (p *provider) acquire(ctx context.Context) (*work, error) {
	late, cancel := context.WithTimeout(ctx, p.Poll)
	defer cancel()
	answer, err := p.ask(late, http.MethodPost, strings.TrimSuffix(p.Broker, "/")+path+"/work", false, map[string]string{"providerSecret": p.secret})
	switch {
	case err != nil && late.Err() != nil && ctx.Err() == nil, err == nil && answer == nil:
		return nil, nil
	case err != nil:
		return nil, err
	}
	w, err := readWork(answer)
	if err != nil {
		return nil, err
	}
	return w, nil
}
