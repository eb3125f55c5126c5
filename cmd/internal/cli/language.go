package cli

import (
	"fmt"
	"regexp"
	"strings"
)

// Language is what a program says in another language than English. The nil Language is
// English.
type Language struct {
	// Sentences are tried in order: the first one that fits a text translates it.
	Sentences []Sentence
	Help      map[string]Help // by the command with its synopsis, as help shows it
	Colon     string          // stands between what an error is about and what went wrong
}

// Sentence is a sentence in English and its translation. In English, %s stands for any text and
// %d for a number; the translation writes both as %s, or as %[2]s where the order differs.
type Sentence struct{ English, Other string }

// Help is the help text of a command, or of the program.
type Help struct {
	Summary string            // in the list of all commands; for the program, the text below that list
	Details string            // as in NewFlags; for the program, the text above the list
	Flags   map[string]string // by the name of the flag
}

// Say returns a text in the language. The texts in place of %s are translated as well. If no
// sentence fits, the part behind a colon is translated.
func (l *Language) Say(text string) string {
	if l == nil {
		return text
	}
	for _, s := range l.Sentences {
		if args, fits := s.match(text); fits {
			for i, arg := range args {
				args[i] = l.Say(arg.(string))
			}
			return fmt.Sprintf(s.Other, args...)
		}
	}
	if about, wrong, found := strings.Cut(text, ": "); found {
		return about + l.Colon + l.Say(wrong)
	}
	return text
}

// match returns what a text has in place of each %s of the English sentence.
func (s *Sentence) match(text string) (args []any, fits bool) {
	head, _, _ := strings.Cut(s.English, "%")
	if !strings.HasPrefix(text, head) {
		return nil, false
	}
	pattern := strings.NewReplacer("%s", "(.*?)", "%d", `(\d+)`).Replace(regexp.QuoteMeta(s.English))
	found := regexp.MustCompile("(?s)^" + pattern + "$").FindStringSubmatch(text)
	if found == nil {
		return nil, false
	}
	for _, arg := range found[1:] {
		args = append(args, arg)
	}
	return args, true
}

// help returns the help of a command; its texts are empty where the language has none.
func (l *Language) help(command string) Help {
	if l == nil {
		return Help{}
	}
	return l.Help[command]
}
