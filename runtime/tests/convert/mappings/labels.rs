//! Labels and annotations that are fields at another version, or are called otherwise there.

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema, Spoke};

/// A label, an annotation and a label that is a number are fields of the hub.
pub(crate) mod label_fields {
    use super::*;

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, Default)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Claim",
            namespaced,
            storage,
            spec(optional)
        )]
        pub(crate) struct ClaimSpec {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub(crate) size: Option<u8>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub(crate) cluster: Option<String>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub(crate) note: Option<String>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub(crate) rank: Option<u16>,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default)]
        #[crd(hub = v2::Claim, version = "v1", spec(optional))]
        #[spoke(
        hub = v2::ClaimSpec,
        step(from_label = "example.com/cluster", to = "cluster"),
        step(from_annotation = "example.com/note", to = "note"),
        step(from_label = "example.com/rank", to = "rank", parsed, or = None),
    )]
        pub(crate) struct ClaimSpec {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub(crate) size: Option<u8>,
        }
    }

    mapping!(Claims = v2::Claim, [v1::Claim]);
}

/// Annotations are fields of the status at the hub: of an object without status they are annotations.
pub(crate) mod status_labels {
    use super::*;

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(group = "example.com", version = "v2", kind = "Scaler", namespaced, storage, status = ScalerStatus)]
        pub struct ScalerSpec {}

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
        pub struct ScalerStatus {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub cpu: Option<String>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub rank: Option<u16>,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[crd(hub = v2::Scaler, version = "v1", status = ScalerStatus)]
        #[spoke(hub = v2::ScalerSpec, fallible(up))]
        pub struct ScalerSpec {}

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default)]
        #[spoke(
        hub = v2::ScalerStatus,
        fallible(up),
        step(from("percent"), from_annotation = "example.com/cpu", to = "cpu", with = cpu, back = percent),
        step(from_annotation = "example.com/rank", to = "rank", parsed),
    )]
        pub struct ScalerStatus {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub percent: Option<u16>,
        }

        fn cpu(percent: Option<u16>, raw: Option<String>) -> Option<String> {
            raw.or_else(|| percent.map(|percent| percent.to_string()))
        }

        fn percent(cpu: Option<String>) -> (Option<u16>, Option<String>) {
            (cpu.as_ref().and_then(|cpu| cpu.parse().ok()), cpu)
        }
    }

    mapping!(Scalers = v2::Scaler, [v1::Scaler]);
}

/// Labels and annotations are fields of structs within the spec of the spoke: of one that is flattened, one that must be there and
/// one that may be absent, each said by the struct's own type.
pub(crate) mod struct_labels {
    use super::*;

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Claim",
            namespaced,
            storage
        )]
        pub struct ClaimSpec {
            pub rank: i64,
            #[serde(flatten)]
            pub size: Option<Size>,
            pub home: Home,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub away: Option<Home>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub mark: Option<Mark>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub struct Size {
            pub width: i64,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub struct Home {
            pub street: String,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub struct Mark {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub text: Option<String>,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[crd(hub = v2::Claim, version = "v1")]
        #[spoke(hub = v2::ClaimSpec)]
        pub struct ClaimSpec {
            pub rank: i64,
            #[serde(flatten)]
            pub size: Option<Size>,
            pub home: Home,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub away: Option<Away>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub mark: Option<Mark>,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[spoke(hub = v2::Size)]
        pub struct Size {
            pub width: i64,
            #[spoke(to_label = "owner", or_back = "nobody".to_owned())]
            pub owner: String,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[spoke(hub = v2::Home)]
        pub struct Home {
            pub street: String,
            #[spoke(to_annotation = "city")]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub city: Option<String>,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[spoke(hub = v2::Home, step(from_label = "old-zone", to_label = "zone"))]
        pub struct Away {
            pub street: String,
            #[spoke(to_label = "town")]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub town: Option<String>,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[spoke(hub = v2::Mark)]
        pub struct Mark {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub text: Option<String>,
            #[spoke(to_label = "color")]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub color: Option<String>,
        }
    }

    mapping!(Claims = v2::Claim, [v1::Claim]);
}

/// The same where the type around the struct says it.
pub(crate) mod struct_label_around {
    use super::{struct_labels::v2, *};

    pub(crate) mod v1beta1 {
        use super::*;

        #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[crd(hub = v2::Claim, version = "v1beta1")]
        #[spoke(hub = v2::ClaimSpec, step(from("mark.color"), to_label = "color"))]
        pub struct ClaimSpec {
            pub rank: i64,
            #[serde(flatten)]
            pub size: Option<v2::Size>,
            pub home: v2::Home,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub away: Option<v2::Home>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub mark: Option<Mark>,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[spoke(hub = v2::Mark)]
        pub struct Mark {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub text: Option<String>,
            #[spoke(elsewhere)]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub color: Option<String>,
        }
    }

    mapping!(Claims = v2::Claim, [v1beta1::Claim]);
}

/// Labels and annotations that are called otherwise at the other version, where objects of either may have both.
macro_rules! renamed {
    ($name:ident, { $($hub:tt)* }, { $($spoke:tt)* }, $($steps:tt)*) => {
        pub(crate) mod $name {
            use super::*;

            pub(crate) mod v2 {
                use super::*;

                #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
                #[crd(group = "example.com", version = "v2", kind = "Lamp", namespaced, storage)]
                pub(crate) struct LampSpec {
                    pub(crate) watts: u8,
                    $($hub)*
                }
            }

            pub(crate) mod v1 {
                use super::*;

                #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
                #[crd(hub = super::v2::Lamp, version = "v1")]
                #[spoke(hub = super::v2::LampSpec, $($steps)*)]
                pub(crate) struct LampSpec {
                    pub(crate) watts: u8,
                    $($spoke)*
                }
            }

            mapping!(Lamps = v2::Lamp, [v1::Lamp]);
        }
    };
}

renamed!(
    renamed_label,
    {},
    {},
    step(from_label = "color", to_label = "example.com/color")
);

renamed!(
    swapped_labels,
    {},
    {},
    step(from_label = "a", to_label = "b"),
    step(from_label = "b", to_label = "a")
);

renamed!(
    shifted_labels,
    {},
    {},
    step(from_label = "a", to_label = "b"),
    step(from_label = "b", to_label = "c")
);

renamed!(
    label_and_annotation,
    {},
    {},
    step(from_label = "a", to_annotation = "b"),
    step(from_annotation = "b", to_label = "c")
);

renamed!(
    label_values,
    {},
    {},
    step(from_label = "a", to_label = "b", values("x" = "y"))
);

// One label is a field at either version.
renamed!(
    shared_label,
    {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) cluster: Option<String>,
    },
    {
        #[spoke(to_label = "name")]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) team: Option<String>,
    },
    step(from_label = "name", to = "cluster")
);

/// An annotation is a member of a struct that stands by default: the struct's default, that of the member, or both may say
/// something of it.
macro_rules! zoned {
    ($name:ident [$($part:tt)*] [$($zone:tt)*]) => {
        pair!($name [spoke(hub = v2::KilnSpec)], {
            $($part)*
            pub part: Option<Part>,
        } Part {
            $($zone)*
            pub zone: Option<String>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub open: Option<bool>,
        };
        {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub part: Option<Part>,
        } Part [spoke(hub = v2::Part, step(from_annotation = "example.com/zone", to = "zone"))] {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub open: Option<bool>,
        });
    };
}

#[expect(clippy::unnecessary_wraps, reason = "serde calls it for the field")]
fn eu() -> Option<String> {
    Some("eu".to_owned())
}

zoned!(zone_of_struct [#[schema(default = {"zone": "eu"})]]
    [#[serde(default, skip_serializing_if = "Option::is_none")]]);

zoned!(zone_of_member [#[schema(default = {})]]
    [#[schema(default = "eu")] #[serde(default = "eu", skip_serializing_if = "Option::is_none")]]);

zoned!(zone_of_both [#[schema(default = {"zone": "us"})]]
    [#[schema(default = "eu")] #[serde(default = "eu", skip_serializing_if = "Option::is_none")]]);

zoned!(zone_beside [#[schema(default = {"open": true})]]
    [#[serde(default, skip_serializing_if = "Option::is_none")]]);

zoned!(zone_of_member_beside [#[schema(default = {"open": true})]]
    [#[schema(default = "eu")] #[serde(default = "eu", skip_serializing_if = "Option::is_none")]]);

pair! {
    label_in_default [spoke(hub = v2::KilnSpec)],
    {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub fire: Option<Fire>,
    }
    Fire {};
    {
        #[schema(default = {"name": "a"})]
        pub fire: Option<Fire>,
    }
    Fire [spoke(hub = v2::Fire)] {
        #[schema(default = "a")]
        #[serde(default = "label")]
        #[spoke(to_label = "example.com/name")]
        pub name: String,
    }
}

pair! {
    annotation_in_flattened [spoke(hub = v2::KilnSpec)],
    {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub fire: Option<Fire>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub width: Option<i64>,
    }
    Fire { pub fuel: String };
    {
        #[serde(flatten)]
        pub fire: Option<Fire>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub width: Option<i64>,
    }
    Fire [spoke(hub = v2::Fire)] {
        pub fuel: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(to_annotation = "example.com/zone")]
        pub zone: Option<String>,
    }
}

pair! {
    label_or_default [spoke(hub = v2::KilnSpec)],
    { pub fire: Fire }
    Fire { pub name: String };
    {
        #[serde(default)]
        pub fire: Fire,
    }
    Fire [spoke(hub = v2::Fire, step(from_label = "example.com/name", to = "name", or = "a".to_owned()))] {}
}

pair! {
    annotation_in_optional [spoke(hub = v2::KilnSpec, part("fire" = Option<v2::Fire>), step(from_annotation = "example.com/fuel", to = "fire.fuel"))],
    {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub fire: Option<Fire>,
    }
    Fire {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub fuel: Option<String>,
        pub heat: i64,
    };
    {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(to = "fire.heat")]
        pub heat: Option<i64>,
    }
}

pair! {
    annotation_alone [spoke(hub = v2::KilnSpec)],
    {
        #[serde(flatten)]
        pub fire: Option<Fire>,
    }
    Fire {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub heat: Option<i64>,
    };
    {
        #[serde(flatten)]
        pub fire: Option<Fire>,
    }
    Fire [spoke(hub = v2::Fire)] {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub heat: Option<i64>,
        #[spoke(to_annotation = "example.com/fuel", or_back = "gas".to_owned())]
        pub fuel: String,
    }
}

fn label() -> String {
    "a".to_owned()
}
