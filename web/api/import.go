package api

import (
	"context"

	"github.com/nitoryu/nitoryu/internal/excerpt"
)

// Importer gets the games that a person names, by a link or by the name of a user of a site.
type Importer func(ctx context.Context, what, site string) (text []byte, err error)

// WithImports returns the web API with a way to get games from sites.
func (api *API) WithImports(sites []string, get Importer) *API {
	with := *api
	with.sites, with.get = sites, get
	return &with
}

// importRequest asks for games from elsewhere.
type importRequest struct {
	What string `json:"what"` // a link, or the name of a user
	Site string `json:"site"` // of the user
}

// importAnswer is their text, to be read like a file.
type importAnswer struct {
	Text string `json:"text"`
}

// importGames answers a request for games from elsewhere.
func (api *API) importGames(ctx context.Context, request []byte) (any, error) {
	r, err := decode[importRequest](request)
	if err != nil {
		return nil, err
	}
	if api.get == nil {
		return nil, faultf("no imports", nil, "this server gets no games from elsewhere: start it with --import")
	}
	text, err := api.get(ctx, r.What, r.Site)
	if err != nil {
		return nil, &fault{"import", args{"reason": excerpt.Of(err.Error())}, err}
	}
	return importAnswer{string(text)}, nil
}
