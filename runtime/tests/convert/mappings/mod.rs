//! The mappings that rows and laws are about, by what they map.

use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use wheelwright::convert::{Converter, PlanError};

/// A mapping that rows name.
pub(crate) struct Mapping {
    pub(crate) file: &'static str,
    pub(crate) converter: fn() -> Result<&'static Converter, PlanError>,
    /// Its CRD.
    pub(crate) crd: fn() -> Value,
    /// The conversions of its specs as values of Rust that rows try, too.
    pub(crate) values: &'static [Values],
}

/// A conversion of values of Rust.
pub(crate) struct Values {
    pub(crate) from: &'static str,
    pub(crate) to: &'static str,
    /// What a spec becomes, or why it becomes nothing.
    pub(crate) convert: fn(&Value) -> Result<Value, String>,
    /// A spec of the other version as serde writes it once it has read it.
    pub(crate) read: fn(&Value) -> Result<Value, String>,
}

pub(crate) fn convert<From, To>(spec: &Value) -> Result<Value, String>
where
    From: DeserializeOwned,
    To: Serialize + TryFrom<From, Error: std::fmt::Display>,
{
    let value: From = serde_json::from_value(spec.clone()).map_err(|error| error.to_string())?;
    let value = To::try_from(value).map_err(|error| error.to_string())?;
    serde_json::to_value(value).map_err(|error| error.to_string())
}

pub(crate) fn read<T: DeserializeOwned + Serialize>(spec: &Value) -> Result<Value, String> {
    let value: T = serde_json::from_value(spec.clone()).map_err(|error| error.to_string())?;
    serde_json::to_value(value).map_err(|error| error.to_string())
}

/// A wheel that rows can name by its module, and whose laws hold. `values` are pairs of versions and the name of their specs.
macro_rules! mapping {
    ($wheel:ident = $hub:path, [$($spoke:path),+] $(, values($($old:ident $new:ident $spec:ident),+))? $(, rounds = $rounds:literal)?) => {
        wheelwright::wheel!(pub(crate) $wheel = $hub, [$($spoke),+]);

        pub(crate) const MAPPING: $crate::mappings::Mapping = $crate::mappings::Mapping {
            file: file!(),
            converter: $wheel::converter,
            crd: || {
                let webhook = wheelwright::manifest::Conversion::webhook_url("https://localhost/convert");
                $wheel::manifest().conversion(webhook).json().expect("it has a CRD")
            },
            values: &[$($(
                $crate::mappings::Values {
                    from: stringify!($old),
                    to: stringify!($new),
                    convert: $crate::mappings::convert::<$old::$spec, $new::$spec>,
                    read: $crate::mappings::read::<$new::$spec>,
                },
                $crate::mappings::Values {
                    from: stringify!($new),
                    to: stringify!($old),
                    convert: $crate::mappings::convert::<$new::$spec, $old::$spec>,
                    read: $crate::mappings::read::<$old::$spec>,
                },
            )+)?],
        };

        #[test]
        fn laws() {
            laws_hold!($wheel $(, $rounds)?);
        }
    };
}

/// The laws of a wheel, in the time of a test or in a number of rounds.
macro_rules! laws_hold {
    ($wheel:ident) => {
        $wheel::assert_laws()
    };
    ($wheel:ident, $rounds:literal) => {
        if let Err(violation) = $wheel::laws().rounds($rounds).check() {
            panic!("{violation}");
        }
    };
}

/// Two versions of a kiln, as a mapping of this name: the hub's spec and structs, and the spoke's.
macro_rules! pair {
    ($name:ident $([$spoke:meta])*, { $($hub_spec:tt)* } $($hub_type:ident $hub_fields:tt)*;
     { $($spoke_spec:tt)* } $($spoke_type:ident [$of:meta] $spoke_fields:tt)*) => {
        pub(crate) mod $name {
            use super::*;

            pub(crate) mod v2 {
                use super::*;

                #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
                #[crd(group = "example.com", version = "v2", kind = "Kiln", namespaced, storage)]
                pub struct KilnSpec { $($hub_spec)* }

                $(#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
                pub struct $hub_type $hub_fields)*
            }

            pub(crate) mod v1 {
                use super::*;

                #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
                #[crd(hub = v2::Kiln, version = "v1")]
                $(#[$spoke])*
                pub struct KilnSpec { $($spoke_spec)* }

                $(#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default)]
                #[$of]
                pub struct $spoke_type $spoke_fields)*
            }

            mapping!(Kilns = v2::Kiln, [v1::Kiln], values(v1 v2 KilnSpec));
        }
    };
}

macro_rules! names {
    ($($subject:ident: $($name:ident)+;)+) => {
        $(pub(crate) mod $subject;)+

        const ALL: &[(&str, Mapping)] = &[$($((stringify!($name), $subject::$name::MAPPING),)+)+];
    };
}

names! {
    defaults: read_into_default oven_by_default kettle_by_default defaults_within;
    enums: variants untagged_variant tagged_contents merged_variants numbers_in_variants required_in_variants
        defaults_of_variants flattened_variants added_variant removed_variant tagged_stand_in
        variants_without_members;
    flattened: removed_flattened flattened_by_default flattened_as_said optional_flattened;
    functions: functions_of_types functions_with_defaults halves_of_address;
    labels: label_fields status_labels struct_labels struct_label_around renamed_label swapped_labels shifted_labels
        label_and_annotation label_values shared_label zone_of_struct zone_of_member zone_of_both zone_beside
        zone_of_member_beside label_in_default annotation_in_flattened label_or_default
        annotation_in_optional annotation_alone;
    list_items: values_in_items items_by_default items_read items_of_either items_anywhere functions_of_items
        functions_of_several_keys lists_of_functions pots_of_shelves shelves_and_bins;
    lists: listed_items parsed_items required_lists grouped_lists two_fields_of_one counted_in_any_order wrapped_names
        minutes_of_items reversed_within;
    maps: renamed_keys keyed_lists keyed_structs optional_entries entries_beside_others gathered_or_default
        gathered_in_optional zones_by_default minutes_by_name;
    names: object_names;
    nested: template_of_fleet retry_of_task disruption_of_pool nails_of_boards window_of_retry lock_of_safe
        lock_of_porch members_of_pool join_of_node parts_of_kiln bell_of_door chime_of_gate;
    objects: status_or_none embedded_resources three_kilns shelves_between books_through_hub colour_of_items
        two_hubs_of_a_type;
    optional: moved_into_structs moved_or_stands_in state_of_lock refused_in_structs least_of_range
        bricks_of_wall case_or_default case_beside_heat lists_of_case door_of_oven zone_of_part part_of_heat
        pot_on_stove heat_of_fire logs_of_fire wood_and_logs wood_or_refused heat_of_pit
        pit_of_heat fuel_of_oven fuel_of_fire weight_of_ash logs_of_wood logs_by_default
        wood_and_ash least_by_default heat_of_fire_by_default lit_part zone_by_default tags_left_out refused_by_default size_by_default;
    required: refused_absence refused_absence_within lacking_struct lacking_struct_refused_elsewhere refused_absence_of_deep_places implied_values absent_on_one_side required_groups stand_ins stand_ins_within
        required_and_defaults unsaid_values read_otherwise read_within stand_ins_read
        spec_read specs_read slots_of_vent;
    schemas: refused_by_schema refused_empty;
    texts: address_parts numbers_as_texts levels_and_addresses address_or_default parts_in_optional;
    units: durations_and_factors bounded_integers minutes_by_default factor_in_optional;
}

/// Each, by its name.
pub(crate) fn all() -> impl Iterator<Item = (&'static str, &'static Mapping)> {
    ALL.iter().map(|(name, mapping)| (*name, mapping))
}

pub(crate) fn find(name: &str) -> Option<&'static Mapping> {
    let mut all = ALL.iter();
    all.find_map(|(of, mapping)| (*of == name).then_some(mapping))
}

#[test]
fn names_are_of_one_mapping_each() {
    let mut names: Vec<&str> = ALL.iter().map(|(name, _)| *name).collect();
    names.sort_unstable();
    let twice = names.windows(2).find(|two| two[0] == two[1]);
    assert_eq!(twice, None);
}
