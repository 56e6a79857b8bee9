// Package service holds the bench's kind at both versions, as users of controller-runtime write it.
package service

import (
	"fmt"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/conversion"
)

// Status is the same in both versions.
type Status struct {
	ReadyReplicas *int32   `json:"readyReplicas,omitempty"`
	Messages      []string `json:"messages,omitempty"`
}

// Slot is a name and how often it is there.
type Slot struct {
	Name     string `json:"name"`
	Quantity int    `json:"quantity"`
}

// ServiceSpec is the stored version.
type ServiceSpec struct {
	Replicas       int32                  `json:"replicas"`
	ServiceAccount string                 `json:"serviceAccount"`
	Host           string                 `json:"host"`
	Port           int32                  `json:"port"`
	Slots          []Slot                 `json:"slots"`
	Budget         string                 `json:"budget,omitempty"`
	Template       corev1.PodTemplateSpec `json:"template"`
}

// Service is the stored version.
type Service struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              ServiceSpec `json:"spec"`
	Status            Status      `json:"status,omitempty"`
}

// Hub makes it the hub.
func (*Service) Hub() {}

// DeepCopyObject is never called by the conversion.
func (s *Service) DeepCopyObject() runtime.Object { c := *s; return &c }

// OldSpec is the old version.
type OldSpec struct {
	Replicas int32                  `json:"replicas"`
	Account  string                 `json:"account"`
	HostPort string                 `json:"hostPort"`
	Slots    []string               `json:"slots"`
	Template corev1.PodTemplateSpec `json:"template"`
}

// Old is the old version.
type Old struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              OldSpec `json:"spec"`
	Status            Status  `json:"status,omitempty"`
}

// DeepCopyObject is never called by the conversion.
func (o *Old) DeepCopyObject() runtime.Object { c := *o; return &c }

const kept = "bench.example.com/budget"

// ConvertTo goes to the stored version.
func (o *Old) ConvertTo(to conversion.Hub) error {
	hub := to.(*Service)
	hub.ObjectMeta = o.ObjectMeta
	hub.Status = o.Status
	colon := strings.LastIndex(o.Spec.HostPort, ":")
	if colon < 0 {
		return fmt.Errorf("hostPort could not be parsed into a separate host and port")
	}
	var port int32
	if _, err := fmt.Sscan(o.Spec.HostPort[colon+1:], &port); err != nil {
		return err
	}
	hub.Spec = ServiceSpec{
		Replicas: o.Spec.Replicas, ServiceAccount: o.Spec.Account, Host: o.Spec.HostPort[:colon], Port: port,
		Template: o.Spec.Template, Budget: o.Annotations[kept],
	}
	places := map[string]int{}
	for _, name := range o.Spec.Slots {
		if at, ok := places[name]; ok {
			hub.Spec.Slots[at].Quantity++
			continue
		}
		places[name] = len(hub.Spec.Slots)
		hub.Spec.Slots = append(hub.Spec.Slots, Slot{Name: name, Quantity: 1})
	}
	delete(hub.Annotations, kept)
	return nil
}

// ConvertFrom comes from the stored version.
func (o *Old) ConvertFrom(from conversion.Hub) error {
	hub := from.(*Service)
	o.ObjectMeta = hub.ObjectMeta
	o.Status = hub.Status
	o.Spec = OldSpec{
		Replicas: hub.Spec.Replicas, Account: hub.Spec.ServiceAccount,
		HostPort: fmt.Sprintf("%s:%d", hub.Spec.Host, hub.Spec.Port), Template: hub.Spec.Template,
	}
	for _, slot := range hub.Spec.Slots {
		for range slot.Quantity {
			o.Spec.Slots = append(o.Spec.Slots, slot.Name)
		}
	}
	if hub.Spec.Budget != "" {
		if o.Annotations == nil {
			o.Annotations = map[string]string{}
		}
		o.Annotations[kept] = hub.Spec.Budget
	}
	return nil
}

// Scheme knows both versions.
func Scheme() *runtime.Scheme {
	scheme := runtime.NewScheme()
	scheme.AddKnownTypeWithName(schema.GroupVersionKind{Group: "bench.example.com", Version: "v1", Kind: "Service"}, &Service{})
	scheme.AddKnownTypeWithName(schema.GroupVersionKind{Group: "bench.example.com", Version: "v1alpha1", Kind: "Service"}, &Old{})
	return scheme
}
