package main

import (
	"encoding/json"
	"fmt"
	"strings"
)

// homepage is the address of the project.
const homepage = "https://github.com/nitoryu/nitoryu"

// description is the text for software catalogues.
const description = "Engine that plays chess (UCI) and shogi (USI)"

// download returns the address of a file of a release.
func download(version, file string) string {
	return homepage + "/releases/download/v" + version + "/" + file
}

// formula returns the formula of Homebrew (https://docs.brew.sh/Formula-Cookbook) for the
// platforms in the release. goreleaser writes its own only after the checksums, in a form that it
// is about to give up, and for a repository of formulas, which this project has not.
func (r *release) formula(hashes map[platform]string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "class Nitoryu < Formula\n  desc %q\n  homepage %q\n  version %q\n  license \"MIT\"\n",
		description, homepage, r.version)
	for _, system := range []struct{ brew, os string }{{"macos", "darwin"}, {"linux", "linux"}} {
		var blocks strings.Builder
		for _, processor := range []struct{ brew, arch string }{{"arm", "arm64"}, {"intel", "amd64"}} {
			p := platform{system.os, processor.arch}
			if hash, ok := hashes[p]; ok {
				fmt.Fprintf(&blocks, "    on_%s do\n      url %q\n      sha256 %q\n    end\n", processor.brew, download(r.version, r.file(p)), hash)
			}
		}
		if blocks.Len() > 0 {
			fmt.Fprintf(&b, "\n  on_%s do\n%s  end\n", system.brew, blocks.String())
		}
	}
	b.WriteString(`
  def install
    bin.install "nitoryu", "lab" => "nitoryu-lab"
    doc.install "README.md", "README.ja.md", "CHANGELOG.md", "THIRD_PARTY.md"
  end

  test do
    assert_match "uciok", pipe_output(bin/"nitoryu", "uci\nquit\n")
    assert_match "usiok", pipe_output(bin/"nitoryu", "usi\nquit\n")
    assert_match "lab", shell_output("#{bin}/nitoryu-lab help")
  end
end
`)
	return b.String()
}

// manifest returns the manifest of Scoop (https://github.com/ScoopInstaller/Scoop/wiki/App-Manifests).
// goreleaser's manifest comes after the checksums, too, gives the lab no other name, and does not say where the
// next version will be.
func (r *release) manifest(hashes map[platform]string) (string, error) {
	type architecture struct {
		URL    string `json:"url"`
		Hash   string `json:"hash,omitempty"`
		Folder string `json:"extract_dir"`
	}
	m := struct {
		Version      string                  `json:"version"`
		Description  string                  `json:"description"`
		Homepage     string                  `json:"homepage"`
		License      string                  `json:"license"`
		Architecture map[string]architecture `json:"architecture"`
		Programs     []any                   `json:"bin"` // file names, or pairs of a file name and the name to call it by
		CheckVersion string                  `json:"checkver"`
		Update       struct {
			Architecture map[string]architecture `json:"architecture"`
			Hash         map[string]string       `json:"hash"`
		} `json:"autoupdate"`
	}{
		Version: r.version, Description: description, Homepage: homepage, License: "MIT",
		Architecture: map[string]architecture{}, Programs: []any{"nitoryu.exe", []string{"lab.exe", "nitoryu-lab"}}, CheckVersion: "github",
	}
	m.Update.Architecture = map[string]architecture{}
	m.Update.Hash = map[string]string{"url": "$baseurl/SHA256SUMS"}
	for scoop, arch := range map[string]string{"64bit": "amd64", "arm64": "arm64"} {
		p := platform{"windows", arch}
		hash, ok := hashes[p]
		if !ok {
			continue
		}
		m.Architecture[scoop] = architecture{download(r.version, r.file(p)), hash, r.name(p)}
		next := *r
		next.version = "$version"
		m.Update.Architecture[scoop] = architecture{download("$version", next.file(p)), "", next.name(p)}
	}
	text, err := json.MarshalIndent(m, "", "    ")
	return string(text) + "\n", err
}
