// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package schema

import (
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/false-consensus/fcb/schema/jsonl"
)

// leaf words the failure of one keyword of schema n at the value under pointer.
func (f *flattener) leaf(n *jsonschema.Schema, keyword string, e *jsonschema.ValidationError, pointer string) {
	if strings.Contains(e.KeywordLocation, "/propertyNames") {
		f.add(pointer, KindUnknown, fmt.Sprintf("the key %s is not allowed: %s", lastToken(pointer), e.Message))
		return
	}
	v := at(f.tree, pointer)
	switch keyword {
	case "": // a schema that is false
		f.add(pointer, KindUnknown, "not allowed here")
	case "type":
		f.add(pointer, KindType, fmt.Sprintf("%s where %s is wanted", show(v), typeNames(n.Types)))
	case "required":
		f.required(n.Required, v, pointer)
	case "additionalProperties":
		f.unknown(n, v, pointer)
	case "enum", "const":
		allowed := n.Enum
		if keyword == "const" {
			allowed = n.Constant
		}
		f.value(allowed, v, pointer)
	case "minLength", "maxLength":
		f.add(pointer, KindLength, lengthMessage(n, v))
	case "pattern":
		f.add(pointer, KindPattern, fmt.Sprintf("%s does not match %s", show(v), n.Pattern))
	case "format":
		f.add(pointer, KindFormat, fmt.Sprintf("%s is not a valid %s", show(v), n.Format))
	case "minItems", "maxItems":
		f.add(pointer, KindItems, countMessage(len(v.([]any)), "item", n.MinItems, n.MaxItems))
	case "minProperties", "maxProperties":
		f.add(pointer, KindItems, countMessage(len(v.(map[string]any)), "key", n.MinProperties, n.MaxProperties))
	case "uniqueItems":
		f.unique(v, pointer, e)
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf":
		f.add(pointer, KindNumber, numberMessage(n, keyword, v))
	case "oneOf", "anyOf":
		f.add(pointer, KindCombined, fmt.Sprintf("%s fits more than one of the forms of which exactly one is allowed", show(v)))
	default:
		f.add(pointer, KindOther, e.Message)
	}
}

func (f *flattener) required(required []string, v any, pointer string) {
	m, _ := v.(map[string]any)
	place, _ := jsonl.Place(f.text, pointer)
	for _, k := range required {
		if _, ok := m[k]; !ok {
			f.addAt(place.Value, pointer, KindMissing, fmt.Sprintf("the key %q is missing", k), k)
		}
	}
}

// unknown reports every key that a schema with additionalProperties false does
// not know, with the known key that was probably meant.
func (f *flattener) unknown(n *jsonschema.Schema, v any, pointer string) {
	m, _ := v.(map[string]any)
	known := make([]string, 0, len(n.Properties))
	for k := range n.Properties {
		known = append(known, k)
	}
	slices.Sort(known)
next:
	for _, k := range sortedKeys(m) {
		if n.Properties[k] != nil {
			continue
		}
		for p := range n.PatternProperties {
			if p.MatchString(k) {
				continue next
			}
		}
		child := pointer + "/" + jsonl.EscapePointer(k)
		for _, other := range known {
			if strings.EqualFold(k, other) {
				f.add(child, KindCaseKey, fmt.Sprintf("the key %s differs only by case from %q", show(k), other))
				continue next
			}
		}
		message := fmt.Sprintf("unknown key %s", show(k))
		if hint := didYouMean(k, known); hint != "" {
			message += hint
		} else {
			message += "; known: " + strings.Join(known, ", ")
		}
		f.add(child, KindUnknown, message)
	}
}

func (f *flattener) value(allowed []any, v any, pointer string) {
	names := make([]string, len(allowed))
	for i, a := range allowed {
		names[i] = show(a)
	}
	message := fmt.Sprintf("%s; allowed: %s", show(v), strings.Join(names, ", "))
	if text, ok := v.(string); ok {
		var words []string
		for _, a := range allowed {
			if w, ok := a.(string); ok {
				words = append(words, w)
			}
		}
		message += didYouMean(text, words)
	}
	f.add(pointer, KindValue, message)
}

// unique points at every item that repeats an earlier one.
func (f *flattener) unique(v any, pointer string, e *jsonschema.ValidationError) {
	list, _ := v.([]any)
	first := map[string]int{}
	found := false
	for i, item := range list {
		key, err := json.Marshal(item)
		if err != nil {
			continue
		}
		if j, ok := first[string(key)]; ok {
			found = true
			f.add(pointer+"/"+strconv.Itoa(i), KindUnique, fmt.Sprintf("%s stands twice, first as item %d", show(item), j))
			continue
		}
		first[string(key)] = i
	}
	if !found { // equal in another spelling, as 1 and 1.0
		f.add(pointer, KindUnique, e.Message)
	}
}

func lengthMessage(n *jsonschema.Schema, v any) string {
	text, _ := v.(string)
	got := utf8.RuneCountInString(text)
	if got == 0 {
		return fmt.Sprintf("empty; at least %s required", many(n.MinLength, "character"))
	}
	if n.MinLength >= 0 && got < n.MinLength {
		return fmt.Sprintf("%s; at least %d required", many(got, "character"), n.MinLength)
	}
	return fmt.Sprintf("%s; at most %d allowed", many(got, "character"), n.MaxLength)
}

func countMessage(got int, noun string, low, high int) string {
	switch {
	case low >= 0 && high >= 0:
		return fmt.Sprintf("%s; %d to %d allowed", many(got, noun), low, high)
	case low >= 0:
		return fmt.Sprintf("%s; at least %d required", many(got, noun), low)
	}
	return fmt.Sprintf("%s; at most %d allowed", many(got, noun), high)
}

func numberMessage(n *jsonschema.Schema, keyword string, v any) string {
	limit := func(r *big.Rat) string {
		if r == nil {
			return "?"
		}
		return strings.TrimSuffix(strings.TrimRight(r.FloatString(12), "0"), ".")
	}
	switch keyword {
	case "minimum":
		return fmt.Sprintf("%s; at least %s required", show(v), limit(n.Minimum))
	case "maximum":
		return fmt.Sprintf("%s; at most %s allowed", show(v), limit(n.Maximum))
	case "exclusiveMinimum":
		return fmt.Sprintf("%s; more than %s required", show(v), limit(n.ExclusiveMinimum))
	case "exclusiveMaximum":
		return fmt.Sprintf("%s; less than %s required", show(v), limit(n.ExclusiveMaximum))
	}
	return fmt.Sprintf("%s is not a multiple of %s", show(v), limit(n.MultipleOf))
}

func many(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

func lastToken(pointer string) string {
	_, token := splitPointer(pointer)
	return show(token)
}
