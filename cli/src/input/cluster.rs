//! The CRDs that a cluster has.

use glob::Pattern;
use wheelwright_migration::{ClusterArguments, live};
use wheelwright_yaml::write::to_string;

use super::Source;

/// The CRDs at `CONTEXT:NAMES`. Either may be left out: the context is kubectl's current one then, and all CRDs are read.
pub(super) fn read(given: &str) -> Result<Vec<Source>, String> {
    let (context, names) = split(given);
    let pattern = Pattern::new(names).map_err(|error| format!("`{names}` is no glob: {error}"))?;
    let cluster = match context {
        "" => ClusterArguments::default(),
        context => ClusterArguments::of_context(context),
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| error.to_string())?;
    let definitions = runtime.block_on(async {
        let client = cluster.client().await.map_err(|error| error.to_string())?;
        let definitions = live::definitions(&client).await;
        definitions.map_err(|error| error.to_string())
    })?;
    let mut sources = Vec::new();
    for definition in definitions {
        let name = definition["metadata"]["name"].as_str().unwrap_or_default();
        if pattern.matches(name) {
            sources.push(Source {
                name: format!("cluster:{context}:{name}"),
                text: to_string(&definition),
            });
        }
    }
    if sources.is_empty() {
        let of = match names {
            ALL => String::new(),
            names => format!(" of this name, `{names}`"),
        };
        return Err(format!("the cluster has no CustomResourceDefinition{of}"));
    }
    Ok(sources)
}

/// All names.
const ALL: &str = "*";

/// Context and names. A context may have colons itself, but what follows its last one, as in
/// `arn:aws:eks:eu-west-1:123456789012:cluster/prod`, mostly has a slash, which no name has; a colon at the end says so of any.
fn split(given: &str) -> (&str, &str) {
    match given.rsplit_once(':') {
        Some((context, "")) => (context, ALL),
        Some((context, names)) if !names.contains('/') => (context, names),
        _ => (given, ALL),
    }
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn context_and_names_may_be_left_out() {
        let arn = "arn:aws:eks:eu-west-1:123456789012:cluster/prod";
        let with_names = format!("{arn}:*.example.com");
        for (given, expected) in [
            ("", ("", "*")),
            ("kind-kind", ("kind-kind", "*")),
            (":pizzas.example.com", ("", "pizzas.example.com")),
            ("kind-kind:", ("kind-kind", "*")),
            ("kind-kind:*.example.com", ("kind-kind", "*.example.com")),
            (arn, (arn, "*")),
            (
                "shop/api:6443/kube:admin:",
                ("shop/api:6443/kube:admin", "*"),
            ),
            (&with_names, (arn, "*.example.com")),
        ] {
            assert_eq!(split(given), expected, "{given}");
        }
    }
}
