package protocol

import (
	"fmt"
	"io"
	"strings"

	"github.com/nitoryu/nitoryu/core/options"
)

// Setting is an option and the value that somebody chose for it.
type Setting struct {
	Option
	Value string
}

// ParseSetting reads NAME=VALUE. The error says that there is no such option, or no value.
func ParseSetting(text string) (Setting, error) {
	name, value, ok := strings.Cut(text, "=")
	o, known := FindOption(strings.TrimSpace(name))
	switch {
	case !ok:
		return Setting{}, fmt.Errorf("the option %q has no value; write NAME=VALUE", text)
	case !known:
		return Setting{}, fmt.Errorf("there is no option %q", name)
	}
	return Setting{o, strings.TrimSpace(value)}, nil
}

// Configure sets options of an engine in a mode, as the command setoption does, for programs that use the
// engine without a session. Other options stay as they are. The error names an option that the mode does not
// have, or a value that the option does not take.
func Configure(e Engine, m Mode, settings []Setting) error {
	s := &Session{engine: e, mode: m, out: &writer{out: io.Discard}, evals: map[string]*options.Evaluation{}}
	for _, o := range settings {
		f := m.Dialect.Offer(o.Option)
		switch {
		case f.Name == "":
			return fmt.Errorf("%s=%s is not for %s", max(o.UCI.Name, o.USI.Name), o.Value, m.Rules.Name)
		case !o.engine || o.apply == nil:
			return fmt.Errorf("%s says what front ends want, and changes nothing here", f.Name)
		}
		v, err := o.parse(f, o.Value)
		if err == nil {
			err = o.apply(s, v)
		}
		if err != nil {
			return fmt.Errorf("%s=%s: %w", f.Name, o.Value, err)
		}
	}
	return nil
}
