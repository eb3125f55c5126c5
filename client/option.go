package client

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/nitoryu/nitoryu/internal/spelling"
	"github.com/nitoryu/nitoryu/protocol"
)

// OptionSpec is an option as an engine declares it.
type OptionSpec struct {
	Name     string
	Type     string // check, spin, combo, button, string or filename
	Default  string
	Min, Max int64    // of a spin
	Values   []string // of a combo
}

// parseOption parses the words after option. Names and values may have several words.
func parseOption(line string) (OptionSpec, error) {
	words := strings.Fields(line)
	if len(words) == 0 || words[0] != "name" {
		return OptionSpec{}, errors.New("the word name is missing")
	}
	at := slices.Index(words, "type")
	if at < 2 || at+1 == len(words) {
		return OptionSpec{}, errors.New("name or type is missing")
	}
	o := OptionSpec{
		Name: strings.Join(words[1:at], " "), Type: strings.ToLower(words[at+1]),
		Min: math.MinInt64, Max: math.MaxInt64,
	}
	if rest := words[at+2:]; o.isText() && len(rest) > 0 && rest[0] == "default" {
		o.Default = plain(strings.Join(rest[1:], " "))
		return o, nil
	}
	return o, o.parseParts(words[at+2:])
}

// parseParts parses the default and the range of values.
func (o *OptionSpec) parseParts(words []string) (err error) {
	for len(words) > 0 {
		key := words[0]
		end := 1
		for end < len(words) && !slices.Contains([]string{"default", "min", "max", "var"}, words[end]) {
			end++
		}
		value := strings.Join(words[1:end], " ")
		words = words[end:]
		switch key {
		case "default":
			o.Default = plain(value)
		case "min":
			o.Min, err = strconv.ParseInt(value, 10, 64)
		case "max":
			o.Max, err = strconv.ParseInt(value, 10, 64)
		case "var":
			o.Values = append(o.Values, value)
		}
		if err != nil {
			return fmt.Errorf("option %s: %s %q is not a number", o.Name, key, value)
		}
	}
	return nil
}

// plain decodes UCI's notation of the empty string.
func plain(value string) string {
	if value == "<empty>" {
		return ""
	}
	return value
}

func (o *OptionSpec) isText() bool { return o.Type == "string" || o.Type == "filename" }

// spell returns a value as it has to be sent, or an error if the option cannot have it.
func (o *OptionSpec) spell(value string) (string, error) {
	fail := func(format string, args ...any) (string, error) {
		return "", fmt.Errorf("option %s: "+format, append([]any{o.Name}, args...)...)
	}
	if strings.ContainsAny(value, "\r\n") {
		return fail("%q has several lines", value)
	}
	switch o.Type {
	case "button":
		if value != "" {
			return fail("a button has no value, not %q", value)
		}
	case "check":
		if lower := strings.ToLower(value); lower == "true" || lower == "false" {
			return lower, nil
		}
		return fail("%q is neither true nor false", value)
	case "spin":
		n, err := strconv.ParseInt(value, 10, 64)
		if err != nil {
			return fail("%q is not a whole number", value)
		}
		if n < o.Min || n > o.Max {
			return fail("%d is not within %d to %d", n, o.Min, o.Max)
		}
	case "combo":
		for _, v := range o.Values {
			if strings.EqualFold(v, value) {
				return v, nil
			}
		}
		return fail("%q is not one of %s", value, strings.Join(o.Values, ", "))
	default:
		if value == "" {
			return "<empty>", nil
		}
	}
	return value, nil
}

// command returns the line that sets the option to a value as spell returns it.
func (o *OptionSpec) command(value string) string {
	if o.Type == "button" {
		return "setoption name " + o.Name + "\n"
	}
	return "setoption name " + o.Name + " value " + value + "\n"
}

// exactOption returns the option called name, whatever its case, or nil.
func exactOption(declared []OptionSpec, name string) *OptionSpec {
	for i := range declared {
		if strings.EqualFold(declared[i].Name, name) {
			return &declared[i]
		}
	}
	return nil
}

// findOption returns the option called name, or else the one that our own engine
// would take the name for. The error names the option that may be meant, or all.
func findOption(declared []OptionSpec, name string) (*OptionSpec, error) {
	if o := exactOption(declared, name); o != nil {
		return o, nil
	}
	var names []string
	for i := range declared {
		if protocol.SameOption(declared[i].Name, name) {
			return &declared[i], nil
		}
		names = append(names, declared[i].Name)
	}
	hint := spelling.Hint(name, names)
	if hint == "" && len(names) > 0 {
		hint = "; there are " + strings.Join(names, ", ")
	}
	return nil, fmt.Errorf("there is no option %q%s", name, hint)
}
