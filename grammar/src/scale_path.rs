//! The paths of the scale subresource.
//!
//! Source: `ValidateCustomResourceDefinitionSubresources` of apiextensions' validation, and the scale
//! registry, which drops the first dot and splits at the others: there is no array notation and no escape.

use std::fmt;

/// Which part of the object a scale path may lead into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Root {
    /// `specReplicasPath`.
    Spec,
    /// `statusReplicasPath`.
    Status,
    /// `labelSelectorPath`.
    Either,
}

/// Why the API server refuses a scale path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ScalePathError {
    /// The path does not start with a dot.
    NoLeadingDot(Root),
    /// The path leads elsewhere.
    WrongRoot(Root),
}

impl ScalePathError {
    /// What the API server answers.
    #[must_use]
    pub fn server(self) -> &'static str {
        match self {
            Self::NoLeadingDot(_) => "must be a simple json path starting with .",
            Self::WrongRoot(Root::Spec) => "should be a json path under .spec",
            Self::WrongRoot(Root::Status) => "should be a json path under .status",
            Self::WrongRoot(Root::Either) => "should be a json path under either .spec or .status",
        }
    }
}

impl fmt::Display for ScalePathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self::NoLeadingDot(root) | Self::WrongRoot(root)) = self;
        f.write_str(match root {
            Root::Spec => "the path leads to a field of the spec: `.spec.replicas`",
            Root::Status => "the path leads to a field of the status: `.status.replicas`",
            Root::Either => {
                "the path leads to a field of the status or the spec: `.status.selector`"
            }
        })
    }
}

impl std::error::Error for ScalePathError {}

/// Checks a non-empty path as the server does and returns the names it goes through.
pub fn parse(path: &str, root: Root) -> Result<Vec<&str>, ScalePathError> {
    let Some(rest) = path.strip_prefix('.') else {
        return Err(ScalePathError::NoLeadingDot(root));
    };
    let (spec, status) = (path.starts_with(".spec."), path.starts_with(".status."));
    let fits = match root {
        Root::Spec => spec,
        Root::Status => status,
        Root::Either => spec || status,
    };
    if fits {
        Ok(rest.split('.').collect())
    } else {
        Err(ScalePathError::WrongRoot(root))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_split_at_dots_only() {
        assert_eq!(parse(".spec.a.b", Root::Spec), Ok(vec!["spec", "a", "b"]));
        assert_eq!(
            parse(".spec.a[0].b", Root::Spec),
            Ok(vec!["spec", "a[0]", "b"])
        );
        // The server takes it; no object has such a field.
        assert_eq!(parse(".spec.", Root::Spec), Ok(vec!["spec", ""]));
    }

    #[test]
    fn each_path_has_its_root() {
        assert_eq!(
            parse("spec.replicas", Root::Spec),
            Err(ScalePathError::NoLeadingDot(Root::Spec))
        );
        for (path, root) in [
            (".status.replicas", Root::Spec),
            (".spec", Root::Spec),
            (".specs.replicas", Root::Spec),
            (".spec.replicas", Root::Status),
            (".metadata.name", Root::Either),
        ] {
            assert_eq!(
                parse(path, root),
                Err(ScalePathError::WrongRoot(root)),
                "{path}"
            );
        }
        assert!(parse(".spec.selector", Root::Either).is_ok());
        assert!(parse(".status.selector", Root::Either).is_ok());
    }
}
