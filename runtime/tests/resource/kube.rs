//! The traits of kube on root structs.

use kube_core::object::{HasSpec, HasStatus};
use kube_core::{
    ClusterResourceScope, CustomResourceExt, NamespaceResourceScope, Resource, ResourceExt,
};

use crate::pizza::{Pizza, PizzaSpec, PizzaStatus, v1alpha1};
use crate::variants::{CronTab, Shade};

fn namespaced<R: Resource<DynamicType = (), Scope = NamespaceResourceScope>>() -> String {
    R::url_path(&(), Some("here"))
}

fn cluster<R: Resource<DynamicType = (), Scope = ClusterResourceScope>>() -> String {
    R::url_path(&(), None)
}

#[test]
fn urls_have_group_version_plural_and_scope() {
    assert_eq!(
        namespaced::<Pizza>(),
        "/apis/restaurant.example.com/v1beta1/namespaces/here/pizzas"
    );
    // A spoke's scope is its hub's.
    assert_eq!(
        namespaced::<v1alpha1::Pizza>(),
        "/apis/restaurant.example.com/v1alpha1/namespaces/here/pizzas"
    );
    assert_eq!(
        namespaced::<Shade>(),
        "/apis/example.com/v1/namespaces/here/lamp-shades"
    );
    assert_eq!(cluster::<CronTab>(), "/apis/example.com/v2/crontabs");
}

#[test]
fn api_resources_name_the_resource() {
    let resource = v1alpha1::Pizza::api_resource();
    assert_eq!(resource.group, "restaurant.example.com");
    assert_eq!(resource.version, "v1alpha1");
    assert_eq!(resource.api_version, "restaurant.example.com/v1alpha1");
    assert_eq!(resource.kind, "Pizza");
    assert_eq!(resource.plural, "pizzas");
    assert_eq!(v1alpha1::Pizza::crd_name(), "pizzas.restaurant.example.com");
    assert_eq!(CronTab::crd_name(), "crontabs.example.com");
    assert_eq!(v1alpha1::Pizza::shortnames(), ["pz", "pie"]);
}

#[test]
fn metadata_spec_and_status_can_be_reached() {
    let mut pizza = Pizza::new("m", PizzaSpec::default());
    assert_eq!(pizza.name_any(), "m");
    pizza.meta_mut().namespace = Some("here".into());
    assert_eq!(pizza.namespace().as_deref(), Some("here"));
    pizza.spec_mut().name = "M".into();
    assert_eq!(pizza.spec().name, "M");
    assert!(pizza.status().is_none());
    *pizza.status_mut() = Some(PizzaStatus::default());
    assert_eq!(pizza.status(), Some(&PizzaStatus::default()));
    assert_eq!(pizza.object_ref(&()).kind.as_deref(), Some("Pizza"));
}

#[test]
fn the_crd_is_that_of_the_one_version() {
    let crd = v1alpha1::Pizza::crd();
    assert_eq!(
        crd.metadata.name.as_deref(),
        Some("pizzas.restaurant.example.com")
    );
    let versions: Vec<_> = crd
        .spec
        .versions
        .iter()
        .map(|version| version.name.as_str())
        .collect();
    assert_eq!(versions, ["v1alpha1"]);
}
