package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"time"
)

// lister writes the bill of materials of a module.
const lister = "github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod@v1.10.0"

// modules returns the bill of materials without licences and networks: the modules with their
// hashes, and which of them uses which. It depends on no machine, clock or chance.
func (r *release) modules() ([]byte, error) {
	cmd := exec.Command("go", "run", lister, "mod", "-json", "-std", "-short-purls", "-noserial", "-notimestamp")
	cmd.Dir = r.root
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %s", lister, failure(err))
	}
	return out, nil
}

// bill completes the bill of materials, in CycloneDX 1.6 (https://cyclonedx.org/docs/1.6/json):
// cyclonedx-gomod takes some licences for others, and does not know that there are networks.
func (r *release) bill(modules []byte) ([]byte, error) {
	known, err := knownLicences(filepath.Join(r.root, licencesFile))
	if err != nil {
		return nil, err
	}
	known["std"] = known[goModule]
	var b struct {
		Schema       string      `json:"$schema"`
		Format       string      `json:"bomFormat"`
		SpecVersion  string      `json:"specVersion"`
		Version      int         `json:"version"`
		Metadata     component   `json:"metadata"`
		Components   []component `json:"components"`
		Dependencies []component `json:"dependencies"`
	}
	if err := json.Unmarshal(modules, &b); err != nil {
		return nil, err
	}
	for _, c := range b.Components {
		name := fmt.Sprint(c["name"])
		if known[name] == "" {
			return nil, fmt.Errorf("%s does not name the licence of %s: run go run ./cmd/release licences", licencesFile, name)
		}
		c["licenses"] = under(known[name])
	}
	networks, err := filepath.Glob(filepath.Join(r.root, "games", "nets", "*.net"))
	if err != nil {
		return nil, err
	}
	for _, file := range networks {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		name := "games/nets/" + filepath.Base(file)
		b.Components = append(b.Components, component{
			"type": "machine-learning-model", "bom-ref": name, "name": name, "licenses": under("MIT"),
			"hashes": []component{{"alg": "SHA-256", "content": sum(data)}},
		})
	}
	engine, ok := b.Metadata["component"].(component)
	if !ok {
		return nil, fmt.Errorf("%s names no component that it is about", lister)
	}
	engine["licenses"] = under("MIT")
	delete(b.Metadata, "tools") // with the hash of a program that every machine compiles for itself
	b.Metadata["timestamp"] = r.time.UTC().Format(time.RFC3339)
	text, err := json.MarshalIndent(b, "", "  ")
	return append(text, '\n'), err
}

// component is an object of a bill of materials, of which only some parts matter here.
type component = map[string]any

// under returns a choice of one licence.
func under(id string) []component {
	return []component{{"license": component{"id": id}}}
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
