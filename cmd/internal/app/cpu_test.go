package app

import (
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core/cpu"
	"github.com/nitoryu/nitoryu/tests/must"
)

func TestLimit(t *testing.T) {
	best := cpu.This().Best
	defer func() { _ = cpu.Use(best) }()
	for _, test := range []struct {
		name, args, environment string
		rest, fault             string
		used                    cpu.Level
	}{
		{"nothing", "bench", "", "bench", "", best},
		{"a flag", "--cpu go bench", "", "bench", "", cpu.Go},
		{"a flag with its value", "--cpu=GO bench -depth 3", "", "bench -depth 3", "", cpu.Go},
		{"the environment", "bench", "go", "bench", "", cpu.Go},
		{"the flag comes first", "--cpu go", "mmx", "", "", cpu.Go},
		{"an unknown level", "--cpu mmx", "", "", `--cpu: "mmx" is not an instruction set`, best},
		{"an unknown level outside", "bench", "mmx", "", `NITORYU_CPU: "mmx" is not an instruction set`, best},
		{"no level", "--cpu", "", "", "--cpu needs one of go, bmi2", best},
		{"behind the subcommand it is another's", "bench --cpu go", "", "bench --cpu go", "", best},
	} {
		t.Run(test.name, func(t *testing.T) {
			must.OK(t, cpu.Use(best))
			rest, err := limit(strings.Fields(test.args), test.environment)
			if test.fault != "" {
				must.Say(t, err, test.fault)
			} else if err != nil || strings.Join(rest, " ") != test.rest {
				t.Errorf("%q is left, error %v; want %q", rest, err, test.rest)
			}
			if cpu.Used() != test.used {
				t.Errorf("level %s, want %s", cpu.Used(), test.used)
			}
		})
	}
}

// A level that the machine does not have is refused, and the best one is kept.
func TestMissingLevel(t *testing.T) {
	best, missing := cpu.This().Best, cpu.NEON
	if best == cpu.NEON {
		missing = cpu.AVX2
	}
	if _, err := limit([]string{"--cpu", missing.String()}, ""); err == nil || cpu.Used() != best {
		t.Errorf("error %v, level %s", err, cpu.Used())
	}
}
