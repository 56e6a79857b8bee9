//! `Spoke` without the standard prelude, in a crate with traits and names of its own, under another name of ours, on raw
//! identifiers, in private modules, and by macros.
#![no_implicit_prelude]
#![deny(warnings)]
#![allow(dead_code)]

use ::wheelwright as ours;

struct Option;
struct Vec;
struct From;
struct Default;
struct Result;

mod hub {
    #[derive(::wheelwright::Schema, ::serde::Serialize, ::serde::Deserialize)]
    #[schema(crate = crate::ours)]
    pub struct Spec {
        pub r#type: ::std::string::String,
        pub parts: ::std::vec::Vec<Part>,
        pub optional: ::std::option::Option<Part>,
        pub port: u16,
        pub host: ::std::string::String,
        pub added: u8,
    }

    #[derive(::wheelwright::Schema, ::serde::Serialize, ::serde::Deserialize)]
    #[schema(crate = crate::ours)]
    pub struct Part {
        pub __s: u32,
        pub __h: u32,
    }

    #[derive(::wheelwright::Schema, ::serde::Serialize, ::serde::Deserialize)]
    #[schema(crate = crate::ours)]
    pub enum Kind {
        One,
        Two(Part),
        Three { r#in: u32 },
        Four,
    }
}

mod private {
    #[derive(ours::Schema, ours::Spoke, ::serde::Serialize, ::serde::Deserialize)]
    #[schema(crate = crate::ours)]
    #[spoke(hub = super::hub::Spec, fallible(up), added(added = 3), crate = crate::ours)]
    struct Spec {
        r#type: ::std::string::String,
        parts: ::std::vec::Vec<Part>,
        optional: ::std::option::Option<Part>,
        #[spoke(to("host", "port"), try_with = split, back = join)]
        host_port: ::std::string::String,
    }

    #[derive(ours::Schema, ours::Spoke, ::serde::Serialize, ::serde::Deserialize)]
    #[schema(crate = crate::ours)]
    #[spoke(hub = super::hub::Part, crate = crate::ours)]
    struct Part {
        #[spoke(rename = "__h")]
        __s: u32,
        #[spoke(rename = "__s")]
        __h: u32,
    }

    #[derive(ours::Schema, ours::Spoke, ::serde::Serialize, ::serde::Deserialize)]
    #[schema(crate = crate::ours)]
    #[spoke(hub = super::hub::Kind, crate = crate::ours, added(Four = Kind::One))]
    enum Kind {
        One,
        Two(Part),
        Three { r#in: u32 },
    }

    fn split(
        text: ::std::string::String,
    ) -> ::std::result::Result<(::std::string::String, u16), ::std::string::String> {
        ::std::result::Result::Ok((text, 80))
    }

    fn join(host: ::std::string::String, _: u16) -> ::std::string::String {
        host
    }

    use crate::ours;
}

macro_rules! version {
    ($name:ident { $($field:ident: $ty:ty),* }) => {
        #[derive(ours::Schema, ours::Spoke, ::serde::Serialize, ::serde::Deserialize)]
        #[schema(crate = crate::ours)]
        #[spoke(hub = hub::Part, crate = crate::ours)]
        struct $name {
            $(#[spoke(with = |value| value, back = |value| value)] $field: $ty),*
        }
    };
}

version!(Made { __s: u32, __h: u32 });

fn main() {}
