// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package bench

import (
	"reflect"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// fill sets every exported field of v to something, or leaves it.
func fill(t *rapid.T, v reflect.Value) {
	if !rapid.Bool().Draw(t, "set") {
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(t, v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				fill(t, v.Field(i))
			}
		}
	case reflect.String:
		v.SetString(rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"\u2028<&>\x7f\x00\"\\/", "\xff", "é\U0001F600"})).Draw(t, "text"))
	case reflect.Int:
		v.SetInt(int64(rapid.Int().Draw(t, "number")))
	case reflect.Float64:
		v.SetFloat(rapid.OneOf(rapid.Float64(), rapid.Float64Range(0, 1e5), rapid.Custom(func(t *rapid.T) float64 { return float64(rapid.IntRange(-10, 3_000_000_000).Draw(t, "n")) / 1000 }),
			rapid.SampledFrom([]float64{1e21, 1e-7, 0.001, 12.345, 2147483.647, 2147483.648})).Draw(t, "float"))
	case reflect.Bool:
		v.SetBool(true)
	default:
		t.Fatalf("a field of kind %s", v.Kind())
	}
}

func TestAppendJSONIsTheTaggedEncoding(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var r Record
		for v, i := reflect.ValueOf(&r).Elem(), 0; i < v.NumField(); i++ {
			if v.Type().Field(i).IsExported() {
				fill(t, v.Field(i))
			}
		}
		want, wantErr := json.Marshal(&r)
		got, err := r.AppendJSON([]byte("x"))
		require.Equal(t, wantErr != nil, err != nil, "%v, %v", wantErr, err)
		if err == nil {
			require.Equal(t, "x"+string(want), string(got))
		}
	})
}
