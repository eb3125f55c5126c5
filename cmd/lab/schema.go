package main

import (
	"cmp"
	"encoding"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/nitoryu/nitoryu/internal/report"
	"github.com/nitoryu/nitoryu/internal/schema"
	"github.com/nitoryu/nitoryu/web/api"
)

// schemaFile is the JSON Schema of all answers.
const schemaFile = "docs/use/schema.json"

// answers are all that our doors answer in JSON.
func answers() []schema.Answer { return slices.Concat(schema.Lines(), api.Answers(), schema.Tools()) }

// key is a key of an object.
type key struct {
	name, about string
	of          reflect.Type
	always      bool // it is never left out
}

// object is a type that is an object in JSON.
type object struct {
	name, about string
	keys        []key
}

// objects are the objects of all answers, by the types that they are made of.
type objects struct {
	root   string // of the clone
	order  []reflect.Type
	of     map[reflect.Type]*object
	source map[string]map[string]*ast.TypeSpec // types by package and name
}

// objectsOf reads the types of all answers, and what their source says of them.
func objectsOf(root string) (*objects, error) {
	o := &objects{root: root, of: map[reflect.Type]*object{}, source: map[string]map[string]*ast.TypeSpec{}}
	for _, a := range answers() {
		if err := o.add(a.Type); err != nil {
			return nil, err
		}
	}
	return o, nil
}

// ourModule is the path of our packages.
const ourModule = "github.com/nitoryu/nitoryu"

// isText reports whether a type is written as text.
func isText(t reflect.Type) bool {
	return t.Implements(reflect.TypeFor[encoding.TextMarshaler]()) || t.Kind() == reflect.String
}

// isOther reports whether a type writes itself as JSON.
func isOther(t reflect.Type) bool { return t.Implements(reflect.TypeFor[json.Marshaler]()) }

// add adds the object that a type is, and those in it.
func (o *objects) add(t reflect.Type) error {
	switch {
	case isText(t) || isOther(t) || o.of[t] != nil:
		return nil
	case slices.Contains([]reflect.Kind{reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map}, t.Kind()):
		return o.add(t.Elem())
	case t.Kind() != reflect.Struct:
		return nil
	}
	spec, err := o.find(t)
	if err != nil {
		return err
	}
	told := &object{name: o.free(t), about: sentence(spec.Doc)}
	o.of[t] = told
	o.order = append(o.order, t)
	for _, f := range reflect.VisibleFields(t) {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous && name == "" || name == "-" || !f.IsExported() {
			continue
		}
		owner := t
		for _, i := range f.Index[:len(f.Index)-1] {
			if owner = owner.Field(i).Type; owner.Kind() == reflect.Pointer {
				owner = owner.Elem()
			}
		}
		about, err := o.about(owner, f.Name)
		if err != nil {
			return err
		}
		told.keys = append(told.keys, key{cmp.Or(name, f.Name), about, f.Type, !strings.Contains(options, "omit")})
		if err := o.add(f.Type); err != nil {
			return err
		}
	}
	return nil
}

// free returns the name of a type, with its package if another type has it.
func (o *objects) free(t reflect.Type) string {
	name := upper(t.Name())
	for _, other := range o.of {
		if other.name == name {
			return upper(filepath.Base(t.PkgPath())) + name
		}
	}
	return name
}

func upper(name string) string {
	letters := []rune(cmp.Or(name, "object"))
	letters[0] = unicode.ToUpper(letters[0])
	return string(letters)
}

// find returns the source of a type, which is one of ours.
func (o *objects) find(t reflect.Type) (*ast.TypeSpec, error) {
	if t.Name() == "" {
		return &ast.TypeSpec{Type: &ast.StructType{Fields: &ast.FieldList{}}}, nil
	}
	types := o.source[t.PkgPath()]
	if types == nil {
		own, ok := strings.CutPrefix(t.PkgPath()+"/", ourModule+"/")
		if !ok {
			return nil, fmt.Errorf("%v is a type of others", t)
		}
		paths, err := filepath.Glob(filepath.Join(o.root, filepath.FromSlash(own), "*.go"))
		if err != nil {
			return nil, err
		}
		types = map[string]*ast.TypeSpec{}
		o.source[t.PkgPath()] = types
		for _, path := range paths {
			f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
			if err != nil {
				return nil, err
			}
			for _, d := range f.Decls {
				g, ok := d.(*ast.GenDecl)
				if !ok {
					continue
				}
				for _, s := range g.Specs {
					if s, ok := s.(*ast.TypeSpec); ok {
						if s.Doc == nil {
							s.Doc = g.Doc
						}
						types[s.Name.Name] = s
					}
				}
			}
		}
	}
	spec := types[t.Name()]
	if spec == nil {
		return nil, fmt.Errorf("the source of %v is not found", t)
	}
	return spec, nil
}

// about returns what the source says of a field.
func (o *objects) about(t reflect.Type, field string) (string, error) {
	spec, err := o.find(t)
	if err != nil {
		return "", err
	}
	if s, ok := spec.Type.(*ast.StructType); ok {
		for _, f := range s.Fields.List {
			for _, n := range f.Names {
				if n.Name == field {
					return strings.TrimSuffix(cmp.Or(sentence(f.Comment), sentence(f.Doc)), "."), nil
				}
			}
		}
	}
	return "", nil
}

// sentence returns a comment on one line.
func sentence(c *ast.CommentGroup) string {
	return strings.NewReplacer("[", "", "]", "").Replace(strings.Join(strings.Fields(c.Text()), " "))
}

// kind returns the type of a value in words, with links.
func (o *objects) kind(t reflect.Type) string {
	switch {
	case t == reflect.TypeFor[time.Duration]():
		return "integer"
	case isText(t):
		return "text"
	case isOther(t):
		return "object"
	}
	switch t.Kind() {
	case reflect.Pointer:
		return o.kind(t.Elem())
	case reflect.Slice, reflect.Array:
		return "list of " + o.kind(t.Elem())
	case reflect.Map:
		return "object of " + o.kind(t.Elem())
	case reflect.Struct:
		name := o.of[t].name
		return fmt.Sprintf("[%s](#%s)", name, strings.ToLower(name))
	case reflect.Bool:
		return "true, false"
	case reflect.Float32, reflect.Float64:
		return "number"
	case reflect.Interface:
		return "anything"
	}
	return "integer"
}

// schemaPart is the description of all answers.
func schemaPart(root string) (string, error) {
	o, err := objectsOf(root)
	if err != nil {
		return "", err
	}
	t := report.Table{Align: "lll"}
	t.Row("Door", "Asked for", "Answer")
	for _, a := range answers() {
		t.Row(a.Door, "`"+a.Ask+"`", o.kind(a.Type))
	}
	var b strings.Builder
	b.WriteString(t.Markdown())
	for _, of := range o.order {
		told := o.of[of]
		fmt.Fprintf(&b, "\n### %s\n\n", told.name)
		if told.about != "" {
			fmt.Fprintf(&b, "%s\n\n", told.about)
		}
		t := report.Table{Align: "lll"}
		t.Row("Key", "Value", "What it is")
		for _, k := range told.keys {
			name := "`" + k.name + "`"
			if !k.always {
				name += "?"
			}
			t.Row(name, o.kind(k.of), strings.ReplaceAll(k.about, "|", `\|`))
		}
		b.WriteString(t.Markdown())
	}
	return b.String(), nil
}

// node is a part of a JSON Schema.
type node map[string]any

// schemaOf returns the JSON Schema of a type.
func (o *objects) schemaOf(t reflect.Type) node {
	switch {
	case t == reflect.TypeFor[time.Duration]():
		return node{"type": "integer"}
	case isText(t):
		return node{"type": "string"}
	case isOther(t):
		return node{"type": "object"}
	}
	switch t.Kind() {
	case reflect.Pointer:
		return node{"anyOf": []node{o.schemaOf(t.Elem()), {"type": "null"}}}
	case reflect.Slice:
		return node{"type": []string{"array", "null"}, "items": o.schemaOf(t.Elem())}
	case reflect.Array:
		return node{"type": "array", "items": o.schemaOf(t.Elem()), "minItems": t.Len(), "maxItems": t.Len()}
	case reflect.Map:
		return node{"type": []string{"object", "null"}, "additionalProperties": o.schemaOf(t.Elem())}
	case reflect.Struct:
		return node{"$ref": "#/$defs/" + o.of[t].name}
	case reflect.Bool:
		return node{"type": "boolean"}
	case reflect.Float32, reflect.Float64:
		return node{"type": "number"}
	case reflect.Interface:
		return node{}
	}
	return node{"type": "integer"}
}

// generatedSchema returns the JSON Schema of all answers, if the clone has its page.
func generatedSchema(root string) ([]generatedPage, error) {
	file := generatedPage{path: schemaFile}
	var err error
	if file.old, err = readPage(root, file.path); err != nil {
		return nil, nil // a clone without documentation
	}
	o, err := objectsOf(root)
	if err != nil {
		return nil, err
	}
	doors, defs := map[string]node{}, node{}
	for _, a := range answers() {
		if doors[a.Door] == nil {
			doors[a.Door] = node{}
		}
		doors[a.Door][a.Ask] = o.schemaOf(a.Type)
	}
	for _, t := range o.order {
		told := o.of[t]
		keys, required := node{}, []string{}
		for _, k := range told.keys {
			of := o.schemaOf(k.of)
			if k.about != "" {
				of["description"] = k.about
			}
			keys[k.name] = of
			if k.always {
				required = append(required, k.name)
			}
		}
		defs[told.name] = node{"type": "object", "description": told.about, "properties": keys, "required": required}
	}
	text, err := json.MarshalIndent(node{
		"$schema": "https://json-schema.org/draft/2020-12/schema", "title": fmt.Sprintf("Answers of Nitoryu, schema %d", schema.Version), "answers": doors, "$defs": defs,
	}, "", " ")
	file.text = string(text) + "\n"
	return []generatedPage{file}, err
}
