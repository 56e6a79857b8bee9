//! Trying a release on the objects that are there.

use wheelwright_rehearsal::{Conversion, Rehearsal, Unready};

use super::Wheel;
use crate::{CustomResource, convert::MappedSpokes};

impl<Hub: CustomResource, S: MappedSpokes + 'static> Wheel<Hub, S> {
    /// A rehearsal of the types of today: it takes the objects that are there, from a dump or from a client, and says what an upgrade
    /// would make of each. Nothing is written.
    ///
    /// ```no_run
    /// # use serde::{Deserialize, Serialize};
    /// # use wheelwright::{CustomResource, Schema};
    /// # /// A pizza.
    /// # #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    /// # #[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced)]
    /// # pub struct PizzaSpec {}
    /// # wheelwright::wheel!(pub Pizzas = Pizza);
    /// // kubectl get pizzas -A -o json > pizzas.json
    /// let mut rehearsal = Pizzas::rehearsal()?;
    /// rehearsal.read_files(["pizzas.json"], |_| ())?;
    /// println!("{}", rehearsal.report());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Where the manifest has errors, or the mappings do.
    pub fn rehearsal() -> Result<Rehearsal, Unready> {
        let crd = Self::manifest().json().map_err(Unready::new)?;
        let converter = Self::converter().map_err(Unready::new)?;
        let conversion = Conversion {
            annotation: converter.annotation().to_owned(),
            convert: Box::new(|object, version| {
                let converted = converter.convert_text(object, version);
                converted.map_err(|error| error.to_string())
            }),
        };
        Rehearsal::new(&crd, Some(conversion))
    }
}
