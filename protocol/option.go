package protocol

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/options"
	"github.com/nitoryu/nitoryu/internal/spelling"
)

// Kind is the type of an option.
type Kind uint8

// The kinds of options.
const (
	Check  Kind = iota // true or false
	Spin               // an integer in a range
	Combo              // one of several words
	Button             // an action without a value
	Text               // any text; called string
)

func (k Kind) String() string {
	return [...]string{"check", "spin", "combo", "button", "string"}[k]
}

// Offer is an option as one dialect lists it. Without a name the dialect does not
// list it; its default is in force even then.
type Offer struct {
	Name     string
	Default  string // as in an option line, "" for a button and an empty text
	Min, Max int    // of a Spin
}

// Option is a row of the option table.
type Option struct {
	Kind     Kind
	UCI, USI Offer
	Aliases  []string // other names by which it can be set
	Vars     []string // of a Combo
	Help     string   // one line, for docs/use/options.md

	clamp  bool // a Spin: a number outside of the range means its nearer end
	engine bool // changes the engine, so it waits for the end of a search
	system bool // is about files or processors
	apply  func(s *Session, v value) error
}

// value is a parsed option value.
type value struct {
	number int // of a Spin; of a Check, 1 is true
	text   string
}

// OptionTable returns all options in the order in which they are listed, the most wanted
// first. Listing, setting and docs/use/options.md are all made from it.
func OptionTable() []Option {
	return slices.Concat(searchOptions(), strengthOptions(), gameOptions(), tableOptions(), bookOptions(), playOptions(), timeOptions(),
		outputOptions(), upkeepOptions(), tuningOptions())
}

// searchOptions are the options that most people set.
func searchOptions() []Option {
	return []Option{{
		Kind: Spin,
		UCI:  Offer{Name: "Threads", Default: "1", Min: 1, Max: core.MaxThreads},
		USI:  Offer{Name: "Threads", Default: "1", Min: 1, Max: core.MaxThreads},
		Help: "number of search threads", engine: true,
		apply: func(s *Session, v value) error { return s.engine.SetThreads(v.number) },
	}, {
		Kind: Spin,
		UCI:  Offer{Name: "Hash", Default: "16", Min: 1, Max: core.MaxHash},
		USI:  Offer{Name: "USI_Hash", Default: usualHash, Min: 1, Max: core.MaxHash},
		Help: "size of the transposition table in MiB", engine: true,
		apply: func(s *Session, v value) error { return s.engine.SetHash(v.number) },
	}, {
		Kind: Spin,
		UCI:  Offer{Name: "MultiPV", Default: "1", Min: 1, Max: 256},
		USI:  Offer{Name: "MultiPV", Default: "1", Min: 1, Max: 600},
		Help: "number of best lines to search and show", Aliases: []string{"USI_MultiPV"},
		apply: func(s *Session, v value) error { s.wishes.multiPV = v.number; return nil },
	}, {
		// Front ends ponder with engines that list this; there is nothing to set.
		Kind: Check,
		UCI:  Offer{Name: "Ponder", Default: "false"},
		USI:  Offer{Name: "USI_Ponder", Default: "false"},
		Help: "the engine may think on the opponent's time",
	}}
}

// gameOptions are about the rules and the evaluation.
func gameOptions() []Option {
	return []Option{{
		Kind: Text,
		UCI:  Offer{Name: "EvalFile", Default: options.Embedded},
		USI:  Offer{Name: "EvalFile", Default: options.Embedded},
		Help: "network file to evaluate positions by; `" + options.Embedded + "` for the engine's usual evaluation, `" +
			options.Own + "` for the best network that learned from Nitoryu's games alone, `" + options.Classic + "` for the hand-crafted evaluation", engine: true, system: true,
		apply: func(s *Session, v value) error {
			s.eval().File = v.text
			return s.load()
		},
	}, {
		Kind: Text,
		UCI:  Offer{Name: "EvalFileSmall"},
		Help: "the small one of two network files of Stockfish 16.1 to 18, used in place of `EvalFile` where one side is far ahead", engine: true, system: true,
		apply: func(s *Session, v value) error {
			if v.text == s.eval().Small {
				return nil
			}
			s.eval().Small = v.text
			return s.load()
		},
	}, {
		// The names and meanings of YaneuraOu, whose networks these are.
		Kind: Text,
		USI:  Offer{Name: "EvalDir"},
		Help: "folder of the network file: of `nn.bin`, or of the file that `EvalFile` names", engine: true, system: true,
		apply: func(s *Session, v value) error {
			if v.text == s.eval().Folder {
				return nil
			}
			s.eval().Folder = v.text
			return s.load()
		},
	}, {
		Kind: Spin,
		USI:  Offer{Name: "FV_SCALE", Default: strconv.Itoa(options.DefaultDivisor), Min: 1, Max: 128},
		Help: "divisor by which `eval` shows the output of a YaneuraOu network as that engine does; play does not depend on it", engine: true, system: true,
		apply: func(s *Session, v value) error {
			if v.number == s.eval().Divisor {
				return nil
			}
			s.eval().Divisor = v.number
			return s.load()
		},
	}, {
		Kind: Check,
		UCI:  Offer{Name: "UCI_Chess960", Default: "false"},
		Help: "castling is written as king takes rook, FENs may name rook files; without this option kings and rooks castle only from their home squares",
		apply: func(s *Session, v value) error {
			s.settings.Chess960 = v.number == 1
			return nil
		},
	}, {
		Kind: Spin,
		USI:  Offer{Name: "MaxMovesToDraw", Default: "0", Min: 0, Max: 100000},
		Help: "the game is drawn after this many plies; 0 for never",
		apply: func(s *Session, v value) error {
			s.settings.MoveLimit = v.number
			return nil
		},
	}, {
		Kind: Combo,
		USI:  Offer{Name: "EnteringKingRule", Default: core.CSARule27},
		Vars: core.EnteringKingRules(),
		Help: "rule for winning with a king in the enemy camp: by declaration (names that end in H are for handicap games), or with TryRule by a move to 5a or 5i; with CSARule24 a declaration with 24 to 30 points draws, and the engine makes it where a draw is better than playing on",
		apply: func(s *Session, v value) error {
			s.settings.EnteringKing = v.text
			return nil
		},
	}}
}

// upkeepOptions are about the machine. ShogiHome translates their names in USI.
func upkeepOptions() []Option {
	return []Option{{
		Kind: Button,
		UCI:  Offer{Name: "Clear Hash"},
		USI:  Offer{Name: "Clear_Hash"},
		Help: "empties the transposition table", engine: true,
		apply: func(s *Session, _ value) error { s.engine.ClearHash(); return nil },
	}, {
		Kind: Combo,
		UCI:  Offer{Name: "NumaPolicy", Default: "auto"},
		USI:  Offer{Name: "NumaPolicy", Default: "auto"},
		Vars: []string{"auto", "none"},
		Help: "auto binds threads to the memory nodes of a machine with several; none leaves threads to the system", engine: true, system: true,
		apply: func(s *Session, v value) error { s.engine.SpreadThreads(v.text == "auto"); return nil },
	}}
}

// Line returns the line that offers the option to a front end.
func (o Option) Line(f Offer) string {
	line := "option name " + f.Name + " type " + o.Kind.String()
	switch o.Kind {
	case Check:
		line += " default " + f.Default
	case Spin:
		line += fmt.Sprintf(" default %s min %d max %d", f.Default, f.Min, f.Max)
	case Combo:
		line += " default " + f.Default
		for _, v := range o.Vars {
			line += " var " + v
		}
	case Text:
		line += " default " + orEmpty(f.Default)
	}
	return line
}

// emptyText is how the protocols write an empty text.
const emptyText = "<empty>"

func orEmpty(text string) string {
	if text == "" {
		return emptyText
	}
	return text
}

// parse reads a value as the front end writes it.
func (o Option) parse(f Offer, text string) (value, error) {
	switch o.Kind {
	case Check:
		switch strings.ToLower(text) {
		case "true":
			return value{number: 1}, nil
		case "false":
			return value{}, nil
		}
		return value{}, fmt.Errorf("%q is neither true nor false", text)
	case Spin:
		n, err := strconv.Atoi(text)
		if err == nil && o.clamp {
			n = max(f.Min, min(n, f.Max))
		}
		if err != nil || n < f.Min || n > f.Max {
			return value{}, fmt.Errorf("%q is not a number from %d to %d", text, f.Min, f.Max)
		}
		return value{number: n}, nil
	case Combo:
		for _, v := range o.Vars {
			if strings.EqualFold(v, text) {
				return value{text: v}, nil
			}
		}
		return value{}, fmt.Errorf("%q is not one of %s", text, strings.Join(o.Vars, ", "))
	case Text:
		if text == emptyText {
			text = ""
		}
		return value{text: text}, nil
	}
	return value{}, nil // a button; some front ends send a value with it
}

// fold makes names equal that differ in case, blanks and underscores only: front
// ends differ in all of them.
func fold(name string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '_' {
			return -1
		}
		return unicode.ToLower(r)
	}, name)
}

// SameOption reports whether two names mean one option, of any engine.
func SameOption(a, b string) bool {
	return fold(a) == fold(b) || slices.ContainsFunc(OptionTable(), func(o Option) bool { return o.named(a) && o.named(b) })
}

// FindOption returns the option that a name means in either dialect.
func FindOption(name string) (Option, bool) {
	table := OptionTable()
	if i := slices.IndexFunc(table, func(o Option) bool { return o.named(name) }); i >= 0 {
		return table[i], true
	}
	return Option{}, false
}

// named reports whether the option answers to name in either dialect.
func (o Option) named(name string) bool {
	name = fold(name)
	is := func(n string) bool { return n != "" && fold(n) == name }
	return is(o.UCI.Name) || is(o.USI.Name) || slices.ContainsFunc(o.Aliases, is)
}

// setOption is the command of that name. An unknown option is no error: front ends set
// what they expect of every engine.
func (s *Session) setOption(args []string) {
	if len(args) == 0 || args[0] != "name" {
		s.out.print(fail("setoption: expected name"))
		return
	}
	words, text := args[1:], ""
	if i := slices.Index(words, "value"); i >= 0 {
		words, text = words[:i], lastWords(s.line, len(words)-i-1)
	}
	name := strings.Join(words, " ")
	var offered []string
	for row, o := range OptionTable() {
		if !s.has(o) {
			continue
		}
		f := s.mode.Dialect.Offer(o)
		if f.Name != "" {
			offered = append(offered, f.Name)
		}
		if !o.named(name) {
			continue
		}
		if f.Name == "" { // an option of the other game
			f = o.UCI
			if f.Name == "" {
				f = o.USI
			}
		}
		v, err := o.parse(f, text)
		if err != nil {
			s.out.print(fail("option " + f.Name + " keeps its value: " + err.Error()))
			return
		}
		s.chosen[row] = o.Kind != Button
		s.change(row, o, v)
		return
	}
	name = printable(name, 80)
	s.out.print(note(fmt.Sprintf("ignored: there is no option %q%s", name, spelling.Hint(name, offered))))
}

// has reports whether there is what an option is about.
func (s *Session) has(o Option) bool { return !o.system || !s.noSystem }

// queued is the change of an option that waits for the end of a search.
type queued struct {
	row int // of the option table
	set func()
}

// change applies an option, at once or after the current search.
func (s *Session) change(row int, o Option, v value) {
	if o.apply == nil {
		return
	}
	set := func() {
		if err := o.apply(s, v); err != nil {
			s.out.print(fail(err.Error()))
		}
	}
	if !o.engine {
		set()
		return
	}
	// Only the last of several changes counts, so that many changes during a search take
	// no memory, and no time at its end.
	s.queue = slices.DeleteFunc(s.queue, func(q queued) bool { return q.row == row })
	s.queue = append(s.queue, queued{row, set})
	if !s.busy() {
		s.engine.Wait()
		s.applyQueued()
	}
}

// eval returns the evaluation options of the current game, for the caller to change.
func (s *Session) eval() *options.Evaluation {
	name := s.mode.Rules.Name
	if s.evals[name] == nil {
		s.evals[name] = &options.Evaluation{Divisor: options.DefaultDivisor, Warn: func(text string) { s.out.print(note(text)) }}
	}
	return s.evals[name]
}

// load makes the engine use the chosen evaluation.
func (s *Session) load() error { return s.engine.SetEvaluation(s.mode.Rules.Name, *s.eval()) }

// applyQueued makes the changes that waited for the engine, in order.
func (s *Session) applyQueued() {
	for _, q := range s.queue {
		q.set()
	}
	s.queue = nil
}

// applyDefaults gives every option that was not chosen its default in the current mode.
// No search runs.
func (s *Session) applyDefaults() {
	for row, o := range OptionTable() {
		f := s.mode.Dialect.Offer(o)
		if f.Name == "" && f.Default == "" || o.Kind == Button || s.chosen[row] {
			continue
		}
		v, err := o.parse(f, f.Default)
		if err != nil {
			s.out.print(fail("option " + f.Name + ": " + err.Error())) // a test proves that no row fails
			continue
		}
		s.change(row, o, v)
	}
}

// MarkdownOptions returns the options of both dialects as a Markdown table. Where defaults
// or values differ, UCI comes first.
func MarkdownOptions() string {
	var b strings.Builder
	b.WriteString("| UCI | USI | Default | Values | Meaning |\n|---|---|---|---|---|\n")
	for _, o := range OptionTable() {
		var names [2]string
		var usual, values []string
		for i, f := range []Offer{o.UCI, o.USI} {
			if f.Name == "" {
				continue
			}
			names[i] = "`" + f.Name + "`"
			switch {
			case strings.HasPrefix(f.Default, "<"): // otherwise it is an HTML element
				f.Default = "`" + f.Default + "`"
			case f.Default == "" && o.UCI.Default != o.USI.Default:
				f.Default = "empty"
			case strings.Contains(f.Default, " "): // a sentence
				f.Default = ""
			}
			usual = append(usual, f.Default)
			if o.Kind == Spin {
				values = append(values, fmt.Sprintf("%d to %d", f.Min, f.Max))
			}
		}
		switch o.Kind {
		case Check:
			values = []string{"true, false"}
		case Combo:
			values = []string{strings.Join(o.Vars, ", ")}
		case Text, Button:
			values = []string{o.Kind.String()}
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", names[0], names[1],
			strings.Join(slices.Compact(usual), "; "), strings.Join(slices.Compact(values), "; "), o.Help)
	}
	return b.String()
}
