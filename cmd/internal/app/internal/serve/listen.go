package serve

import (
	"net"
	"net/netip"
	"slices"
	"sync"
)

// Bounds of the connections that are no links. A browser takes six for the files.
const (
	mostVisits = 64 // in all
	mostOfOne  = 32 // of one address
)

// visits is a listener with bounds. One connection more takes the place of another one, of its own
// address if that has too many: of the one that is there for longest without a request that is being
// answered. It waits for nothing, or only takes the place from others.
type visits struct {
	net.Listener
	most, each int

	mu   sync.Mutex
	open []*visit // the oldest first
}

// visit is a connection that counts until it is closed or becomes a link.
type visit struct {
	net.Conn
	all  *visits
	from netip.Prefix
	busy bool // its request is being answered; guarded by all
}

// Accept implements [net.Listener].
func (v *visits) Accept() (net.Conn, error) {
	c, err := v.Listener.Accept()
	if err != nil {
		return nil, err
	}
	n := &visit{Conn: c, all: v, from: neighbours(c.RemoteAddr())}
	if old := v.enter(n); old != nil {
		_ = old.Close()
	}
	return n, nil
}

// enter lets a connection in, and returns the one that has to go for it, nil for none.
func (v *visits) enter(n *visit) (old *visit) {
	v.mu.Lock()
	defer v.mu.Unlock()
	own := slices.DeleteFunc(slices.Clone(v.open), func(o *visit) bool { return o.from != n.from })
	switch {
	case len(own) >= v.each:
		old = leastWanted(own)
	case len(v.open) >= v.most:
		old = leastWanted(v.open)
	}
	v.open = append(v.open, n)
	return old
}

// leastWanted returns the connection that has to go first of some, the oldest first.
func leastWanted(of []*visit) *visit {
	return of[max(0, slices.IndexFunc(of, func(o *visit) bool { return !o.busy }))]
}

// answering says whether a request of the connection is being answered.
func (c *visit) answering(is bool) {
	c.all.mu.Lock()
	defer c.all.mu.Unlock()
	c.busy = is
}

// leave ends the counting of a connection.
func (v *visits) leave(c *visit) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.open = slices.DeleteFunc(v.open, func(o *visit) bool { return o == c })
}

// Close implements [net.Conn].
func (c *visit) Close() error {
	c.all.leave(c)
	return c.Conn.Close()
}

// neighbours returns the addresses that belong to whom an address belongs: itself, or the network
// of one subscriber in IPv6. Without an address it is the zero value.
func neighbours(a net.Addr) netip.Prefix {
	at, err := netip.ParseAddrPort(a.String())
	if err != nil {
		return netip.Prefix{}
	}
	address := at.Addr().Unmap().WithZone("")
	bits := 64
	if address.Is4() {
		bits = 32
	}
	p, _ := address.Prefix(bits)
	return p
}
