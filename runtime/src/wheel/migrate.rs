//! Storing the objects of a cluster anew, so that a version can go.

use wheelwright_migration::Migration;

use super::Wheel;
use crate::{CustomResource, Spokes};

impl<Hub: CustomResource, S: Spokes> Wheel<Hub, S> {
    /// The migration of a cluster's objects to the version that these types store. Versions that the cluster's CRD has, and these types
    /// have not, are to go: [`inspect`](Migration::inspect) says what stands in the way, [`run`](Migration::run) does what can be done
    /// about it. A release that drops a version runs it before it installs its CRD.
    ///
    /// ```no_run
    /// # use serde::{Deserialize, Serialize};
    /// # use wheelwright::{CustomResource, Schema};
    /// # /// A pizza.
    /// # #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    /// # #[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced)]
    /// # pub struct PizzaSpec {}
    /// # wheelwright::wheel!(pub Pizzas = Pizza);
    /// # async fn release(client: wheelwright::migration::Client) -> Result<(), Box<dyn std::error::Error>> {
    /// let report = Pizzas::migration().run(&client, |progress| println!("{progress}")).await?;
    /// print!("{report}");
    /// if report.is_done() {
    ///     // The CRD without the old version can be applied.
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn migration() -> Migration {
        let versions = Self::versions();
        let storage = versions.iter().find(|version| version.storage);
        let storage = storage.map_or("", |version| version.name);
        Migration::new(Self::manifest().name())
            .storage(storage)
            .keep_versions(versions.iter().map(|version| version.name))
    }
}
