package retry

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nitoryu/nitoryu/tests/must"
)

// Waits grow up to a bound, begin anew after a success, and end after so many failures, or with an error that
// lasts.
func TestTries(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		broken := errors.New("broken")
		var said []string
		tries := Tries{
			Most: 12, Say: func(text string) { said = append(said, text) },
			Wait: func(ctx context.Context, d time.Duration) error { return Pause(ctx, d, nil) },
		}
		for i := range 11 {
			began := time.Now()
			must.OK(t, tries.Again(t.Context(), broken, 0))
			if got, want := time.Since(began), min(Longest, First<<i); got != want {
				t.Errorf("wait %d is %v, not %v", i, got, want)
			}
		}
		if err := tries.Again(t.Context(), broken, 0); !errors.Is(err, broken) || err.Error() != "given up at try 12: broken" {
			t.Errorf("error %v", err)
		}
		if len(said) != 11 || said[1] != "broken; next try in 2s" {
			t.Errorf("said is %q", said)
		}
		tries.Succeeded()
		began := time.Now()
		if err := tries.Again(t.Context(), broken, time.Minute); err != nil || time.Since(began) != time.Minute {
			t.Errorf("error %v after %v", err, time.Since(began))
		}
		if err := tries.Again(t.Context(), Lasting(broken), 0); err != broken {
			t.Errorf("error %v", err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := tries.Again(ctx, broken, 0); err != context.Canceled {
			t.Errorf("error %v", err)
		}
	})
	if Lasting(nil) != nil {
		t.Error("no error lasts")
	}
}

// A pause ends early.
func TestPause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		early := make(chan struct{})
		time.AfterFunc(time.Second, func() { close(early) })
		began := time.Now()
		if err := Pause(t.Context(), time.Hour, early); err != nil || time.Since(began) != time.Second {
			t.Errorf("error %v after %v", err, time.Since(began))
		}
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		must.Say(t, Pause(ctx, time.Hour, nil), "canceled")
	})
}
