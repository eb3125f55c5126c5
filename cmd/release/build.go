package main

import (
	"debug/buildinfo"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"
)

// platform is an operating system and a processor architecture, as Go calls them.
type platform struct{ os, arch string }

func (p platform) String() string { return p.os + "/" + p.arch }

// program returns the file name of a program.
func (p platform) program(name string) string {
	if p.os == "windows" {
		return name + ".exe"
	}
	return name
}

// programs are the programs in a release: the engine, and the lab for engine authors.
func programs() []string { return []string{"nitoryu", "lab"} }

// platforms returns the platforms of a release.
func platforms() (all []platform) {
	for _, os := range []string{"linux", "windows", "darwin"} {
		for _, arch := range []string{"amd64", "arm64"} {
			all = append(all, platform{os, arch})
		}
	}
	return all
}

func platformNames() (names []string) {
	for _, p := range platforms() {
		names = append(names, p.String())
	}
	return names
}

// choosePlatforms reads names separated by commas; "" stands for all platforms.
func choosePlatforms(names string) (chosen []platform, err error) {
	if names == "" {
		return platforms(), nil
	}
	for name := range strings.SplitSeq(names, ",") {
		at := slices.Index(platformNames(), name)
		if at < 0 {
			return nil, fmt.Errorf("there is no release for %s; choose from %s", name, strings.Join(platformNames(), ", "))
		}
		chosen = append(chosen, platforms()[at])
	}
	return chosen, nil
}

// compile builds a program of a clone. The program runs on old processors of the architecture,
// since it detects newer instructions itself. cache is the folder of the go command's cache, ""
// for the usual one.
func compile(root, program, file, cache string, p platform) error {
	file, err := filepath.Abs(file)
	if err != nil {
		return err
	}
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=true", "-mod=readonly", "-ldflags=-s -w", "-o", file, "./cmd/"+program)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOEXPERIMENT=", "GOWORK=off", "CGO_ENABLED=0", "GOOS="+p.os, "GOARCH="+p.arch, "GOAMD64=v1", "GOARM64=v8.0")
	if cache != "" {
		cmd.Env = append(cmd.Env, "GOCACHE="+cache)
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s of %s: %w\n%s", program, p, err, out)
	}
	return nil
}

// origin is what a binary says about where it comes from.
type origin struct {
	version  string    // of the module, without the v
	tagged   bool      // the version is a tag
	time     time.Time // of the commit
	revision string
	compiler string // the version of Go, without the prefix "go"
	modules  []*debug.Module
}

// originOf reads the origin of a binary. A binary that was not built from a commit is an error.
func originOf(file string) (origin, error) {
	info, err := buildinfo.ReadFile(file)
	if err != nil {
		return origin{}, err
	}
	return readOrigin(info)
}

func readOrigin(info *debug.BuildInfo) (origin, error) {
	version, known := strings.CutPrefix(info.Main.Version, "v")
	if !known {
		return origin{}, errors.New("the go command finds no version: build in a clone with a .git folder, with git installed")
	}
	o := origin{version: version, compiler: strings.TrimPrefix(info.GoVersion, "go"), modules: info.Deps}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.modified":
			if s.Value != "false" {
				return origin{}, errors.New("the clone has changes: commit or remove them")
			}
		case "vcs.revision":
			o.revision = s.Value
		case "vcs.time":
			var err error
			if o.time, err = time.Parse(time.RFC3339, s.Value); err != nil {
				return origin{}, err
			}
		}
	}
	if o.revision == "" || o.time.IsZero() {
		return origin{}, errors.New("the binary does not say which commit it was built from")
	}
	o.tagged = !strings.Contains(version, o.revision[:min(12, len(o.revision))])
	return o, nil
}
