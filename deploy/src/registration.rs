//! The webhook configurations: which requests the API server sends, and what it does with the answer.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};
use wheelwright_grammar::base64;

use super::{
    FailurePolicy, Installation, Place,
    document::{Document, Part},
    trust,
};
use crate::{
    admission::{Operation, Registration, Stage},
    manifest::scope,
};

/// Where the objects of the control plane are.
const CONTROL_PLANE: [&str; 3] = ["kube-system", "kube-public", "kube-node-lease"];
/// The label that the API server itself gives to each namespace.
const NAMESPACE_NAME: &str = "kubernetes.io/metadata.name";
/// What can be reviewed, the preferred version first.
const REVIEW_VERSIONS: [&str; 2] = ["v1", "v1beta1"];

/// False where an object that is being deleted loses finalizers at most, in CEL. Only what a custom resource is known to have
/// is compared: one without a spec is always sent.
const MORE_THAN_LOSING_FINALIZERS: &str = "request.operation != 'UPDATE' || has(request.subResource) || \
     !has(oldObject.metadata.deletionTimestamp) || !has(object.spec) || !has(oldObject.spec) || \
     object.spec != oldObject.spec || \
     has(object.metadata.annotations) != has(oldObject.metadata.annotations) || \
     has(object.metadata.annotations) && object.metadata.annotations != oldObject.metadata.annotations";

/// What is said of the admission webhooks.
#[derive(Clone, Debug)]
pub(super) struct Webhooks {
    /// By kind.
    pub(super) names: Vec<(String, String)>,
    pub(super) failure_policy: FailurePolicy,
    pub(super) timeout_seconds: u8,
    /// The namespaces left out, unless they are those of the control plane and the installation's own.
    pub(super) excluded: Option<Vec<String>>,
    /// The labels by which objects are left out of mutation.
    pub(super) unmutated: Vec<(String, String)>,
    /// Names and CEL expressions.
    pub(super) conditions: Vec<(String, String)>,
}

impl Webhooks {
    pub(super) fn of(name: &str) -> Self {
        Self {
            names: Vec::new(),
            failure_policy: FailurePolicy::Fail,
            timeout_seconds: 5,
            excluded: None,
            unmutated: vec![("app.kubernetes.io/name".into(), name.into())],
            conditions: vec![(
                "is-more-than-losing-finalizers".into(),
                MORE_THAN_LOSING_FINALIZERS.into(),
            )],
        }
    }
}

/// The handlers of one stage and kind, which are called as one.
pub(super) struct Webhook<'i> {
    pub(super) stage: Stage,
    pub(super) kind: &'static str,
    pub(super) name: String,
    pub(super) path: String,
    pub(super) handlers: Vec<&'i Registration>,
}

impl Installation {
    pub(super) fn mutates(&self) -> bool {
        self.has(Stage::Mutating)
    }

    pub(super) fn validates(&self) -> bool {
        self.has(Stage::Validating)
    }

    fn has(&self, stage: Stage) -> bool {
        let mut registrations = self.registrations.iter();
        registrations.any(|registration| registration.stage == stage)
    }

    /// The webhooks of a stage, in the order in which their kinds were first registered.
    pub(super) fn webhooks_of(&self, stage: Stage) -> Vec<Webhook<'_>> {
        let mut webhooks: Vec<Webhook<'_>> = Vec::new();
        for handler in &self.registrations {
            if handler.stage != stage {
                continue;
            }
            let same = |webhook: &&mut Webhook<'_>| {
                webhook
                    .handlers
                    .iter()
                    .all(|other| other.group == handler.group && other.kind == handler.kind)
            };
            match webhooks.iter_mut().find(same) {
                Some(webhook) => webhook.handlers.push(handler),
                None => webhooks.push(Webhook {
                    stage,
                    kind: handler.kind,
                    name: self.webhook_name_of(handler),
                    path: path_of(handler),
                    handlers: vec![handler],
                }),
            }
        }
        webhooks
    }

    fn webhook_name_of(&self, handler: &Registration) -> String {
        let mut said = self.webhooks.names.iter().rev();
        said.find(|(kind, _)| kind == handler.kind).map_or_else(
            || format!("{}.{}", handler.plural, handler.group),
            |(_, name)| name.clone(),
        )
    }

    pub(super) fn excluded_namespaces_of(&self) -> Vec<String> {
        self.webhooks.excluded.clone().unwrap_or_else(|| {
            let own = self.namespace().into_iter();
            let all = CONTROL_PLANE.into_iter().chain(own).map(str::to_owned);
            let mut excluded: Vec<String> = Vec::new();
            for namespace in all {
                if !excluded.contains(&namespace) {
                    excluded.push(namespace);
                }
            }
            excluded
        })
    }
}

/// Where the server has the handlers of a stage and kind.
fn path_of(handler: &Registration) -> String {
    let stage = handler.stage.path();
    format!("/{stage}/v1/{}", handler.kind.to_ascii_lowercase())
}

pub(super) fn write(installation: &Installation, documents: &mut Vec<Document>) {
    for (stage, kind, file) in [
        (
            Stage::Mutating,
            "MutatingWebhookConfiguration",
            "60-mutating-webhook-configuration.yaml",
        ),
        (
            Stage::Validating,
            "ValidatingWebhookConfiguration",
            "61-validating-webhook-configuration.yaml",
        ),
    ] {
        let webhooks = installation.webhooks_of(stage);
        if webhooks.is_empty() {
            continue;
        }
        let webhooks: Vec<Value> = webhooks
            .iter()
            .map(|webhook| webhook.json(installation))
            .collect();
        let mut object = json!({
            "apiVersion": "admissionregistration.k8s.io/v1",
            "kind": kind,
            "metadata": installation.metadata(&installation.name, None),
            "webhooks": webhooks,
        });
        trust::inject(installation, &mut object);
        let comment = comment(stage, installation);
        documents.push(Document::new(Part::Registration, file, comment, object));
    }
}

impl Webhook<'_> {
    fn json(&self, installation: &Installation) -> Value {
        let settings = &installation.webhooks;
        let mut webhook = json!({
            "admissionReviewVersions": REVIEW_VERSIONS,
            "clientConfig": client(installation, &self.path),
            "failurePolicy": match settings.failure_policy {
                FailurePolicy::Fail => "Fail",
                FailurePolicy::Ignore => "Ignore",
            },
            "matchPolicy": "Equivalent",
            "name": self.name,
            "rules": self.rules(),
            "sideEffects": "None",
            "timeoutSeconds": settings.timeout_seconds,
        });
        let Some(members) = webhook.as_object_mut() else {
            return webhook;
        };
        let excluded = installation.excluded_namespaces_of();
        let selector = selector(NAMESPACE_NAME, &excluded);
        members.insert("namespaceSelector".into(), selector);
        members.insert("objectSelector".into(), json!({}));
        if self.stage == Stage::Mutating {
            members.insert("reinvocationPolicy".into(), "IfNeeded".into());
            let labels = settings
                .unmutated
                .iter()
                .map(|(key, value)| json!({"key": key, "operator": "NotIn", "values": [value]}));
            let labels: Vec<Value> = labels.collect();
            if !labels.is_empty() {
                members.insert("objectSelector".into(), json!({"matchExpressions": labels}));
            }
        }
        if !settings.conditions.is_empty() {
            let conditions = settings
                .conditions
                .iter()
                .map(|(name, expression)| json!({"name": name, "expression": expression}));
            members.insert("matchConditions".into(), conditions.collect());
        }
        webhook
    }

    /// A rule for each set of resources, with the operations of all handlers for it.
    fn rules(&self) -> Vec<Value> {
        let mut rules: Vec<(Value, BTreeSet<Operation>)> = Vec::new();
        for handler in &self.handlers {
            let rule = &handler.rule;
            let resources = rule.subresources.iter().map(|subresource| {
                if subresource.is_empty() {
                    handler.plural.to_owned()
                } else {
                    format!("{}/{subresource}", handler.plural)
                }
            });
            let of = json!({
                "apiGroups": [handler.group],
                "apiVersions": once(handler.versions.iter().cloned()),
                "resources": once(resources),
                "scope": scope(handler.scope),
            });
            let operations = rule.operations.iter().copied();
            match rules.iter_mut().find(|(known, _)| *known == of) {
                Some((_, known)) => known.extend(operations),
                None => rules.push((of, operations.collect())),
            }
        }
        let rules = rules.into_iter().map(|(mut rule, operations)| {
            rule["operations"] = operations.into_iter().map(Operation::as_str).collect();
            rule
        });
        rules.collect()
    }
}

fn once(texts: impl Iterator<Item = String>) -> Vec<String> {
    let mut all = Vec::new();
    for text in texts {
        if !all.contains(&text) {
            all.push(text);
        }
    }
    all
}

/// All that do not have one of these values; with none, simply all.
fn selector(key: &str, values: &[String]) -> Value {
    if values.is_empty() {
        return json!({});
    }
    json!({"matchExpressions": [{"key": key, "operator": "NotIn", "values": values}]})
}

fn client(installation: &Installation, path: &str) -> Value {
    let mut client = Map::new();
    match &installation.place {
        Place::Cluster {
            namespace, service, ..
        } => {
            let service =
                json!({"name": service, "namespace": namespace, "path": path, "port": 443});
            client.insert("service".into(), service);
        }
        Place::Url(url) => drop(client.insert("url".into(), format!("{url}{path}").into())),
    }
    if let Some(pem) = installation.certificates.ca_bundle() {
        client.insert("caBundle".into(), base64::encode(pem.as_bytes()).into());
    }
    client.into()
}

/// Why the members are what they are.
fn comment(stage: Stage, installation: &Installation) -> String {
    let settings = &installation.webhooks;
    let mut text = String::new();
    if let Some(namespace) = installation.namespace() {
        let name = &installation.name;
        text += &format!(
            "For when the server is ready: kubectl -n {namespace} rollout status deployment/{name}\n\n"
        );
    }
    text += "matchPolicy Equivalent: a version that a rule does not list is converted to one that it does, never let through.\n\
         sideEffects None: handlers change nothing but the answer, so that dry runs are reviewed too.\n";
    text += match settings.failure_policy {
        FailurePolicy::Fail => {
            "failurePolicy Fail: nothing is stored unseen; the rules are for own kinds only, so that nothing else ever waits.\n"
        }
        FailurePolicy::Ignore => {
            "failurePolicy Ignore: when no pod answers, objects are stored unseen.\n"
        }
    };
    text += &format!(
        "timeoutSeconds {}: answers take milliseconds, and clients wait for this long when none comes; 5 s hold a connection\n\
         whose first packet is lost twice.\n",
        settings.timeout_seconds
    );
    text += "namespaceSelector: not the control plane's namespaces, nor the server's own. It does not apply to cluster-scoped kinds.\n";
    text += if stage == Stage::Mutating {
        "objectSelector: nothing of the installation itself is mutated.\n\
         reinvocationPolicy IfNeeded: another webhook's changes are seen too; mutating twice changes nothing more.\n"
    } else {
        "objectSelector: empty, because labels are the writer's: one that left objects out would leave out validation.\n"
    };
    if !settings.conditions.is_empty() {
        text += "matchConditions: an object that is being deleted loses its finalizers even when no pod answers.\n";
    }
    text
}
