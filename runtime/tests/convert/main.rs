//! Conversion between versions.
#![allow(
    unreachable_pub,
    reason = "the types are public as users' are, and the derive copies that"
)]
#![allow(
    clippy::needless_pass_by_value,
    reason = "functions of mappings take values, and `json!` makes them"
)]

mod absent;
mod absent_fallible;
mod any_order;
mod beside_tag;
mod between;
mod beyond;
mod called;
mod claimed;
mod coerced;
mod contradicted;
mod copied;
mod each;
mod each_parsed;
mod each_whole;
mod edited;
mod edited_whole;
mod embedded;
mod emptied;
mod empty_beside_null;
mod empty_status;
mod empty_wrapped;
mod enums;
mod everything;
mod first_format;
mod flattened;
mod flattened_alone;
mod flattened_enum;
mod flattened_part;
mod groups;
mod held;
mod hollow;
mod implied;
mod incomplete;
mod into_optional;
mod items;
mod items_by_default;
#[cfg(feature = "kube")]
mod items_elsewhere;
mod items_within;
mod kept;
mod kept_beside_wholes;
mod keyed;
mod labels;
mod labels_of_status;
mod labels_within;
mod lacked;
mod left_by_edits;
mod limits;
mod lists_of_functions;
mod lists_to_one;
mod lists_within;
mod made_with_defaults;
mod mappings;
mod merged_variants;
mod moved_in;
mod narrowed;
mod needless;
mod no_entry;
mod null_default;
mod one_side_absent;
mod pair;
mod parent;
mod passing;
mod pizza;
mod plan;
mod reached;
mod reached_absent;
mod reached_complete;
mod reached_deep;
mod reached_left;
mod reached_twice;
mod refused;
mod refused_absent;
mod refused_in_parts;
mod refused_variants;
mod remade;
mod renamed_labels;
mod report;
mod required;
mod required_variants;
mod review;
mod run_back;
mod said_by_default;
mod snapshots;
mod stand_in;
mod stand_in_within;
mod standing;
mod table;
mod tagged_default;
mod third;
mod two_hubs;
mod unfit;
mod unmade_reached;
mod unsaid;
mod valid;
mod wanted;
mod wanting;
mod whole;
mod whole_entries;
mod whole_items;
mod whole_variants;
mod within_type;
mod written;
