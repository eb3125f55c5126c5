package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
)

// What the compiler reads is kept, and nothing of this machine.
func TestProfileForCompiler(t *testing.T) {
	inner := &profile.Function{ID: 1, Name: "core.inner", SystemName: "core.inner", Filename: "/home/somebody/inner.go", StartLine: 10}
	outer := &profile.Function{ID: 2, Name: "core.outer", SystemName: "core.outer", Filename: "/home/somebody/outer.go", StartLine: 20}
	mapping := &profile.Mapping{ID: 1, File: "/home/somebody/nitoryu"}
	stack := []*profile.Location{
		{ID: 1, Mapping: mapping, Address: 0x1000, Line: []profile.Line{{Function: inner, Line: 12}}},
		{ID: 2, Mapping: mapping, Address: 0x2000, Line: []profile.Line{{Function: outer, Line: 25}}},
	}
	p := &profile.Profile{
		SampleType: []*profile.ValueType{{Type: "samples", Unit: "count"}, {Type: "cpu", Unit: "nanoseconds"}},
		PeriodType: &profile.ValueType{Type: "cpu", Unit: "nanoseconds"}, Period: 1,
		Mapping: []*profile.Mapping{mapping}, Function: []*profile.Function{inner, outer}, Location: stack,
		Sample: []*profile.Sample{{Location: stack, Value: []int64{3, 30}}},
	}
	folder := t.TempDir()
	in, out := filepath.Join(folder, "in.prof"), filepath.Join(folder, "out.pgo")
	var text bytes.Buffer
	if err := p.Write(&text); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(in, text.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := run([]string{"pgo", "--out", out, in, in}, cli.Streams{Out: new(bytes.Buffer)}); err != nil {
		t.Fatal(err)
	}
	written, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	got, err := profile.ParseData(written)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(got.String(), "somebody") {
		t.Errorf("it names files of this machine:\n%s", got)
	}
	if len(got.Sample) != 1 || got.Sample[0].Value[1] != 60 || len(got.Sample[0].Location) != 2 {
		t.Fatalf("not one stack of two calls, twice as long:\n%s", got)
	}
	for i, want := range []struct {
		name  string
		start int64
		line  int64
	}{{"core.inner", 10, 12}, {"core.outer", 20, 25}} {
		l := got.Sample[0].Location[i].Line[0]
		if l.Function.SystemName != want.name || l.Function.StartLine != want.start || l.Line != want.line {
			t.Errorf("call %d is %s from line %d, at line %d; want %v", i, l.Function.SystemName, l.Function.StartLine, l.Line, want)
		}
	}
}

func TestProfileForCompilerFaults(t *testing.T) {
	folder := t.TempDir()
	bad := filepath.Join(folder, "bad.prof")
	if err := os.WriteFile(bad, []byte("no profile"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ name, args, fault string }{
		{"no file to write", "pgo x.prof", "it takes --out FILE and profiles, as in lab pgo --out"},
		{"no profile", "pgo --out x.pgo", "it takes --out FILE and profiles, as in lab pgo --out"},
		{"no such file", "pgo --out x.pgo " + filepath.Join(folder, "none"), "none"},
		{"not a profile", "pgo --out x.pgo " + bad, "bad.prof"},
	} {
		t.Run(test.name, func(t *testing.T) {
			err := run(strings.Fields(test.args), cli.Streams{Out: new(bytes.Buffer), Err: new(bytes.Buffer)})
			if err == nil || !strings.Contains(err.Error(), test.fault) {
				t.Errorf("error %v, want %q", err, test.fault)
			}
		})
	}
}
