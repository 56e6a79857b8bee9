//! Values that tables name as functions: a function of a table captures nothing, so each has a place of its own.

use std::cell::RefCell;

use serde_json::Value;

use crate::table::Run;

thread_local! {
    static VALUES: RefCell<Vec<Value>> = const { RefCell::new(Vec::new()) };
}

fn nth<const ROW: usize, const COLUMN: usize>() -> Result<Value, String> {
    VALUES.with_borrow(|values| Ok(values[ROW * 16 + COLUMN].clone()))
}

macro_rules! row {
    ($row:literal: $($column:literal)*) => { [$(Run(nth::<$row, $column>)),*] };
}

macro_rules! rows {
    ($($row:literal)*) => { [$(row!($row: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)),*] };
}

const RUNS: [[Run; 16]; 16] = rows!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);

/// Forgets the values of other tables.
pub(super) fn clear() {
    VALUES.with_borrow_mut(Vec::clear);
}

/// A function that gives the value, on this thread, as long as there are places.
pub(super) fn run(value: Value) -> Option<Run> {
    VALUES.with_borrow_mut(|values| {
        let place = values.len();
        let run = *RUNS.get(place / 16)?.get(place % 16)?;
        values.push(value);
        Some(run)
    })
}
