package cli

import "runtime/debug"

// Version is the release of this source.
const Version = "0.1-dev"

// buildInfo returns the build information, or nil.
func buildInfo() *debug.BuildInfo {
	info, _ := debug.ReadBuildInfo()
	return info
}

// About describes in one line what the running program was built from.
func About(title string) string { return about(title, buildInfo()) }

// about describes in one line what a program was built from.
func about(title string, info *debug.BuildInfo) string {
	text := title + " " + Version
	if info == nil {
		return text
	}
	source, changed := info.Main.Version, ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			source = "revision " + s.Value[:min(12, len(s.Value))]
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = " with changes"
		}
	}
	if source != "" && source != "(devel)" {
		text += " (" + source + changed + ")"
	}
	return text + ", " + info.GoVersion
}
