package report

import (
	"errors"
	"fmt"
	"strings"
)

// Marks around what is written anew in a page: everything between a line
// <!-- KIND NAME --> and the next line <!-- end -->.
const (
	markOpen  = "<!-- "
	markClose = " -->"
	markEnd   = "<!-- end -->"
)

// Kinds of parts of a page.
const (
	Measured  = "measured"  // by a run, which takes its time
	Generated = "generated" // from the code, see lab docs
)

// Has reports whether a page has a part of that kind.
func Has(text, kind string) bool { return strings.Contains(text, markOpen+kind+" ") }

// Rewrite returns text, a page in Markdown, with its parts of a kind written anew.
// part returns the part with a name: whole lines, or nothing if the old ones are to
// be kept; known says that there is a part with that name. It is asked once for
// each part of the page. What stands outside of the parts is kept.
//
// An error says which mark makes no sense, and then nothing is returned.
func Rewrite(text, kind string, part func(name string) (lines string, known bool)) (page string, err error) {
	markBegin := markOpen + kind + " "
	var b strings.Builder
	seen := map[string]bool{}
	name, number := "", 0
	for line := range strings.Lines(text) {
		number++
		mark := strings.TrimSpace(line)
		opens := strings.HasPrefix(mark, markBegin) && strings.HasSuffix(mark, markClose)
		switch {
		case opens && name != "":
			return "", fmt.Errorf("line %d begins a part inside of the part %q", number, name)
		case opens:
			name = strings.TrimSuffix(strings.TrimPrefix(mark, markBegin), markClose)
			if seen[name] {
				return "", fmt.Errorf("line %d begins the part %q a second time", number, name)
			}
			lines, known := part(name)
			if !known {
				return "", fmt.Errorf("line %d begins the part %q, which nobody knows", number, name)
			}
			seen[name] = true
			if lines == "" {
				name = "" // keep the old text
			}
			b.WriteString(strings.TrimRight(line, "\r\n") + "\n" + lines)
		case mark == markEnd && name != "":
			name = ""
			b.WriteString(line)
		case name == "":
			b.WriteString(line)
		}
	}
	switch {
	case name != "":
		return "", fmt.Errorf("the part %q has no end", name)
	case len(seen) == 0:
		return "", errors.New("the page has no place for what is " + kind + ", such as " + markBegin + "NAME" + markClose + " and " + markEnd + ", each on its own line")
	}
	return b.String(), nil
}
