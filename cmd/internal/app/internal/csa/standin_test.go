package csa

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"strings"
	"sync"
	"testing"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/tests/must"
)

// standIn is a server of the protocol that pairs whoever logs in and is the referee of their games. It
// measures no time: what a move takes, the script says.
type standIn struct {
	t        *testing.T
	listener net.Listener
	script   func(game int) script

	mu      sync.Mutex
	waiting *player
	games   int
	logins  int
	empty   int // lines, which keep connections alive
	said    []string
	all     sync.WaitGroup
}

// script says how a game goes. The zero value is a usual game.
type script struct {
	times    []string // within BEGIN Time
	position []string
	limit    int
	cut      int  // the ply at which the connection of the side to move is lost
	timeUp   int  // the ply at which it has no time
	foul     int  // the ply at which its move is illegal, whatever it is
	seconds  int  // that each move takes
	stay     bool // connections stay after the game
	started  func()
}

// player is a connection that has logged in.
type player struct {
	name  string
	conn  net.Conn
	lines chan string
	gone  bool // guarded by the stand-in
}

// cutLogins are how many connections are lost at login.
func serve(t *testing.T, cutLogins int, of func(game int) script) *standIn {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must.OK(t, err)
	s := &standIn{t: t, listener: listener, script: of}
	s.all.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			s.mu.Lock()
			s.logins++
			cut := s.logins <= cutLogins
			s.mu.Unlock()
			if cut {
				conn.Close()
				continue
			}
			s.all.Go(func() { s.welcome(conn) })
		}
	})
	t.Cleanup(func() {
		listener.Close()
		s.mu.Lock()
		if s.waiting != nil {
			s.waiting.conn.Close()
		}
		s.mu.Unlock()
		s.all.Wait()
	})
	return s
}

// welcome reads the login of a connection, and pairs it.
func (s *standIn) welcome(conn net.Conn) {
	r := bufio.NewReader(conn)
	line, err := r.ReadString('\n')
	words := strings.Fields(line)
	if err != nil || len(words) != 3 || words[0] != "LOGIN" || words[2] != "secret" {
		fmt.Fprint(conn, "LOGIN:incorrect\n")
		conn.Close()
		return
	}
	p := &player{name: words[1], conn: conn, lines: make(chan string, 1000)}
	p.tell("LOGIN:%s OK", p.name)
	s.enter(p)
	defer close(p.lines)
	defer conn.Close()
	for {
		line, err := r.ReadString('\n')
		line = strings.TrimSuffix(line, "\n")
		s.mu.Lock()
		if line == "" {
			s.empty++
		}
		gone := err != nil || line == "LOGOUT"
		if p.gone = gone; gone && s.waiting == p {
			s.waiting = nil
		}
		s.mu.Unlock()
		switch {
		case gone:
			if err == nil {
				p.tell("LOGOUT:completed")
			}
			return
		case line == "":
			p.tell("")
		default:
			p.lines <- line
		}
	}
}

// enter lets a player wait for another one, or begins a game.
func (s *standIn) enter(p *player) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if p.gone {
		return
	}
	for len(p.lines) > 0 { // of a game that is over
		<-p.lines
	}
	if s.waiting == nil {
		s.waiting = p
		return
	}
	s.games++
	game, other := s.games, s.waiting
	s.waiting = nil
	s.all.Go(func() { s.referee(game, [2]*player{other, p}) })
}

func (p *player) tell(format string, args ...any) { fmt.Fprintf(p.conn, format+"\n", args...) }

var usualTimes = []string{"Time_Unit:1sec", "Total_Time:600", "Byoyomi:10", "Least_Time_Per_Move:0"}

// lines returns the summary for a side.
func (c *script) lines(id string, names [2]string, you nitoryu.Side) []string {
	times, position := c.times, c.position
	if times == nil {
		times = usualTimes
	}
	if position == nil {
		position = []string{"PI", "+"}
	}
	lines := []string{
		"BEGIN Game_Summary", "Protocol_Version:1.2", "Protocol_Mode:Server", "Format:Shogi 1.0", "Declaration:Jishogi 1.1", "Game_ID:" + id,
		"Name+:" + names[0], "Name-:" + names[1], "Your_Turn:" + sign(you), "Rematch_On_Draw:NO",
	}
	if c.limit > 0 {
		lines = append(lines, fmt.Sprintf("Max_Moves:%d", c.limit))
	}
	lines = append(append(append(lines, "BEGIN Time"), times...), "END Time", "BEGIN Position")
	return append(append(lines, position...), "END Position", "END Game_Summary")
}

// referee leads a game.
func (s *standIn) referee(number int, players [2]*player) {
	c := s.script(number)
	id := fmt.Sprintf("test+standin-600-10+%s+%s+%d", players[0].name, players[1].name, number)
	for side, p := range players {
		p.tell("%s", strings.Join(c.lines(id, [2]string{players[0].name, players[1].name}, nitoryu.Side(side)), "\n"))
	}
	for side, p := range players {
		line := <-p.lines
		if line == "" { // it has gone
			other := players[1-side]
			other.tell("REJECT:%s by %s", id, p.name)
			s.enter(other)
			return
		}
		if line != "AGREE "+id {
			s.t.Errorf("%s answers %q", p.name, line)
		}
	}
	both := func(format string, args ...any) {
		for _, p := range players {
			p.tell(format, args...)
		}
	}
	both("START:%s", id)
	if c.started != nil {
		c.started()
	}
	o := s.lead(&c, players, both)
	s.mu.Lock()
	s.said = append(s.said, o.String())
	s.mu.Unlock()
	for side, p := range players {
		switch {
		case o.Drawn && o.Ending == nitoryu.MoveLimit:
			p.tell("#CENSORED")
		case o.Drawn:
			p.tell("#DRAW")
		case o.Winner == nitoryu.Side(side):
			p.tell("#WIN")
		default:
			p.tell("#LOSE")
		}
	}
	for _, p := range players {
		if c.stay {
			s.enter(p)
		} else {
			_ = p.conn.(*net.TCPConn).CloseWrite()
		}
	}
}

// lead plays until somebody has won, of which it gives the reason.
func (s *standIn) lead(c *script, players [2]*player, both func(string, ...any)) nitoryu.Outcome {
	p, err := (&proposal{position: []string{"PI", "+"}}).opened(c.position)
	if err != nil {
		s.t.Error(err)
	}
	for ply := 1; ; ply++ {
		side := p.Side()
		won := func(by nitoryu.Ending, word string) nitoryu.Outcome {
			both("%s", word)
			return nitoryu.Outcome{Over: true, Winner: side.Other(), Ending: by}
		}
		switch ply {
		case c.cut:
			s.mu.Lock()
			players[side].gone = true
			s.mu.Unlock()
			players[side].conn.Close()
			both("%%TORYO")
			return won(nitoryu.Resignation, "#RESIGN")
		case c.timeUp:
			<-players[side].lines // too late
			return won(nitoryu.TimeForfeit, "#TIME_UP")
		case c.foul:
			<-players[side].lines
			return won(nitoryu.IllegalMove, "#ILLEGAL_MOVE")
		}
		line := <-players[side].lines
		word, _, _ := strings.Cut(line, ",")
		switch word {
		case "", resigns:
			both("%%TORYO,T0")
			return won(nitoryu.Resignation, "#RESIGN")
		case declares:
			both("%%KACHI,T0")
			if o := p.Claim(); o.Over && !o.Drawn {
				both("#JISHOGI")
				return o
			}
			return won(nitoryu.WrongDeclaration, "#ILLEGAL_MOVE")
		}
		m, err := p.Parse(word)
		if err != nil || p.Play(m) != nil {
			s.t.Errorf("%s plays %s: %v", players[side].name, line, err)
			return won(nitoryu.IllegalMove, "#ILLEGAL_MOVE")
		}
		both("%s,T%d", word, c.seconds)
		o := p.Outcome()
		switch {
		case o.Ending == nitoryu.Repetition:
			both("#SENNICHITE")
			return o
		case o.Ending == nitoryu.PerpetualCheck:
			both("#OUTE_SENNICHITE")
			return o
		case p.Plies() == c.limit:
			both("#MAX_MOVES")
			return nitoryu.Outcome{Over: true, Drawn: true, Ending: nitoryu.MoveLimit}
		}
	}
}

// opened returns the position of a script.
func (p *proposal) opened(lines []string) (*nitoryu.Position, error) {
	if lines != nil {
		p.position = lines
	}
	if err := p.place(); err != nil {
		return nil, err
	}
	at, err := nitoryu.Open(p.setup)
	if err == nil {
		err = at.Play(p.moves...)
	}
	return at, err
}

// puppet answers as it is told: with moves from a list, then with the first legal move.
type puppet struct {
	mu      sync.Mutex
	moves   []nitoryu.Move
	answer  func(p *nitoryu.Position) nitoryu.Result // nil: moves
	ponders nitoryu.Move
	fault   error // of every search
	asked   []nitoryu.Limits
	hits    int
}

func (p *puppet) NewGame(context.Context) error { return nil }
func (p *puppet) Close() error                  { return nil }

func (p *puppet) Search(_ context.Context, at *nitoryu.Position, l nitoryu.Limits) (*nitoryu.Search, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked = append(p.asked, l)
	r := nitoryu.Result{Ponder: p.ponders}
	if legal := at.Legal(); len(legal) > 0 {
		r.Best = legal[0]
	}
	if p.fault != nil {
		r = nitoryu.Result{}
	} else if p.answer != nil {
		r = p.answer(at)
	} else if len(p.moves) > 0 {
		r.Best, p.moves = p.moves[0], p.moves[1:]
	}
	if r.Best != nitoryu.NoMove && r.Lines == nil {
		r.Lines = []nitoryu.Line{{Rank: 1, Depth: 7, Score: 123, Nodes: 99, Moves: []nitoryu.Move{r.Best}}}
	}
	var report nitoryu.Reporter
	finish := func() { report.Finish(r, p.fault) }
	search, report := nitoryu.NewSearch(finish, func(*nitoryu.Clock) error {
		p.mu.Lock()
		p.hits++
		p.mu.Unlock()
		finish()
		return nil
	})
	if !l.Ponder {
		finish()
	}
	return search, nil
}
