use std::{any::Any, fmt, panic::catch_unwind};

/// A function that makes a JSON value at run time, such as serde's default of a field.
#[derive(Clone, Copy)]
pub struct Run(pub fn() -> Result<serde_json::Value, String>);

impl Run {
    /// The value. A panic is an error like any other: no schema, check or plan ends by one.
    pub fn caught(self) -> Result<serde_json::Value, String> {
        catch_unwind(self.0).unwrap_or_else(|panic| Err(panic_message("it panicked", &*panic)))
    }
}

/// These words, and what the panic says.
pub fn panic_message(words: &str, panic: &(dyn Any + Send)) -> String {
    let text = panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    match text {
        Some(text) => format!("{words}: {text}"),
        None => words.to_owned(),
    }
}

impl fmt::Debug for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Run")
    }
}

/// A JSON value that a `const` can hold.
#[derive(Clone, Copy, Debug)]
pub enum Tree {
    /// `null`.
    Null,
    /// A boolean.
    Bool(bool),
    /// An integer.
    Int(i128),
    /// A number with a fraction or exponent.
    Float(f64),
    /// A string.
    Str(&'static str),
    /// An array.
    Array(&'static [Tree]),
    /// An object, members in the order they were written.
    Object(&'static [(&'static str, Tree)]),
    /// Known only at run time: a constant or function of the user's.
    Run(Run),
}
