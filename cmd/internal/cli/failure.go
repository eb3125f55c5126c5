package cli

import (
	"context"
	"slices"
	"strings"
)

// Failure returns the last message of a program that ends with an error. The standard library's
// messages for contexts that ended become plain words; lines that repeat are said once.
func (l *Language) Failure(program string, err error) string {
	plain := strings.NewReplacer(context.Canceled.Error(), "interrupted", context.DeadlineExceeded.Error(), "out of time")
	lines := slices.Compact(strings.Split(plain.Replace(err.Error()), "\n"))
	for i, line := range lines {
		lines[i] = l.Say(line)
	}
	return program + ": " + Printable(strings.Join(lines, "\n"))
}
