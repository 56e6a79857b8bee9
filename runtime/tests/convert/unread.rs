//! A type that reads less than its schema lets: the laws say so, of what becomes of other versions' objects.

use serde::{Deserialize, Deserializer, Serialize, de::Error as _};
use wheelwright::{CustomResource, Schema, Spoke, convert::Law};

pub(crate) mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Barrel",
        namespaced,
        storage
    )]
    pub(crate) struct BarrelSpec {
        pub(crate) label: String,
    }
}

pub(crate) mod v1 {
    use super::*;

    /// A name of nine bytes at most, which the schema does not say.
    #[derive(Serialize, Clone, Debug)]
    pub(crate) struct Short(String);

    impl<'de> Deserialize<'de> for Short {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let text = String::deserialize(deserializer)?;
            if text.len() > 9 {
                return Err(D::Error::custom("the label is too long"));
            }
            Ok(Self(text))
        }
    }

    fn long(short: Short) -> String {
        short.0
    }

    fn short(long: String) -> Short {
        Short(long)
    }

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = v2::Barrel, version = "v1")]
    #[spoke(hub = v2::BarrelSpec)]
    pub(crate) struct BarrelSpec {
        #[schema(as = String)]
        #[spoke(with = long, back = short)]
        pub(crate) label: Short,
    }
}

wheelwright::wheel!(pub(crate) Barrels = v2::Barrel, [v1::Barrel]);

#[test]
fn what_a_type_does_not_read_breaks_a_law() {
    let broken = Barrels::laws().check().unwrap_err();
    assert_eq!(broken.law, Law::Read);
    assert_eq!(broken.route, ["v2", "v1"]);
    let said = broken.to_string();
    assert!(said.contains("the label is too long\nbecame: "), "{said}");
}
