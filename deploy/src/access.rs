//! The service account, and what it may do: nothing that is not listed here.

use k8s_openapi::api::rbac::v1::PolicyRule;
use serde_json::{Value, json};

use super::{
    Allowed, Certificates, Installation,
    document::{Document, Part},
};
use crate::tls::ManagedNames;

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
            Some(_) => {
                "The Secret of the certificate. RBAC cannot say of what name an object may be created."
            }
            None => {
                if installation.allows.is_empty() {
                    "What handlers look at is listed and watched; of what carries a CA bundle, only these by name."
                } else {
                    "What handlers look at is listed and watched, and what the program does besides is allowed; of what carries a CA \
                     bundle, only these by name."
                }
            }
        };
        push(
            role,
            comment,
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

fn in_namespace(installation: &Installation) -> Vec<Value> {
    let names = installation.managed();
    names.map(|names| values(names.role())).unwrap_or_default()
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
