package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"

	"github.com/google/pprof/profile"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
)

const pgoHelp = `Merges CPU profiles into one for profile-guided optimisation, without addresses and the
names of files on this machine, which the compiler does not need.

Example:

  go run -pgo=off ./cmd/nitoryu bench --profile bench.prof
  lab pgo --out cmd/nitoryu/default.pgo bench.prof

`

// profileForCompiler is the subcommand pgo.
func profileForCompiler(args []string, s cli.Streams) error {
	f := cli.NewFlags("lab pgo", "--out FILE PROFILE...", pgoHelp, s)
	out := f.String("out", "", "the `file` to write, such as cmd/nitoryu/default.pgo")
	names, err := cli.Parse(f, args)
	if err != nil {
		return err
	}
	if *out == "" || len(names) == 0 {
		return errors.New("pgo: it takes --out FILE and profiles, as in lab pgo --out default.pgo bench.prof" + cli.See(f))
	}
	var list []*profile.Profile
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return fmt.Errorf("pgo: %w", err)
		}
		p, err := profile.ParseData(text)
		if err != nil {
			return fmt.Errorf("pgo: %s: %w", name, err)
		}
		if err := forCompiler(p); err != nil {
			return fmt.Errorf("pgo: %s: %w", name, err)
		}
		list = append(list, p)
	}
	merged, err := profile.Merge(list)
	if err != nil {
		return fmt.Errorf("pgo: %w", err)
	}
	var text bytes.Buffer
	if err := merged.Write(&text); err != nil {
		return fmt.Errorf("pgo: %w", err)
	}
	if err := os.WriteFile(*out, text.Bytes(), 0o644); err != nil {
		return fmt.Errorf("pgo: %w", err)
	}
	_, err = fmt.Fprintf(s.Out, "%s in %s\n", cli.Plural(len(merged.Sample), "stack"), cli.Plural(text.Len(), "byte"))
	return err
}

// forCompiler removes what the compiler does not need from a profile: it uses the names of
// functions and the lines of calls in them.
func forCompiler(p *profile.Profile) error {
	if err := p.Aggregate(true, true, false, true, false, false); err != nil {
		return err
	}
	for _, l := range p.Location {
		l.Mapping, l.Address = nil, 0
	}
	for _, f := range p.Function {
		f.Filename = ""
	}
	p.Mapping, p.Comments = nil, nil
	for _, sample := range p.Sample {
		sample.Label, sample.NumLabel = nil, nil
	}
	return p.CheckValid()
}
