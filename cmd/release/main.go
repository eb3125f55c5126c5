package main

import (
	"fmt"
	"os"
	"time"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
)

func main() {
	program := &cli.Program{
		Name: "release", Title: "The releases of Nitoryu",
		Jobs: []cli.Command{
			{Name: "describe", Summary: "write the files about the archives of a release", Run: describeRelease},
			{Name: "licences", Summary: "write THIRD_PARTY.md", Run: writeLicences},
		},
		Before: "Describes releases; .ci/release makes them. Run it at the root of a clone. Subcommands:",
	}
	args := os.Args[1:]
	if len(args) == 0 {
		args = []string{"help"}
	}
	found, err := program.Run(args, cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr})
	if !found && err == nil {
		err = fmt.Errorf("there is no subcommand %q; see release help", args[0])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, (*cli.Language)(nil).Failure("release", err))
		os.Exit(1)
	}
}

// describeRelease is the subcommand describe.
func describeRelease(args []string, s cli.Streams) error {
	f := cli.NewFlags("release describe", "[flags]",
		"Writes the bill of materials, the files for Homebrew and Scoop and the notes beside the archives "+
			"of a release. goreleaser runs it and gives it all flags.\n", s)
	r := release{root: "."}
	f.StringVar(&r.out, "o", "", "folder of the archives")
	f.StringVar(&r.version, "version", "", "version of the release, which CHANGELOG.md must have")
	f.StringVar(&r.revision, "revision", "", "revision that it was built from")
	when := f.String("time", "", "time of that revision, as 2026-12-31T12:00:00Z")
	f.BoolVar(&r.snapshot, "snapshot", false, "no release: the notes are those under Unreleased")
	if err := cli.ParseFlags(f, args); err != nil {
		return cli.UnlessHelp(err)
	}
	var err error
	if r.time, err = time.Parse(time.RFC3339, *when); err == nil {
		err = r.describe()
	}
	if err != nil {
		return fmt.Errorf("describe: %w", err)
	}
	return nil
}

// writeLicences is the subcommand licences.
func writeLicences(args []string, s cli.Streams) error {
	f := cli.NewFlags("release licences", "", "Writes "+licencesFile+" from the modules that go.mod names.\n", s)
	if err := cli.ParseFlags(f, args); err != nil {
		return cli.UnlessHelp(err)
	}
	all, err := licences(".")
	if err != nil {
		return fmt.Errorf("licences: %w", err)
	}
	return os.WriteFile(licencesFile, []byte(licencesPage(all)), 0o666)
}
