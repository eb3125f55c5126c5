package app

import (
	"fmt"
	"strings"

	"github.com/nitoryu/nitoryu/cmd/internal/app/internal/checkup"
	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/core/cpu"
)

// levelVariable and levelFlag limit the instruction set. The flag goes before the
// subcommand.
const levelVariable, levelFlag = "NITORYU_CPU", "--cpu"

// limit applies the limit of the instruction set in the first arguments or else in the
// environment, and returns the other arguments.
func limit(args []string, environment string) ([]string, error) {
	level, source := environment, levelVariable
	if len(args) > 0 {
		if value, joined := strings.CutPrefix(args[0], levelFlag+"="); joined {
			level, source, args = value, levelFlag, args[1:]
		} else if args[0] == levelFlag && len(args) > 1 {
			level, source, args = args[1], levelFlag, args[2:]
		} else if args[0] == levelFlag {
			return nil, fmt.Errorf("%s needs one of %s", levelFlag, strings.Join(cpu.Names(), ", "))
		}
	}
	if level == "" {
		return args, nil
	}
	l, err := cpu.Parse(level)
	if err == nil {
		err = cpu.Use(l)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", source, err)
	}
	return args, nil
}

// processor prints what was detected and what is used.
func processor(args []string, s cli.Streams) error {
	f := cli.NewFlags("nitoryu cpu", "", "Prints the instruction sets of the processor, and which kernels are used.\n"+
		"To limit them: "+levelFlag+" LEVEL before the subcommand, or "+levelVariable+"=LEVEL in the environment;\n"+
		"levels are "+strings.Join(cpu.Names(), ", ")+".\n", s)
	if err := cli.ParseFlags(f, args); err != nil {
		return cli.UnlessHelp(err)
	}
	return printLines(s, checkup.ThisProcessor().Lines())
}
