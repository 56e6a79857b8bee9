//! Trying a release on the objects that are there.

use wheelwright_rehearsal::{self as rehearsal, Rehearsal, Unready};

use super::Wheel;
use crate::{CustomResource, convert::MappedSpokes, manifest::Conversion};

impl<Hub: CustomResource, S: MappedSpokes + 'static> Wheel<Hub, S> {
    /// A rehearsal of the types of today: it takes the objects that are there, from a dump, or with the feature `migration` from a
    /// cluster (`read_cluster`), and says what an upgrade would make of each. Nothing is written.
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
    /// With the feature `command`, a subcommand of a program is a line: `arguments.run(Pizzas::rehearsal())`, whose arguments,
    /// `rehearsal::Arguments`, are dumps or a cluster and the form of the report.
    ///
    /// # Errors
    ///
    /// Where the manifest has errors, or the mappings do.
    pub fn rehearsal() -> Result<Rehearsal, Unready> {
        // These types convert, whatever webhook is to be asked for it, and whether one is named yet.
        let manifest = Self::manifest().conversion(Conversion::Unchecked);
        let crd = manifest.json().map_err(Unready::new)?;
        let converter = Self::converter().map_err(Unready::new)?;
        let conversion = rehearsal::Conversion {
            annotation: converter.annotation().to_owned(),
            convert: Box::new(|object, version| {
                let converted = converter.convert_text(object, version);
                converted.map_err(|error| error.to_string())
            }),
        };
        Rehearsal::new(&crd, Some(conversion))
    }
}
