//! The CRD as an update of the one that is installed, or of the one of an earlier release.

use std::{error::Error, fmt};

use serde_json::Value;
use wheelwright_rules::{
    FieldError,
    crd::{
        self, Assumption, Unreadable,
        compare::{Comparison, Direction},
    },
};

use super::Report;
use crate::{
    resource::CustomResource,
    wheel::{Spokes, Wheel},
};

/// What an update of the CRD would do. `Display` says it line by line.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Update {
    /// Why the API server refuses it, if it does.
    pub refused: Vec<FieldError>,
    /// What differs in meaning, and which way it goes.
    pub comparison: Comparison,
}

impl Update {
    /// Whether the API server takes it, and nobody is any worse off: nothing that was taken is refused, nothing that was kept
    /// is dropped, and what is stored reads as before.
    #[must_use]
    pub fn is_compatible(&self) -> bool {
        let is_harmless = |direction| matches!(direction, Direction::Loosened | Direction::Other);
        let mut differences = self.comparison.differences.iter();
        self.refused.is_empty() && differences.all(|found| is_harmless(found.direction))
    }
}

impl fmt::Display for Update {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for error in &self.refused {
            writeln!(f, "the API server refuses the update: {error}")?;
        }
        self.comparison.fmt(f)
    }
}

/// Why nothing can be said of an update.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum NotCompared {
    /// The CRD has errors of its own.
    Crd(Report),
    /// The old CRD is none, or none that a server can read.
    Old(Unreadable),
}

impl fmt::Display for NotCompared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Crd(report) => report.fmt(f),
            Self::Old(reason) => write!(f, "the old CRD cannot be read: {reason}"),
        }
    }
}

impl Error for NotCompared {}

impl<Hub: CustomResource, S: Spokes> Wheel<Hub, S> {
    /// The CRD as an update of an older one, which is given as JSON: whether the API server takes it, and what differs in
    /// meaning, path by path. An old CRD without a status counts as installed: established, and with objects in every version
    /// that it serves or stores.
    ///
    /// ```
    /// use serde::{Deserialize, Serialize};
    /// use serde_json::json;
    /// use wheelwright::{CustomResource, Schema, check::Direction};
    ///
    /// /// A pizza to bake.
    /// #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    /// #[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced)]
    /// pub struct PizzaSpec {
    ///     /// Across, in centimetres.
    ///     #[schema(maximum = 60)]
    ///     pub size: u32,
    /// }
    ///
    /// wheelwright::wheel!(pub Pizzas = Pizza);
    ///
    /// // In a test: `serde_json::from_str(include_str!("../released/crd.json"))`.
    /// let mut released = Pizzas::crd_json()?;
    /// assert!(Pizzas::compare(&released)?.is_compatible());
    ///
    /// let size = "/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/size";
    /// released.pointer_mut(size).unwrap()["maximum"] = json!(80);
    /// let update = Pizzas::compare(&released)?;
    /// assert!(!update.is_compatible());
    /// assert_eq!(update.comparison.differences[0].direction, Direction::Tightened);
    /// assert_eq!(update.to_string(), "tightened: v1 spec.size: maximum 80 → 60\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If [`check`](Self::check) finds errors, or the old CRD is none.
    pub fn compare(old: &Value) -> Result<Update, NotCompared> {
        let new = Self::crd_json().map_err(NotCompared::Crd)?;
        let comparison = crd::compare(old, &new).map_err(|reason| match reason {
            Unreadable::Old(reason) => NotCompared::Old(*reason),
            other => NotCompared::Old(other),
        })?;
        let (old, _) = crd::assume(old, &Assumption::Installed);
        let refused = crd::check_update(&old, &new).errors;
        Ok(Update {
            refused,
            comparison,
        })
    }
}
