package api_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/internal/schema"
	"github.com/nitoryu/nitoryu/internal/schema/schematest"
	"github.com/nitoryu/nitoryu/review"
	"github.com/nitoryu/nitoryu/tests/must"
	"github.com/nitoryu/nitoryu/web/api"
)

// script is what an engine thinks, by the number of moves that were played: lines with | between
// them, each a score and moves.
type script []string

func (s script) open(_ context.Context, _ nitoryu.Variant, e api.Engine) (nitoryu.Searcher, api.Engine, error) {
	return s, e, nil
}

func (s script) NewGame(context.Context) error { return nil }
func (s script) Close() error                  { return nil }

func (s script) Search(_ context.Context, p *nitoryu.Position, _ nitoryu.Limits) (*nitoryu.Search, error) {
	search, report := nitoryu.NewSearch(func() {}, nil)
	var r nitoryu.Result
	for i, text := range strings.Split(s[len(p.Moves())], " | ") {
		l := nitoryu.Line{Rank: i + 1, Depth: 10}
		for j, word := range strings.Fields(text) {
			if j > 0 {
				l.Moves = append(l.Moves, nitoryu.Move(word))
			} else if err := l.Score.UnmarshalText([]byte(word)); err != nil {
				return nil, err
			}
		}
		report.Line(l)
		if i == 0 {
			r.Best, r.Score = l.First(), l.Score
		}
	}
	report.Finish(r, nil)
	return search, nil
}

// reviewed returns the answer to a request for a review, where each position is searched once.
func reviewed(t *testing.T, s script, request string) object {
	t.Helper()
	lines := make(chan string, 1000)
	session := newAPI().NewSession(s.open, func(line []byte) { lines <- string(line) })
	if !session.Take([]byte(`{"id":1,"do":"review","quality":"once",` + request + `}`)) {
		t.Fatalf("%s is not taken", request)
	}
	session.Finish()
	close(lines)
	var last string
	for line := range lines {
		last = line
	}
	var a object
	if err := json.Unmarshal([]byte(last), &a); err != nil || a["error"] != nil {
		t.Fatalf("%s is answered %s: %v", request, last, err)
	}
	schematest.Check(t, schema.WebAPI, "review", []byte(last))
	return a
}

func TestReview(t *testing.T) {
	fool := script{"+0.20 e2e4 e7e5", "+0.60 e7e5", "-0.70 e2e4 g8f6", "#1 d8h4"}
	standard := review.OwnStandardOf("chess")
	chance := func(score nitoryu.Score) string { return text(t, standard.Chance(score, 78)) }
	for _, c := range []struct {
		name, request string
		thinks        script
		want          []fact
	}{
		{"a mate is allowed", `"moves":["f2f3","e7e5","g2g4","d8h4"]`, fool, []fact{
			{"game", `"chess"`}, {"engine", `"Nitoryu 1.0"`}, {"limits", `"200,000 nodes a move"`}, {"file", "null"}, {"turns", "[3]"}, {"last", "null"},
			{"moves.0.ply", "1"}, {"moves.0.side", `"white"`}, {"moves.0.judgement", `"theory"`}, {"moves.0.better", "null"}, {"moves.0.chance", chance(20)}, {"moves.0.exercise", "null"},
			{"moves.1.judgement", `"best"`}, {"moves.1.text", `{"en":"best","ja":"最善手"}`}, {"moves.1.better", "null"}, {"moves.1.loss", "0"}, {"moves.1.before.lines", `[{"depth":10,"moves":["e7e5"],"score":60,"worth":{"chance":45.1,"score":{"en":"−0.60","ja":"−0.60"},"situation":{"en":"","ja":"互角"}}}]`}, {"players.1.agreement", "100"}, {"players.0.agreement", "0"},
			{"moves.2.judgement", `"blunder"`}, {"moves.2.comment", `"Blunder. Lets Black mate in 1 by Qh4#. Best was e4."`},
			{"moves.2.text", `{"en":"Blunder. Lets Black mate in 1 by Qh4#. Best was e4.","ja":"【大悪手】Qh4#以下、白のキングに1手詰。最善手はe4。"}`},
			{"moves.2.exercise.moves", `["e7e5"]`}, {"moves.2.exercise.solutions", `["e2e4"]`}, {"moves.3.before.lines.0.mate", "1"}, {"moves.4", "null"},
			{"players.0.counts", `{"blunder":1,"theory":1}`}, {"players.1.accuracy", "100"}, {"opening.name", `"Barnes Opening"`},
		}},
		{"in Japanese", `"game":"shogi","moves":["7g7f","5a6b"],"language":"ja"`, script{"+0.50 7g7f", "-0.40 3c3d 2g2f", "+9.00 8h3c+ 2a3c"}, []fact{
			{"moves.1.side", `"gote"`}, {"moves.1.comment", `"【悪手】▲３三角成から先手が指しやすくなる。最善手は△３四歩。"`}, {"moves.2", "null"}, {"last.lines.0.score", "900"},
			{"moves.1.text.en", `"Mistake. Gives Sente the better chances after Bx3c+. Best was P-3d."`},
		}},
		{"mates of chess are told in moves", `"position":"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1","moves":["h2h3"]`, script{"#3 a1a8", "-5.00 h7h6"}, []fact{
			{"moves.0.comment", `"Blunder. Misses a mate in 2 on the back rank. Best was Ra8#."`},
		}},
		{"those of shogi in plies", `"game":"shogi","position":"4k4/9/4P4/9/9/9/9/9/4K4 b 2G 1","moves":["5i5h"]`, script{"#3 G*5b", "-3.00 5a4b"}, []fact{
			{"moves.0.comment", `"Mistake. Misses a mate in 1 ply. Best was G*5b."`},
		}},
		{"what teaches something is an exercise, and a bad move makes a great one", `"moves":["f2f3","e7e5","e1f2","d7d5"],"limits":{"lines":2}`,
			script{"+0.00 f2f3", "+0.00 e7e5", "+4.00 e2e4 g8f6 | +3.95 d2d4 | +1.00 a2a3", "+9.00 d7d5 | -2.00 a7a6", "-9.00 d2d4"}, []fact{
				{"moves.2.judgement", `"blunder"`}, {"moves.2.praise", "null"}, {"moves.2.missed_win", "null"},
				{"moves.2.exercise", `{"moves":["e7e5"],"position":"rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR b KQkq - 0 1","solutions":["e2e4","d2d4"]}`},
				{"moves.2.before.lines.1.moves", `["d2d4"]`}, {"moves.2.before.lines.2", "null"},
				{"moves.3.praise", `"great"`}, {"moves.3.text", `{"en":"great","ja":"妙手"}`}, {"moves.3.exercise", "null"}, {"players.1.praise", `{"great":1}`}, {"players.0.missed_wins", "null"},
			}},
		{"a win is missed", `"moves":["f2f3","e7e5","e1f2","d7d5"]`, script{"+0.00 f2f3", "+0.00 e7e5", "+10.00 e2e4", "+10.00 d7d5", "-10.00 d2d4"}, []fact{
			{"moves.2.missed_win", "true"}, {"players.0.missed_wins", "1"},
		}},
		{"the first move has none before it", `"moves":["g2g4"]`, script{"+0.20 e2e4", "+6.00 e7e5"}, []fact{
			{"moves.0.exercise", `{"moves":[],"position":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","solutions":["e2e4"]}`},
		}},
		{"Chess960", `"chess960":true,"position":"4k3/8/8/8/8/8/8/RK6 w Q - 0 1","moves":["b1a1"]`, script{"+3.00 b1a1", "-3.00 e8e7"}, []fact{
			{"moves.0.judgement", `"best"`}, {"moves.0.move", `"b1a1"`},
		}},
		{"no moves", `"moves":[]`, script{"+0.20 e2e4"}, []fact{{"moves", "[]"}, {"turns", "[]"}, {"last.lines.0.moves", `["e2e4"]`}}},
	} {
		t.Run(c.name, func(t *testing.T) { check(t, reviewed(t, c.thinks, c.request), c.want) })
	}
}

// A review has an engine of its own and goes on beside the other questions.
func TestReviewBeside(t *testing.T) {
	const review = `{"id":7,"do":"review","moves":["e2e4","e7e5"],"limits":{"nodes":9}}`
	t.Run("it tells how far it is", func(t *testing.T) {
		d := talk(t)
		d.say(review)
		d.want(`{"id":7,"news":{"done":1,"total":3}}`)
		for line := d.hear(); !strings.Contains(line, `"moves":[{"ply":1,`); line = d.hear() {
			if !strings.HasPrefix(line, `{"id":7,"news":{"done":`) && !strings.HasPrefix(line, `{"id":7,"news":{"found":`) {
				t.Fatalf("told %s", line)
			}
		}
		d.Close()
		if got := strings.Join(d.fake.log, ", "); !strings.HasPrefix(got, "open chess 1 32, new game") || !strings.HasSuffix(got, "close") {
			t.Errorf("the engine: %s", got)
		}
	})
	t.Run("others go first", func(t *testing.T) {
		d := talk(t)
		d.say(`{"id":2,"do":"search"}`)
		d.want(`{"id":2,"news":[]`)
		d.say(review, `{"id":3,"do":"search","limits":{"depth":1}}`, `{"id":2,"do":"stop"}`)
		d.want(`{"id":2,"best":`)
		d.want(`{"id":3,"best":`)
		d.want(`{"id":7,"news":`)
		d.Close()
	})
	t.Run("it is stopped", func(t *testing.T) {
		d := talk(t)
		d.say(`{"id":2,"do":"search"}`)
		d.want(`{"id":2,"news":[]`)
		d.say(review, `{"id":7,"do":"stop"}`)
		d.want(`{"id":7,"error":"the review was stopped","code":"stopped"}`)
		d.say(`{"id":2,"do":"stop"}`)
		d.want(`{"id":2,"best":`)
		d.Close()
	})
	t.Run("it ends with the page", func(t *testing.T) {
		d := talk(t)
		d.say(`{"id":2,"do":"search"}`)
		d.want(`{"id":2,"news":[]`)
		d.say(review)
		d.Close()
	})
	t.Run("one at a time", func(t *testing.T) {
		d := talk(t)
		d.say(review, strings.Replace(review, "7", "8", 1))
		for _, id := range []string{"7", "8"} {
			for line := d.hear(); !strings.Contains(line, `"moves":[{"ply":1,`); line = d.hear() {
				if !strings.HasPrefix(line, `{"id":`+id) {
					t.Fatalf("told %s", line)
				}
			}
		}
		d.Close()
	})
}

func TestReviewFaults(t *testing.T) {
	for _, c := range []struct{ name, request, want string }{
		{"an illegal move", `"moves":["e2e4","e2e4"]`, `"code":"illegal move","args":{"move":"e2e4","ply":2},"kept":1}`},
		{"a position that is none", `"position":"x"`, `"code":"position"`},
		{"an unknown quality", `"quality":"best"`, `there is no quality \"best\"`},
		{"an unknown language", `"language":"eo"`, `there is no language \"eo\"`},
		{"a limit that is none", `"limits":{"nodes":1,"time":-1}`, `"code":"limits"`},
	} {
		d := talk(t)
		d.say(`{"id":7,"do":"review",` + c.request + `}`)
		if line := d.hear(); !strings.HasPrefix(line, `{"id":7,"error":`) || !strings.Contains(line, c.want) {
			t.Errorf("%s: told %s, want %s", c.name, line, c.want)
		}
		d.Close()
	}
	for _, want := range []string{"no luck", "out of life"} {
		d := talk(t)
		d.fake.fault = want
		d.say(`{"id":7,"do":"review","moves":["e2e4"]}`)
		d.want(`{"id":7,"error":"` + want + `","code":"lost"}`)
		d.Close()
	}
}

// counted counts what an engine is asked.
type counted struct {
	nitoryu.Searcher
	asked *int
}

func (c counted) Search(ctx context.Context, p *nitoryu.Position, l nitoryu.Limits) (*nitoryu.Search, error) {
	*c.asked++
	return c.Searcher.Search(ctx, p, l)
}

// A review that was cut off after any number of findings goes on after them, to the same end.
func TestReviewGoesOn(t *testing.T) {
	moves := strings.Fields("g1f3 g8f6 f3g1 f6g8 g1h3 g8h6 h3g1 h6g8 b1c3 b8c6 c3b1 c6b8")
	var thinks script
	for i := range len(moves) + 1 {
		thinks = append(thinks, "+0.20 "+append(moves, "a2a3")[i])
	}
	thinks[5] = "+3.00 h7h6" // a doubt
	request, err := json.Marshal(moves)
	must.OK(t, err)
	// run returns what is found, the searches and the report.
	run := func(known []json.RawMessage) (found []json.RawMessage, searches int, report string) {
		t.Helper()
		text, err := json.Marshal(known)
		must.OK(t, err)
		open := func(ctx context.Context, v nitoryu.Variant, e api.Engine) (nitoryu.Searcher, api.Engine, error) {
			s, e, err := thinks.open(ctx, v, e)
			return counted{s, &searches}, e, err
		}
		session := newAPI().NewSession(open, func(line []byte) {
			var told struct {
				News struct{ Found json.RawMessage }
			}
			if report = string(line); json.Unmarshal(line, &told) == nil && told.News.Found != nil {
				found = append(found, told.News.Found)
			}
		})
		session.Take([]byte(`{"id":1,"do":"review","moves":` + string(request) + `,"known":` + string(text) + `}`))
		session.Finish()
		return found, searches, report
	}
	found, all, want := run(nil)
	if !strings.Contains(want, `"moves":[{"ply":1,`) || len(found) <= len(moves)+1 {
		t.Fatalf("%d findings, then %.200s", len(found), want)
	}
	const block = 8 // positions that are searched in a row, of which one may be the last that was heard
	for cut := range len(found) + 1 {
		again, searches, report := run(found[:cut])
		if report != want {
			t.Errorf("after %d findings the report is\n%s\nwant\n%s", cut, report, want)
		}
		if most := len(found) - cut + block - 1; len(again) > most || cut == len(found) && searches > 0 || searches > all {
			t.Errorf("after %d of %d findings %d came again, in %d searches of %d", cut, len(found), len(again), searches, all)
		}
	}
	for name, damaged := range map[string]string{
		"another place": `{"position":4000,"lines":[{"score":20,"depth":9,"moves":"e2e4"}]}`,
		"no move":       `{"position":12,"lines":[{"score":20,"depth":9,"moves":"e2e5"}]}`,
		"no score":      `{"position":12,"lines":[{"score":2000000,"depth":9,"moves":"a2a3"}]}`,
		"nothing":       `{}`,
	} {
		if _, searches, report := run([]json.RawMessage{json.RawMessage(damaged)}); report != want || searches != all {
			t.Errorf("%s: %d searches, want %d, and the report\n%s", name, searches, all, report)
		}
	}
}
