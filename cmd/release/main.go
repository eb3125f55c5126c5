package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
)

func main() {
	program := &cli.Program{
		Name: "release", Title: "The releases of Nitoryu",
		Jobs: []cli.Command{
			{Name: "build", Summary: "build all files of a release from a clean clone", Run: buildRelease},
			{Name: "check", Summary: "build twice in different folders and compare", Run: checkRelease},
			{Name: "licences", Summary: "write THIRD_PARTY.md", Run: writeLicences},
		},
		Before: "Makes releases. Run it at the root of a clone. Subcommands:",
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

// buildRelease is the subcommand build.
func buildRelease(args []string, s cli.Streams) error {
	f := cli.NewFlags("release build", "[flags]",
		"Builds the release of the clean clone in this folder. Its tag is the version, which "+
			"CHANGELOG.md must have, too. Without a tag it is a development version, with the notes "+
			"under Unreleased.\n", s)
	out := f.String("o", "dist", "folder for the files, empty or new")
	names := f.String("platforms", "", "platforms, separated by commas; by default "+strings.Join(platformNames(), ","))
	site := f.String("site", "", "folder with the page for browsers, archived as well")
	rest, err := cli.Parse(f, args)
	if err != nil {
		return cli.UnlessHelp(err)
	}
	if err := cli.NoMore(f, rest); err != nil {
		return err
	}
	chosen, err := choosePlatforms(*names)
	if err != nil {
		return fmt.Errorf("build: %w", err)
	}
	r := &release{root: ".", out: *out, platforms: chosen, site: *site, log: s.Err}
	if err := r.run(); err != nil {
		return fmt.Errorf("build: %w", err)
	}
	sums, err := os.ReadFile(filepath.Join(*out, sumsFile))
	if err != nil {
		return err
	}
	_, err = s.Out.Write(sums)
	return err
}

// checkRelease is the subcommand check.
func checkRelease(args []string, s cli.Streams) error {
	f := cli.NewFlags("release check", "[flags]",
		"Builds the last commit twice, in clones in different folders, compares all files, and starts "+
			"the programs of this platform.\n", s)
	names := f.String("platforms", runtime.GOOS+"/"+runtime.GOARCH, "platforms, separated by commas")
	site := f.Bool("site", false, "build the page for browsers as well, with make")
	cold := f.Bool("cold", false, "start each build with an empty cache of the go command; slow")
	keep := f.String("keep", "", "folder to keep the files of the first build in, empty or new")
	rest, err := cli.Parse(f, args)
	if err != nil {
		return cli.UnlessHelp(err)
	}
	if err := cli.NoMore(f, rest); err != nil {
		return err
	}
	chosen, err := choosePlatforms(*names)
	if err != nil {
		return fmt.Errorf("check: %w", err)
	}
	c := &check{platforms: chosen, site: *site, cold: *cold, keep: *keep, log: s.Err}
	if err := c.run(); err != nil {
		return fmt.Errorf("check: %w", err)
	}
	fmt.Fprintln(s.Out, "both builds are equal")
	return nil
}

// writeLicences is the subcommand licences.
func writeLicences(args []string, s cli.Streams) error {
	f := cli.NewFlags("release licences", "", "Writes "+licencesFile+" from the modules that go.mod names.\n", s)
	rest, err := cli.Parse(f, args)
	if err != nil {
		return cli.UnlessHelp(err)
	}
	if err := cli.NoMore(f, rest); err != nil {
		return err
	}
	all, err := licences(".")
	if err != nil {
		return fmt.Errorf("licences: %w", err)
	}
	return os.WriteFile(licencesFile, []byte(licencesPage(all)), 0o666)
}

// emptyFolder makes a folder, or accepts an existing empty one.
func emptyFolder(name string) error {
	entries, err := os.ReadDir(name)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return os.MkdirAll(name, 0o777)
	case err != nil:
		return err
	case len(entries) > 0:
		return fmt.Errorf("the folder %s is not empty", name)
	}
	return nil
}
