// Command peers times pruning, defaulting and validating custom resources with the API server's own libraries: requests
// {crd, version, object} as JSON Lines in, {nanoseconds} out, the best of many rounds per object.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/listtype"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	"k8s.io/apimachinery/pkg/runtime"
	utiljson "k8s.io/apimachinery/pkg/util/json"
)

const (
	copies = 32
	rounds = 60
)

type request struct {
	CRD     v1.CustomResourceDefinition `json:"crd"`
	Version string                      `json:"version"`
	Object  json.RawMessage             `json:"object"`
}

func measure(line []byte) (time.Duration, error) {
	var asked request
	if err := json.Unmarshal(line, &asked); err != nil {
		return 0, err
	}
	var object map[string]any
	// Integers stay integers, as in the server.
	if err := utiljson.Unmarshal(asked.Object, &object); err != nil {
		return 0, err
	}
	for _, version := range asked.CRD.Spec.Versions {
		if version.Name != asked.Version {
			continue
		}
		internal := &apiextensions.CustomResourceValidation{}
		if err := v1.Convert_v1_CustomResourceValidation_To_apiextensions_CustomResourceValidation(version.Schema, internal, nil); err != nil {
			return 0, err
		}
		structural, err := schema.NewStructural(internal.OpenAPIV3Schema)
		if err != nil {
			return 0, err
		}
		validator, _, err := validation.NewSchemaValidator(internal.OpenAPIV3Schema)
		if err != nil {
			return 0, err
		}
		best := time.Duration(1<<63 - 1)
		for range rounds {
			fresh := make([]map[string]any, copies)
			for i := range fresh {
				fresh[i] = runtime.DeepCopyJSON(object)
			}
			start := time.Now()
			for _, object := range fresh {
				pruning.Prune(object, structural, true)
				defaulting.PruneNonNullableNullsWithoutDefaults(object, structural)
				defaulting.Default(object, structural)
				errs := validation.ValidateCustomResource(nil, object, validator)
				errs = append(errs, objectmeta.Validate(nil, object, structural, false)...)
				errs = append(errs, listtype.ValidateListSetsAndMaps(nil, structural, object)...)
				if len(errs) > 0 {
					return 0, errs.ToAggregate()
				}
			}
			best = min(best, time.Since(start))
		}
		return best / copies, nil
	}
	return 0, fmt.Errorf("the CRD has no version %s", asked.Version)
}

func main() {
	lines := bufio.NewReader(os.Stdin)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 1 {
			if best, err := measure(line); err != nil {
				fmt.Printf("{\"error\": %q}\n", err)
			} else {
				fmt.Printf("{\"nanoseconds\": %d}\n", best.Nanoseconds())
			}
		}
		if err != nil {
			return
		}
	}
}
