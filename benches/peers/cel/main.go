// Command cel times the validation rules of a custom resource with the API server's own library and cel-go: requests
// {crd, version, objects} as JSON Lines in; out, of the version's rules, how many there are, their estimated costs together,
// how long compiling them takes as on a create or update of the CRD, and of each object what evaluating them costs and takes.
// Times are the best of many rounds, in nanoseconds, of the processor's time where the system tells it: a round is longer than
// what a busy machine gives to a process at once.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"syscall"
	"time"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/model"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	apiservercel "k8s.io/apiserver/pkg/cel"
	"k8s.io/apiserver/pkg/cel/environment"
)

const (
	compilations = 12
	rounds       = 60
	evaluations  = 16
)

type request struct {
	CRD     v1.CustomResourceDefinition `json:"crd"`
	Version string                      `json:"version"`
	Objects []json.RawMessage           `json:"objects"`
}

type evaluated struct {
	Cost        int64 `json:"cost"`
	Nanoseconds int64 `json:"nanoseconds"`
}

type answer struct {
	Rules   int         `json:"rules"`
	Cost    uint64      `json:"cost"`
	Compile int64       `json:"compile"`
	Objects []evaluated `json:"objects"`
}

// spent is the time that this process has had, the collection of its garbage included.
func spent() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return time.Since(begun)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

var begun = time.Now()

// compiling walks a schema and compiles the rules of each node against its declared type.
type compiling struct {
	environments *environment.EnvSet
	answer       answer
}

func (c *compiling) node(s *schema.Structural, declared *apiservercel.DeclType, isRoot bool) error {
	if s == nil {
		return nil
	}
	if declared == nil && len(s.XValidations) > 0 {
		declared = model.SchemaDeclType(s, isRoot || s.XEmbeddedResource)
	}
	results, err := cel.Compile(s, declared, celconfig.PerCallLimit, c.environments, cel.NewExpressionsEnvLoader())
	if err != nil {
		return err
	}
	for _, result := range results {
		if result.Error != nil {
			return result.Error
		}
		c.answer.Rules++
		c.answer.Cost += result.MaxCost
	}
	for name := range s.Properties {
		property := s.Properties[name]
		var below *apiservercel.DeclType
		if escaped, ok := apiservercel.Escape(name); ok && declared != nil && declared.Fields[escaped] != nil {
			below = declared.Fields[escaped].Type
		}
		if err := c.node(&property, below, false); err != nil {
			return err
		}
	}
	var element *apiservercel.DeclType
	if declared != nil {
		element = declared.ElemType
	}
	if err := c.node(s.Items, element, false); err != nil {
		return err
	}
	if s.AdditionalProperties != nil {
		return c.node(s.AdditionalProperties.Structural, element, false)
	}
	return nil
}

func compile(s *schema.Structural) (answer, error) {
	compiling := compiling{environments: environment.MustBaseEnvSet(environment.DefaultCompatibilityVersion())}
	var best time.Duration = math.MaxInt64
	for range compilations {
		compiling.answer = answer{}
		start := spent()
		if err := compiling.node(s, model.SchemaDeclType(s, true), true); err != nil {
			return answer{}, err
		}
		best = min(best, spent()-start)
	}
	compiling.answer.Compile = best.Nanoseconds()
	return compiling.answer, nil
}

func evaluate(validator *cel.Validator, s *schema.Structural, text []byte) (evaluated, error) {
	var object map[string]any
	// Integers stay integers, as in the server.
	if err := utiljson.Unmarshal(text, &object); err != nil {
		return evaluated{}, err
	}
	var best time.Duration = math.MaxInt64
	var cost int64
	for range rounds {
		start := spent()
		for range evaluations {
			errs, left := validator.Validate(context.Background(), nil, s, object, nil, celconfig.RuntimeCELCostBudget)
			if len(errs) > 0 {
				return evaluated{}, errs.ToAggregate()
			}
			cost = celconfig.RuntimeCELCostBudget - left
		}
		best = min(best, (spent()-start)/evaluations)
	}
	return evaluated{Cost: cost, Nanoseconds: best.Nanoseconds()}, nil
}

func measure(line []byte) (answer, error) {
	var asked request
	if err := json.Unmarshal(line, &asked); err != nil {
		return answer{}, err
	}
	for _, version := range asked.CRD.Spec.Versions {
		if version.Name != asked.Version {
			continue
		}
		internal := &apiextensions.CustomResourceValidation{}
		if err := v1.Convert_v1_CustomResourceValidation_To_apiextensions_CustomResourceValidation(version.Schema, internal, nil); err != nil {
			return answer{}, err
		}
		structural, err := schema.NewStructural(internal.OpenAPIV3Schema)
		if err != nil {
			return answer{}, err
		}
		measured, err := compile(structural)
		if err != nil {
			return answer{}, err
		}
		validator := cel.NewValidator(structural, true, celconfig.PerCallLimit)
		for _, object := range asked.Objects {
			one, err := evaluate(validator, structural, object)
			if err != nil {
				return answer{}, err
			}
			measured.Objects = append(measured.Objects, one)
		}
		return measured, nil
	}
	return answer{}, fmt.Errorf("the CRD has no version %s", asked.Version)
}

func main() {
	lines := bufio.NewReader(os.Stdin)
	written := json.NewEncoder(os.Stdout)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 1 {
			measured, err := measure(line)
			if err != nil {
				_ = written.Encode(map[string]string{"error": err.Error()})
			} else {
				_ = written.Encode(measured)
			}
		}
		if err != nil {
			return
		}
	}
}
