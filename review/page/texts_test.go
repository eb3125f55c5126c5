package page

import (
	"reflect"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/review"
)

// Every text is there in every language, with the same blanks to fill in.
func TestTexts(t *testing.T) {
	english := reflect.ValueOf(textsOf[review.English])
	for l := range review.Languages {
		texts := reflect.ValueOf(textsOf[l])
		for i := range texts.NumField() {
			name, text := texts.Type().Field(i).Name, texts.Field(i).String()
			if text == "" {
				t.Errorf("language %d lacks %s", l, name)
			}
			if strings.Count(text, "%s") != strings.Count(english.Field(i).String(), "%s") || strings.Count(text, "%d") != strings.Count(english.Field(i).String(), "%d") {
				t.Errorf("language %d has other blanks in %s", l, name)
			}
		}
	}
}
