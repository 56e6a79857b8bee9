//! From the API server's paths back to the user's source.

use std::fmt;

use crate::{
    manifest::{Built, Manifest},
    schema::Source,
    table::Root,
};

/// What in the user's source a finding is about.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Origin {
    /// A type, or a field of one.
    Type(Source),
    /// The `#[crd(…)]` attribute of a version.
    Attribute(&'static Root),
}

impl Origin {
    /// The Rust type: the one that holds the field, or the struct with the attribute.
    #[must_use]
    pub fn rust_type(&self) -> &'static str {
        match self {
            Self::Type(source) => source.rust_type(),
            Self::Attribute(root) => root.spec.ty().name,
        }
    }

    /// The Rust field, without `r#`.
    #[must_use]
    pub fn field(&self) -> Option<&'static str> {
        match self {
            Self::Type(source) => source.rust_field(),
            Self::Attribute(_) => None,
        }
    }

    /// The source file, as the compiler was given it; empty for a type that is not the user's.
    #[must_use]
    pub fn file(&self) -> &'static str {
        match self {
            Self::Type(source) => source.file(),
            Self::Attribute(root) => root.place.file,
        }
    }

    /// The line, counted from 1; 0 for a type that is not the user's.
    #[must_use]
    pub fn line(&self) -> u32 {
        match self {
            Self::Type(source) => source.line(),
            Self::Attribute(root) => root.place.line,
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Type(source) => source.fmt(f),
            Self::Attribute(root) => {
                write!(f, "`#[crd(…)]` of `{}`", root.spec.ty().name)?;
                if root.place.file.is_empty() {
                    Ok(())
                } else {
                    write!(f, " ({}:{})", root.place.file, root.place.line)
                }
            }
        }
    }
}

/// What a path of the API server is about. The server moves what all versions have in common to the top, and names it
/// by the first version here.
pub(super) fn of_path(path: &str, manifest: &Manifest, built: &Built) -> Option<Origin> {
    let hub = manifest.roots().first().map(|root| Origin::Attribute(root));
    let Some(spec) = path.strip_prefix("spec.") else {
        return hub;
    };
    let (index, rest) = match spec
        .strip_prefix("versions[")
        .and_then(|rest| rest.split_once(']'))
    {
        Some((index, rest)) => (index.parse().ok()?, rest.trim_start_matches('.')),
        None => (0, spec),
    };
    let (version, object) = built.versions.get(index)?;
    let schema = ["validation.openAPIV3Schema", "schema.openAPIV3Schema"]
        .into_iter()
        .find_map(|at| rest.strip_prefix(at));
    if let Some(below) = schema {
        return object
            .described
            .source_of(below.trim_start_matches('.'))
            .map(Origin::Type);
    }
    if let Some(column) = rest.strip_prefix("additionalPrinterColumns[") {
        let position: Option<usize> = column
            .split_once(']')
            .and_then(|(position, _)| position.parse().ok());
        let on_field = position.and_then(|at| {
            object
                .columns
                .get(at.checked_sub(version.root.columns.len())?)
        });
        if let Some(column) = on_field {
            return Some(Origin::Type(column.source));
        }
    }
    let of_version = rest.len() < spec.len()
        || [
            "additionalPrinterColumns",
            "selectableFields",
            "subresources",
        ]
        .iter()
        .any(|part| rest.starts_with(part));
    if of_version {
        Some(Origin::Attribute(version.root))
    } else {
        hub
    }
}
