package review_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/mate"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/review"
)

const pageOfReasons = "../docs/use/reasons.md"

// example is a line of testdata/reasons.tsv: a bad move, the line that was better, the line that
// answers it, and what the engine thinks of both.
type example struct{ fact, game, position, score, best, move, answer, reply string }

// examples reads them.
func examples(t *testing.T) (all []example) {
	t.Helper()
	text, err := os.ReadFile("testdata/reasons.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(strings.ReplaceAll(string(text), "\r", "")) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(f) != 8 {
			t.Fatalf("%d fields in %q", len(f), line)
		}
		all = append(all, example{f[0], f[1], f[2], f[3], f[4], f[5], f[6], f[7]})
	}
	return all
}

// score reads a score: hundredths of a pawn, plies to mate behind #, or tb for a win by tables.
func score(t *testing.T, text string) core.Score {
	t.Helper()
	if text == "tb" {
		return core.TableWinIn(20)
	}
	number, isMate := strings.CutPrefix(text, "#")
	n, err := strconv.Atoi(number)
	switch {
	case err != nil:
		t.Fatal(err)
	case isMate && n < 0:
		return core.LossIn(-n)
	case isMate:
		return core.WinIn(n)
	}
	return core.Score(n)
}

// judged judges the move of an example, with the mate solver in shogi.
func (x *example) judged(t *testing.T) (*review.Game, core.Position) {
	t.Helper()
	of, err := games.ByName(x.game)
	if err != nil {
		t.Fatal(err)
	}
	p, err := of.Parse(x.position, core.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	g := &record.Game{Rules: of.Rules, Root: &record.Node{}, Start: x.position}
	m := line(t, p, x.move)[0]
	g.Root.Add(m)
	answers := []nitoryu.Result{answer(score(t, x.score), x.best), answer(score(t, x.answer), x.reply)}
	line(t, p, x.best)
	line(t, p, x.move+" "+x.reply)
	if x.reply == "" {
		answers = answers[:1]
	}
	s := review.OwnStandardOf(x.game)
	s.Inaccuracy, s.Dubious = 0.1, 0 // whether it is one is not the question
	r, err := review.Judge(g, review.Thoughts{Answers: answers}, s)
	if err != nil {
		t.Fatal(err)
	}
	if of.Tsume {
		solve := func(p core.Position, plies int, most uint64) mate.Answer {
			return mate.New(4).Solve(p, mate.Problem{ChecksOnly: true, Plies: plies, GoOn: func(n uint64) bool { return n < most }})
		}
		prove := func(most uint64) review.Prover {
			return func(p core.Position) []core.Move { return solve(p, 0, most).Line }
		}
		err = r.Prove(review.Mating{Prove: prove(1 << 14), Quick: prove(1 << 11), Shortest: func(p core.Position, plies int) ([]core.Move, bool) {
			a := solve(p, plies, 1<<14)
			return a.Line, a.Verdict != mate.Unknown
		}})
	}
	if err != nil {
		t.Fatal(err)
	}
	return r, p
}

// Each rule has an example, in which it is the first reason. docs/use/reasons.md has a row for each;
// NITORYU_UPDATE=1 writes them.
func TestReasons(t *testing.T) {
	told := map[string]string{}
	for _, x := range examples(t) {
		r, p := x.judged(t)
		m := &r.Moves[0]
		if len(m.Reasons) == 0 {
			t.Errorf("%s: there is no reason, the move is %v", x.fact, m.Judgement)
			continue
		}
		first := &m.Reasons[0]
		of, _ := games.ByName(x.game)
		w := words(of)
		write := record.Western
		if !of.Tsume {
			write = record.SAN
		}
		if got := first.Fact.Name(first.Missed); got != x.fact {
			t.Errorf("%s, %s %s: it %s (%s)", x.fact, x.position, x.move, w.Reason(p, m, first), got)
			continue
		}
		english := w.Reason(p, m, first)
		w.Language, w.Pieces, w.Sides = review.Japanese, review.StandardOf(x.game).Pieces[review.Japanese], record.Sides(p, true)
		w.Write = record.People(true)
		told[x.fact] += fmt.Sprintf("| `%s` | `%s` %s | %s | %s |\n", x.fact, x.position, write(p, m.Move), english, w.Reason(p, m, first))
	}
	var table strings.Builder
	table.WriteString("| Fact | Example: position and bad move | In English | In Japanese |\n|---|---|---|---|\n")
	for f := review.Mate; f < review.Facts; f++ {
		for _, missed := range []bool{false, true} {
			if name := f.Name(missed); f.Known(missed) && told[name] == "" {
				t.Errorf("%s has no example", name)
			} else {
				table.WriteString(told[name])
			}
		}
	}
	text, err := os.ReadFile(pageOfReasons)
	if err != nil {
		t.Fatal(err)
	}
	page := strings.ReplaceAll(string(text), "\r", "")
	begin := strings.Index(page, "| Fact |")
	if begin < 0 || page[begin:] != table.String() {
		if os.Getenv("NITORYU_UPDATE") == "" {
			t.Errorf("%s is not up to date; NITORYU_UPDATE=1 writes it", pageOfReasons)
		} else if err := os.WriteFile(pageOfReasons, []byte(page[:begin]+table.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
