//! The service account, and what it may do: nothing that is not listed here.

use serde_json::{Value, json};

use super::{
    Certificates, Installation,
    document::{Document, Part},
};

const RBAC: &str = "rbac.authorization.k8s.io";

impl Installation {
    /// Whether the server calls the API server.
    pub(super) fn needs_token(&self) -> bool {
        !self.watches.is_empty() || matches!(self.certificates, Certificates::Managed)
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
                "What handlers look at is listed and watched; of what carries a CA bundle, only these by name."
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
    if !matches!(installation.certificates, Certificates::Managed) {
        return Vec::new();
    }
    vec![
        json!({"apiGroups": [""], "resources": ["secrets"], "verbs": ["create"]}),
        json!({
            "apiGroups": [""],
            "resources": ["secrets"],
            "resourceNames": [installation.secret()],
            "verbs": ["get", "update"],
        }),
    ]
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
    if matches!(installation.certificates, Certificates::Managed) {
        let names = installation.names();
        let bundles = [
            (
                "apiextensions.k8s.io",
                "customresourcedefinitions",
                names.crds,
            ),
            (
                "admissionregistration.k8s.io",
                "mutatingwebhookconfigurations",
                names.mutating.into_iter().collect(),
            ),
            (
                "admissionregistration.k8s.io",
                "validatingwebhookconfigurations",
                names.validating.into_iter().collect(),
            ),
        ];
        for (group, resource, names) in bundles {
            // Without names, a rule is for all there are.
            if !names.is_empty() {
                rules.push(json!({
                    "apiGroups": [group],
                    "resources": [resource],
                    "resourceNames": names,
                    "verbs": ["get", "patch"],
                }));
            }
        }
    }
    rules
}
