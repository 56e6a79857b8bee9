//! What an API server would refuse in what is generated, and what it would take and could not work.

use std::collections::HashSet;

use serde_json::Value;
use wheelwright_grammar::{name, url, webhook};

use super::{
    Certificates, Installation, NotInstallable, Place, Problem, certificates, definition, image,
};
use crate::{
    admission::Stage,
    admit::{Admission, Rules},
};

/// The most match conditions that a webhook may have.
const CONDITIONS: usize = 64;
/// The namespaces that every cluster has.
const SHARED: [&str; 4] = ["default", "kube-node-lease", "kube-public", "kube-system"];
/// The longest drain, in seconds.
const DRAIN: u64 = 3600;

pub(super) fn check(installation: &Installation) -> Result<(), NotInstallable> {
    let mut problems = Vec::new();
    names(installation, &mut problems);
    let rules = definitions(installation, &mut problems);
    certificates::check(installation, &mut problems);
    pods(installation, &mut problems);
    webhooks(installation, &mut problems);
    samples(installation, &rules, &mut problems);
    if installation.crds.is_empty() && installation.registrations.is_empty() {
        problems.push(Problem::Nothing);
    }
    // A name that several webhooks have is wrong once.
    let mut seen = HashSet::new();
    problems.retain(|problem| seen.insert(problem.to_string()));
    if problems.is_empty() {
        Ok(())
    } else {
        Err(NotInstallable::new(installation.name.clone(), problems))
    }
}

fn refuse(
    of: &'static str,
    value: &str,
    errors: Vec<name::NameError>,
    problems: &mut Vec<Problem>,
) {
    if !errors.is_empty() {
        problems.push(Problem::Name {
            of,
            value: value.to_owned(),
            errors,
        });
    }
}

pub(super) fn subdomain(of: &'static str, value: &str, problems: &mut Vec<Problem>) {
    refuse(of, value, name::dns1123_subdomain(value), problems);
}

fn names(installation: &Installation, problems: &mut Vec<Problem>) {
    // It is a label's value too, which is as short as a label of DNS.
    let own = &installation.name;
    refuse("name", own, name::dns1123_label(own), problems);
    match &installation.place {
        Place::Cluster {
            namespace,
            new,
            service,
            ..
        } => {
            if *new && SHARED.contains(&namespace.as_str()) {
                problems.push(Problem::SharedNamespace(namespace.clone()));
            }
            refuse(
                "namespace",
                namespace,
                name::dns1123_label(namespace),
                problems,
            );
            // A Service's name has to start with a letter.
            refuse("service", service, name::dns1035_label(service), problems);
        }
        Place::Url(url) => {
            let errors = webhook::check_url(url).into_iter();
            problems.extend(errors.map(|error| Problem::Url(url.clone(), error)));
        }
    }
    for (key, value) in &installation.labels {
        refuse("label", key, name::label_key(key), problems);
        refuse("label value", value, name::label_value(value), problems);
    }
    for (group, plural) in &installation.watches {
        // The core group is the empty one.
        if !group.is_empty() {
            subdomain("group", group, problems);
        }
        refuse("plural", plural, name::dns1035_label(plural), problems);
    }
    for rule in &installation.allows {
        if !rule.group.is_empty() {
            subdomain("group", &rule.group, problems);
        }
        let parts = rule.resource.split_once('/');
        let (resource, subresource) = parts.map_or((rule.resource.as_str(), None), |(of, part)| {
            (of, Some(part))
        });
        refuse(
            "resource",
            resource,
            name::dns1035_label(resource),
            problems,
        );
        if let Some(subresource) = subresource {
            refuse(
                "subresource",
                subresource,
                name::dns1123_label(subresource),
                problems,
            );
        }
        if rule.verbs.is_empty() || rule.verbs.iter().any(String::is_empty) {
            problems.push(Problem::NoVerb(rule.resource.clone()));
        }
    }
}

/// The CRDs' own rules, by which samples are judged then.
fn definitions(installation: &Installation, problems: &mut Vec<Problem>) -> Vec<Rules> {
    let mut rules = Vec::new();
    let mut seen = Vec::new();
    for manifest in &installation.crds {
        let name = manifest.name();
        if seen.contains(&name) {
            problems.push(Problem::SameCrd(name));
            continue;
        }
        seen.push(name);
        match definition::placed(installation, manifest).json() {
            Ok(crd) => rules.extend(Rules::from_crd(&crd).ok()),
            Err(report) => problems.push(Problem::Crd(report)),
        }
    }
    rules
}

fn pods(installation: &Installation, problems: &mut Vec<Problem>) {
    let Place::Cluster { image, .. } = &installation.place else {
        if matches!(installation.certificates, Certificates::CertManager { .. }) {
            problems.push(Problem::Certificate(
                "cert-manager makes certificates for servers in the cluster; give the CA bundle of the server at the URL".into(),
            ));
        }
        return;
    };
    if let Err(why) = image::check(image) {
        problems.push(Problem::Image(image.clone(), why));
    }
    if installation.replicas == 0 {
        problems.push(Problem::NoReplicas);
    }
    let (request, limit) = installation.memory;
    if request == 0 || request > limit {
        problems.push(Problem::Memory { request, limit });
    }
    if installation.drain.as_secs() > DRAIN {
        problems.push(Problem::Drain(installation.drain.as_secs()));
    }
}

fn webhooks(installation: &Installation, problems: &mut Vec<Problem>) {
    let settings = &installation.webhooks;
    if !(1..=30).contains(&settings.timeout_seconds) {
        problems.push(Problem::Timeout(settings.timeout_seconds));
    }
    for stage in [Stage::Mutating, Stage::Validating] {
        let webhooks = installation.webhooks_of(stage);
        for (position, webhook) in webhooks.iter().enumerate() {
            let errors = name::dns1123_subdomain(&webhook.name);
            if errors.is_empty() && webhook.name.split('.').count() < 3 {
                problems.push(Problem::Unqualified(webhook.name.clone()));
            }
            refuse("webhook name", &webhook.name, errors, problems);
            for other in webhooks.iter().take(position) {
                if other.name == webhook.name {
                    problems.push(Problem::SameWebhook(
                        webhook.name.clone(),
                        other.kind.to_owned(),
                        webhook.kind.to_owned(),
                    ));
                }
            }
        }
    }
    for handler in &installation.registrations {
        for (what, empty) in [
            ("operation", handler.rule.operations.is_empty()),
            ("resource", handler.rule.subresources.is_empty()),
            ("version", handler.versions.is_empty()),
        ] {
            if empty {
                problems.push(Problem::EmptyRule(handler.kind.to_owned(), what));
            }
        }
        for subresource in &handler.rule.subresources {
            if !subresource.is_empty() && subresource != "*" {
                refuse(
                    "subresource",
                    subresource,
                    name::dns1123_label(subresource),
                    problems,
                );
            }
        }
    }
    for (kind, _) in &settings.names {
        let mut handlers = installation.registrations.iter();
        if !handlers.any(|handler| handler.kind == kind) {
            problems.push(Problem::UnknownKind(kind.clone()));
        }
    }
    for namespace in settings.excluded.iter().flatten() {
        refuse(
            "excluded namespace",
            namespace,
            name::dns1123_label(namespace),
            problems,
        );
    }
    for (key, value) in &settings.unmutated {
        refuse("label", key, name::label_key(key), problems);
        refuse("label value", value, name::label_value(value), problems);
    }
    conditions(&settings.conditions, problems);
}

fn conditions(conditions: &[(String, String)], problems: &mut Vec<Problem>) {
    if conditions.len() > CONDITIONS {
        problems.push(Problem::TooManyConditions(conditions.len()));
    }
    for (position, (name, expression)) in conditions.iter().enumerate() {
        refuse(
            "match condition",
            name,
            name::qualified_name(name),
            problems,
        );
        if expression.trim().is_empty() {
            let why =
                "it has no expression; write one in CEL, such as `request.operation != 'DELETE'`";
            problems.push(Problem::Condition(name.clone(), why));
        }
        if conditions
            .iter()
            .take(position)
            .any(|(other, _)| other == name)
        {
            let why = "there are two of this name; give each its own";
            problems.push(Problem::Condition(name.clone(), why));
        }
    }
}

/// A sample of a kind that is installed here is valid, unless it is mutated before anybody looks.
fn samples(installation: &Installation, rules: &[Rules], problems: &mut Vec<Problem>) {
    for (position, sample) in installation.samples.iter().enumerate() {
        let text = |pointer: &str| {
            sample
                .pointer(pointer)
                .and_then(Value::as_str)
                .unwrap_or_default()
        };
        let mut problem = |why: String| problems.push(Problem::Sample(position, why));
        let (version, kind, own) = (text("/apiVersion"), text("/kind"), text("/metadata/name"));
        for (member, value) in [
            ("apiVersion", version),
            ("kind", kind),
            ("metadata.name", own),
        ] {
            if value.is_empty() {
                problem(format!("it has no `{member}`; write a whole object"));
            }
        }
        let (group, version) = version.split_once('/').unwrap_or(("", version));
        let Some(rules) = rules
            .iter()
            .find(|rules| rules.group() == group && rules.kind() == kind)
        else {
            continue;
        };
        let Some(version) = rules.version(version) else {
            problem(format!(
                "`{kind}` has no version `{version}`; write one that the CRD has"
            ));
            continue;
        };
        let mutated = installation.registrations.iter().any(|handler| {
            handler.stage == Stage::Mutating && handler.group == group && handler.kind == kind
        });
        if !mutated {
            let outcome = version.admit(Admission::create(sample.clone()));
            for error in outcome.errors() {
                problem(error.to_string());
            }
        }
    }
}

/// The host of a URL, without port and brackets.
pub(super) fn host(text: &str) -> String {
    let host = url::parse(text).map(|url| url.host).unwrap_or_default();
    if let Some((address, _)) = host.strip_prefix('[').and_then(|host| host.split_once(']')) {
        return address.to_owned();
    }
    host.split_once(':')
        .map_or(host.clone(), |(host, _)| host.to_owned())
}
