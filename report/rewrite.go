package report

import (
	"errors"
	"fmt"
	"strings"
)

// Marks around a part of a page that is rewritten: everything between a line
// <!-- KIND NAME --> and the next line <!-- end -->.
const (
	markOpen  = "<!-- "
	markClose = " -->"
	markEnd   = "<!-- end -->"
)

// Kinds of parts of a page.
const (
	Measured  = "measured"  // by a run of the lab
	Generated = "generated" // from the code, see lab docs
)

// Has reports whether a page has a part of that kind.
func Has(text, kind string) bool { return strings.Contains(text, markOpen+kind+" ") }

// Rewrite returns a Markdown page with its parts of a kind replaced. It calls part once
// for each of them: lines are whole lines, or nothing to keep the old ones; known says
// that there is a part with that name. Everything else is kept.
//
// An error names the mark that is wrong, and no page is returned.
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
		return "", errors.New("the page has no " + kind + " part, such as " + markBegin + "NAME" + markClose + " and " + markEnd + ", each on its own line")
	}
	return b.String(), nil
}

// Pictures are the pictures of a Markdown page, by the names of their files beside it.
type Pictures struct {
	Prefix string // of these names
	Files  map[string]string
}

// Add adds a picture and returns the line that shows it, or nothing for an empty picture.
func (p *Pictures) Add(name, alt, picture string) string {
	if picture == "" {
		return ""
	}
	file := p.Prefix + name + ".svg"
	p.Files[file] = picture
	return fmt.Sprintf("![%s](%s)\n", alt, file)
}
