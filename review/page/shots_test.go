package page_test

import (
	"encoding/base64"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/tests/browser"
)

var (
	shotPages  = flag.String("shot", "", "pages that TestScreenshots takes pictures of, separated by commas, file.html#5 for a position")
	shotFolder = flag.String("shots", "", "folder for the pictures")
)

// Pictures of pages for people to look at: narrow and wide, light and dark.
func TestScreenshots(t *testing.T) {
	if *shotPages == "" || *shotFolder == "" {
		t.Skip("-shot and -shots name pages and a folder for their pictures")
	}
	b := browser.Start(t).NewPage()
	for file := range strings.SplitSeq(*shotPages, ",") {
		name := strings.NewReplacer(".html", "", "#", "-").Replace(filepath.Base(file))
		for _, width := range []int{390, 1280, 1400} {
			for _, scheme := range []string{"light", "dark"} {
				b.Call(nil, "Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 500})
				b.Call(nil, "Emulation.setEmulatedMedia", map[string]any{"features": []map[string]string{{"name": "prefers-color-scheme", "value": scheme}}})
				b.Visit("about:blank") // else another position would be no new page
				b.Visit("file://" + file)
				var wide int
				b.Run(&wide, "document.documentElement.scrollWidth")
				if wide > width {
					t.Errorf("%s is %d pixels wide at %d", name, wide, width)
				}
				var shot struct{ Data string }
				b.Call(&shot, "Page.captureScreenshot", map[string]any{"captureBeyondViewport": true})
				picture, err := base64.StdEncoding.DecodeString(shot.Data)
				if err == nil {
					err = os.WriteFile(filepath.Join(*shotFolder, fmt.Sprintf("%s-%d-%s.png", name, width, scheme)), picture, 0o666)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}
