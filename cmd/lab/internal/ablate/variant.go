package ablate

import (
	"fmt"
	"strings"

	"github.com/nitoryu/nitoryu/core/params"
	"github.com/nitoryu/nitoryu/spelling"
)

// The names of the searches besides those without one technique.
const (
	Full  = "full search"
	Plain = "plain alpha-beta" // everything off but the quiescence search
)

// variant is one search to be measured. The search without a technique has the name of the
// technique.
type variant struct {
	name      string
	parameter string // that switches the technique off; empty for Full and Plain
	params    *params.Set
}

// quiescence is the parameter of the one technique that Plain keeps: without it, leaves
// are evaluated in the middle of exchanges, which no baseline does.
const quiescence = "Quiescence"

// variants lists every search of a game with those defaults: the full one, one without
// each technique that is on, and the plain one. unused names the techniques that are off
// anyway.
func variants(defaults *params.Set) (list []variant, unused []string, err error) {
	list = []variant{{name: Full, params: defaults}}
	plain := *defaults
	for _, row := range params.Rows() {
		if row.Technique == "" {
			continue
		}
		without := *defaults
		if err := without.Assign(row.Name, row.Off); err != nil {
			return nil, nil, err
		}
		if without == *defaults {
			unused = append(unused, row.Technique)
			continue
		}
		list = append(list, variant{row.Technique, row.Name, &without})
		if row.Name == quiescence {
			continue
		}
		if err := plain.Assign(row.Name, row.Off); err != nil {
			return nil, nil, err
		}
	}
	return append(list, variant{name: Plain, params: &plain}), unused, nil
}

// chosen reports whether the name of a search contains one of the words of only, which are
// separated by commas. An empty only chooses all, and the full search is always chosen.
func chosen(name, only string) bool {
	if only == "" || name == Full {
		return true
	}
	for word := range strings.SplitSeq(only, ",") {
		if word = strings.TrimSpace(word); word != "" && strings.Contains(strings.ToLower(name), strings.ToLower(word)) {
			return true
		}
	}
	return false
}

// checkOnly returns an error for words that choose nothing. The technique may be unused in
// the current game.
func checkOnly(only string) error {
	var names []string
	for _, row := range params.Rows() {
		if row.Technique != "" {
			names = append(names, row.Technique)
		}
	}
	names = append(names, Plain)
	for word := range strings.SplitSeq(only, ",") {
		found := false
		for _, name := range names {
			found = found || chosen(name, word)
		}
		if !found {
			word = strings.TrimSpace(word)
			return fmt.Errorf("no technique is called %q%s; lab params lists them", word, spelling.Hint(word, names))
		}
	}
	return nil
}
