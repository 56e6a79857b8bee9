//! What came of an installation.

use std::fmt;

use wheelwright_migration::Report as Migrated;

/// What became of a CRD.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outcome {
    /// It was not there.
    Created,
    /// It was another.
    Updated,
    /// It was as it is to be.
    Unchanged,
    /// A newer release has installed it: it was left as it is.
    Yielded {
        /// That release.
        to: String,
    },
}

/// A CRD that is installed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Installed {
    /// `pizzas.example.com`.
    pub crd: String,
    /// What became of it.
    pub outcome: Outcome,
    /// The version that is stored now.
    pub storage: String,
    /// What else there is to know.
    pub notes: Vec<String>,
}

/// What came of an installation, a CRD after the other in the order in which they were given. [`Display`](fmt::Display) is the text for
/// people.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// The CRDs.
    pub crds: Vec<Installed>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for installed in &self.crds {
            let Installed {
                crd,
                outcome,
                storage,
                notes,
            } = installed;
            match outcome {
                Outcome::Created => write!(f, "{crd}: created")?,
                Outcome::Updated => write!(f, "{crd}: updated")?,
                Outcome::Unchanged => write!(f, "{crd}: as it is to be")?,
                Outcome::Yielded { to } => write!(f, "{crd}: left to the newer release {to}")?,
            }
            writeln!(f, ", stores {storage}")?;
            for note in notes {
                writeln!(f, "  {note}")?;
            }
        }
        Ok(())
    }
}

/// A CRD that needs no webhook any more. [`Display`](fmt::Display) is the text for people.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Uninstalled {
    /// `pizzas.example.com`.
    pub crd: String,
    /// The version that is left; none if there is no such CRD.
    pub version: Option<String>,
    /// What came of storing the objects anew, and of what `managedFields` said of the other versions.
    pub migrated: Option<Migrated>,
}

impl fmt::Display for Uninstalled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let crd = &self.crd;
        match &self.version {
            None => writeln!(f, "{crd}: is not there"),
            Some(version) => writeln!(
                f,
                "{crd}: has {version} alone and no webhook; its objects stay, and can be read and deleted by anybody"
            ),
        }
    }
}
