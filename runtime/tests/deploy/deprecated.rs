//! Policies by which the API server warns of deprecated fields.

use k8s_openapi::api::admissionregistration::v1::{
    ValidatingAdmissionPolicy, ValidatingAdmissionPolicyBinding,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use wheelwright::{CustomResource, Schema, webhook::deploy::Installation};

/// A sail.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "sky.example.com", version = "v1", kind = "Sail", namespaced)]
pub struct SailSpec {
    /// In metres.
    #[deprecated(note = "use \"area\"")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub span: Option<u32>,
    /// In square metres.
    pub area: u32,
}

wheelwright::wheel!(Sails = Sail);

#[test]
fn they_are_installed_where_it_is_asked_for() {
    let installation =
        Installation::at_url("sails", "https://localhost:8443").crd(Sails::manifest());
    let kinds = |installation: &Installation| -> Vec<String> {
        let objects = installation.objects().unwrap().into_iter();
        objects
            .map(|object| object["kind"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(kinds(&installation), ["CustomResourceDefinition"]);
    let installation = installation.deprecation_policies();
    let objects = installation.objects().unwrap();
    let [_, policy, binding] = &objects[..] else {
        panic!("{objects:?}")
    };
    let name = "deprecated-fields-v1.sails.sky.example.com";
    let policy: ValidatingAdmissionPolicy = serde_json::from_value(policy.clone()).unwrap();
    assert_eq!(policy.metadata.name.as_deref(), Some(name));
    let spec = policy.spec.unwrap();
    let validations = spec.validations.unwrap();
    assert_eq!(
        validations[0].expression,
        "!(has(object.spec) && has(object.spec.span))"
    );
    assert_eq!(
        validations[0].message.as_deref(),
        Some("spec.span: deprecated: use \"area\"")
    );
    assert_eq!(validations.len(), 1);
    let binding: ValidatingAdmissionPolicyBinding =
        serde_json::from_value(binding.clone()).unwrap();
    let spec = binding.spec;
    assert_eq!(
        (json!(spec.validation_actions), spec.policy_name.as_str()),
        (json!(["Warn", "Audit"]), name)
    );
    let yaml = installation.yaml().unwrap();
    assert!(
        yaml.contains("# Warn and Audit: nobody is refused."),
        "{yaml}"
    );
}

/// Descriptions that are too long for the CRD are there for the policy.
#[test]
fn they_do_not_depend_on_the_published_descriptions() {
    let objects = Sails::manifest().max_description(0).deprecation_policies();
    assert_eq!(objects.unwrap().len(), 2);
}
