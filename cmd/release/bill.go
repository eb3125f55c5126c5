package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
)

// modulePath is the module path of this project.
const modulePath = "github.com/nitoryu/nitoryu"

// module is a module in a binary.
type module struct{ path, version string }

// moduleSet are the modules of several binaries.
type moduleSet map[module]bool

func (s *moduleSet) add(modules []*debug.Module) {
	if *s == nil {
		*s = moduleSet{}
	}
	for _, m := range modules {
		if m.Replace != nil {
			m = m.Replace
		}
		(*s)[module{m.Path, m.Version}] = true
	}
}

func (s moduleSet) sorted() (all []module) {
	for m := range s {
		all = append(all, m)
	}
	slices.SortFunc(all, func(a, b module) int { return strings.Compare(a.path+" "+a.version, b.path+" "+b.version) })
	return all
}

// The parts of a bill of materials in CycloneDX 1.6 that are used here
// (https://cyclonedx.org/docs/1.6/json).
type (
	billOfMaterials struct {
		Schema       string       `json:"$schema"`
		Format       string       `json:"bomFormat"`
		SpecVersion  string       `json:"specVersion"`
		SerialNumber string       `json:"serialNumber"`
		Version      int          `json:"version"`
		Metadata     metadata     `json:"metadata"`
		Components   []component  `json:"components"`
		Dependencies []dependency `json:"dependencies"`
	}
	metadata struct {
		Timestamp string    `json:"timestamp"`
		Component component `json:"component"`
	}
	component struct {
		Type     string          `json:"type"`
		Ref      string          `json:"bom-ref"`
		Name     string          `json:"name"`
		Version  string          `json:"version,omitempty"`
		Hashes   []hash          `json:"hashes,omitempty"`
		Licences []licenceChoice `json:"licenses"`
		URL      string          `json:"purl,omitempty"`
	}
	hash struct {
		Algorithm string `json:"alg"`
		Content   string `json:"content"`
	}
	licenceChoice struct {
		Licence struct {
			ID string `json:"id"`
		} `json:"license"`
	}
	dependency struct {
		Ref       string   `json:"ref"`
		DependsOn []string `json:"dependsOn,omitempty"`
	}
)

// under returns a choice of one licence.
func under(id string) []licenceChoice {
	all := make([]licenceChoice, 1)
	all[0].Licence.ID = id
	return all
}

// bill returns the bill of materials: the programs, the modules in them, Go, and the networks.
func (r *release) bill(modules []module) ([]byte, error) {
	known, err := knownLicences(filepath.Join(r.root, licencesFile))
	if err != nil {
		return nil, err
	}
	library := func(path, version, known string) (component, error) {
		url := "pkg:golang/" + path + "@" + version
		if known == "" {
			return component{}, fmt.Errorf("%s does not name the licence of %s: run go run ./cmd/release licences", licencesFile, path)
		}
		return component{Type: "library", Ref: url, Name: path, Version: version, Licences: under(known), URL: url}, nil
	}
	engine, err := library(modulePath, "v"+r.origin.version, "MIT")
	if err != nil {
		return nil, err
	}
	engine.Type = "application"
	var parts []component
	for _, m := range modules {
		c, err := library(m.path, m.version, known[m.path])
		if err != nil {
			return nil, err
		}
		parts = append(parts, c)
	}
	std, err := library("std", r.origin.compiler, known[goModule])
	if err != nil {
		return nil, err
	}
	parts = append(parts, std)
	networks, err := filepath.Glob(filepath.Join(r.root, "games", "nets", "*.net"))
	if err != nil {
		return nil, err
	}
	for _, file := range networks {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		sum := sha256.Sum256(data)
		name := "games/nets/" + filepath.Base(file)
		parts = append(parts, component{
			Type: "machine-learning-model", Ref: name, Name: name, Licences: under("MIT"),
			Hashes: []hash{{"SHA-256", hex.EncodeToString(sum[:])}},
		})
	}
	b := billOfMaterials{
		Schema: "http://cyclonedx.org/schema/bom-1.6.schema.json", Format: "CycloneDX", SpecVersion: "1.6", Version: 1,
		SerialNumber: serialNumber(r.origin.revision + " " + r.sums.String()),
		Metadata:     metadata{r.origin.time.UTC().Format("2006-01-02T15:04:05Z"), engine},
		Components:   parts,
	}
	all := dependency{Ref: engine.Ref}
	for _, c := range parts {
		all.DependsOn = append(all.DependsOn, c.Ref)
		b.Dependencies = append(b.Dependencies, dependency{Ref: c.Ref})
	}
	b.Dependencies = append([]dependency{all}, b.Dependencies...)
	text, err := json.MarshalIndent(b, "", "  ")
	return append(text, '\n'), err
}

// serialNumber returns a UUID that depends on nothing but the text (version 8, RFC 9562).
func serialNumber(text string) string {
	sum := sha256.Sum256([]byte(text))
	sum[6], sum[8] = sum[6]&0x0f|0x80, sum[8]&0x3f|0x80
	return fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", sum[:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16])
}

var licenceRow = regexp.MustCompile(`(?m)^\| ([^|]+) \| ([^|]+) \| (?:yes|no) \|\r?$`)

// knownLicences reads the identifiers of licences from THIRD_PARTY.md.
func knownLicences(file string) (map[string]string, error) {
	page, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	known := map[string]string{}
	for _, row := range licenceRow.FindAllStringSubmatch(string(page), -1) {
		known[row[1]] = row[2]
	}
	return known, nil
}
