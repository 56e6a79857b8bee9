//! What Kubernetes servers of different versions do differently, apart from CEL.
//!
//! A new version is a few lines here; whoever does a thing differently asks [`Change::is_in`].

use wheelwright_cel::KubeVersion;

/// Something that servers do from one version on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// A CRD with a `format` of strings that the server does not know has a warning.
    FormatWarning,
    /// Defaults are held to the formats `k8s-short-name` and `k8s-long-name`.
    NameFormatsOfDefaults,
    /// So are objects, and the names are recognized.
    NameFormats,
    /// Too many selectable fields are tolerated on an update that leaves them as they are.
    OldSelectableFields,
    /// A CRD's status has the field `observedGeneration`, and so have its conditions.
    ObservedGeneration,
    /// An error of a rule shows the value that breaks it, if that is a scalar; before, it shows the type.
    RuleShowsScalar,
    /// `int32`, `int64`, `float` and `double` are checked, and so are bounds that do not fit an integer.
    NumericFormats,
    /// The warning about formats is for all types.
    FormatWarningOfAllTypes,
    /// `externalDocs` and `example` count as something said of the root's metadata.
    DocsInMetadata,
    /// A set whose items are lists or objects has a warning.
    SetWarning,
    /// Metadata of objects is validated by declared rules, whose errors are more precise.
    DeclaredMetadata,
    /// A float counts as an integer also if it is a hair under one, or near a negative one.
    WholeAround,
}

impl Change {
    /// The minor version of the first server that has it.
    const fn since(self) -> u8 {
        match self {
            Self::FormatWarning | Self::NameFormatsOfDefaults => 34,
            Self::NameFormats
            | Self::OldSelectableFields
            | Self::ObservedGeneration
            | Self::RuleShowsScalar => 35,
            Self::NumericFormats | Self::FormatWarningOfAllTypes | Self::DocsInMetadata => 36,
            Self::SetWarning | Self::DeclaredMetadata | Self::WholeAround => 37,
        }
    }

    /// Whether a server does it.
    pub(crate) const fn is_in(self, server: KubeVersion) -> bool {
        server.minor() >= self.since()
    }
}
