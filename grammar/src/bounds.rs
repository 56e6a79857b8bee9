//! Two ends of which one is over the other, so that no value passes.
//!
//! The API server takes a schema that says so; whoever writes one in Rust did not mean it.

/// Whether nothing is between the ends: the lower one is over the upper one, or at it where either is open.
///
/// ```
/// use wheelwright_grammar::bounds::leave_nothing;
///
/// assert!(!leave_nothing(1.0, 1.0, false));
/// assert!(leave_nothing(1.0, 1.0, true));
/// assert!(leave_nothing(256.0, 23.0, false));
/// ```
#[must_use]
pub fn leave_nothing(least: f64, most: f64, is_open: bool) -> bool {
    least > most || is_open && least >= most
}
