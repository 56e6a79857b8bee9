//! Which deprecated versions clients asked for, by the server's own count.

use std::collections::BTreeSet;

use crate::request::Cluster;

/// A gauge that is 1 for each deprecated version that was asked for since the API server started.
///
/// Source: Kubernetes documentation, "Kubernetes Deprecation Policy".
const METRIC: &str = "apiserver_requested_deprecated_apis{";

impl Cluster<'_> {
    /// The versions of a resource that were asked for, of those that are deprecated; `None` where the server's metrics cannot be read.
    pub(crate) async fn requested(&self, group: &str, resource: &str) -> Option<BTreeSet<String>> {
        let mut versions = BTreeSet::new();
        let mut was_there = false;
        let is_read = self
            .lines("/metrics", |line| {
                let is_metric = line.starts_with(METRIC);
                // The lines of a metric stand together.
                if was_there && !is_metric {
                    return false;
                }
                was_there |= is_metric;
                if is_metric
                    && label(line, "group") == Some(group)
                    && label(line, "resource") == Some(resource)
                    && let Some(version) = label(line, "version")
                {
                    versions.insert(version.to_owned());
                }
                true
            })
            .await;
        is_read.then_some(versions)
    }
}

/// The value of a label. Names of groups, resources and versions hold nothing that would be escaped.
fn label<'l>(line: &'l str, name: &str) -> Option<&'l str> {
    let labels = line.split_once('{')?.1.rsplit_once('}')?.0;
    let mut labels = labels.split(',').filter_map(|label| label.split_once('='));
    let (_, value) = labels.find(|(key, _)| *key == name)?;
    value.strip_prefix('"')?.strip_suffix('"')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_found_by_name() {
        let line = r#"apiserver_requested_deprecated_apis{group="example.com",removed_release="",resource="pizzas",subresource="",version="v1alpha1"} 1"#;
        assert_eq!(label(line, "group"), Some("example.com"));
        assert_eq!(label(line, "resource"), Some("pizzas"));
        assert_eq!(label(line, "version"), Some("v1alpha1"));
        assert_eq!(label(line, "removed_release"), Some(""));
        assert_eq!(label(line, "roup"), None);
        assert_eq!(label("apiserver_requested_deprecated_apis{", "group"), None);
    }
}
