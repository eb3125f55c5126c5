package version

import (
	"runtime/debug"
	"testing"
)

func TestAbout(t *testing.T) {
	setting := func(key, value string) debug.BuildSetting { return debug.BuildSetting{Key: key, Value: value} }
	revision := setting("vcs.revision", "0123456789abcdef0123456789abcdef01234567")
	build := func(version string, settings ...debug.BuildSetting) *debug.BuildInfo {
		return &debug.BuildInfo{GoVersion: "go1.99", Main: debug.Module{Version: version}, Settings: settings}
	}
	day := setting("vcs.time", "2026-11-23T18:55:00Z")
	tests := []struct {
		name string
		info *debug.BuildInfo
		want string
	}{
		{"nothing is known", nil, "dev"},
		{"without a repository", build("(devel)"), "dev, go1.99"},
		{"a test", build(""), "dev, go1.99"},
		{"a clone", build("(devel)", revision, day, setting("vcs.modified", "false")), "dev-20261123-01234567 (revision 0123456789ab), go1.99"},
		{"a clone after a release", build("v1.0.1-0.20261123185500-0123456789ab", revision, day), "dev-20261123-01234567 (revision 0123456789ab), go1.99"},
		{"a clone with changes", build("v1.0.0+dirty", setting("vcs.modified", "true"), day, revision), "dev-20261123-01234567 (revision 0123456789ab with changes), go1.99"},
		{"a release", build("v1.0.0", revision, day), "1.0.0 (revision 0123456789ab), go1.99"},
		{"a candidate", build("v1.0.0-rc.1", revision, day), "1.0.0-rc.1 (revision 0123456789ab), go1.99"},
		{"go install", build("v1.2.3"), "1.2.3, go1.99"},
		{"go install without releases", build("v0.0.0-20261123185500-0123456789ab"), "dev-20261123-01234567, go1.99"},
		{"go install after a candidate", build("v1.0.0-rc.1.0.20261123185500-0123456789ab"), "dev-20261123-01234567, go1.99"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got, want := about("Tool", test.info), "Tool "+test.want; got != want {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
}
