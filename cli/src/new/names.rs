//! What a project, its kind, and what is installed of it are called.

use wheelwright_grammar::name::{self, NameError};
use wheelwright_grammar::plural::{default_plural, singular};
use wheelwright_import::{is_keyword, is_taken, type_name};

use crate::arguments::NewArguments;

/// What the project depends on, and crates that are always there: a package of such a name would be meant by theirs.
const CRATES: &[&str] = &[
    "alloc",
    "core",
    "futures_util",
    "k8s_openapi",
    "kube",
    "proc_macro",
    "serde",
    "serde_json",
    "std",
    "test",
    "tokio",
    "tracing",
    "tracing_subscriber",
    "wheelwright",
];

/// Folders of Cargo beside which a program of such a name would lie.
const FOLDERS: &[&str] = &["build", "deps", "examples", "incremental"];

/// All of them, good.
#[derive(Debug)]
pub(super) struct Names {
    /// Of the package and its folder: `cron-tabs`.
    pub(super) package: String,
    /// Of its library: `cron_tabs`.
    pub(super) library: String,
    /// Of what is installed, and its namespace: `cron-tabs`.
    pub(super) app: String,
    /// `CronTab`.
    pub(super) kind: String,
    /// `crontabs`.
    pub(super) plural: String,
    /// Whether the derive gives the kind another plural.
    pub(super) is_irregular: bool,
    /// What joins the versions: `CronTabs`.
    pub(super) wheel: String,
    /// `stable.example.com`.
    pub(super) group: String,
}

impl Names {
    /// The names, or all that is wrong with them.
    pub(super) fn of(arguments: &NewArguments) -> Result<Self, Vec<String>> {
        let mut reasons = Vec::new();
        let package = arguments.name.clone();
        if let Some(reason) = package_reason(&package) {
            return Err(vec![format!("the name `{package}`: {reason}")]);
        }
        let app = package.replace('_', "-");
        let mut refuse = |what: &str, value: &str, errors: Vec<NameError>| {
            for error in errors {
                reasons.push(format!("the {what} `{value}`: {error}"));
            }
        };
        // Of a Service, which the label of its objects names as well.
        refuse("name", &app, name::dns1035_label(&app));
        let group = arguments
            .group
            .clone()
            .unwrap_or_else(|| format!("{app}.example.com"));
        refuse("group", &group, name::group(&group));
        let kind = arguments
            .kind
            .clone()
            .unwrap_or_else(|| default_kind(&package));
        refuse("kind", &kind, name::kind(&kind));
        let plural = arguments
            .plural
            .clone()
            .unwrap_or_else(|| default_plural(&kind));
        refuse("plural", &plural, name::dns1035_label(&plural));
        let list = format!("{kind}List");
        if reasons.is_empty() {
            let full = format!("{plural}.{group}");
            let mut refuse = |what: &str, value: &str, errors: Vec<NameError>| {
                for error in errors {
                    reasons.push(format!("the {what} `{value}`: {error}"));
                }
            };
            refuse("name of the CRD", &full, name::dns1123_subdomain(&full));
            refuse("list kind", &list, name::list_kind(&list, &kind));
        }
        if name::is_protected_group(&group) {
            reasons.push(format!(
                "the group `{group}` is one of the Kubernetes community, whose CRDs are reviewed; write one of a domain of yours"
            ));
        }
        if let Some(reason) = kind_reason(&kind) {
            reasons.push(format!("the kind `{kind}`: {reason}"));
        }
        if !reasons.is_empty() {
            return Err(reasons);
        }
        let mut wheel = wheel(&kind, &plural);
        if wheel == kind {
            wheel.push_str("Wheel");
        }
        Ok(Self {
            library: package.replace('-', "_"),
            app,
            is_irregular: plural != default_plural(&kind),
            wheel,
            package,
            kind,
            plural,
            group,
        })
    }

    /// The kind in lower case, which is the name of one object.
    pub(super) fn singular(&self) -> String {
        self.kind.to_ascii_lowercase()
    }
}

/// What is wrong with the name of a package, if anything.
fn package_reason(package: &str) -> Option<String> {
    let crate_name = package.replace('-', "_");
    let begins = package.starts_with(|c: char| c.is_ascii_lowercase());
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
    if !begins || !package.chars().all(fits) {
        let nearest = name::nearest_label(package);
        let nearest = nearest.unwrap_or_else(|| "my-operator".to_owned());
        return Some(format!(
            "a package is named in lower-case letters, digits, `-` and `_`, beginning with a letter; write one such as `{nearest}`"
        ));
    }
    if is_keyword(&crate_name) {
        return Some(format!(
            "it is a word of Rust, which no crate can be named; write one such as `{package}-operator`"
        ));
    }
    if CRATES.contains(&crate_name.as_str()) {
        return Some(format!(
            "it is the name of a crate that the project uses; write one such as `{package}-operator`"
        ));
    }
    FOLDERS.contains(&package).then(|| {
        format!(
            "Cargo keeps a folder of that name beside programs; write one such as `{package}-operator`"
        )
    })
}

/// What Rust would say of the kind, where a server has nothing against it.
fn kind_reason(kind: &str) -> Option<String> {
    let begins = kind.starts_with(|c: char| c.is_ascii_uppercase());
    if !begins || !kind.chars().all(|c| c.is_ascii_alphanumeric()) {
        return Some(format!(
            "it is the name of a Rust type too; write letters and digits that begin with a capital, such as `{}`",
            type_name(kind)
        ));
    }
    // `Condition` is what a status consists of.
    if is_taken(kind) || kind == "Condition" {
        return Some(format!(
            "the types use another type of that name; write one such as `My{kind}`"
        ));
    }
    None
}

/// The kind that a package is about: `pizza-operator` and `pizzas` are about a `Pizza`.
fn default_kind(package: &str) -> String {
    let stem = ["operator", "controller"].iter().find_map(|what| {
        let stem = package.strip_suffix(what)?;
        stem.strip_suffix(['-', '_'])
            .filter(|stem| !stem.is_empty())
    });
    let stem = stem.unwrap_or(package);
    let last = stem.rfind(['-', '_']).map_or(0, |dash| dash + 1);
    let (before, word) = stem.split_at(last);
    type_name(&format!("{before}{}", singular(word)))
}

/// The plural in the spelling of the kind: `CronTabs` of `crontabs`.
fn wheel(kind: &str, plural: &str) -> String {
    let common = kind
        .bytes()
        .zip(plural.bytes())
        .take_while(|(kind, plural)| kind.to_ascii_lowercase() == *plural)
        .count();
    // Both are ASCII, by the rules for names.
    let (stem, end) = (
        kind.get(..common).unwrap_or_default(),
        plural.get(common..).unwrap_or_default(),
    );
    let mut wheel = stem.to_owned();
    let mut begins = wheel.is_empty();
    for c in end.chars() {
        match c {
            '-' => begins = true,
            _ if begins => {
                wheel.push(c.to_ascii_uppercase());
                begins = false;
            }
            _ => wheel.push(c),
        }
    }
    wheel
}

#[cfg(test)]
mod tests {
    use super::{default_kind, wheel};

    #[test]
    fn kinds_are_what_packages_are_about() {
        for (package, kind) in [
            ("pizza", "Pizza"),
            ("pizza-operator", "Pizza"),
            ("cron_tab_controller", "CronTab"),
            ("operator", "Operator"),
            ("x509-2", "X5092"),
            ("pizzas", "Pizza"),
            ("network-policies", "NetworkPolicy"),
            ("cron_tabs_operator", "CronTab"),
            ("dns", "Dns"),
            ("redis-operator", "Redis"),
        ] {
            assert_eq!(default_kind(package), kind);
        }
    }

    #[test]
    fn wheels_are_plurals_spelled_as_kinds() {
        for (kind, plural, expected) in [
            ("CronTab", "crontabs", "CronTabs"),
            ("NetworkPolicy", "networkpolicies", "NetworkPolicies"),
            ("Person", "people", "People"),
            ("Ox", "kine", "Kine"),
            ("CronTab", "cron-tabs", "CronTabs"),
            ("DNS", "dnses", "DNSes"),
        ] {
            assert_eq!(wheel(kind, plural), expected);
        }
    }
}
