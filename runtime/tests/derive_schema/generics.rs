//! Tables of generic types.

use std::collections::BTreeMap;
use std::marker::PhantomData;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use wheelwright::Schema;
use wheelwright::table::{Key, Scalar, Shape, Type};

use crate::{field, fields};

/// A parameter in every place where it can stand.
#[derive(Schema, Serialize, Deserialize)]
struct Everywhere<'a, T, U, const N: usize>
where
    T: Clone,
    [u8; N]: Serialize + DeserializeOwned,
{
    own: T,
    held: Vec<Option<BTreeMap<String, T>>>,
    boxed: Box<U>,
    array: [u8; N],
    text: &'a str,
    #[serde(skip)]
    phantom: PhantomData<U>,
    #[serde(default)]
    defaulted: Option<T>,
    // Not a parameter, whatever it is called.
    other: module::T,
}

mod module {
    pub(super) type T = bool;
}

#[test]
fn parameters_are_replaced_by_what_they_stand_for() {
    type Given = Everywhere<'static, String, u8, 3>;
    assert!(field::<Given>("own").ty.name == "String");
    assert_eq!(
        format!("{:?}", field::<Given>("held").ty),
        format!("{:?}", <Vec<Option<BTreeMap<String, String>>>>::TYPE)
    );
    assert!(matches!(
        field::<Given>("boxed").ty.shape,
        Shape::Scalar(Scalar::Integer(_))
    ));
    assert!(matches!(field::<Given>("array").ty.shape, Shape::List(list) if list.len == Some(3)));
    assert!(matches!(
        field::<Given>("other").ty.shape,
        Shape::Scalar(Scalar::Bool)
    ));
    assert_eq!(
        field::<Given>("defaulted").default.unwrap().0(),
        Ok(serde_json::Value::Null)
    );
    assert_eq!(fields(<Given as Schema>::TYPE).len(), 7);
    assert_eq!(<Given as Schema>::TYPE.name, "Everywhere");
}

/// A type that belongs to another.
trait Shop {
    type Goods;
}

struct Bakery;

impl Shop for Bakery {
    type Goods = Vec<u8>;
}

#[derive(Schema, Serialize, Deserialize)]
#[serde(bound(
    serialize = "S::Goods: Serialize",
    deserialize = "S::Goods: DeserializeOwned"
))]
struct Order<S: Shop> {
    goods: S::Goods,
    more: Option<<S as Shop>::Goods>,
}

#[test]
fn associated_types_are_bounded_instead_of_their_parameter() {
    assert!(matches!(
        field::<Order<Bakery>>("goods").ty.shape,
        Shape::List(_)
    ));
    assert!(matches!(
        field::<Order<Bakery>>("more").ty.shape,
        Shape::Option(Type {
            shape: Shape::List(_),
            ..
        })
    ));
}

/// A type that has no schema.
#[derive(Serialize, Deserialize, Default)]
struct Unknown;

#[derive(Schema, Serialize, Deserialize)]
struct Opaque<T> {
    #[schema(opaque)]
    any: T,
    #[schema(opaque)]
    maybe: Option<T>,
    #[schema(as = Vec<bool>)]
    other: T,
}

#[test]
fn a_parameter_needs_no_schema_where_the_field_gives_one() {
    assert!(matches!(
        field::<Opaque<Unknown>>("any").ty.shape,
        Shape::Any
    ));
    assert!(matches!(
        field::<Opaque<Unknown>>("maybe").ty.shape,
        Shape::Option(_)
    ));
    assert!(matches!(
        field::<Opaque<Unknown>>("other").ty.shape,
        Shape::List(_)
    ));
}

#[derive(Schema, Serialize, Deserialize)]
#[serde(transparent)]
struct Named<T>(#[schema(description = "A name.")] T);

#[derive(Schema, Serialize, Deserialize)]
enum Either<L, R = String> {
    Left(L),
    Right { right: R },
}

#[test]
fn newtypes_and_enums_are_generic_too() {
    assert!(matches!(Named::<String>::TYPE.shape, Shape::Same(ty) if ty.name == "String"));
    assert!(matches!(
        Named::<String>::TYPE.keys,
        [Key::Description("A name.")]
    ));
    // serde asks an `Option` what to do about an absent field, through `transparent` also.
    assert!(matches!(
        Named::<Option<String>>::TYPE.shape,
        Shape::Option(_)
    ));
    assert_eq!(crate::variants::<Either<u8>>().variants.len(), 2);
}

/// Types that are called like the standard library's, and are others.
mod like_std {
    use super::{Deserialize, Schema, Serialize};

    #[derive(Schema, Serialize, Deserialize)]
    pub(super) struct Vec<const N: usize> {
        held: [u8; 2],
    }

    #[derive(Serialize, Deserialize, schemars::JsonSchema)]
    pub(super) struct HashMap {
        held: u8,
    }
}

#[derive(Schema, Serialize, Deserialize)]
struct Others {
    list: like_std::Vec<2>,
    map: like_std::HashMap,
}

#[test]
fn types_are_told_apart_by_their_paths() {
    assert!(matches!(field::<Others>("list").ty.shape, Shape::Struct(_)));
    assert!(matches!(field::<Others>("map").ty.shape, Shape::Foreign(_)));
}
