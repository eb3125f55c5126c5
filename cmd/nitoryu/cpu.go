package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/core/attack/board64"
	"github.com/nitoryu/nitoryu/core/attack/board81"
	"github.com/nitoryu/nitoryu/core/cpu"
	"github.com/nitoryu/nitoryu/core/nnue"
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
	rest, err := cli.Parse(f, args)
	if err == nil {
		err = cli.NoMore(f, rest)
	}
	if err != nil {
		return cli.UnlessHelp(err)
	}
	m := cpu.This()
	name, pext := m.Name, "not available"
	if name == "" {
		name = "unknown: a build without assembly, or not amd64"
	}
	switch {
	case m.SlowPEXT:
		pext = "slow microcode, not used"
	case m.Has(cpu.BMI2):
		pext = "in hardware"
	}
	_, err = fmt.Fprintf(s.Out, "built for    %s\nprocessor    %s\nbest level   %s\nused level   %s\nPEXT         %s\nchess moves  %s\nshogi moves  %s\nnetworks     %s\n",
		architecture(), name, m.Best, cpu.Used(), pext, board64.Kernel(), board81.Kernel(), nnue.Kernels())
	return err
}

// architecture returns the target of the compiler, such as "amd64 v1".
func architecture() string {
	built := runtime.GOARCH
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, setting := range info.Settings {
			if setting.Key == "GO"+strings.ToUpper(runtime.GOARCH) {
				built += " " + setting.Value
			}
		}
	}
	return built
}
