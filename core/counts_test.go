package core_test

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
)

// fill gives every count a value of its own.
func fill(c *core.Counts, next uint64) {
	v := reflect.ValueOf(c).Elem()
	for i := range v.NumField() {
		f := v.Field(i)
		if f.Kind() == reflect.Uint64 {
			f.SetUint(next)
			next++
			continue
		}
		for j := range f.Len() {
			f.Index(j).SetUint(next)
			next++
		}
	}
}

func TestAddCounts(t *testing.T) {
	var a, b, sum core.Counts
	fill(&a, 100)
	fill(&b, 1000)
	sum.Add(a)
	sum.Add(b)
	x, y, z := reflect.ValueOf(a), reflect.ValueOf(b), reflect.ValueOf(sum)
	for i := range z.NumField() {
		name := z.Type().Field(i).Name
		if z.Field(i).Kind() == reflect.Uint64 {
			if z.Field(i).Uint() != x.Field(i).Uint()+y.Field(i).Uint() {
				t.Errorf("%s: %d", name, z.Field(i).Uint())
			}
			continue
		}
		for j := range z.Field(i).Len() {
			if z.Field(i).Index(j).Uint() != x.Field(i).Index(j).Uint()+y.Field(i).Index(j).Uint() {
				t.Errorf("%s[%d]: %d", name, j, z.Field(i).Index(j).Uint())
			}
		}
	}
}

// The rates of an empty search are numbers as well.
func TestRatesAreNumbers(t *testing.T) {
	var full core.Counts
	fill(&full, 3)
	for _, c := range []core.Counts{{}, full} {
		names := map[string]bool{}
		for _, r := range c.Rates(0, 0) {
			if math.IsNaN(r.Value) || math.IsInf(r.Value, 0) || r.Value < 0 {
				t.Errorf("%s: %v", r.Name, r.Value)
			}
			if r.Name == "" || names[r.Name] {
				t.Errorf("the name %q comes twice", r.Name)
			}
			names[r.Name] = true
		}
	}
}

func TestRates(t *testing.T) {
	c := core.Counts{Cutoffs: 200, NullTries: 50, NullCutoffs: 20, Reduced: 40, ReducedPlies: 100, Researched: 10}
	c.CutoffsAt = [8]uint64{180, 10, 10}
	c.TableStores = [core.StoreOutcomes]uint64{core.IntoEmpty: 50, core.OverSame: 30, core.OverLive: 10, core.OverOld: 8, core.NotStored: 2}
	c.CutoffsBy[core.FromKiller], c.Tried[core.FromKiller] = 30, 60
	want := map[string]float64{
		"effective branching factor":      2,
		"table stores into an empty slot": 50,
		"table stores over a live entry":  10,
		"table stores over an old entry":  8,
		"table stores refused":            2,
		"cutoffs by the first move":       90,
		"mean number of the cutting move": 1.15,
		"cutoffs by killers":              15,
		"hit rate of killers":             50,
		"null moves that cut":             40,
		"mean reduction":                  2.5,
		"reduced moves searched again":    25,
	}
	for _, r := range c.Rates(1024, 10) {
		if value, ok := want[r.Name]; ok && math.Abs(r.Value-value) > 1e-9 {
			t.Errorf("%s: %v %s, want %v", r.Name, r.Value, r.Unit, value)
		}
		delete(want, r.Name)
	}
	for name := range want {
		t.Errorf("no rate called %s", name)
	}
	if s := core.FromLosing.String(); !strings.Contains(s, "losing") {
		t.Errorf("losing captures are called %q", s)
	}
}
