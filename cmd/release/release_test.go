package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/tests/must"
)

// clone is the root of the module.
const clone = "../.."

var commitTime = time.Date(2026, 11, 23, 18, 55, 0, 0, time.UTC)

// page reads a file of the clone.
func page(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(clone, name))
	must.OK(t, err)
	return strings.ReplaceAll(string(text), "\r", "")
}

// THIRD_PARTY.md has the licences of all modules in go.mod, as they stand.
func TestLicencesAreCurrent(t *testing.T) {
	all, err := licences(clone)
	must.OK(t, err)
	text := page(t, licencesFile)
	linked := 0
	for i, l := range all {
		if l.engine {
			linked++
		}
		// The years in Go's licence change with its releases.
		if i > 0 && !strings.Contains(text, l.text) {
			t.Errorf("%s lacks the licence of %s: run go run ./cmd/release licences", licencesFile, l.module)
		}
	}
	all[0].text = ""
	table, _, _ := strings.Cut(licencesPage(all), "\n## ")
	if !strings.HasPrefix(text, table) {
		t.Errorf("%s is out of date: run go run ./cmd/release licences", licencesFile)
	}
	if linked < 4 || linked == len(all) {
		t.Errorf("%d of %d modules are in the engine", linked, len(all))
	}
}

func TestIdentify(t *testing.T) {
	for name, want := range map[string]string{
		"nothing":                "",
		"all rights":             "",
		"our licence":            "MIT",
		"another one for a part": "MIT",
	} {
		text := map[string]string{
			"all rights": "All rights reserved.", "our licence": page(t, "LICENSE"),
			"another one for a part": page(t, "LICENSE") + "\nFiles: a/*\nApache License\nVersion 2.0, January 2004",
		}[name]
		if got := identify(text); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// Archives are equal however often and in whatever order they are made, and hold what was
// put in.
func TestArchives(t *testing.T) {
	entries := []entry{{"nitoryu", 0o755, []byte("program")}, {"LICENSE", 0o644, []byte("text")}}
	turned := []entry{entries[1], entries[0]}
	for _, test := range []struct {
		name string
		pack func(string, []entry, time.Time) ([]byte, error)
		list func(*testing.T, []byte) map[string]string
	}{
		{"tar.gz", tarball, listTarball},
		{"zip", zipFile, listZip},
	} {
		t.Run(test.name, func(t *testing.T) {
			first, err := test.pack("folder", entries, commitTime)
			must.OK(t, err)
			again, err := test.pack("folder", turned, commitTime.In(time.FixedZone("elsewhere", 3600)))
			if err != nil || !bytes.Equal(first, again) {
				t.Errorf("another archive, %v", err)
			}
			got := test.list(t, first)
			if len(got) != 2 || got["folder/nitoryu -rwxr-xr-x 2026-11-23T18:55:00Z"] != "program" || got["folder/LICENSE -rw-r--r-- 2026-11-23T18:55:00Z"] != "text" {
				t.Errorf("it has %q", got)
			}
		})
	}
}

func listTarball(t *testing.T, data []byte) map[string]string {
	t.Helper()
	unzipped, err := gzip.NewReader(bytes.NewReader(data))
	must.OK(t, err)
	list := map[string]string{}
	for r := tar.NewReader(unzipped); ; {
		h, err := r.Next()
		if err == io.EOF {
			return list
		}
		must.OK(t, err)
		if h.Uid != 0 || h.Gid != 0 || h.Uname != "root" || h.Gname != "root" {
			t.Errorf("%s belongs to %d %s", h.Name, h.Uid, h.Uname)
		}
		text, err := io.ReadAll(r)
		must.OK(t, err)
		list[h.Name+" "+h.FileInfo().Mode().String()+" "+h.ModTime.UTC().Format(time.RFC3339)] = string(text)
	}
}

func listZip(t *testing.T, data []byte) map[string]string {
	t.Helper()
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	must.OK(t, err)
	list := map[string]string{}
	for _, f := range r.File {
		in, err := f.Open()
		must.OK(t, err)
		text, err := io.ReadAll(in)
		must.OK(t, err)
		list[f.Name+" "+f.Mode().String()+" "+f.Modified.UTC().Format(time.RFC3339)] = string(text)
	}
	return list
}

func TestOrigins(t *testing.T) {
	build := func(version string, settings ...string) *debug.BuildInfo {
		info := &debug.BuildInfo{GoVersion: "go1.99", Main: debug.Module{Version: version}}
		for i := 0; i < len(settings); i += 2 {
			info.Settings = append(info.Settings, debug.BuildSetting{Key: settings[i], Value: settings[i+1]})
		}
		return info
	}
	const revision, when = "0123456789abcdef", "2026-11-23T18:55:00Z"
	for _, test := range []struct {
		name   string
		info   *debug.BuildInfo
		tagged bool
		fault  string
	}{
		{"a tag", build("v1.0.0", "vcs.revision", revision, "vcs.time", when, "vcs.modified", "false"), true, ""},
		{"no tag", build("v0.0.0-20261123185500-0123456789ab", "vcs.revision", revision, "vcs.time", when, "vcs.modified", "false"), false, ""},
		{"changes", build("v1.0.0+dirty", "vcs.revision", revision, "vcs.time", when, "vcs.modified", "true"), false, "has changes"},
		{"no clone", build("(devel)"), false, "finds no version"},
		{"no commit", build("v1.0.0"), false, "which commit"},
		{"no time", build("v1.0.0", "vcs.time", "yesterday"), false, "yesterday"},
	} {
		t.Run(test.name, func(t *testing.T) {
			o, err := readOrigin(test.info)
			if (err == nil) != (test.fault == "") || err != nil && !strings.Contains(err.Error(), test.fault) {
				t.Fatalf("%v, want %q", err, test.fault)
			}
			if err == nil && (o.tagged != test.tagged || !o.time.Equal(commitTime) || o.compiler != "1.99") {
				t.Errorf("%+v", o)
			}
		})
	}
}

func TestPlatforms(t *testing.T) {
	for names, want := range map[string]int{"": 6, "linux/arm64": 1, "linux/arm64,windows/amd64": 2, "plan9/386": 0, "linux": 0, ",": 0} {
		if got, err := choosePlatforms(names); len(got) != want || (err == nil) != (want > 0) {
			t.Errorf("%q: %v, %v", names, got, err)
		}
	}
}

// made is a release of two platforms.
func made() *release {
	return &release{
		root:   clone,
		origin: origin{version: "1.2.3", tagged: true, time: commitTime, revision: "0123456789abcdef", compiler: "1.99"},
		hashes: map[platform]string{{"linux", "arm64"}: "aa", {"windows", "amd64"}: "bb", {"darwin", "arm64"}: "cc"},
	}
}

func TestFormula(t *testing.T) {
	const address = "https://github.com/nitoryu/nitoryu/releases/download/v1.2.3/nitoryu-1.2.3-"
	got := made().formula()
	for _, want := range []string{
		"version \"1.2.3\"\n",
		"  on_macos do\n    on_arm do\n      url \"" + address + "darwin-arm64.tar.gz\"\n      sha256 \"cc\"\n    end\n  end\n",
		"  on_linux do\n    on_arm do\n      url \"" + address + "linux-arm64.tar.gz\"\n      sha256 \"aa\"\n    end\n  end\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("it lacks %q:\n%s", want, got)
		}
	}
	if strings.Contains(got, "intel") || strings.Contains(got, "windows") {
		t.Errorf("it has more:\n%s", got)
	}
	words := regexp.MustCompile(`\b(do|def|class|end)\b`).FindAllString(got, -1)
	open := 0
	for _, w := range words {
		if open++; w == "end" {
			open -= 2
		}
	}
	if open != 0 {
		t.Errorf("%d blocks are not closed:\n%s", open, got)
	}
}

func TestManifest(t *testing.T) {
	text, err := made().manifest()
	must.OK(t, err)
	var got struct {
		Version      string
		Bin          []any
		Architecture map[string]struct {
			URL, Hash string
			Folder    string `json:"extract_dir"`
		}
		Autoupdate struct {
			Architecture map[string]struct{ URL, Hash string }
		}
	}
	must.OK(t, json.Unmarshal([]byte(text), &got))
	file, next := got.Architecture["64bit"], got.Autoupdate.Architecture["64bit"]
	if len(got.Architecture) != 1 || got.Version != "1.2.3" || fmt.Sprint(got.Bin) != "[nitoryu.exe [lab.exe nitoryu-lab]]" || file.Hash != "bb" || next.Hash != "" ||
		!strings.HasSuffix(file.URL, "/v1.2.3/nitoryu-1.2.3-windows-amd64.zip") || file.Folder != "nitoryu-1.2.3-windows-amd64" ||
		!strings.HasSuffix(next.URL, "/v$version/nitoryu-$version-windows-amd64.zip") {
		t.Errorf("%+v", got)
	}
}

func TestNotes(t *testing.T) {
	const log = "# Changelog\n\nText.\n\n## [Unreleased]\n\n## [1.2.3] - 2026-11-23\n\n### Added\n\n- This.\n\n## [1.2.2] - 2026-01-01\n\n- That.\n\n[1.2.3]: https://example.org\n"
	for _, test := range []struct {
		name, version string
		tagged        bool
		want, fault   string
	}{
		{"a release", "1.2.3", true, "### Added\n\n- This.\n\nBuilt by", ""},
		{"the last", "1.2.2", true, "- That.\n\nBuilt by", ""},
		{"none", "1.2.4", true, "", "no section [1.2.4]"},
		{"a part of a version", "1.2", true, "", "no section [1.2]"},
		{"between releases", "1.2.4-0.20261123185500-0123456789ab", false, "Built by", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := made()
			r.origin.version, r.origin.tagged = test.version, test.tagged
			got, err := r.notes(log)
			if (err == nil) != (test.fault == "") || err != nil && !strings.Contains(err.Error(), test.fault) {
				t.Fatalf("%v, want %q", err, test.fault)
			}
			if !strings.HasPrefix(strings.TrimSpace(got), test.want) {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
	if _, err := made().notes("## [1.2.3] - 2026-11-23\n\n"); err == nil || !strings.Contains(err.Error(), "is empty") {
		t.Errorf("an empty section: %v", err)
	}
	if _, ok := section(page(t, "CHANGELOG.md"), "Unreleased"); !ok {
		t.Error("CHANGELOG.md has no section for what is not released")
	}
}

// The bill of materials names every module with its licence, and depends on nothing else.
func TestBill(t *testing.T) {
	var modules moduleSet
	modules.add([]*debug.Module{{Path: "golang.org/x/text", Version: "v0.1.0"}, {Path: "golang.org/x/sys", Version: "v0.2.0"}})
	modules.add([]*debug.Module{{Path: "golang.org/x/sys", Version: "v0.2.0"}})
	text, err := made().bill(modules.sorted())
	must.OK(t, err)
	if again, err := made().bill(modules.sorted()); err != nil || !bytes.Equal(text, again) {
		t.Errorf("another one, %v", err)
	}
	var b billOfMaterials
	must.OK(t, json.Unmarshal(text, &b))
	var names []string
	for _, c := range b.Components {
		names = append(names, c.Name)
		if len(c.Licences) != 1 || c.Licences[0].Licence.ID == "" {
			t.Errorf("%s has no licence", c.Name)
		}
	}
	if got := strings.Join(names, " "); got != "golang.org/x/sys golang.org/x/text std games/nets/chess-own.net games/nets/chess.net games/nets/shogi.net" {
		t.Errorf("it names %s", got)
	}
	if b.Metadata.Timestamp != "2026-11-23T18:55:00Z" || len(b.Dependencies) != len(names)+1 || len(b.Dependencies[0].DependsOn) != len(names) ||
		!regexp.MustCompile(`^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`).MatchString(b.SerialNumber) {
		t.Errorf("%+v", b)
	}
	if _, err := made().bill([]module{{"example.org/unknown", "v1.0.0"}}); err == nil || !strings.Contains(err.Error(), "example.org/unknown") {
		t.Errorf("an unknown module: %v", err)
	}
}

// What is published has its checksum, whatever it is, but for the checksums themselves.
func TestAllIsSummed(t *testing.T) {
	r := made()
	r.out = t.TempDir()
	r.origin.tagged = false // there is no section for the version of tests
	_, err := r.archive("nitoryu-1.2.3-linux-arm64", false, []entry{{"nitoryu", 0o755, []byte("program")}})
	must.OK(t, err)
	must.OK(t, r.describe(nil))
	sums := string(must.Read(t, filepath.Join(r.out, sumsFile)))
	all, err := files(r.out)
	must.OK(t, err)
	for _, f := range all {
		line := fmt.Sprintf("%x  %s\n", sha256.Sum256(f.data), f.name)
		if has := strings.Contains(sums, line); has != (f.name != sumsFile && f.name != notesFile) {
			t.Errorf("%s: it has a checksum: %v", f.name, has)
		}
	}
	if n := strings.Count(sums, "\n"); n != len(all)-2 || n < 4 {
		t.Errorf("%d checksums of %d files", n, len(all))
	}
}

// The workflow attests exactly what it publishes.
func TestAllIsAttested(t *testing.T) {
	text := page(t, ".github/workflows/release.yml")
	attested := strings.Index(text, "subject-path: dist/*\n")
	notes, published := strings.Index(text, "mv dist/"+notesFile+" ."), strings.Index(text, `gh release create "$TAG" dist/* `)
	if attested < 0 || notes < 0 || notes > attested || published < attested {
		t.Errorf("attested at %d, after the notes at %d and before the release at %d", attested, notes, published)
	}
}

// Workflows run only actions of fixed revisions, and the builds of a release one Go.
func TestWorkflowsArePinned(t *testing.T) {
	used := regexp.MustCompile(`(?m)^\s*(?:- )?uses: (.*)$`)
	pinned := regexp.MustCompile(`^[\w./-]+@[0-9a-f]{40} # v[\d.]+$`)
	paths, err := filepath.Glob(clone + "/.github/workflows/*.yml")
	if err != nil || len(paths) < 2 {
		t.Fatalf("%q, %v", paths, err)
	}
	revisions := map[string]string{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		must.OK(t, err)
		for _, m := range used.FindAllStringSubmatch(strings.ReplaceAll(string(text), "\r", ""), -1) {
			if !pinned.MatchString(m[1]) {
				t.Errorf("%s uses %s: name the revision, with the version behind it", path, m[1])
			}
			action, revision, _ := strings.Cut(m[1], "@")
			if old := revisions[action]; old != "" && old != revision {
				t.Errorf("%s is used as %s and as %s", action, old, revision)
			}
			revisions[action] = revision
		}
	}
	if len(revisions) < 4 {
		t.Errorf("only %d actions are found", len(revisions))
	}
	workflow := regexp.MustCompile(`go-version: "([\d.]+)"`).FindStringSubmatch(page(t, ".github/workflows/release.yml"))
	image := regexp.MustCompile(`(?m)^FROM --platform=\$BUILDPLATFORM golang:([\d.]+)@sha256:[0-9a-f]{64} AS build$`).FindStringSubmatch(page(t, "Dockerfile"))
	if workflow == nil || image == nil || workflow[1] != image[1] {
		t.Errorf("the workflow has Go %q, the Dockerfile %q", workflow, image)
	}
}

// Differences between builds are found.
func TestEqual(t *testing.T) {
	folder := func(files ...string) string {
		f := t.TempDir()
		for i := 0; i < len(files); i += 2 {
			must.Write(t, filepath.Join(f, files[i]), []byte(files[i+1]))
		}
		return f
	}
	base := folder("a", "1", "b", "2")
	for _, test := range []struct {
		name, other string
		equal       bool
	}{
		{"equal", folder("a", "1", "b", "2"), true},
		{"another content", folder("a", "1", "b", "3"), false},
		{"another name", folder("a", "1", "c", "2"), false},
		{"fewer", folder("a", "1"), false},
		{"none", folder(), false},
	} {
		if err := equal(base, test.other); (err == nil) != test.equal {
			t.Errorf("%s: %v", test.name, err)
		}
	}
	if equal(folder(), folder()) == nil {
		t.Error("nothing is equal to nothing")
	}
	if err := emptyFolder(base); err == nil || emptyFolder(folder()) != nil || emptyFolder(filepath.Join(base, "new", "er")) != nil {
		t.Errorf("an empty folder: %v", err)
	}
}
