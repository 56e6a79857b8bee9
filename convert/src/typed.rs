//! What generated conversions of Rust values call.

use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use super::{
    ConversionError, Converter, SpokeRoot,
    json::Json,
    memoryless::{self, Mode},
    plan::{self, Direction},
};
use crate::{
    CustomResource,
    table::{Fields, Unmapped},
};

/// Values that a function takes, read from JSON: a tuple with one member for each place.
pub trait Inputs: Sized {
    /// Reads them. `None` is a place that is absent: what serde reads from nothing, such as `Option`, is fine with it.
    fn read(values: &[Option<&Value>]) -> Result<Self, Unmapped>;
}

/// Values that a function makes, written to JSON: a tuple with one member for each place. `null` stays `null` here.
pub trait Outputs: Sized {
    /// Writes them.
    fn write(self) -> Result<Vec<Option<Value>>, Unmapped>;
}

macro_rules! tuples {
    ($($name:ident $index:tt),*) => {
        impl<$($name: DeserializeOwned),*> Inputs for ($($name,)*) {
            fn read(values: &[Option<&Value>]) -> Result<Self, Unmapped> {
                Ok(($(read_one::<$name>(values.get($index).copied().flatten())?,)*))
            }
        }

        impl<$($name: Serialize),*> Outputs for ($($name,)*) {
            fn write(self) -> Result<Vec<Option<Value>>, Unmapped> {
                Ok(vec![$(write_one(&self.$index)?),*])
            }
        }
    };
}

impl Inputs for () {
    fn read(_: &[Option<&Value>]) -> Result<Self, Unmapped> {
        Ok(())
    }
}

impl Outputs for () {
    fn write(self) -> Result<Vec<Option<Value>>, Unmapped> {
        Ok(Vec::new())
    }
}

tuples!(A 0);
tuples!(A 0, B 1);
tuples!(A 0, B 1, C 2);
tuples!(A 0, B 1, C 2, D 3);
tuples!(A 0, B 1, C 2, D 3, E 4);
tuples!(A 0, B 1, C 2, D 3, E 4, F 5);
tuples!(A 0, B 1, C 2, D 3, E 4, F 5, G 6);
tuples!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);

/// Runs an infallible function of the author's on JSON values.
pub fn call<I: Inputs, O: Outputs>(
    function: impl FnOnce(I) -> O,
    values: &[Option<&Value>],
) -> Result<Vec<Option<Value>>, Unmapped> {
    function(I::read(values)?).write()
}

/// Runs a fallible function of the author's on JSON values.
pub fn try_call<I: Inputs, O: Outputs, E: ToString>(
    function: impl FnOnce(I) -> Result<O, E>,
    values: &[Option<&Value>],
) -> Result<Vec<Option<Value>>, Unmapped> {
    match function(I::read(values)?) {
        Ok(outputs) => outputs.write(),
        Err(error) => Err(Unmapped::Refused(error.to_string())),
    }
}

fn read_one<T: DeserializeOwned>(value: Option<&Value>) -> Result<T, Unmapped> {
    let read = match value {
        Some(value) => T::deserialize(value),
        // `Option` and the like read as nothing; every other type says that it cannot be null.
        None => T::deserialize(&Value::Null),
    };
    read.map_err(|error| Unmapped::Partial(error.to_string()))
}

fn write_one<T: Serialize>(value: &T) -> Result<Option<Value>, Unmapped> {
    serde_json::to_value(value)
        .map(Some)
        .map_err(|error| Unmapped::Refused(error.to_string()))
}

/// Runs one step of a struct's mapping up, on Rust values: one member of the tuple for each place.
pub fn up<I: Outputs, O: Inputs>(
    fields: &'static Fields,
    step: usize,
    inputs: I,
) -> Result<O, ConversionError> {
    run(fields, step, inputs, Direction::Up)
}

/// Runs one step of a struct's mapping down, on Rust values: one member of the tuple for each place.
pub fn down<I: Outputs, O: Inputs>(
    fields: &'static Fields,
    step: usize,
    inputs: I,
) -> Result<O, ConversionError> {
    run(fields, step, inputs, Direction::Down)
}

fn run<I: Outputs, O: Inputs>(
    fields: &'static Fields,
    step: usize,
    inputs: I,
    direction: Direction,
) -> Result<O, ConversionError> {
    let reason = |unmapped| match unmapped {
        Unmapped::Partial(reason) | Unmapped::Refused(reason) => ConversionError::new(reason),
        Unmapped::Panicked(reason) => ConversionError::panicked(reason),
    };
    let inputs = inputs.write().map_err(reason)?;
    // A Rust value that is nothing is written as null, and left out of an object.
    let inputs: Vec<Option<Json>> = inputs
        .iter()
        .map(|input| {
            let value = input.as_ref()?;
            (!value.is_null()).then(|| Json::of_value(value))
        })
        .collect();
    let step = plan::step(fields, step).map_err(|error| ConversionError::new(error.to_string()))?;
    let mode = Mode::whole(direction);
    // What is absent is what serde reads where nothing is.
    let outputs: Vec<Option<Value>> = memoryless::forward(&step, &inputs, mode)?
        .into_iter()
        .zip(step.places.of(direction.to()))
        .map(|(output, place)| output.or_else(|| place.serde_default()))
        .map(|output| output.as_ref().map(Json::to_value))
        .collect();
    let borrowed: Vec<Option<&Value>> = outputs.iter().map(Option::as_ref).collect();
    O::read(&borrowed).map_err(reason)
}

/// Converts a root object up; what the hub cannot hold goes into its annotation.
pub fn root_up<S>(spoke: &S) -> Result<S::Hub, ConversionError>
where
    S: SpokeRoot + Serialize,
{
    convert(converter::<S>()?, spoke, S::Hub::ROOT.version)
}

/// Converts a root object down; what the spoke cannot hold goes into its annotation.
pub fn root_down<S>(hub: &S::Hub) -> Result<S, ConversionError>
where
    S: SpokeRoot,
    S::Hub: Serialize,
{
    convert(converter::<S>()?, hub, S::ROOT.version)
}

fn converter<S: SpokeRoot>() -> Result<&'static Converter, ConversionError> {
    super::spokes::made::<S>(|| {
        Converter::new(&[S::Hub::ROOT, S::ROOT], &[const { &S::MAPPING }], false)
    })
    .map_err(|error| ConversionError::new(error.to_string()))
}

fn convert<F: Serialize, T: DeserializeOwned>(
    converter: &'static Converter,
    from: &F,
    version: &str,
) -> Result<T, ConversionError> {
    let error = |error: serde_json::Error| ConversionError::new(error.to_string());
    let text = serde_json::to_string(from).map_err(error)?;
    serde_json::from_str(&converter.convert_text(&text, version)?).map_err(error)
}
