package csa

import (
	"context"
	"errors"
	"fmt"
	"net"
	"regexp"
	"strings"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/cmd/internal/app/internal/retry"
)

// Port is the usual port of the protocol.
const Port = "4081"

// Config says where, as whom and how to play.
type Config struct {
	Address        string // host:port of the server
	Name, Password string
	Games          int // to be played to their end; 0: without end
	Tries          int // in a row without a game after which Run gives up; 0: never

	Engine     nitoryu.Searcher
	EngineName string         // for records
	Limits     nitoryu.Limits // for a move; the clock of the server counts in place of Time
	Ponder     bool           // think on the opponent's time
	Resign     int            // give up at this score against us, in hundredths of a pawn; 0: at mate alone
	MoveLimit  int            // of plies, where the server does not tell; 0: none
	Silent     bool           // send no comments with score and line

	Folder string            // for records
	Say    func(text string) // hears what happens
	Enough <-chan struct{}   // once closed, no further game begins; may be nil

	// What tests replace. The zero values are the usual.
	Dial     func(ctx context.Context) (net.Conn, error)
	Wait     func(ctx context.Context, d time.Duration) error
	Alive    time.Duration // without a line of ours, after which an empty one is sent
	Patience time.Duration // for an answer of the server
}

const (
	usualAlive    = 40 * time.Second // floodgate allows no less than 30
	usualPatience = 5 * time.Minute  // another player has to agree to a game, too
	steady        = 10 * time.Minute // a connection that lasts so long was no failure
	dialTimeout   = 30 * time.Second
	leaveTimeout  = 5 * time.Second
)

var (
	goodName     = regexp.MustCompile(`^[0-9A-Za-z_.@-]{1,32}$`)
	goodPassword = regexp.MustCompile(`^[!-~]{1,512}$`)
)

// Check returns what is wrong with the choices. It tells no password.
func (c *Config) Check() error {
	switch {
	case !goodName.MatchString(c.Name):
		return fmt.Errorf("the name %q must have 1 to 32 letters, digits and _-.@", c.Name)
	case !goodPassword.MatchString(c.Password):
		return errors.New("the password must have 1 to 512 characters of ASCII without blanks")
	case c.Games < 0, c.Tries < 0, c.Resign < 0, c.MoveLimit < 0:
		return errors.New("a number must not be negative")
	}
	return nil
}

// client is a run of games.
type client struct {
	Config
	known  bool // the server has accepted the password before
	played int  // games that ended
	tries  retry.Tries
	unkept error // records that could not be written
}

// Run plays games until there are enough. The error says why it cannot go on, or which records could
// not be written.
func Run(ctx context.Context, config Config) error {
	c := &client{Config: config}
	if err := c.Check(); err != nil {
		return err
	}
	c.complete()
	for !c.enough() {
		err := c.connect(ctx)
		if err == nil {
			continue
		}
		if err := c.tries.Again(ctx, err, 0); err != nil {
			return errors.Join(err, c.unkept)
		}
	}
	return c.unkept
}

// complete fills in the usual choices.
func (c *client) complete() {
	if c.Dial == nil {
		c.Dial = func(ctx context.Context) (net.Conn, error) {
			d := net.Dialer{Timeout: dialTimeout}
			return d.DialContext(ctx, "tcp", c.Address)
		}
	}
	if c.Wait == nil {
		c.Wait = func(ctx context.Context, d time.Duration) error { return retry.Pause(ctx, d, c.Enough) }
	}
	if c.Alive == 0 {
		c.Alive = usualAlive
	}
	if c.Patience == 0 {
		c.Patience = usualPatience
	}
	if c.Say == nil {
		c.Say = func(string) {}
	}
	c.tries = retry.Tries{Most: c.Tries, Say: c.Say, Wait: c.Wait}
}

// enough reports whether no further game is to begin.
func (c *client) enough() bool {
	select {
	case <-c.Enough:
		return true
	default:
		return c.Games > 0 && c.played >= c.Games
	}
}

// connect plays games on one connection, until there are enough or it ends. Some servers end it after
// each game, which is no error.
func (c *client) connect(ctx context.Context) error {
	conn, err := c.Dial(ctx)
	if err != nil {
		return err
	}
	began, played := time.Now(), c.played
	l := newLink(conn, c.Alive)
	defer l.close()
	if err := c.login(ctx, l); err != nil {
		return err
	}
	for !c.enough() {
		p, err := c.proposed(ctx, l)
		if err == nil && p != nil {
			err = c.accept(ctx, l, p)
		}
		switch {
		case err != nil && c.played > played && ended(err):
			return nil
		case err != nil:
			if time.Since(began) >= steady {
				c.tries.Succeeded()
			}
			return err
		}
	}
	c.leave(ctx, l)
	return nil
}

// ended reports whether a connection was closed between two games.
func ended(err error) bool {
	var late *net.OpError
	return err == errGone || errors.As(err, &late)
}

// login gives name and password.
func (c *client) login(ctx context.Context, l *link) error {
	if err := l.send("LOGIN " + c.Name + " " + c.Password); err != nil {
		return err
	}
	late := time.NewTimer(c.Patience)
	defer late.Stop()
	for {
		line, err := l.next(ctx, late)
		switch {
		case err != nil:
			return fmt.Errorf("at login: %w", err)
		case line == "LOGIN:"+c.Name+" OK":
			c.known, l.idle = true, 0
			c.Say(fmt.Sprintf("%s is logged in at %s", c.Name, c.Address))
			return nil
		case line == "LOGIN:incorrect" && !c.known:
			return retry.Lasting(errors.New("the server does not accept name and password"))
		case line == "LOGIN:incorrect": // it has not noticed yet that the connection before was lost
			return errors.New("the server does not accept name and password for now")
		}
		if err := l.ignore(); err != nil {
			return err
		}
	}
}

// leave logs out. Nothing depends on the answer.
func (c *client) leave(ctx context.Context, l *link) {
	if l.send("LOGOUT") != nil {
		return
	}
	late := time.NewTimer(min(leaveTimeout, c.Patience))
	defer late.Stop()
	for l.idle = 0; l.ignore() == nil; {
		if line, err := l.next(ctx, late); err != nil || strings.HasPrefix(line, "LOGOUT:") {
			return
		}
	}
}

// proposed waits for a game. It returns nil if no further game is wanted. A summary that makes no sense
// is rejected, and an error.
func (c *client) proposed(ctx context.Context, l *link) (*summary, error) {
	for {
		select {
		case <-c.Enough:
			return nil, nil
		case line, ok := <-l.lines:
			if !ok {
				return nil, l.fault
			}
			if line != begin+gameSummary {
				if err := l.ignore(); err != nil {
					return nil, err
				}
				continue
			}
			s, err := c.summary(ctx, l)
			if err != nil {
				return nil, errors.Join(err, l.send("REJECT"))
			}
			return s, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// summary reads the rest of a summary.
func (c *client) summary(ctx context.Context, l *link) (*summary, error) {
	late := time.NewTimer(c.Patience)
	defer late.Stop()
	for p := newProposal(); ; {
		line, err := l.next(ctx, late)
		if err != nil {
			return nil, fmt.Errorf("within the summary of a game: %w", err)
		}
		if done, err := p.add(line); err != nil {
			return nil, err
		} else if done {
			l.idle = 0
			return p.finish()
		}
	}
}

// accept agrees to a game and plays it, unless somebody rejects it.
func (c *client) accept(ctx context.Context, l *link, s *summary) error {
	if err := l.send(strings.TrimSpace("AGREE " + s.id)); err != nil {
		return err
	}
	late := time.NewTimer(c.Patience)
	defer late.Stop()
	for {
		line, err := l.next(ctx, late)
		switch {
		case err != nil:
			return fmt.Errorf("before the game: %w", err)
		case strings.HasPrefix(line, "START:"):
			l.idle = 0
			if err := c.play(ctx, l, s); err != nil || c.enough() {
				return err
			}
			// shogi-server closes the connection after a game, but only once it is spoken to.
			return l.send("")
		case strings.HasPrefix(line, "REJECT:"):
			c.Say(fmt.Sprintf("the game %s was rejected", s.id))
			return nil
		}
		if err := l.ignore(); err != nil {
			return err
		}
	}
}
