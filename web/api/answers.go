package api

import (
	"reflect"

	"github.com/nitoryu/nitoryu/internal/schema"
	"github.com/nitoryu/nitoryu/review"
)

// Answers returns what requests are answered with, for their documentation.
func Answers() []schema.Answer {
	return []schema.Answer{
		{Door: schema.WebAPI, Ask: "games", Type: reflect.TypeFor[gamesAnswer]()},
		{Door: schema.WebAPI, Ask: "start960", Type: reflect.TypeFor[startAnswer]()},
		{Door: schema.WebAPI, Ask: "position", Type: reflect.TypeFor[schema.Position]()},
		{Door: schema.WebAPI, Ask: "opening", Type: reflect.TypeFor[schema.Opening]()},
		{Door: schema.WebAPI, Ask: "explore", Type: reflect.TypeFor[exploreAnswer]()},
		{Door: schema.WebAPI, Ask: "book", Type: reflect.TypeFor[bookAnswer]()},
		{Door: schema.WebAPI, Ask: "drills", Type: reflect.TypeFor[drillsAnswer]()},
		{Door: schema.WebAPI, Ask: "read", Type: reflect.TypeFor[readAnswer]()},
		{Door: schema.WebAPI, Ask: "write", Type: reflect.TypeFor[writeAnswer]()},
		{Door: schema.WebAPI, Ask: "import", Type: reflect.TypeFor[importAnswer]()},
		{Door: schema.WebAPI, Ask: "mate", Type: reflect.TypeFor[schema.MateProof]()},
		{Door: schema.WebAPI, Ask: "endgame", Type: reflect.TypeFor[schema.Endgame]()},
		{Door: schema.WebAPI, Ask: "new", Type: reflect.TypeFor[Engine]()},
		{Door: schema.WebAPI, Ask: "search", Type: reflect.TypeFor[searchAnswer]()},
		{Door: schema.WebAPI, Ask: "review", Type: reflect.TypeFor[review.Report]()},
		{Door: schema.WebAPI, Ask: "anything that fails", Type: reflect.TypeFor[problem]()},
	}
}
