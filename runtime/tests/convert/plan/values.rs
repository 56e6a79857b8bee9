//! Values that an author writes and a schema refuses, and steps that nothing in their place could take.

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema, Spoke};

macro_rules! wheels {
    ($($name:ident: { $($hub:tt)* } from [$($keys:tt)*] { $($own:tt)* })*) => {$(
        pub mod $name {
            pub mod v2 {
                use super::super::*;

                #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
                #[crd(group = "example.com", version = "v2", kind = "Lamp", namespaced, storage, conversion(webhook(service = "a/b")))]
                pub struct LampSpec { $($hub)* }
            }

            pub mod v1 {
                use super::super::*;

                #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
                #[crd(hub = super::v2::Lamp, version = "v1")]
                #[spoke(hub = super::v2::LampSpec, fallible(up, down) $($keys)*)]
                pub struct LampSpec { $($own)* }
            }

            wheelwright::wheel!(pub Lamps = v2::Lamp, [v1::Lamp]);
        }
    )*};
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub enum Power {
    On,
    Off,
}

wheels! {
    misspelt: { pub power: Power } from [] {
        #[spoke(values(true = "ON", false = "Off"))]
        pub power: bool,
    }
    misspelt_here: { pub power: bool } from [] {
        #[spoke(values("ON" = true, "Off" = false))]
        pub power: Power,
    }
    misspelt_in_items: { pub power: Vec<Power> } from [] {
        #[spoke(each(values(true = "ON", false = "Off")))]
        pub power: Vec<bool>,
    }
    of_another_type: { pub power: u8 } from [] {
        #[spoke(values(true = "On", false = "Off"))]
        pub power: bool,
    }
    out_of_bounds: { #[schema(maximum = 5)] pub level: u8 } from [, added(level = 9)] {}
    out_of_bounds_here: {} from [] {
        #[schema(maximum = 5)]
        #[spoke(removed = 9)]
        pub level: u8,
    }
    no_map: { pub name: String } from [] {
        #[spoke(keys("x" = "y"))]
        pub name: String,
    }
    good: { pub power: Power, #[schema(maximum = 5)] pub level: u8 } from [, added(level = 5)] {
        #[spoke(values(true = "On", false = "Off"))]
        pub power: bool,
    }
}

macro_rules! no_plan {
    ($($name:ident: $why:literal),* $(,)?) => {$(
        let why = $name::Lamps::plan().expect_err(stringify!($name)).to_string();
        assert!(why.contains($why), "{}: {why}", stringify!($name));
        let report = $name::Lamps::check().to_string();
        assert!(report.contains(&why), "{report}");
    )*};
}

#[test]
fn a_table_has_only_values_that_the_schemas_take() {
    no_plan! {
        misspelt: "`values` has `\"ON\"`, which the schema of the hub refuses at `power`; write a value that it takes",
        misspelt_here: "`values` has `\"ON\"`, which the schema of this version refuses at `power`",
        misspelt_in_items: "`values` has `\"ON\"`, which the schema of the hub refuses at `power`",
        of_another_type: "`values` has `\"On\"`, which the schema of the hub refuses at `power`",
    }
    assert!(good::Lamps::check().is_ok());
}

#[test]
fn a_field_of_one_version_has_a_value_that_the_schema_takes() {
    no_plan! {
        out_of_bounds: "the value of a field that only one version has is `9`, which the schema of the hub refuses at `level`",
        out_of_bounds_here: "the value of a field that only one version has is `9`, which the schema of this version refuses at `level`",
    }
}

#[test]
fn keys_are_renamed_in_maps_alone() {
    no_plan! { no_map: "a text stands where a map should be" }
}
