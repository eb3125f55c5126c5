package version

import (
	"runtime/debug"
	"strings"
)

// Own is the release that this program was built from, such as 1.0.0. Between releases it
// is dev with the day and the revision of the source, if the go command knew them.
var Own = version(buildInfo())

// buildInfo returns the build information, or nil.
func buildInfo() *debug.BuildInfo {
	info, _ := debug.ReadBuildInfo()
	return info
}

// development returns day and revision of the version of a source without a tag, which ends in a time
// and a revision (https://go.dev/ref/mod#pseudo-versions).
func development(release string) (day, revision string, ok bool) {
	const second, short = 14, 12
	at := strings.LastIndexByte(release, '-')
	if at <= second {
		return "", "", false
	}
	before, revision := release[:at], release[at+1:]
	time := before[len(before)-second:]
	ok = strings.ContainsAny(before[len(before)-second-1:len(before)-second], "-.") &&
		len(revision) == short && strings.Trim(revision, "0123456789abcdef") == "" && strings.Trim(time, "0123456789") == ""
	return time[:8], revision[:min(8, len(revision))], ok
}

// version returns the release that a program was built from.
func version(info *debug.BuildInfo) string {
	const dev = "dev"
	if info == nil {
		return dev
	}
	if release, tagged := strings.CutPrefix(info.Main.Version, "v"); tagged && !strings.Contains(release, "+dirty") {
		if day, revision, ok := development(release); ok {
			return dev + "-" + day + "-" + revision
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
