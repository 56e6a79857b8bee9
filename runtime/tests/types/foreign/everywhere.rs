//! Well-known types inside foreign ones are treated as by themselves.

use k8s_openapi::{
    api::core::v1::{Container, LocalObjectReference},
    apimachinery::pkg::{
        api::resource::Quantity,
        apis::meta::v1::{Condition, Time},
        util::intstr::IntOrString,
    },
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use wheelwright::{
    private::{ForeignType as _, Of},
    schema,
};

use crate::law::schema_of;

#[derive(JsonSchema, Serialize, Deserialize)]
struct Foreign {
    quantity: Quantity,
    port: Option<IntOrString>,
    times: Vec<Time>,
    conditions: Vec<Condition>,
    address: std::net::Ipv6Addr,
    containers: Vec<Container>,
    reference: LocalObjectReference,
}

#[test]
fn by_name_and_by_format() {
    let schema = schema::of(Of::<Foreign>::TYPE.table())
        .map_err(|problems| problems[0].to_string())
        .unwrap()
        .schema;
    let member = |name: &str| &schema["properties"][name];
    let without_description = |schema: &Value| {
        let mut schema = schema.clone();
        schema.as_object_mut().unwrap().remove("description");
        schema
    };
    assert_eq!(member("quantity"), &schema_of::<Quantity>());
    assert_eq!(member("port"), &schema_of::<Option<IntOrString>>());
    assert_eq!(member("times"), &schema_of::<Vec<Time>>());
    assert_eq!(member("conditions"), &schema_of::<Vec<Condition>>());
    assert_eq!(
        without_description(member("address")),
        schema_of::<std::net::Ipv6Addr>()
    );
    assert_eq!(member("containers"), &schema_of::<Vec<Container>>());
    assert_eq!(member("reference"), &schema_of::<LocalObjectReference>());
}
