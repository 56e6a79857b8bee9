//! Parameters of types, lifetimes and constants, with and without bounds and defaults.

use std::{borrow::Cow, collections::BTreeMap, fmt::Debug, marker::PhantomData};

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Pair<Type, Field = Type>
where
    Type: Clone,
{
    #[schema(column(name = "Left"))]
    pub left: Type,
    pub right: Option<Box<Field>>,
    #[serde(skip)]
    pub mark: PhantomData<fn() -> Field>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Fixed<T, const N: usize>
where
    [T; N]: Serialize + for<'any> Deserialize<'any>,
{
    pub items: [T; N],
    #[serde(default)]
    pub more: BTreeMap<String, Vec<T>>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Borrowed<'text, 'other: 'text> {
    pub text: Cow<'text, str>,
    pub other: Option<Cow<'other, str>>,
}

pub trait Family {
    type Member: Schema + Serialize + for<'any> Deserialize<'any> + Clone + Debug;
}

#[derive(Clone, Debug)]
pub struct Numbers;

impl Family for Numbers {
    type Member = i64;
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(bound = "")]
pub struct Relative<F: Family> {
    pub member: F::Member,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(transparent)]
pub struct Wrapper<T>(pub T);

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub enum Either<A, B> {
    Left(A),
    Right { value: B },
}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced,
      printcolumn(name = "Left", type = "integer", path = ".spec.pair.left"))]
pub struct PizzaSpec {
    pub pair: Pair<i32>,
    pub other: Pair<String, bool>,
    pub fixed: Fixed<u8, 3>,
    pub borrowed: Borrowed<'static, 'static>,
    pub relative: Relative<Numbers>,
    #[schema(min_length = 1)]
    pub wrapper: Wrapper<Wrapper<String>>,
    pub either: Either<String, Vec<i64>>,
}

wheelwright::wheel!(pub Pizzas = Pizza);

fn main() {
    let yaml = Pizzas::crd_yaml();
    assert!(yaml.contains("minLength: 1"), "{yaml}");
}
