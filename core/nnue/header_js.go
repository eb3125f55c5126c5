package nnue

import (
	"fmt"
	"reflect"
	"strings"
	"syscall/js"
)

// read reads the header of a file by the JSON of the browser, so that a program for a page needs none of its own.
func (h *Header) read(text []byte) (err error) {
	defer func() {
		if why := recover(); why != nil {
			err = fmt.Errorf("%v", why)
		}
	}()
	header := js.Global().Get("JSON").Call("parse", string(text))
	if header.Type() != js.TypeObject {
		return fmt.Errorf("it is a %s", header.Type())
	}
	fields := reflect.ValueOf(h).Elem()
	for i := range fields.NumField() {
		name, _, _ := strings.Cut(fields.Type().Field(i).Tag.Get("json"), ",")
		if value := header.Get(name); !value.IsUndefined() && !value.IsNull() {
			fill(fields.Field(i), value)
		}
	}
	return nil
}

// fill gives a field of a header the value of an object, and panics if it has another type.
func fill(field reflect.Value, value js.Value) {
	switch field.Kind() {
	case reflect.String:
		if value.Type() != js.TypeString {
			panic(fmt.Sprintf("a %s stands in place of a text", value.Type()))
		}
		field.SetString(value.String())
	case reflect.Int:
		number := value.Float()
		if number != float64(int32(number)) {
			panic(fmt.Sprintf("%v stands in place of a whole number", number))
		}
		field.SetInt(int64(number))
	case reflect.Slice:
		field.Set(reflect.MakeSlice(field.Type(), value.Length(), value.Length()))
		for i := range value.Length() {
			fill(field.Index(i), value.Index(i))
		}
	}
}
