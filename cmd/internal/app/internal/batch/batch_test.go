package batch_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/cmd/internal/app/internal/batch"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/review"
	"github.com/nitoryu/nitoryu/tests/must"
)

const (
	castling = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 5. d3 d6 6. c3 O-O *"
	mated    = "1. f3 e5 2. g4 Qh4# 0-1"
)

// fake answers with the last legal moves, and a score that tells how many positions it was
// asked about since it forgot all.
type fake struct {
	memory int
	calls  *atomic.Int64
	fail   int64                 // the call that fails; 0: none
	scores map[int]nitoryu.Score // after so many plies, in place of those
}

var errFake = errors.New("the engine is broken")

func (e *fake) NewGame(context.Context) error { e.memory = 0; return nil }
func (e *fake) Close() error                  { return nil }

func (e *fake) Search(ctx context.Context, p *nitoryu.Position, _ nitoryu.Limits) (*nitoryu.Search, error) {
	e.memory++
	if n := e.calls.Add(1); n == e.fail {
		return nil, errFake
	}
	line := nitoryu.Line{Rank: 1, Score: nitoryu.Score(e.memory), Depth: p.Plies() + 1}
	if score, told := e.scores[p.Plies()]; told {
		line.Score = score
	}
	q := p.Clone()
	for range 3 {
		legal := q.Legal()
		if len(legal) == 0 {
			break
		}
		m := legal[len(legal)-1] // castling is among the last
		if err := q.Play(m); err != nil {
			return nil, err
		}
		line.Moves = append(line.Moves, m)
	}
	search, report := nitoryu.NewSearch(func() {}, nil)
	report.Line(line)
	report.Finish(nitoryu.Result{Best: line.First(), Nodes: uint64(e.memory), Elapsed: time.Duration(e.calls.Load())}, ctx.Err())
	return search, nil
}

func games(t *testing.T, pgns ...string) (all []*record.Game) {
	t.Helper()
	for _, pgn := range pgns {
		g, err := record.NewReader(strings.NewReader(pgn), record.Hint{}).Next()
		must.OK(t, err)
		all = append(all, g)
	}
	return all
}

// options are those of a review in which each position is searched once, for a node.
func options(from int) func(int) review.Options {
	return func(int) review.Options {
		return review.Options{Quality: review.Once, Limits: nitoryu.Limits{Nodes: 1, Lines: 9}, From: from, OneLine: true}
	}
}

// outcome is what a job did.
type outcome struct {
	text         string // the answers, in the order in which they were written
	calls        int64
	known, total int
	err          error
}

// job runs a job with a journal at path, "" for none.
func job(t *testing.T, path string, engines int, fail int64, from int, all []*record.Game) outcome {
	t.Helper()
	var o outcome
	var calls atomic.Int64
	var text bytes.Buffer
	c := batch.Config{
		Games: slices.Values(all), Engines: engines, Options: options(from),
		Open: func() (nitoryu.Searcher, error) { return &fake{calls: &calls, fail: fail}, nil },
		Judged: func(game int, judged *review.Game, err error) func() error {
			return func() error {
				if err != nil {
					return err
				}
				fmt.Fprintf(&text, "%d", game)
				tell := func(r *nitoryu.Result) {
					fmt.Fprintf(&text, " %d%v", r.Nodes, r.Lines)
					if (r.Settled > 0) != (len(r.Lines) > 0) {
						t.Errorf("game %d: settled at %d, %d lines", game, r.Settled, len(r.Lines))
					}
				}
				for i := range judged.Moves {
					tell(&judged.Moves[i].Before)
				}
				tell(&judged.Last)
				_, err := fmt.Fprintln(&text)
				return err
			}
		},
	}
	if path != "" {
		journal, err := batch.Open(path, map[string]int{"nodes": 1})
		must.OK(t, err)
		defer journal.Close()
		c.Journal = journal
	}
	j := batch.New(c)
	o.err = j.Run(t.Context())
	o.text, o.calls, o.known, o.total = text.String(), calls.Load(), j.Known, j.Total
	return o
}

// Whatever engines there are, thoughts are the same, and come in the order of the games.
func TestEnginesDoNotMatter(t *testing.T) {
	all := games(t, castling, mated, mated, "*", castling)
	want := job(t, "", 1, 0, 0, all)
	if want.err != nil || want.total != 13+4+4+1+13 || want.calls != int64(want.total) {
		t.Fatalf("%+v", want)
	}
	for engines := 2; engines < 6; engines++ {
		if got := job(t, "", engines, 0, 0, all); got != want {
			t.Errorf("with %d engines:\n%+v\nwant\n%+v", engines, got, want)
		}
	}
}

// A block does not depend on where the analysis begins, and what a journal knows of earlier
// positions is not told.
func TestFrom(t *testing.T) {
	path := filepath.Join(t.TempDir(), "j")
	all := games(t, castling)
	whole := job(t, path, 1, 0, 0, all)
	part := job(t, "", 1, 0, 9, all)
	if part.total != 4 || part.calls != 4 || part.err != nil {
		t.Fatalf("%+v", part)
	}
	if end, ok := strings.CutPrefix(part.text, "0"); !ok || !strings.HasSuffix(whole.text, end) {
		t.Errorf("answers %s of %s", part.text, whole.text)
	}
	if got := job(t, path, 1, 0, 9, all); got.text != part.text || got.calls != 0 || got.known != 4 {
		t.Errorf("%+v, want the answers\n%s", got, part.text)
	}
}

// A job whose journal was cut anywhere ends as one that was never interrupted, and does
// not think about whole blocks again.
func TestResume(t *testing.T) {
	all := games(t, castling, mated)
	path := filepath.Join(t.TempDir(), "j")
	want := job(t, path, 1, 0, 0, all)
	text, err := os.ReadFile(path)
	if err != nil || want.err != nil {
		t.Fatal(err, want.err)
	}
	// Blocks of the first game end after 5 and 13 thoughts, that of the second after 17.
	left := func(lines int) int64 {
		switch n := lines - 1; {
		case n >= 17:
			return 0
		case n >= 13:
			return 4
		case n >= 5:
			return 12
		}
		return 17
	}
	for at := 0; at <= len(text); at++ {
		lines := bytes.Count(text[:at], []byte("\n"))
		if edge := at == len(text) || at > 0 && text[at-1] == '\n'; !edge && at%7 != 0 {
			continue
		}
		must.Write(t, path, text[:at])
		got := job(t, path, 1, 0, 0, all)
		if got.text != want.text || got.err != nil {
			t.Fatalf("cut at byte %d: error %v, wrote\n%s\nwant\n%s", at, got.err, got.text, want.text)
		}
		if n := left(lines); got.calls != n || got.known != got.total-int(n) {
			t.Fatalf("cut at byte %d, %d lines: %d positions, want %d; %d known", at, lines, got.calls, n, got.known)
		}
	}
}

// More games continue a journal, and a game that it knows is not thought about again.
func TestMoreGames(t *testing.T) {
	path := filepath.Join(t.TempDir(), "j")
	job(t, path, 1, 0, 0, games(t, castling))
	got := job(t, path, 2, 0, 0, games(t, mated, castling))
	if got.calls != 4 || got.known != 13 || got.err != nil {
		t.Errorf("%+v", got)
	}
}

func TestOtherSetupsAreRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "j")
	job(t, path, 1, 0, 0, games(t, mated))
	_, err := batch.Open(path, map[string]int{"nodes": 2})
	if want := "nodes is 1, wanted is 2"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("error %v, want %q", err, want)
	}
}

// Lines of a journal that make no sense in their position are not used.
func TestStrangeJournals(t *testing.T) {
	path := filepath.Join(t.TempDir(), "j")
	all := games(t, mated)
	want := job(t, path, 1, 0, 0, all)
	text := must.Read(t, path)
	for _, test := range []struct{ name, old, new string }{
		{"another move", `"moves":"`, `"moves":"e7e8 `},
		{"no moves", `"moves":"`, `"moves":"","was":"`},
		{"a score of nothing", `"score":`, `"score":99999`},
		{"a negative depth", `"depth":`, `"depth":-`},
		{"no lines", `"lines":`, `"was":`},
		{"another position", `"position":`, `"position":9`},
	} {
		must.Write(t, path, bytes.ReplaceAll(text, []byte(test.old), []byte(test.new)))
		if got := job(t, path, 1, 0, 0, all); got.text != want.text || got.calls != 4 {
			t.Errorf("%s: %d positions, wrote\n%s\nwant\n%s", test.name, got.calls, got.text, want.text)
		}
	}
	must.Write(t, path, append(text, "[]\n"...))
	_, err := batch.Open(path, map[string]int{"nodes": 1})
	must.Say(t, err, "line 6: ")
}

func TestErrorsEndTheJob(t *testing.T) {
	got := job(t, "", 2, 6, 0, games(t, castling, castling, castling))
	if !errors.Is(got.err, errFake) || got.calls > 8 {
		t.Errorf("%+v", got)
	}
}

// A thought that was half written, as on a full disk, with others behind it costs its block only.
func TestHalfALine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "j")
	all := games(t, castling, mated)
	want := job(t, path, 1, 0, 0, all)
	text, err := os.ReadFile(path)
	if err != nil || want.err != nil {
		t.Fatal(err, want.err)
	}
	lines := bytes.SplitAfter(text, []byte("\n"))
	lines[1] = lines[1][:len(lines[1])/2]
	must.Write(t, path, bytes.Join(lines, nil))
	if got := job(t, path, 1, 0, 0, all); got.err != nil || got.text != want.text || got.calls != 5 {
		t.Errorf("%v, %d positions, wrote\n%s\nwant\n%s", got.err, got.calls, got.text, want.text)
	}
}

// Of many games only a few are held: one is asked for when an engine has nothing else to do,
// and not long before those in front of it are written.
func TestFewGamesAreHeld(t *testing.T) {
	const n, engines, most = 500, 3, 3 + 16
	path := filepath.Join(t.TempDir(), "j")
	for _, round := range []string{"without a journal", "with all of it known"} {
		var calls atomic.Int64
		begun, written, held := 0, 0, 0
		journal, err := batch.Open(path, map[string]int{"nodes": 1})
		must.OK(t, err)
		j := batch.New(batch.Config{
			Engines: engines, Journal: journal, Options: options(0),
			Games: func(yield func(*record.Game) bool) {
				for range n {
					if begun++; !yield(games(t, mated)[0]) {
						return
					}
					held = max(held, begun-written)
				}
			},
			Open: func() (nitoryu.Searcher, error) { return &fake{calls: &calls}, nil },
			Judged: func(int, *review.Game, error) func() error {
				return func() error { written++; return nil }
			},
		})
		err = errors.Join(j.Run(t.Context()), journal.Close())
		if err != nil || written != n || held > most {
			t.Errorf("%s: error %v, %d games written, %d held at once, want at most %d", round, err, written, held, most)
		}
	}
}

// Whatever a journal has after its setup, it is refused or the job ends as without it.
func FuzzJournal(f *testing.F) {
	f.Add(`{"game":"0","position":0,"nodes":1,"lines":[{"score":1,"depth":1,"moves":"f2f3"}]}`)
	f.Add(`{"position":-1,"lines":null}`)
	f.Fuzz(func(t *testing.T, text string) {
		path := filepath.Join(t.TempDir(), "j")
		header := `{"format":"nitoryu-analysis-2","setup":{"nodes":1}}` + "\n"
		must.Write(t, path, []byte(header+text+"\n"))
		j, err := batch.Open(path, map[string]int{"nodes": 1})
		if err != nil {
			return
		}
		j.Close()
		if got := job(t, path, 1, 0, 0, games(t, mated)); got.err != nil || strings.Count(got.text, "[{") != 4 {
			t.Errorf("%+v", got)
		}
	})
}

// Rounds of doubts and comparisons are in the journal as well: with it, nothing is searched again. They
// add to the positions that were counted before, here 100.
func TestRounds(t *testing.T) {
	path := filepath.Join(t.TempDir(), "j")
	run := func() (calls int64, known, total int, done []int) {
		journal, err := batch.Open(path, map[string]int{"nodes": 1})
		must.OK(t, err)
		defer journal.Close()
		var n atomic.Int64
		j := batch.New(batch.Config{
			Games: slices.Values(games(t, "1. e4 e5 2. Nf3 *")), Total: 100, Engines: 2, Journal: journal,
			Open:     func() (nitoryu.Searcher, error) { return &fake{calls: &n, scores: map[int]nitoryu.Score{3: 40}}, nil },
			Options:  func(int) review.Options { return review.Options{Limits: nitoryu.Limits{Nodes: 1}} },
			Progress: func(now, _, _ int) { done = append(done, now) },
			Judged:   func(_ int, _ *review.Game, err error) func() error { return func() error { return err } },
		})
		must.OK(t, j.Run(t.Context()))
		return n.Load(), j.Known, j.Total, done
	}
	calls, known, total, done := run()
	if known != 0 || total <= 100 || len(done) != total-96 || done[len(done)-1] != total-96 {
		t.Errorf("%d searches, %d known, %d positions, told %v", calls, known, total, done)
	}
	if again, known, same, done := run(); again != 0 || known != total-96 || same != total || len(done) > 0 {
		t.Errorf("with the journal: %d searches, %d known, %d positions, told %v", again, known, same, done)
	}
}
