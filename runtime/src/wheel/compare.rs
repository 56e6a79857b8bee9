//! The CRD as an update of the one that is installed, or of the one of an earlier release.

use serde_json::Value;

use super::Wheel;
use crate::{
    CustomResource, Spokes,
    check::{NotCompared, Update},
};

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
        Update::of(old, &new)
    }
}
