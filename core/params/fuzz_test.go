package params

import (
	"reflect"
	"testing"
)

// A value that is accepted is within its range or switches a technique off; one that
// is not changes nothing.
func FuzzAssignText(f *testing.F) {
	for _, seed := range [][2]string{{"LMRDepth", "7"}, {"LMRDepth", "off"}, {"LMRMoves", "off"}, {"Contempt", "1"}, {"LMRDepth", "-0"}, {"", ""}, {"LMRHistory", "99999999999999999999"}} {
		f.Add(seed[0], seed[1])
	}
	rows := Rows()
	f.Fuzz(func(t *testing.T, name, text string) {
		s := Chess()
		before := *s
		err := s.AssignText(name, text)
		if err != nil {
			if *s != before || err.Error() == "" {
				t.Errorf("%s=%s: error %q, the set changed: %v", name, text, err, *s != before)
			}
			return
		}
		for _, r := range rows {
			was := int(reflect.ValueOf(before).FieldByName(r.Name).Int())
			is := int(reflect.ValueOf(*s).FieldByName(r.Name).Int())
			if is != was && r.Name != name || (is < r.Min || is > r.Max) && (r.Technique == "" || is != r.Off) {
				t.Errorf("%s=%s sets %s to %d", name, text, r.Name, is)
			}
		}
	})
}
