//! Texts that hold several fields, or a number.

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema, Spoke};

/// Texts of two parts of which each may be absent, and a spec that may be.
pub(crate) mod address_parts {
    use super::*;

    fn three() -> u8 {
        3
    }

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Image",
            namespaced,
            storage
        )]
        pub(crate) struct ImageSpec {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub(crate) host: Option<String>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub(crate) port: Option<u16>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub(crate) text: Option<String>,
            pub(crate) name: String,
            #[schema(default = 3)]
            #[serde(default = "three")]
            pub(crate) size: u8,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(
            CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default, PartialEq,
        )]
        #[crd(hub = v2::Image, version = "v1", spec(optional))]
        #[spoke(
        hub = v2::ImageSpec,
        or = v2::ImageSpec { host: None, port: None, text: None, name: "nameless".to_owned(), size: 3 },
    )]
        pub(crate) struct ImageSpec {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[spoke(to("host", "port"), format = "{host?}:{port?}", or = (None, None))]
            pub(crate) address: Option<String>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[spoke(to = "text", and("second"), format = "{first}/{second?}", or_back = (None, None))]
            pub(crate) first: Option<String>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub(crate) second: Option<u8>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[spoke(or = "unnamed".to_owned())]
            pub(crate) name: Option<String>,
            #[schema(default = 3)]
            #[serde(default = "three")]
            pub(crate) size: u8,
        }
    }

    mapping!(Images = v2::Image, [v1::Image], values(v1 v2 ImageSpec), rounds = 500);
}

/// Texts that are numbers.
pub(crate) mod numbers_as_texts {
    use super::*;

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Price",
            namespaced,
            storage
        )]
        pub struct PriceSpec {
            pub amount: f64,
            pub tax: f64,
            pub per: String,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[crd(hub = super::v2::Price, version = "v1")]
        #[spoke(hub = v2::PriceSpec, fallible(up))]
        pub struct PriceSpec {
            #[spoke(coerced)]
            pub amount: String,
            #[spoke(to("tax", "per"), format = "{tax} per {per}")]
            pub tax: String,
        }
    }

    mapping!(Prices = v2::Price, [v1::Price]);
}

/// A word and an address that functions and formats may refuse, of a kind without `spec`.
pub(crate) mod levels_and_addresses {
    use super::*;

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Lamp",
            namespaced,
            storage,
            no_spec
        )]
        pub(crate) struct LampFields {
            pub(crate) level: u8,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub(crate) host: Option<String>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub(crate) port: Option<String>,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[crd(hub = v2::Lamp, version = "v1", no_spec)]
        #[spoke(hub = v2::LampFields, fallible(up))]
        pub(crate) struct LampFields {
            #[spoke(try_with = level, back = word)]
            pub(crate) level: String,
            #[spoke(to("host", "port"), format = "{host}:{port}")]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub(crate) address: Option<String>,
        }
    }

    fn level(word: String) -> Result<u8, String> {
        match word.as_str() {
            "off" => Ok(0),
            "on" => Ok(100),
            other => Err(format!("`{other}` is no level")),
        }
    }

    fn word(level: u8) -> String {
        match level {
            0 => "off",
            100 => "on",
            _ => "dimmed",
        }
        .to_owned()
    }

    mapping!(Lamps = v2::Lamp, [v1::Lamp], values(v1 v2 LampFields));
}

// A text in an optional struct stands there by default.
pair! {
    address_or_default [spoke(hub = v2::KilnSpec, part("address" = Option<v2::Address>))],
    {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub address: Option<Address>,
    }
    Address {
        #[serde(default)]
        #[schema(default = "")]
        pub text: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub zone: Option<i64>,
    };
    {
        #[spoke(
            and("port"), to = "address.text", format = "{host}:{port}", or = String::new(),
            or_back = (Some("b".to_owned()), None)
        )]
        pub host: Option<String>,
        pub port: Option<i64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(to = "address.zone")]
        pub zone: Option<i64>,
    }
}

// Texts whose parts are in optional structs, which the members may be, too.
pair! {
    parts_in_optional [
        spoke(hub = v2::KilnSpec, fallible(up), part("image" = Option<v2::Image>, "size" = Option<v2::Size>, "door" = Option<v2::Door>, "frame" = Option<v2::Frame>))
    ],
    {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub image: Option<Image>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub size: Option<Size>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub door: Option<Door>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub frame: Option<Frame>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub color: Option<String>,
    }
    Frame {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub color: Option<String>,
    }
    Image {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub repository: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub tag: Option<String>,
    }
    Size {
        pub width: u32,
        pub height: u32,
    }
    Door {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub side: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub hinges: Option<u8>,
    };
    {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(to("image.repository", "image.tag"), format = "{repository}:{tag}")]
        pub image: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(to("size.width", "size.height"), format = "{width}x{height}")]
        pub size: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(to("door.side", "door.hinges"), format = "{side}/{hinges?}", or = (None, Some(2)))]
        pub door: Option<String>,
        // A whole name is that place, whatever else ends so.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(to("frame.color", "color"), format = "{color} in {frame.color}")]
        pub paint: Option<String>,
    }
}
