//! The names that operators have as functions.

/// `a ? b : c`
pub const CONDITIONAL: &str = "_?_:_";
/// `a && b`
pub const AND: &str = "_&&_";
/// `a || b`
pub const OR: &str = "_||_";
/// `!a`
pub const NOT: &str = "!_";
/// `a == b`
pub const EQUALS: &str = "_==_";
/// `a != b`
pub const NOT_EQUALS: &str = "_!=_";
/// `a < b`
pub const LESS: &str = "_<_";
/// `a <= b`
pub const LESS_EQUALS: &str = "_<=_";
/// `a > b`
pub const GREATER: &str = "_>_";
/// `a >= b`
pub const GREATER_EQUALS: &str = "_>=_";
/// `a + b`
pub const ADD: &str = "_+_";
/// `a - b`
pub const SUBTRACT: &str = "_-_";
/// `a * b`
pub const MULTIPLY: &str = "_*_";
/// `a / b`
pub const DIVIDE: &str = "_/_";
/// `a % b`
pub const MODULO: &str = "_%_";
/// `-a`
pub const NEGATE: &str = "-_";
/// `a[b]`
pub const INDEX: &str = "_[_]";
/// `a[?b]`
pub const OPTIONAL_INDEX: &str = "_[?_]";
/// `a.?b`; the second argument is a string literal.
pub const OPTIONAL_SELECT: &str = "_?._";
/// `a in b`
pub const IN: &str = "@in";
/// What `all` and `exists` go on by.
pub const NOT_STRICTLY_FALSE: &str = "@not_strictly_false";
/// What `transformMap` and `transformMapEntry` gather with.
pub const MAP_INSERT: &str = "cel.@mapInsert";
/// What `sortBy` sorts with.
pub const SORT_BY_KEYS: &str = "@sortByAssociatedKeys";
