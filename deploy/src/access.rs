//! The service account, and what it may do: nothing that is not listed here.

use k8s_openapi::api::rbac::v1::PolicyRule;
use serde_json::{Value, json};

use super::{
    Allowed, Certificates, Installation, Place, definition,
    document::{Document, Part},
};
use crate::{manifest::Manifest, tls::ManagedNames};

const RBAC: &str = "rbac.authorization.k8s.io";

impl Installation {
    /// The names, if the server manages its certificate.
    fn managed(&self) -> Option<ManagedNames> {
        let managed = matches!(self.certificates, Certificates::Managed);
        self.managed_names().filter(|_| managed)
    }

    /// Whether the server calls the API server.
    pub(super) fn needs_token(&self) -> bool {
        !self.watches.is_empty()
            || !self.allows.is_empty()
            || self.installs
            || matches!(self.certificates, Certificates::Managed)
    }
}

pub(super) fn write(installation: &Installation, namespace: &str, documents: &mut Vec<Document>) {
    let name = &installation.name;
    let mut push = |file: &str, comment: &str, object: Value| {
        documents.push(Document::new(Part::Server, file, comment, object));
    };
    push(
        "20-service-account.yaml",
        if installation.needs_token() {
            "Pods ask for the token themselves."
        } else {
            "Nothing in the server calls the API server, so that no pod gets a token."
        },
        json!({
            "apiVersion": "v1",
            "kind": "ServiceAccount",
            "metadata": installation.metadata(name, Some(namespace)),
            "automountServiceAccountToken": false,
        }),
    );
    let mut roles = Vec::new();
    let own = in_namespace(installation);
    if !own.is_empty() {
        roles.push((
            "Role",
            Some(namespace),
            own,
            ["21-role.yaml", "22-role-binding.yaml"],
        ));
    }
    let everywhere = in_cluster(installation);
    if !everywhere.is_empty() {
        roles.push((
            "ClusterRole",
            None,
            everywhere,
            ["23-cluster-role.yaml", "24-cluster-role-binding.yaml"],
        ));
    }
    for (kind, within, rules, [role, binding]) in roles {
        let comment = match within {
            Some(_) => own_comment(installation),
            None => everywhere_comment(installation),
        };
        push(
            role,
            &comment,
            json!({
                "apiVersion": format!("{RBAC}/v1"),
                "kind": kind,
                "metadata": installation.metadata(name, within),
                "rules": rules,
            }),
        );
        push(
            binding,
            "",
            json!({
                "apiVersion": format!("{RBAC}/v1"),
                "kind": format!("{kind}Binding"),
                "metadata": installation.metadata(name, within),
                "roleRef": {"apiGroup": RBAC, "kind": kind, "name": name},
                "subjects": [{"kind": "ServiceAccount", "name": name, "namespace": namespace}],
            }),
        );
    }
}

fn own_comment(installation: &Installation) -> String {
    let mut comment = String::new();
    if installation.installs {
        comment += "A CRD that converts is armed when its Service answers, and stores another version when all replicas are new.";
    }
    if installation.managed().is_some() {
        if !comment.is_empty() {
            comment.push('\n');
        }
        comment +=
            "The Secret of the certificate. RBAC cannot say of what name an object may be created.";
    }
    comment
}

fn everywhere_comment(installation: &Installation) -> String {
    let mut comment = "What handlers look at is listed and watched".to_owned();
    if !installation.allows.is_empty() {
        comment += ", and what the program does besides is allowed";
    }
    comment += "; of what carries a CA bundle, only these by name.";
    if installation.installs {
        comment += "\nIts CRDs the server installs itself. RBAC cannot say of what name a CRD may be created.";
    }
    comment
}

/// What `wheelwright-install` asks for in the namespace of the webhook.
fn installed_within(installation: &Installation) -> Vec<Value> {
    let is_asked = installation.installs && installation.crds.iter().any(definition::converts);
    if !is_asked {
        return Vec::new();
    }
    let Place::Cluster { service, .. } = &installation.place else {
        return Vec::new();
    };
    vec![
        json!({"apiGroups": [""], "resources": ["services"], "resourceNames": [service], "verbs": ["get"]}),
        json!({"apiGroups": ["apps"], "resources": ["deployments"], "verbs": ["list"]}),
        json!({"apiGroups": ["discovery.k8s.io"], "resources": ["endpointslices"], "verbs": ["list"]}),
    ]
}

/// What it asks for of CRDs.
fn installed_everywhere(installation: &Installation) -> Vec<Value> {
    if !installation.installs || installation.crds.is_empty() {
        return Vec::new();
    }
    let mut names: Vec<String> = installation.crds.iter().map(Manifest::name).collect();
    names.sort();
    let (group, resource) = ("apiextensions.k8s.io", "customresourcedefinitions");
    vec![
        json!({"apiGroups": [group], "resources": [resource], "verbs": ["create"]}),
        json!({
            "apiGroups": [group], "resources": [resource], "resourceNames": names, "verbs": ["get", "update", "watch"],
        }),
    ]
}

fn in_namespace(installation: &Installation) -> Vec<Value> {
    let mut rules = installed_within(installation);
    if let Some(names) = installation.managed() {
        rules.extend(values(names.role()));
    }
    rules
}

fn in_cluster(installation: &Installation) -> Vec<Value> {
    let mut watched = installation.watches.clone();
    watched.sort();
    watched.dedup();
    let mut rules: Vec<Value> = watched
        .into_iter()
        .map(|(group, plural)| {
            json!({"apiGroups": [group], "resources": [plural], "verbs": ["get", "list", "watch"]})
        })
        .collect();
    let mut allowed: Vec<&Allowed> = Vec::new();
    for rule in &installation.allows {
        if !allowed.contains(&rule) {
            allowed.push(rule);
        }
    }
    rules.extend(allowed.into_iter().map(|rule| {
        json!({"apiGroups": [rule.group], "resources": [rule.resource], "verbs": rule.verbs})
    }));
    rules.extend(installed_everywhere(installation));
    if let Some(names) = installation.managed() {
        rules.extend(values(names.cluster_role()));
    }
    rules
}

fn values(rules: Vec<PolicyRule>) -> Vec<Value> {
    let rules = rules.into_iter();
    rules
        .filter_map(|rule| serde_json::to_value(rule).ok())
        .collect()
}
