package cli

import (
	"regexp"
	"runtime/debug"
	"strings"
)

// Version is the release that this program was built from, such as 1.0.0. Between releases it
// is dev with the day and the revision of the source, if the go command knew them.
var Version = version(buildInfo())

// buildInfo returns the build information, or nil.
func buildInfo() *debug.BuildInfo {
	info, _ := debug.ReadBuildInfo()
	return info
}

// development matches the end of the version of a source without a tag: a time and a revision
// (https://go.dev/ref/mod#pseudo-versions).
var development = regexp.MustCompile(`[-.](\d{8})\d{6}-([0-9a-f]{12})(\+dirty)?$`)

// version returns the release that a program was built from.
func version(info *debug.BuildInfo) string {
	const dev = "dev"
	if info == nil {
		return dev
	}
	if release, tagged := strings.CutPrefix(info.Main.Version, "v"); tagged && !strings.Contains(release, "+dirty") {
		if at := development.FindStringSubmatch(release); at != nil {
			return dev + "-" + at[1] + "-" + at[2][:8]
		}
		return release
	}
	var day, revision string
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.time":
			day, _, _ = strings.Cut(s.Value, "T")
		case "vcs.revision":
			revision = s.Value
		}
	}
	if day == "" || revision == "" {
		return dev
	}
	return dev + "-" + strings.ReplaceAll(day, "-", "") + "-" + revision[:min(8, len(revision))]
}

// About describes in one line what the running program was built from.
func About(title string) string { return about(title, buildInfo()) }

// about describes in one line what a program was built from.
func about(title string, info *debug.BuildInfo) string {
	text := title + " " + version(info)
	if info == nil {
		return text
	}
	source, changed := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			source = "revision " + s.Value[:min(12, len(s.Value))]
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = " with changes"
		}
	}
	if source != "" {
		text += " (" + source + changed + ")"
	}
	return text + ", " + info.GoVersion
}
