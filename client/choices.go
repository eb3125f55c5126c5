package client

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/protocol"
)

// searchOption is an option that a position or the limits of a search ask for.
type searchOption uint8

const (
	optionChess960 searchOption = iota
	optionEnteringKing
	optionMoveLimit
	optionLines
	optionLimited
	optionElo
	optionAnalysis
	searchOptions // how many there are
)

// name returns the name that the option has in most programs.
func (o searchOption) name() string {
	return [...]string{"UCI_Chess960", "EnteringKingRule", "MaxMovesToDraw", "MultiPV", "UCI_LimitStrength", "UCI_Elo", "UCI_AnalyseMode"}[o]
}

// usual returns the value that the option has for a search that asks for nothing, "" for any.
func (o searchOption) usual() string {
	return [...]string{"false", core.CSARule27, "0", "1", "false", "", "false"}[o]
}

// choice is a searchOption of the program.
type choice struct {
	spec  *OptionSpec // nil: the program has none
	usual string      // value for searches that ask for nothing: the user's, if there is one
	now   string      // that the program has
}

// demands are what a search asks of the options.
type demands struct {
	chess960     bool
	enteringKing string // "": the usual rule
	moveLimit    int    // 0: the usual one
	lines        int    // 0: as usual
	elo          int    // 0: as usual
	analysis     bool
}

// demandsOf returns what a search of p asks for.
func (e *Engine) demandsOf(p *nitoryu.Position, l *nitoryu.Limits) demands {
	s := p.Setup()
	d := demands{s.Chess960 || e.config.Chess960, s.EnteringKing, s.MoveLimit, l.Lines, l.Elo, l.Analysis}
	if l.Tsume { // these do not count
		d.lines, d.elo, d.analysis = e.demands.lines, e.demands.elo, e.demands.analysis
	}
	return d
}

// findChoices looks for the options of searches among those that the program declares.
func (e *Engine) findChoices() {
	for o := range searchOptions {
		spec, err := findOption(e.options, o.name()) // USI has names of its own
		if err != nil {
			continue
		}
		c := choice{spec: spec, usual: o.usual(), now: spec.Default}
		if o == optionElo { // whose default is often a mere number of the list
			c.usual, c.now = spec.Default, ""
		}
		e.choices[o] = c
	}
}

// values returns the value that each option is to have. Those that the program lacks, and
// that are not needed, have none; the error is about those that are.
func (e *Engine) values(d demands) (values [searchOptions]string, err error) {
	for o := range searchOptions {
		values[o] = e.choices[o].usual
	}
	values[optionChess960] = strconv.FormatBool(d.chess960) // castling is written otherwise
	if d.enteringKing != "" {
		values[optionEnteringKing] = d.enteringKing
	}
	if d.moveLimit > 0 {
		values[optionMoveLimit] = strconv.Itoa(d.moveLimit)
	}
	if d.lines > 0 {
		values[optionLines] = strconv.Itoa(d.lines)
	}
	if d.elo > 0 {
		values[optionLimited], values[optionElo] = "true", strconv.Itoa(d.elo)
	} else if values[optionLimited] != "true" {
		values[optionElo] = e.choices[optionElo].now // without effect
	}
	if d.analysis {
		values[optionAnalysis] = "true"
	}
	for o, needed := range [searchOptions]bool{
		optionChess960: d.chess960, optionLines: d.lines > 1, optionLimited: d.elo > 0, optionElo: d.elo > 0,
	} {
		if o := searchOption(o); needed && e.choices[o].spec == nil {
			return values, fmt.Errorf("%s has no option %s: %w", e.Name(), o.name(), errors.ErrUnsupported)
		}
	}
	return values, nil
}

// changes returns the commands that make the options what a search asks for, and the values
// that they have then. Nothing is noted until the commands have been sent.
func (e *Engine) changes(d demands) (commands []byte, values [searchOptions]string, err error) {
	if e.settled && d == e.demands {
		for o := range searchOptions {
			values[o] = e.choices[o].now
		}
		return nil, values, nil
	}
	if values, err = e.values(d); err != nil {
		return nil, values, err
	}
	for o := range searchOptions {
		c := &e.choices[o]
		if c.spec == nil {
			e.unsaid(o, values[o])
			continue
		}
		if strings.EqualFold(values[o], c.now) {
			continue
		}
		value, err := c.spec.spell(values[o])
		switch {
		case err == nil:
			commands = append(commands, c.spec.command(value)...)
			values[o] = value
		case o == optionEnteringKing || o == optionMoveLimit:
			e.unsaid(o, values[o])
			values[o] = c.now
		default:
			return nil, values, &nitoryu.LimitError{Problem: e.Name() + ": " + err.Error()}
		}
	}
	return commands, values, nil
}

// met notes that the program was sent the changes.
func (e *Engine) met(d demands, values [searchOptions]string) {
	e.demands, e.settled = d, true
	for o := range searchOptions {
		e.choices[o].now = values[o]
	}
}

// unsaid warns once that the program cannot be told an unusual rule of the game.
func (e *Engine) unsaid(o searchOption, value string) {
	if e.silent[o] || e.config.Warn == nil || value == "" || value == o.usual() {
		return
	}
	switch o {
	case optionEnteringKing:
		e.config.Warn(fmt.Sprintf("%s cannot be told the rule for kings in the enemy camp, %s: it has no such value of an option %s", e.Name(), value, o.name()))
	case optionMoveLimit:
		e.config.Warn(fmt.Sprintf("%s cannot be told that the game is drawn after %s plies: it has no such value of an option %s", e.Name(), value, o.name()))
	}
	e.silent[o] = true
}

// set sets options, all or none of them.
func (e *Engine) set(options []Option) error {
	var commands []byte
	values := make([]string, len(options))
	specs := make([]*OptionSpec, len(options))
	for i, o := range options {
		spec, err := findOption(e.settable(), o.Name)
		if err == nil {
			values[i], err = spec.spell(o.Value)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", e.Name(), err)
		}
		specs[i] = spec
		commands = append(commands, spec.command(values[i])...)
	}
	if err := e.send(commands); err != nil {
		return err
	}
	for i, spec := range specs {
		e.chosen(spec.Name, values[i])
	}
	return nil
}

// chosen notes that the user has set an option: searches that ask for nothing have its value.
func (e *Engine) chosen(name, value string) {
	for o := range searchOptions {
		if c := &e.choices[o]; c.spec != nil && c.spec.Name == name {
			c.usual, c.now, e.settled = value, value, false
		}
	}
}

// settable returns the options that the engine declares, and those that every USI
// engine takes, whether it declares them or not.
func (e *Engine) settable() []OptionSpec {
	options := slices.Clone(e.options)
	if !e.usi {
		return options
	}
	for _, o := range []OptionSpec{
		{Name: "USI_Hash", Type: "string", Default: "32"}, // as ShogiHome
		{Name: "USI_Ponder", Type: "string"},
	} {
		if exactOption(options, o.Name) == nil {
			options = append(options, o)
		}
	}
	return options
}

// firstOptions returns the options that the program is set at its start: first those that
// follow from the configuration, so that the user's override them. But the user cannot
// override the rules of the game.
func (e *Engine) firstOptions() ([]Option, error) {
	rules, err := e.ruleOptions()
	if err != nil {
		return nil, err
	}
	for _, r := range rules {
		for _, o := range e.config.Options {
			if protocol.SameOption(o.Name, r.Name) && !strings.EqualFold(o.Value, r.Value) && r.Value != "false" {
				return nil, fmt.Errorf("%s: the option %s=%s contradicts the rules of the game: %s", e.Name(), o.Name, o.Value, r.Value)
			}
		}
	}
	return slices.Concat(rules, e.impliedOptions(), e.config.Options), nil
}

// ruleOptions returns the options for the rules that every game has.
func (e *Engine) ruleOptions() (options []Option, err error) {
	c := &e.config
	if c.Chess960 && e.choices[optionChess960].spec == nil {
		return nil, fmt.Errorf("%s does not play Chess960: it has no option UCI_Chess960", e.Name())
	}
	king, limit := "", ""
	if c.Variant == nitoryu.Shogi {
		king = c.EnteringKing
		if c.MoveLimit > 0 {
			limit = strconv.Itoa(c.MoveLimit)
		}
	}
	for o, value := range [...]string{optionChess960: strconv.FormatBool(c.Chess960), optionEnteringKing: king, optionMoveLimit: limit} {
		o := searchOption(o)
		if value == "" {
			continue
		}
		spec := e.choices[o].spec
		if spec != nil {
			_, err = spec.spell(value)
		}
		if spec == nil || err != nil {
			e.unsaid(o, value)
			continue
		}
		options = append(options, Option{spec.Name, value})
	}
	return options, nil
}

// impliedOptions returns the other options that follow from the configuration.
func (e *Engine) impliedOptions() (options []Option) {
	ponder := strconv.FormatBool(e.config.Ponder)
	if e.usi {
		hash := exactOption(e.settable(), "USI_Hash")
		options = append(options, Option{hash.Name, hash.Default}, Option{"USI_Ponder", ponder})
	}
	if o := exactOption(e.options, "Ponder"); o != nil && o.Type == "check" {
		options = append(options, Option{o.Name, ponder})
	}
	for _, wish := range []struct {
		name  string
		value int
	}{{"Threads", e.config.Threads}, {"Hash", e.config.Hash}, {"USI_Hash", e.config.Hash}} {
		if o := exactOption(e.settable(), wish.name); o != nil && wish.value > 0 {
			options = append(options, Option{o.Name, strconv.Itoa(wish.value)})
		}
	}
	for _, name := range []string{"Move Overhead", "Move_Overhead", "MoveOverhead", "NetworkDelay", "NetworkDelay2"} {
		if o := exactOption(e.options, name); e.config.Prompt && o != nil && o.Type == "spin" {
			options = append(options, Option{o.Name, strconv.FormatInt(max(0, o.Min), 10)})
		}
	}
	return options
}
