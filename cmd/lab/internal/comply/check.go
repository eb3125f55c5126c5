package comply

import (
	"context"
	"fmt"
	"regexp"
	"time"
)

// Protocol is one of the two protocols.
type Protocol string

// The protocols.
const (
	UCI Protocol = "uci"
	USI Protocol = "usi"
)

// Level is how much an answer matters.
type Level string

// The levels.
const (
	Must   Level = "must"   // the protocol demands it, or a program around the engine would fail
	Should Level = "should" // most engines do it, and programs are happy about it
)

// Verdict is how a question ended.
type Verdict string

// The verdicts.
const (
	Pass    Verdict = "pass"
	Fail    Verdict = "fail"
	Skipped Verdict = "skip" // the engine does not claim to have what is asked about
)

// Checker asks the questions.
type Checker struct {
	Protocol Protocol
	Start    func() (*Program, error)
	Options  []string       // commands behind the handshake, such as setoption ...
	Patience time.Duration  // for an answer
	Silence  time.Duration  // in which there must be none
	Report   func(Result)   // called after each question
	Only     *regexp.Regexp // questions that are asked, as "group: question"; nil: all
}

// Result is the answer to a question.
type Result struct {
	Engine   string   `json:"engine,omitempty"`
	Protocol Protocol `json:"protocol"`
	Group    string   `json:"group"`
	Question string   `json:"question"`
	Level    Level    `json:"level"`
	Verdict  Verdict  `json:"verdict"`
	Why      string   `json:"why,omitempty"`   // of a failure, or of a question that was passed over
	Words    []string `json:"words,omitempty"` // exchanged: > to the engine, < from it
}

// question is a question.
type question struct {
	group, name string
	level       Level
	only        Protocol // "": both
	// fresh asks in a process of its own, before its handshake.
	fresh bool
	ask   func(d *dialogue)
}

// Speaks reports whether the engine knows the protocol, and what it says of itself.
func (c *Checker) Speaks() (name string, ok bool) {
	d, err := c.open()
	if err != nil {
		return "", false
	}
	defer d.close()
	why, _ := d.try(func(d *dialogue) {
		d.greet()
		for _, line := range d.words {
			if _, err := fmt.Sscanf(line, "< id name %s", new(string)); err == nil {
				name = line[len("< id name "):]
			}
		}
	})
	return name, why == ""
}

// Run asks all questions, and returns how many answers were wrong, by their level.
func (c *Checker) Run(ctx context.Context) (failed map[Level]int, err error) {
	failed = map[Level]int{}
	var d *dialogue
	defer func() {
		if d != nil {
			d.close()
		}
	}()
	for _, q := range questions(c.Protocol) {
		if ctx.Err() != nil {
			return failed, ctx.Err()
		}
		if c.Only != nil && !c.Only.MatchString(q.group+": "+q.name) {
			continue
		}
		if q.fresh && d != nil {
			d.close()
			d = nil
		}
		opened := d == nil
		if opened {
			if d, err = c.open(); err != nil {
				return failed, err
			}
		}
		d.words = nil
		why, passed := d.try(func(d *dialogue) {
			if !q.fresh {
				d.settle(opened)
			}
			q.ask(d)
		})
		r := Result{Protocol: c.Protocol, Group: q.group, Question: q.name, Level: q.level, Verdict: Pass, Why: why, Words: d.words}
		switch {
		case passed:
			r.Verdict = Skipped
		case why != "":
			r.Verdict = Fail
			failed[q.level]++
		}
		c.Report(r)
		if q.fresh || r.Verdict == Fail || d.ended {
			d.close()
			d = nil
		}
	}
	return failed, nil
}

// open starts the engine.
func (c *Checker) open() (*dialogue, error) {
	program, err := c.Start()
	if err != nil {
		return nil, err
	}
	return &dialogue{Checker: c, program: program}, nil
}

// close ends the engine, whatever it does.
func (d *dialogue) close() {
	d.program.Kill()
	for range d.program.Lines {
	}
	_ = d.program.Wait() // how a process ends that is killed says nothing
}

// try asks, and returns why that failed, or why it was passed over.
func (d *dialogue) try(ask func(*dialogue)) (why string, passed bool) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case fault:
			why = p.why
		case skip:
			why, passed = p.why, true
		default:
			panic(p)
		}
	}()
	ask(d)
	return "", false
}

// greet shakes hands, and returns what the engine says of itself.
func (d *dialogue) greet() []string {
	d.send(string(d.Protocol))
	before, _ := d.until(string(d.Protocol) + "ok")
	return before
}

// settle begins a question with an engine that is there, with a new game. The words of a handshake
// before it are no part of the question.
func (d *dialogue) settle(opened bool) {
	if opened {
		d.greet()
		d.send(d.Options...)
		d.ready()
		d.words = nil
	}
	if d.Protocol == USI {
		d.send("usinewgame")
	} else {
		d.send("ucinewgame")
	}
	d.ready()
}
