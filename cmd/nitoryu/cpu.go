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

// levelVariable limits the instructions from outside; a flag before the
// subcommand does the same.
const levelVariable, levelFlag = "NITORYU_CPU", "--cpu"

// limit applies what the environment and the first arguments say about the
// instructions to use, and returns the other arguments. The flag comes first.
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

// processor prints what was found and chosen.
func processor(args []string, s cli.Streams) error {
	f := cli.NewFlags("nitoryu cpu", "", "Prints what the processor offers, and which kernels are used and why.\n"+
		"To use less: "+levelFlag+" LEVEL before the subcommand, or "+levelVariable+"=LEVEL in the environment;\n"+
		"levels are "+strings.Join(cpu.Names(), ", ")+".\n", s)
	rest, err := cli.Parse(f, args)
	if err == nil {
		err = cli.NoMore(f, rest)
	}
	if err != nil {
		return cli.UnlessHelp(err)
	}
	m := cpu.This()
	name, pext := m.Name, "not there"
	if name == "" {
		name = "not asked: a build without assembly, or not amd64"
	}
	switch {
	case m.SlowPEXT:
		pext = "there, but in microcode, so that kernels do without"
	case m.Has(cpu.BMI2):
		pext = "in hardware"
	}
	_, err = fmt.Fprintf(s.Out, "built for    %s\nprocessor    %s\nbest level   %s\nused level   %s\nPEXT         %s\nchess moves  %s\nshogi moves  %s\nnetworks     %s\n",
		architecture(), name, m.Best, cpu.Used(), pext, board64.Kernel(), board81.Kernel(), nnue.Kernels())
	return err
}

// architecture says what the compiler was allowed to use, such as "amd64 v1".
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
