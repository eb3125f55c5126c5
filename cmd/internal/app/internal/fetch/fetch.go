package fetch

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nitoryu/nitoryu/internal/excerpt"
)

const (
	most     = 8 << 20          // bytes of games
	patience = 40 * time.Second // for all that a person asks for
	mostKIF  = 20               // games of a user at Lishogi, which come one by one
	mostPGN  = 300              // at Lichess
)

// Site is a place with games.
type Site struct {
	Name string // of the host
	Base string // its address, without a path
}

// Sites returns the sites that are known.
func Sites() []Site {
	return []Site{{"lichess.org", "https://lichess.org"}, {"lishogi.org", "https://lishogi.org"}}
}

// Fetcher gets games from sites.
type Fetcher struct {
	sites  []Site
	client *http.Client
}

// New returns a fetcher for some of the sites that are known, which may have other addresses.
func New(sites []Site) *Fetcher {
	return &Fetcher{sites, &http.Client{
		Timeout:       patience,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// Names returns the names of the sites.
func (f *Fetcher) Names() (names []string) {
	for _, s := range f.sites {
		names = append(names, s.Name)
	}
	return names
}

var (
	gameID  = regexp.MustCompile(`^[A-Za-z0-9]{8}([A-Za-z0-9]{4})?$`) // with four more letters: as one of the players sees it
	studyID = regexp.MustCompile(`^[A-Za-z0-9]{8}$`)
	userID  = regexp.MustCompile(`^[A-Za-z0-9_-]{2,30}$`)
)

// Fetch gets the game, the study or the games of the user that a person names: by a link to it, or by
// a mere name of a user of a site. It returns their text.
func (f *Fetcher) Fetch(ctx context.Context, what, site string) (text []byte, err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	what = strings.TrimSpace(what)
	path := ""
	if userID.MatchString(what) {
		path = "/@/" + what
	} else {
		link, err := url.Parse(what)
		if err == nil && link.Scheme == "" {
			link, err = url.Parse("https://" + what)
		}
		if err != nil || link.Scheme != "https" && link.Scheme != "http" {
			return nil, fmt.Errorf("%q is neither a link nor the name of a user", excerpt.Of(what))
		}
		site, path = link.Hostname(), link.Path
	}
	i := slices.IndexFunc(f.sites, func(s Site) bool { return s.Name == site || "www."+s.Name == site })
	if i < 0 {
		return nil, fmt.Errorf("games come from %s only, not from %q", strings.Join(f.Names(), " and "), excerpt.Of(site))
	}
	return f.fetch(ctx, f.sites[i], strings.Split(strings.Trim(path, "/"), "/"))
}

// fetch gets what has a path at a site.
func (f *Fetcher) fetch(ctx context.Context, s Site, path []string) ([]byte, error) {
	chess := s.Name == "lichess.org"
	switch {
	case path[0] == "@" && len(path) >= 2 && userID.MatchString(path[1]):
		if chess {
			return f.get(ctx, s, "/api/games/user/"+path[1]+"?clocks=true&max="+strconv.Itoa(mostPGN), "application/x-chess-pgn")
		}
		return f.gamesOf(ctx, s, path[1])
	case chess && path[0] == "study" && len(path) == 2 && studyID.MatchString(path[1]):
		return f.get(ctx, s, "/api/study/"+path[1]+".pgn", "application/x-chess-pgn")
	case chess && path[0] == "study" && len(path) == 3 && studyID.MatchString(path[1]) && studyID.MatchString(path[2]):
		return f.get(ctx, s, "/api/study/"+path[1]+"/"+path[2]+".pgn", "application/x-chess-pgn")
	case gameID.MatchString(path[0]):
		return f.get(ctx, s, "/game/export/"+path[0][:8]+"?clocks=true", map[bool]string{true: "application/x-chess-pgn", false: "text/plain"}[chess])
	}
	return nil, fmt.Errorf("the link names no game and no user of %s", s.Name)
}

// gamesOf gets the newest games of a user where they come one by one.
func (f *Fetcher) gamesOf(ctx context.Context, s Site, user string) ([]byte, error) {
	list, err := f.get(ctx, s, "/api/games/user/"+user+"?moves=false&max="+strconv.Itoa(mostKIF), "application/x-ndjson")
	if err != nil {
		return nil, err
	}
	var all bytes.Buffer
	for d, n := json.NewDecoder(bytes.NewReader(list)), 0; n < mostKIF; n++ {
		var game struct {
			ID string `json:"id"`
		}
		if err := d.Decode(&game); err == io.EOF {
			break
		} else if err != nil || !studyID.MatchString(game.ID) {
			return nil, fmt.Errorf("the list of games of %s is not understood", s.Name)
		}
		text, err := f.get(ctx, s, "/game/export/"+game.ID+"?clocks=true", "text/plain")
		if err != nil {
			return nil, err
		}
		if all.Len()+len(text) > most {
			break
		}
		all.Write(text)
		all.WriteString("\n\n")
	}
	if all.Len() == 0 {
		return nil, errors.New("the user has no games")
	}
	return all.Bytes(), nil
}

// get asks a site.
func (f *Fetcher) get(ctx context.Context, s Site, path, accept string) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.Base+path, nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Accept", accept)
	request.Header.Set("User-Agent", "nitoryu")
	answer, err := f.client.Do(request)
	if err != nil {
		return nil, fmt.Errorf("%s does not answer: %w", s.Name, errors.Unwrap(err))
	}
	defer answer.Body.Close()
	switch answer.StatusCode {
	case http.StatusOK:
	case http.StatusNotFound:
		return nil, fmt.Errorf("%s has no such game or user", s.Name)
	case http.StatusTooManyRequests:
		return nil, fmt.Errorf("%s has been asked too often: try again in a minute", s.Name)
	default:
		return nil, fmt.Errorf("%s answers %q", s.Name, excerpt.Of(answer.Status))
	}
	text, err := io.ReadAll(io.LimitReader(answer.Body, most+1))
	if err != nil {
		return nil, fmt.Errorf("%s breaks off: %w", s.Name, err)
	}
	if len(text) > most {
		return nil, fmt.Errorf("%s sends more than %d MiB", s.Name, most>>20)
	}
	return text, nil
}
