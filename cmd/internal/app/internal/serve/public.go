package serve

import (
	"fmt"
	"net/url"
	"strings"
)

// ParsePublic reads the address by which pages reach a server behind a proxy, such as
// https://chess.example/board/.
func ParsePublic(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("%q is no address: %w", text, err)
	}
	switch {
	case u.Scheme != "https" && u.Scheme != "http" || u.Hostname() == "":
		return nil, fmt.Errorf("%q is no address of a page: write https://HOST/", text)
	case u.User != nil || u.RawQuery != "" || u.ForceQuery || u.Fragment != "":
		return nil, fmt.Errorf("%q is more than the address of a page: write https://HOST/", text)
	case strings.ContainsAny(u.Host, " ;,'\""):
		return nil, fmt.Errorf("%q is no name of a host", u.Host)
	}
	u.Host = strings.ToLower(u.Host)
	u.Host = strings.TrimSuffix(u.Host, map[string]string{"https": ":443", "http": ":80"}[u.Scheme]) // browsers leave it out
	u.Path = strings.TrimRight(u.Path, "/") + "/"
	u.RawPath = ""
	return u, nil
}

// origin returns what browsers call the origin of the page at an address.
func origin(u *url.URL) string { return u.Scheme + "://" + u.Host }
