//go:build !tune

package protocol_test

import (
	"testing"

	"github.com/nitoryu/nitoryu/core/params"
	"github.com/nitoryu/nitoryu/protocol"
)

// In this build parameters are constants.
func TestNoTuningOptions(t *testing.T) {
	for _, o := range protocol.OptionTable() {
		for _, r := range params.Rows() {
			if o.UCI.Name == r.Name || o.USI.Name == r.Name {
				t.Errorf("parameter %s is an option", r.Name)
			}
		}
	}
}
