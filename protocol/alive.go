package protocol

import "time"

// stayAlive prints an empty line now and then until stop is called, if a front end waits
// for the preparation of a game.
func (s *Session) stayAlive() (stop func()) {
	if s.keepAlive <= 0 || !s.mode.Dialect.ReadyBeginsGame {
		return func() {}
	}
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		ticks := time.NewTicker(s.keepAlive)
		defer ticks.Stop()
		for {
			select {
			case <-ticks.C:
				s.out.print("")
			case <-done:
				return
			}
		}
	}()
	return func() { close(done); <-ended }
}
