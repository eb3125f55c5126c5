package comply

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// offered returns the lines of options, for which it shakes hands again.
func (d *dialogue) offered() (lines []string) {
	for _, line := range d.greet() {
		if strings.HasPrefix(line, "option ") {
			lines = append(lines, line)
		}
	}
	return lines
}

// option returns the line of an option, "" if the engine has none of this name.
func (d *dialogue) option(name string) string {
	for _, line := range d.offered() {
		if strings.EqualFold(parse(line).name, name) {
			return line
		}
	}
	return ""
}

// offers passes the question over if the engine has no such option.
func (d *dialogue) offers(name string) parsed {
	line := d.option(name)
	if line == "" {
		panic(skip{"it has no option " + name})
	}
	return parse(line)
}

// parsed is an option as a line describes it.
type parsed struct {
	name, kind, value, least, most string
	hasValue                       bool
	choices                        []string
}

// parse reads the line of an option.
func parse(line string) (o parsed) {
	key, text := "", map[string][]string{}
	for _, w := range strings.Fields(line)[1:] {
		if slices.Contains([]string{"name", "type", "default", "min", "max", "var"}, w) && !(key == "name" && len(text["name"]) == 0) {
			if key = w; w == "var" {
				o.choices = append(o.choices, "")
			}
			o.hasValue = o.hasValue || w == "default"
			continue
		}
		if text[key] = append(text[key], w); key == "var" {
			last := &o.choices[len(o.choices)-1]
			*last = strings.TrimSpace(*last + " " + w)
		}
	}
	join := func(key string) string { return strings.Join(text[key], " ") }
	o.name, o.kind, o.value, o.least, o.most = join("name"), join("type"), join("default"), join("min"), join("max")
	return o
}

// wrong returns what is wrong with an option.
func (o parsed) wrong() error {
	if o.name == "" {
		return errors.New("it has no name")
	}
	switch o.kind {
	case "check":
		if o.value != "true" && o.value != "false" {
			return fmt.Errorf("the default %q is neither true nor false", o.value)
		}
	case "spin":
		var numbers [3]int64
		for i, text := range []string{o.least, o.value, o.most} {
			n, err := strconv.ParseInt(text, 10, 64)
			if err != nil {
				return fmt.Errorf("%q is no number", text)
			}
			numbers[i] = n
		}
		if numbers[0] > numbers[1] || numbers[1] > numbers[2] {
			return fmt.Errorf("the default %d is not within %d to %d", numbers[1], numbers[0], numbers[2])
		}
	case "combo":
		if !slices.Contains(o.choices, o.value) {
			return fmt.Errorf("the default %q is none of its choices %q", o.value, o.choices)
		}
	case "string", "filename":
		if !o.hasValue {
			return errors.New("it has no default")
		}
	case "button":
	default:
		return fmt.Errorf("there is no type %q", o.kind)
	}
	return nil
}

// dear are options whose limits a machine may not have.
var dear = []string{"hash", "usi_hash", "threads", "multipv"}

// other are options by which an engine plays another game, or speaks otherwise.
var other = []string{"uci_variant", "usi_variant", "protocol"}

// optionQuestions asks about options.
func optionQuestions() []question {
	const group = "options"
	must := func(name string, ask func(d *dialogue)) question {
		return question{group: group, name: name, level: Must, ask: ask}
	}
	should := func(name string, ask func(d *dialogue)) question {
		return question{group: group, name: name, level: Should, ask: ask}
	}
	each := func(d *dialogue, set func(o parsed) (value string, ok bool)) {
		for _, line := range d.offered() {
			o := parse(line)
			value, ok := set(o)
			if !ok {
				continue
			}
			d.send("setoption name " + o.name + " value " + value)
			if o.value != "" {
				d.send("setoption name " + o.name + " value " + o.value)
			}
		}
		d.ready()
		d.search("startpos", "go depth 1")
	}
	has := func(uci, usi string) question {
		return should("it has the option "+uci, func(d *dialogue) {
			if name := d.named(uci, usi); d.option(name) == "" {
				fail("no option %s", name)
			}
		})
	}
	return []question{
		must("each is well formed", func(d *dialogue) {
			for _, line := range d.offered() {
				if err := parse(line).wrong(); err != nil {
					fail("%q: %v", line, err)
				}
			}
		}),
		must("no name stands twice", func(d *dialogue) {
			seen := map[string]bool{}
			for _, line := range d.offered() {
				name := strings.ToLower(parse(line).name)
				if seen[name] {
					fail("%q stands twice", name)
				}
				seen[name] = true
			}
		}),
		has("Hash", "USI_Hash"), has("Threads", "Threads"), has("MultiPV", "MultiPV"), has("Ponder", "USI_Ponder"),
		must("each may be set to its default", func(d *dialogue) {
			each(d, func(o parsed) (string, bool) { return o.value, o.kind != "button" && o.value != "" })
		}),
		must("each number may be the least", func(d *dialogue) { each(d, func(o parsed) (string, bool) { return o.least, o.kind == "spin" }) }),
		must("each number may have its maximum, except memory and threads", func(d *dialogue) {
			each(d, func(o parsed) (string, bool) {
				return o.most, o.kind == "spin" && !slices.Contains(dear, strings.ToLower(o.name))
			})
		}),
		should("a number that is too small", func(d *dialogue) { each(d, func(o parsed) (string, bool) { return "-99999999", o.kind == "spin" }) }),
		should("a value that is no number", func(d *dialogue) { each(d, func(o parsed) (string, bool) { return "joho", o.kind == "spin" }) }),
		must("each choice may be made", func(d *dialogue) {
			for _, line := range d.offered() {
				if o := parse(line); o.kind == "combo" && !slices.Contains(other, strings.ToLower(o.name)) {
					for _, c := range append(o.choices, o.value) {
						d.send("setoption name " + o.name + " value " + c)
					}
				}
			}
			d.ready()
			d.search("startpos", "go depth 1")
		}),
		should("a choice that there is not", func(d *dialogue) { each(d, func(o parsed) (string, bool) { return "joho", o.kind == "combo" }) }),
		must("checks may be switched", func(d *dialogue) {
			each(d, func(o parsed) (string, bool) {
				return map[string]string{"true": "false", "false": "true"}[o.value], o.kind == "check"
			})
		}),
		must("buttons may be pressed", func(d *dialogue) {
			for _, line := range d.offered() {
				if o := parse(line); o.kind == "button" {
					d.send("setoption name " + o.name)
				}
			}
			d.ready()
		}),
		must("an unknown option", func(d *dialogue) { d.send("setoption name Joho value 5"); d.ready() }),
		should("an option without a value", func(d *dialogue) { d.send("setoption name " + d.named("Hash", "USI_Hash")); d.ready() }),
		should("an option without a name", func(d *dialogue) { d.send("setoption"); d.ready() }),
		should("a name in other letters", func(d *dialogue) { d.send("setoption name mUlTiPv value 1"); d.ready() }),
		must("a small table", func(d *dialogue) {
			o := d.offers(d.named("Hash", "USI_Hash"))
			d.send("setoption name " + o.name + " value " + o.least)
			d.search("startpos", "go depth 3")
			d.send("setoption name " + o.name + " value " + o.value)
		}),
		must("two threads", func(d *dialogue) {
			o := d.offers("Threads")
			if o.most == "1" {
				panic(skip{"it has one thread"})
			}
			d.send("setoption name " + o.name + " value 2")
			d.search("startpos", "go depth 3")
			d.send("setoption name " + o.name + " value 1")
			d.search("startpos", "go depth 3")
		}),
	}
}

// floods asks much at once.
func floods(protocol Protocol) []question {
	const group = "floods"
	must := func(name string, ask func(d *dialogue)) question {
		return question{group: group, name: name, level: Must, ask: ask}
	}
	many := func(d *dialogue, times int, line string) {
		d.note(fmt.Sprintf("> %.60s (%d times)", line, times))
		d.raw(strings.Repeat(line+"\n", times))
	}
	fresh := map[Protocol]string{UCI: "ucinewgame", USI: "usinewgame"}[protocol]
	return []question{
		must("two thousand times isready", func(d *dialogue) {
			many(d, 2000, "isready")
			for range 2000 {
				d.until("readyok")
			}
		}),
		must("a thousand positions", func(d *dialogue) { many(d, 1000, "position startpos"); d.ready() }),
		must("ten thousand empty lines", func(d *dialogue) { many(d, 10_000, ""); d.ready() }),
		must("ten thousand unknown words", func(d *dialogue) { many(d, 10_000, "joho"); d.ready() }),
		must("new games, one after the other", func(d *dialogue) { many(d, 20, fresh); d.ready() }),
		must("a hundred short searches", func(d *dialogue) {
			for range 100 {
				d.send("go nodes 1")
				d.best()
			}
			d.once()
		}),
		must("ten thousand stops", func(d *dialogue) { many(d, 10_000, "stop"); d.once() }),
		{group: group, name: "a line of a MiB", level: Should, ask: func(d *dialogue) { d.send(strings.Repeat("x", 1<<20)); d.ready() }},
		{group: group, name: "a game of two thousand half moves", level: Should, ask: func(d *dialogue) {
			moves := map[Protocol]string{UCI: "g1f3 g8f6 f3g1 f6g8", USI: "5i5h 5a5b 5h5i 5b5a"}[protocol]
			d.send("position startpos moves " + shuffle(500, moves))
			d.ready()
			d.send("go depth 1")
			d.best()
		}},
		{group: group, name: "bytes that are no text", level: Should, ask: func(d *dialogue) { d.send("\x01\x02\xff\xfe\x80"); d.ready() }},
		{group: group, name: "a long value", level: Should, ask: func(d *dialogue) { d.send("setoption name Joho value " + strings.Repeat("x", 100_000)); d.ready() }},
	}
}

// endings asks how the engine ends.
func endings(Protocol) []question {
	ends := func(level Level, name string, begin func(d *dialogue)) question {
		return question{group: "end", name: name, level: level, fresh: true, ask: func(d *dialogue) {
			d.greet()
			d.ready()
			begin(d)
			for end := time.Now().Add(d.Patience); !d.ended; {
				if _, said := d.next(time.Until(end)); !said && !d.ended {
					fail("it does not end within %v", d.Patience)
				}
			}
			if err := d.program.Wait(); err != nil {
				fail("it ends with %v", err)
			}
		}}
	}
	closed := func(d *dialogue) { d.note("> (end of the input)"); _ = d.program.In.Close() }
	return []question{
		ends(Must, "quit", func(d *dialogue) { d.send("quit") }),
		ends(Must, "quit while it searches", func(d *dialogue) { d.send("position startpos", "go infinite", "quit") }),
		ends(Must, "quit while it ponders", func(d *dialogue) {
			d.send("position startpos", "go ponder wtime 60000 btime 60000", "quit")
		}),
		ends(Should, "the end of its input", closed),
		ends(Should, "the end of its input while it searches", func(d *dialogue) { d.send("position startpos", "go infinite"); closed(d) }),
		{group: "end", name: "quit as the first word", level: Should, fresh: true, ask: func(d *dialogue) {
			d.send("quit")
			for end := time.Now().Add(d.Patience); !d.ended; {
				if _, said := d.next(time.Until(end)); !said && !d.ended {
					fail("it does not end within %v", d.Patience)
				}
			}
		}},
	}
}
