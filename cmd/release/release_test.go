package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
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
	text := must.Read(t, filepath.Join(clone, name))
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
	if linked < 4 {
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

// made is a release, and archives are hashes of its archives for three platforms.
func made() *release {
	return &release{root: clone, version: "1.2.3", time: commitTime, revision: "0123456789abcdef"}
}

func archives() map[platform]string {
	return map[platform]string{{"linux", "arm64"}: "aa", {"windows", "amd64"}: "bb", {"darwin", "arm64"}: "cc"}
}

func TestFormula(t *testing.T) {
	const address = "https://github.com/nitoryu/nitoryu/releases/download/v1.2.3/nitoryu-1.2.3-"
	got := made().formula(archives())
	must.Has(t, got,
		"version \"1.2.3\"\n",
		"  on_macos do\n    on_arm do\n      url \""+address+"darwin-arm64.tar.gz\"\n      sha256 \"cc\"\n    end\n  end\n",
		"  on_linux do\n    on_arm do\n      url \""+address+"linux-arm64.tar.gz\"\n      sha256 \"aa\"\n    end\n  end\n",
	)
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
	text, err := made().manifest(archives())
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
		snapshot      bool
		want, fault   string
	}{
		{"a release", "1.2.3", false, "### Added\n\n- This.\n\nBuilt by", ""},
		{"the last", "1.2.2", false, "- That.\n\nBuilt by", ""},
		{"none", "1.2.4", false, "", "no section [1.2.4]"},
		{"a part of a version", "1.2", false, "", "no section [1.2]"},
		{"between releases", "0.0.0-20261123185500-0123456789ab", true, "Built by", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := made()
			r.version, r.snapshot = test.version, test.snapshot
			got, err := r.notes(log)
			if (err == nil) != (test.fault == "") || err != nil && !strings.Contains(err.Error(), test.fault) {
				t.Fatalf("%v, want %q", err, test.fault)
			}
			if !strings.HasPrefix(strings.TrimSpace(got), test.want) {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
	_, err := made().notes("## [1.2.3] - 2026-11-23\n\n")
	must.Say(t, err, "is empty")
	if _, ok := section(page(t, "CHANGELOG.md"), "Unreleased"); !ok {
		t.Error("CHANGELOG.md has no section for what is not released")
	}
}

// listed is what cyclonedx-gomod may write, with a licence that it guessed wrongly.
const listed = `{"$schema":"s","bomFormat":"CycloneDX","specVersion":"1.6","version":1,
"metadata":{"tools":[{"name":"cyclonedx-gomod","hashes":[]}],"component":{"name":"github.com/nitoryu/nitoryu"}},
"components":[{"name":"golang.org/x/sys","licenses":[{"license":{"id":"BSD-Source-Code"}}],"hashes":[{"alg":"SHA-256","content":"aa"}]},{"name":"std"}],
"dependencies":[{"ref":"github.com/nitoryu/nitoryu","dependsOn":["std"]}]}`

// The bill of materials has every module with the licence in THIRD_PARTY.md, and the networks.
func TestBill(t *testing.T) {
	text, err := made().bill([]byte(listed))
	must.OK(t, err)
	var b struct {
		Metadata struct {
			Timestamp string
			Tools     []any
		}
		Components []struct {
			Name     string
			Licenses []struct{ License struct{ ID string } }
			Hashes   []struct{ Content string }
		}
		Dependencies []any
	}
	must.OK(t, json.Unmarshal(text, &b))
	var names []string
	for _, c := range b.Components {
		if len(c.Licenses) != 1 || (c.Name != "std" && len(c.Hashes) != 1) {
			t.Fatalf("%+v", c)
		}
		names = append(names, c.Name+" "+c.Licenses[0].License.ID)
	}
	const want = "golang.org/x/sys BSD-3-Clause, std BSD-3-Clause, games/nets/chess-own.net MIT, games/nets/chess-small.net MIT, games/nets/chess.net MIT, games/nets/shogi.net MIT"
	if got := strings.Join(names, ", "); got != want {
		t.Errorf("it names %s", got)
	}
	if b.Metadata.Timestamp != "2026-11-23T18:55:00Z" || b.Metadata.Tools != nil || len(b.Dependencies) != 1 {
		t.Errorf("%+v", b)
	}
	for name, list := range map[string]string{
		"example.org/unknown": strings.Replace(listed, "golang.org/x/sys", "example.org/unknown", 1),
		"no component":        strings.Replace(listed, `"component"`, `"else"`, 1),
		"unexpected end":      listed[:len(listed)-1],
	} {
		_, err := made().bill([]byte(list))
		must.Say(t, err, name)
	}
}

// setting returns what an expression finds in .goreleaser.yaml.
func setting(t *testing.T, expression string) string {
	t.Helper()
	found := regexp.MustCompile("(?m)" + expression).FindStringSubmatch(page(t, ".goreleaser.yaml"))
	if found == nil {
		t.Fatalf(".goreleaser.yaml has no %s", expression)
	}
	return found[1]
}

// goreleaser sums the archives and what its settings name: all that this command writes, but for the
// notes. What has a checksum is published, and nothing else.
func TestAllIsSummed(t *testing.T) {
	r := made()
	r.out, r.snapshot = t.TempDir(), true // there is no section for the version of tests
	_, err := r.files([]byte(listed))
	must.Say(t, err, "no archives")
	must.Write(t, filepath.Join(r.out, "nitoryu-1.2.3-linux-arm64.tar.gz"), []byte("program"))
	files, err := r.files([]byte(listed))
	must.OK(t, err)
	if want := fmt.Sprintf("%x", sha256.Sum256([]byte("program"))); !strings.Contains(string(files["nitoryu.rb"]), want) {
		t.Errorf("the formula has not the hash %s:\n%s", want, files["nitoryu.rb"])
	}
	delete(files, notesFile)
	documents := strings.ReplaceAll(setting(t, `^    documents: \[(.*)\]$`), "{{ .Version }}", r.version)
	summed := strings.Split(strings.ReplaceAll(documents, `"`, ""), ", ")
	slices.Sort(summed)
	if written := slices.Sorted(maps.Keys(files)); !slices.Equal(summed, written) {
		t.Errorf("%q have checksums, %q are written", summed, written)
	}
	setting(t, `^checksum:\n  (name_template: SHA256SUMS)\n\n`) // and no exceptions
	if script := page(t, ".ci/release"); !strings.Contains(script, "\n\t(cd .dist && cp $(cut -c 67- SHA256SUMS) SHA256SUMS NOTES.md ../dist)\n") {
		t.Error(".ci/release publishes something else than what has checksums")
	}
}

// What .goreleaser.yaml builds and what stands about it elsewhere is the same.
func TestSettings(t *testing.T) {
	r := made()
	name := setting(t, `^    name_template: "(.*-{{ .Os }}-{{ .Arch }})"$`)
	documents := regexp.MustCompile(`^\{(.*)\}\.md$`).FindStringSubmatch(setting(t, `^        src: "(.*)"$`))
	var built []string
	for system := range strings.SplitSeq(setting(t, `^    goos: \[(.*)\]$`), ", ") {
		for processor := range strings.SplitSeq(setting(t, `^    goarch: \[(.*)\]$`), ", ") {
			built = append(built, system+"/"+processor)
		}
	}
	var known []string
	for _, p := range platforms() {
		known = append(known, p.String())
		if got := strings.NewReplacer("{{ .Version }}", r.version, "{{ .Os }}", p.os, "{{ .Arch }}", p.arch).Replace(name); got != r.name(p) {
			t.Errorf("the archive %s is built, and %s described", got, r.name(p))
		}
		if !strings.Contains(page(t, ".github/workflows/release.yml"), "platform: "+p.os+"-"+p.arch+"}") {
			t.Errorf("the workflow does not try %s", p)
		}
	}
	setting(t, `^      - {(src: "site/\*\*", dst: \.), `)
	if !slices.Equal(built, known) {
		t.Errorf("%q are built, and %q described", built, known)
	}
	installed := regexp.MustCompile(`doc\.install (.*)\n`).FindStringSubmatch(r.formula(archives()))
	for file := range strings.SplitSeq(strings.ReplaceAll(installed[1], `"`, ""), ", ") {
		if documents == nil || !slices.Contains(strings.Split(documents[1], ","), strings.TrimSuffix(file, ".md")) {
			t.Errorf("the archives have no %s", file)
		}
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
		text := must.Read(t, path)
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
