package main

import (
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/spsa"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/stats"
)

// The words of an engine describe one, or the error names it.
func FuzzEngine(f *testing.F) {
	for _, seed := range [][2]string{
		{"cmd=./new name=new", "tc=8+0.08 option.Hash=16"},
		{`cmd="a b" args="-x \"y z\"" dir=/tmp proto=usi "option.Move Overhead=50" ponder restart`, "byoyomi=1"},
		{"self NullMoveDepth=off threads=2 hash=8 eval=<classic>", "nodes=5000 depth=9 st=0.1"},
		{"self elo=1500", ""}, {"self skill=21", ""}, {`"`, ""}, {"=", "tc="}, {"self cmd=x", ""}, {"self depth=-1", "tc=1/1:1+1"},
	} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, text, base string) {
		e, err := parseEngine(text, base)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "engine ") {
				t.Errorf("error %q", err)
			}
			return
		}
		c := e.Control
		if e.Self == (e.Command != "") || e.Name == "" || e.Threads < 0 || e.Hash < 0 ||
			min(c.Base, c.Increment, c.Byoyomi, c.MoveTime) < 0 || c.Moves < 0 || c.Depth < 0 {
			t.Errorf("%q after %q is %+v", text, base, e)
		}
	})
}

// What flags of matches and measurements accept can be computed with.
func FuzzFlagValues(f *testing.F) {
	for _, seed := range []string{
		"0 5", "elo0=-3 elo1=3 alpha=0.1 beta=0.1 model=logistic", "NaN Inf", "1 2 3", "model=bayesian 199.9 200",
		"from=40 moves=8 score=10", "moves=3 score=600 one-sided", "1,2,4", " 3 ,1,1", ",", "self LMRBase=500", "LMRBase=off", "self",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if trial, err := parseSPRT(text); err == nil && trial != nil {
			for _, r := range []stats.Result{stats.Win, stats.Draw, stats.Loss, stats.Win} {
				trial.Add(0, r)
			}
			if llr := trial.LLR(); math.IsNaN(llr) {
				t.Errorf("--sprt %q: LLR %v", text, llr)
			}
			if lower, upper := trial.Bounds(); !(lower < 0 && upper > 0) || math.IsInf(upper-lower, 0) {
				t.Errorf("--sprt %q: bounds %v and %v", text, lower, upper)
			}
		}
		a := arenaFlags{matchSetup: matchSetup{Draw: text, Resign: text}}
		if j, err := a.adjudication(); err == nil && text != "" && j.DrawMoves < 1 {
			t.Errorf("--draw and --resign %q: %+v", text, j)
		}
		if list, err := wholeNumbers("--threads", text); err == nil && (len(list) == 0 || list[0] < 1 || !slices.IsSorted(list)) {
			t.Errorf("--threads %q: %v", text, list)
		}
		parameters := []spsa.Parameter{{Name: "LMRBase", Start: 1}}
		if err := startAt(parameters, text); err == nil && parameters[0].Start != 1 && !strings.Contains(text, "LMRBase=") {
			t.Errorf("--engine %q: %+v", text, parameters)
		}
	})
}

// The journal of a growing book is read or refused, and what is read is written again as
// it was.
func FuzzThinkJournal(f *testing.F) {
	const head = `{"format":"nitoryu-book-1","setup":{"game":"chess","seed":""}}` + "\n"
	for _, seed := range []string{
		"", head, head + `{"position":"x","lines":[{"move":"e2e4","score":3,"depth":4}]}` + "\n", head + `{"written":"00"}` + "\n", head + "{}\n", head[:20],
		head + `{"position":1}` + "\n", `{"format":"nitoryu-book-1","setup":null}` + "\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		path := textFile(t, "book.journal", text)
		past, err := readThinkJournal(path)
		switch {
		case err != nil && !strings.HasPrefix(err.Error(), path):
			t.Errorf("error %q does not name the file", err)
		case err == nil && (past == nil) != !strings.Contains(text, "\n"):
			t.Errorf("%q: %+v", text, past)
		case err == nil && past != nil && len(past.done)+len(past.written) != strings.Count(text, "\n")-1:
			t.Errorf("%q: %d searches and %d books", text, len(past.done), len(past.written))
		}
		if now, err := os.ReadFile(path); err != nil || string(now) != text {
			t.Errorf("%q has become %q, error %v", text, now, err)
		}
	})
}
