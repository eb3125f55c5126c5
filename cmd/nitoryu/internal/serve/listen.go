package serve

import (
	"net"
	"sync"
)

// limited returns a listener that closes connections at once while there are as many as it
// allows.
func limited(l net.Listener, most int) net.Listener {
	return &limitedListener{Listener: l, free: make(chan struct{}, most)}
}

type limitedListener struct {
	net.Listener
	free chan struct{} // holds a token for each connection
}

func (l *limitedListener) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		select {
		case l.free <- struct{}{}:
			return &limitedConn{Conn: c, close: sync.OnceFunc(func() { <-l.free })}, nil
		default:
			_ = c.Close()
		}
	}
}

type limitedConn struct {
	net.Conn
	close func()
}

func (c *limitedConn) Close() error {
	defer c.close()
	return c.Conn.Close()
}
