package api_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/tests/must"
	"github.com/nitoryu/nitoryu/web/api"
)

// Limits that tell the searcher of tests what to do besides searching.
const (
	breaks  = 1 // of Mate: it breaks down
	stumble = 2 // it has a fault that it contains
	refuses = 3 // it does not know how
	babbles = 4 // it has very much to tell
	dies    = 5 // it answers, and has ended
)

// fake is a searcher that answers with the first legal move. The nodes of an endless search are the
// number of ponder hits, of which one with a limit ends it.
type fake struct {
	t     testing.TB
	fault string // of what is opened, or of searches
	mu    sync.Mutex
	log   []string // openings, new games and ends
	game  nitoryu.Variant
	ended chan struct{}
}

func (f *fake) Ended() <-chan struct{} {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.ended
}

func (f *fake) note(format string, args ...any) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.log = append(f.log, fmt.Sprintf(format, args...))
}

// open is a api.Opener with two threads left.
func (f *fake) open(_ context.Context, game nitoryu.Variant, e api.Engine) (nitoryu.Searcher, api.Engine, error) {
	e.Threads = min(2, e.Threads)
	f.note("open %s %d %d", game, e.Threads, e.Hash)
	if e.Hash == 13 || f.fault == "no luck" {
		return (*fake)(nil), e, errors.New("no luck")
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.game, f.ended = game, make(chan struct{})
	return f, e, nil
}

func (f *fake) NewGame(context.Context) error {
	f.note("new game")
	return nil
}

func (f *fake) Close() error {
	f.note("close")
	return nil
}

func (f *fake) Search(ctx context.Context, p *nitoryu.Position, l nitoryu.Limits) (*nitoryu.Search, error) {
	f.mu.Lock()
	game, ended := f.game, f.ended
	f.mu.Unlock()
	if p.Variant() != game {
		f.t.Errorf("the engine of %s is asked about %s", game, p.Variant())
	}
	if f.fault != "" {
		return nil, errors.New(f.fault)
	}
	if l.Mate == refuses {
		return nil, fmt.Errorf("what is a pin? %w", errors.ErrUnsupported)
	}
	hits := make(chan bool, 10) // whether they end the search
	search, report := nitoryu.NewSearch(func() {}, func(c *nitoryu.Clock) error {
		then := l
		then.Ponder, then.Clock = false, cmp.Or(c, l.Clock)
		hits <- !then.Endless()
		return nil
	})
	legal := p.Legal()
	go func() {
		r := nitoryu.Result{Best: legal[0], Depth: l.Depth}
		for depth := 1; l.Mate == babbles && depth <= 20_000 && ctx.Err() == nil; depth++ {
			for rank := 3; rank > 0; rank-- {
				report.Line(nitoryu.Line{Rank: rank, Depth: depth, Moves: legal[rank : rank+1], Nodes: uint64(depth)})
			}
			if depth%100 == 0 {
				time.Sleep(2 * time.Millisecond)
			}
		}
		if l.Endless() {
			report.Progress(nitoryu.Progress{Nodes: 7})
			for going := true; going; {
				select {
				case over := <-hits:
					r.Nodes++
					going = !over
				case <-ctx.Done():
					going = false
				}
			}
		}
		err := ctx.Err()
		switch l.Mate {
		case breaks:
			err = errors.New("out of life")
		case stumble:
			err = &nitoryu.FaultError{Err: errors.New("a bug")}
		case dies:
			close(ended)
		}
		report.Finish(r, err)
	}()
	return search, nil
}

// dialogue is a session with what it tells.
type dialogue struct {
	*api.Session
	t     testing.TB
	fake  *fake
	lines chan string
}

func talk(t testing.TB) *dialogue {
	d := &dialogue{t: t, fake: &fake{t: t}, lines: make(chan string, 1000)}
	d.Session = newAPI().NewSession(d.fake.open, func(line []byte) { d.lines <- string(line) })
	return d
}

// say sends requests, which have to be for the engine.
func (d *dialogue) say(requests ...string) {
	d.t.Helper()
	for _, r := range requests {
		if !d.Take([]byte(r)) {
			d.t.Errorf("%s is not taken", r)
		}
	}
}

// hear waits for a line.
func (d *dialogue) hear() string {
	d.t.Helper()
	select {
	case line := <-d.lines:
		return line
	case <-time.After(must.Patience):
		d.t.Fatal("nothing comes")
		return ""
	}
}

// want waits for a line that has all these parts.
func (d *dialogue) want(parts ...string) {
	d.t.Helper()
	line := d.hear()
	for _, part := range parts {
		if !strings.Contains(line, part) {
			d.t.Errorf("told %s, want %s", line, part)
		}
	}
}

func TestSession(t *testing.T) {
	const endless = `{"id":2,"do":"search","limits":{"lines":3}}`
	for _, c := range []struct {
		name  string
		say   []string
		want  [][]string // parts of each line
		log   string
		close bool // at once
	}{
		{"a game", []string{`{"id":1,"do":"new","game":"chess","threads":3,"hash":64}`, `{"id":2,"do":"search","moves":["e2e4"],"limits":{"depth":5,"time":1}}`},
			[][]string{{`{"id":1,"threads":2,"hash":64}`}, {`{"id":2,"best":"b8a6",`, `"depth":5`}}, "open chess 2 64, new game, close", false},
		{"what is usual", []string{`{"id":1,"do":"new","game":"shogi"}`}, [][]string{{`{"id":1,"threads":1,"hash":16}`}}, "open shogi 1 16, new game, close", false},
		{"more than there can be", []string{`{"id":1,"do":"new","threads":999,"hash":9999}`}, [][]string{{`{"id":1,"threads":2,"hash":256}`}}, "open chess 2 256, new game, close", false},
		{"a search without a game", []string{`{"id":1,"do":"search","game":"shogi","limits":{"depth":1}}`}, [][]string{{`"best":`}}, "open shogi 1 16, close", false},
		{"two new games", []string{`{"id":1,"do":"new"}`, `{"id":2,"do":"new","hash":16}`}, [][]string{{`{"id":1,`}, {`{"id":2,`}}, "open chess 1 16, new game, new game, close", false},
		{"another size", []string{`{"id":1,"do":"new"}`, `{"id":2,"do":"new","hash":32}`}, [][]string{{`{"id":1,`}, {`{"id":2,`}}, "open chess 1 16, new game, close, open chess 1 32, new game, close", false},
		{"another game", []string{`{"id":1,"do":"new","hash":32}`, `{"id":2,"do":"search","game":"shogi","limits":{"depth":1}}`}, [][]string{{`{"id":1,`}, {`{"id":2,`}}, "open chess 1 32, new game, close, open shogi 1 32, close", false},
		{"a stop", []string{endless, `{"id":2,"do":"stop"}`}, [][]string{{`{"id":2,"best":`}}, "", false},
		{"a stop before the search begins", []string{endless, `{"id":3,"do":"search"}`, `{"id":3,"do":"stop"}`, `{"id":2,"do":"stop"}`}, [][]string{{`{"id":2,"best":`}, {`{"id":3,"best":""`}}, "", false},
		{"the end of the input", []string{endless, `{"id":3,"do":"search","limits":{"depth":3}}`}, [][]string{{`{"id":2,"best":`}, {`{"id":3,"best":"b1a3"`}}, "", false},
		{"the end of the page", []string{endless, `{"id":3,"do":"search","limits":{"depth":3}}`}, [][]string{{`{"id":2,"best":`}, {`{"id":3,"best":""`}}, "", true},
		{"a ponder hit before the search begins", []string{endless, `{"id":3,"do":"search","limits":{"ponder":true,"time":5}}`, `{"id":3,"do":"ponderhit"}`, `{"id":2,"do":"stop"}`},
			[][]string{{`{"id":2,"best":`, `"nodes":0`}, {`{"id":3,"best":"b1a3"`, `"nodes":1`}}, "", false},
		{"a ponder hit with the clock before the search begins", []string{endless, `{"id":3,"do":"search","limits":{"ponder":true}}`, `{"id":3,"do":"ponderhit","clock":{"left":[5,5]}}`, `{"id":2,"do":"stop"}`},
			[][]string{{`{"id":2,"best":`}, {`{"id":3,"best":"b1a3"`, `"nodes":1`}}, "", false},
		{"two ponder hits before the search begins", []string{endless, `{"id":3,"do":"search","limits":{"ponder":true}}`, `{"id":3,"do":"ponderhit"}`, `{"id":3,"do":"ponderhit","clock":{"left":[5,5]}}`, `{"id":2,"do":"stop"}`},
			[][]string{{`{"id":2,"best":`}, {`{"id":3,"best":"b1a3"`, `"nodes":1`}}, "", false},
		{"a ponder hit that leaves the search endless", []string{endless, `{"id":3,"do":"search","limits":{"ponder":true}}`, `{"id":3,"do":"ponderhit"}`, `{"id":2,"do":"stop"}`},
			[][]string{{`{"id":2,"best":`}, {`{"id":3,"best":`}}, "", false},
		{"a ponder hit and a stop before the search begins", []string{endless, `{"id":3,"do":"search","limits":{"ponder":true,"time":5}}`, `{"id":3,"do":"ponderhit"}`, `{"id":3,"do":"stop"}`, `{"id":2,"do":"stop"}`},
			[][]string{{`{"id":2,"best":`}, {`{"id":3,"best":""`}}, "", false},
		{"a wrong ponder hit before the search begins", []string{endless, `{"id":3,"do":"search","limits":{"ponder":true,"time":5}}`, `{"id":3,"do":"ponderhit","clock":{"byoyomi":-1}}`, `{"id":2,"do":"stop"}`},
			[][]string{{`{"id":3,"error":"an increment, byoyomi`, `"code":"limits"`}, {`{"id":2,"best":`}, {`{"id":3,"best":`, `"nodes":0`}}, "", false},
		{"a late ponder hit", []string{`{"id":9,"do":"ponderhit"}`}, nil, "", false},
		{"an engine that breaks down", []string{`{"id":1,"do":"search","limits":{"depth":1,"mate":1}}`, `{"id":2,"do":"search","limits":{"depth":1}}`},
			[][]string{{`{"id":1,"error":"out of life","code":"lost"}`}, {`{"id":2,"best":"b1a3"`}}, "open chess 1 16, close, open chess 1 16, close", false},
		{"an engine that ends while nothing is asked", []string{`{"id":1,"do":"search","limits":{"depth":1,"mate":5}}`, `{"id":2,"do":"new"}`, `{"id":3,"do":"search","limits":{"depth":1}}`},
			[][]string{{`{"id":1,"best":"b1a3"`}, {`{"id":2,"threads":1`}, {`{"id":3,"best":"b1a3"`}}, "open chess 1 16, close, open chess 1 16, new game, close", false},
		{"an engine that does not open", []string{`{"id":1,"do":"new","hash":13}`, `{"id":2,"do":"new"}`}, [][]string{{`{"id":1,"error":"no luck","code":"lost"}`}, {`{"id":2,"threads":1`}}, "open chess 1 13, open chess 1 16, new game, close", false},
		{"a fault inside", []string{`{"id":1,"do":"search","limits":{"depth":1,"mate":2}}`}, [][]string{{`"best":"b1a3"`, `"fault":"a bug"`}}, "open chess 1 16, close", false},
		{"more than an engine knows", []string{`{"id":1,"do":"search","limits":{"depth":1,"mate":3}}`}, [][]string{{`{"id":1,"error":"what is a pin?`, `"code":"unsupported"`}}, "open chess 1 16, close", false},

		{"no number", []string{`{"do":"search","limits":{"depth":1}}`}, [][]string{{`{"best":"b1a3"`}}, "", false},
		{"another kind of moves", []string{`{"id":1,"do":"search","moves":7}`}, [][]string{{`{"id":1,"error":"the request is not understood`, `"code":"not understood"`}}, "", false},
		{"an unknown game", []string{`{"id":1,"do":"new","game":"go"}`}, [][]string{{`{"id":1,"error":`, `"code":"unknown game"`}}, "", false},
		{"an engine of nothing", []string{`{"id":1,"do":"new","threads":-1}`}, [][]string{{`"code":"limits"`}}, "", false},
		{"a position that is none", []string{`{"id":1,"do":"search","position":"x"}`}, [][]string{{`"code":"position"`}}, "", false},
		{"an illegal move", []string{`{"id":1,"do":"search","moves":["e2e4","e2e4"]}`}, [][]string{{`"code":"illegal move"`, `"kept":1`}}, "", false},
		{"a limit that is none", []string{`{"id":1,"do":"search","limits":{"depth":-1}}`}, [][]string{{`{"id":1,"error":"a limit is negative","code":"limits"}`}}, "", false},
		{"a review", []string{`{"id":1,"do":"review","moves":["e2e4"]}`}, [][]string{{`{"id":1,"schema":1,"game":"chess"`}}, "", false},
		{"only an illegal move", []string{`{"id":1,"do":"search","limits":{"moves":["e2e5"]}}`}, [][]string{{`"code":"limits"`}}, "", false},
	} {
		ok := t.Run(c.name, func(t *testing.T) {
			d := talk(t)
			d.say(c.say...)
			end, ended := d.Finish, make(chan bool)
			if c.close {
				end = d.Close
			}
			go func() { end(); close(ended) }()
			select {
			case <-ended:
			case <-time.After(must.Patience):
				t.Fatal("a question has no answer")
			}
			close(d.lines)
			var got []string
			for line := range d.lines {
				if !strings.Contains(line, `"news"`) {
					got = append(got, line)
				}
			}
			if len(got) != len(c.want) {
				t.Fatalf("told %q", got)
			}
			for i, parts := range c.want {
				must.Has(t, got[i], parts...)
			}
			if got := strings.Join(d.fake.log, ", "); c.log != "" && got != c.log {
				t.Errorf("the engine: %s, want %s", got, c.log)
			}
		})
		if !ok {
			return // others might wait as long
		}
	}
}

// A search tells what it finds, is told of a ponder hit, and stops.
func TestRunningSearch(t *testing.T) {
	d := talk(t)
	d.say(`{"id":5,"do":"search","limits":{"ponder":true}}`)
	d.want(`{"id":5,"news":[],"nodes":7,"nanoseconds":0}`)
	d.say(`{"id":4,"do":"stop"}`) // of another one
	select {
	case line := <-d.lines:
		t.Errorf("told %s", line)
	case <-time.After(50 * time.Millisecond):
	}
	d.say(`{"id":5,"do":"ponderhit","clock":{"byoyomi":-1}}`)
	d.want(`{"id":5,"error":"an increment, byoyomi or number of moves is negative","code":"limits"}`)
	d.say(`{"id":5,"do":"ponderhit","clock":{"left":[1000,1]}}`, `{"id":5,"do":"stop"}`)
	d.want(`{"id":5,"best":"b1a3"`, `"nodes":1,`)
	d.say(`{"id":5,"do":"stop"}`) // late
	d.Close()
}

// What waits when the page is closed opens no engine any more.
func TestClosedPageOpensNothing(t *testing.T) {
	d := talk(t)
	d.say(`{"id":1,"do":"search"}`)
	d.want(`{"id":1,"news":[],"nodes":7`)
	d.say(`{"id":2,"do":"new","hash":32}`, `{"id":3,"do":"search","game":"shogi"}`, `{"id":4,"do":"new","game":"shogi"}`)
	d.Close()
	if got, want := strings.Join(d.fake.log, ", "), "open chess 1 16, close"; got != want {
		t.Errorf("the engine: %s, want %s", got, want)
	}
}

// However much a search finds, reports are few, with the newest line of each rank.
func TestReportsAreFew(t *testing.T) {
	d := talk(t)
	d.say(`{"id":1,"do":"search","limits":{"depth":1,"mate":4}}`)
	reports := 0
	for last := 0; ; reports++ {
		var told struct {
			Best string
			News []nitoryu.Line
		}
		must.OK(t, json.Unmarshal([]byte(d.hear()), &told))
		if told.Best != "" {
			break
		}
		for i, l := range told.News {
			if l.Rank != i+1 || l.Depth <= last-1 {
				t.Errorf("rank %d of depth %d after depth %d", l.Rank, l.Depth, last)
			}
		}
		last = told.News[0].Depth
	}
	if reports < 2 || reports > 100 {
		t.Errorf("%d reports of 60000 lines", reports)
	}
	d.Close()
}

// Questions do not wait without bound.
func TestTooManyQuestions(t *testing.T) {
	d := talk(t)
	for id := range 40 {
		d.say(fmt.Sprintf(`{"id":%d,"do":"search"}`, id))
	}
	for d.hear() != `{"id":39,"error":"16 questions wait for the engine, which are the most","code":"too many questions","args":{"most":16}}` {
	}
	d.Close()
}

// What is no request for an engine is left to the web API.
func TestNotForTheEngine(t *testing.T) {
	d := talk(t)
	defer d.Close()
	for _, line := range []string{"", "go infinite", "{", `{"id":1}`, `{"id":1,"do":"games"}`, `{"do":"search","position":"` + strings.Repeat("x", 4<<20) + `"}`} {
		if d.Take([]byte(line)) {
			t.Errorf("%.20q is taken", line)
		}
	}
}

// Whatever comes, what is told are lines of JSON, and the session ends.
func FuzzSession(f *testing.F) {
	for _, seed := range []string{
		`{"id":1,"do":"new","game":"shogi","threads":2,"hash":32}`, `{"id":2,"do":"search","moves":["e2e4"],"limits":{"depth":3,"lines":2,"clock":{"left":[1,2]}}}`,
		`{"id":2,"do":"stop"}`, `{"id":2,"do":"ponderhit","clock":null}`, `{"id":3,"do":"search","game":"shogi","limits":{"tsume":true},"rules":{"moves":9}}`,
		`{"id":4,"do":"search","chess960":true,"limits":{"draw":"+0.10","moves":["a2a3"],"elo":900}}`, `{"do":"search","limits":{"mate":1}}`,
		`{"id":5,"do":"review","moves":["e2e4","e7e5"],"quality":"fast","language":"ja","limits":{"nodes":5,"lines":3}}`,
	} {
		f.Add([]byte(seed), []byte(`{"id":2,"do":"search"}`))
	}
	f.Fuzz(func(t *testing.T, one, two []byte) {
		d := talk(t)
		d.Take(one)
		d.Take(two)
		d.Close()
		close(d.lines)
		for line := range d.lines {
			var told object
			if err := json.Unmarshal([]byte(line), &told); err != nil || strings.ContainsAny(line, "\r\n") {
				t.Errorf("told %s: %v", line, err)
			}
		}
	})
}

// Other engines answer beside ours.
func TestOtherEngines(t *testing.T) {
	d := &dialogue{t: t, fake: &fake{t: t}, lines: make(chan string, 1000)}
	d.Session = newAPI().WithEngines(map[nitoryu.Variant][]string{nitoryu.Chess: {"Other"}}).NewSession(func(_ context.Context, game nitoryu.Variant, e api.Engine) (nitoryu.Searcher, api.Engine, error) {
		f := &fake{t: t}
		searcher, got, err := f.open(t.Context(), game, e)
		d.fake.note("open %q", e.Name)
		return searcher, got, err
	}, func(line []byte) { d.lines <- string(line) })
	d.say(`{"id":2,"do":"search"}`)
	d.want(`{"id":2,"news":[]`) // it goes on
	d.say(`{"id":3,"do":"new","game":"chess","engine":"Other","threads":2}`)
	d.want(`{"id":3,"threads":2,"hash":16,"engine":"Other"}`)
	d.say(`{"id":4,"do":"search","engine":"Other","limits":{"nodes":1}}`)
	for line := d.hear(); !strings.HasPrefix(line, `{"id":4,"best":`); line = d.hear() {
		if !strings.Contains(line, `"news"`) {
			t.Fatalf("told %s", line)
		}
	}
	d.say(`{"id":5,"do":"search","engine":"Third"}`, `{"id":6,"do":"new","game":"chess","engine":"Third"}`)
	for _, id := range []string{"5", "6"} {
		for line := d.hear(); ; line = d.hear() {
			if strings.HasPrefix(line, `{"id":`+id) {
				must.Has(t, line, `"code":"unknown engine"`)
				break
			}
		}
	}
	d.Close()
	if got := strings.Join(d.fake.log, " "); got != `open "" open "Other"` {
		t.Errorf("opened: %s", got)
	}
}
