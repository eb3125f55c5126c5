package report

import (
	"errors"
	"fmt"
	"strings"
)

// Marks around a part of a page that is generated: everything between a line
// <!-- generated NAME --> and the next line <!-- end -->.
const (
	markBegin = "<!-- generated "
	markClose = " -->"
	markEnd   = "<!-- end -->"
)

// IsGenerated reports whether a line of a page begins a generated part.
func IsGenerated(text string) bool { return strings.Contains("\n"+text, "\n"+markBegin) }

// Rewrite returns a Markdown page with its generated parts replaced. It calls part once
// for each generated part: lines are whole lines, or "" to keep the old lines; known
// says that a part has that name. Everything else is kept.
//
// An error names the mark that is wrong, and no page is returned.
func Rewrite(text string, part func(name string) (lines string, known bool)) (page string, err error) {
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
				return "", fmt.Errorf("line %d begins the part %q, which is unknown", number, name)
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
		return "", errors.New("the page has no generated part, such as " + markBegin + "NAME" + markClose + " and " + markEnd + ", each on its own line")
	}
	return b.String(), nil
}
