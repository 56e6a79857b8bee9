//! How much the laws try, how long, and what they say on the way.

use std::{
    process::Command,
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema, Spoke};

pub(crate) mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Clock",
        namespaced,
        storage
    )]
    pub(crate) struct ClockSpec {
        pub(crate) words: String,
        pub(crate) hour: u8,
    }
}

pub(crate) mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = v2::Clock, version = "v1")]
    #[spoke(hub = v2::ClockSpec)]
    pub(crate) struct ClockSpec {
        #[spoke(rename = "words", with = to_words, back = of_words)]
        pub(crate) text: String,
        pub(crate) hour: u8,
    }
}

wheelwright::wheel!(pub(crate) Clocks = v2::Clock, [v1::Clock]);

/// Whether the function is to hang once.
const HANGS: &str = "WHEELWRIGHT_TEST_HANGS";

static HAS_HUNG: AtomicBool = AtomicBool::new(false);

fn to_words(text: String) -> String {
    if std::env::var_os(HANGS).is_some() && !HAS_HUNG.swap(true, Ordering::SeqCst) {
        std::thread::sleep(Duration::from_secs(5));
    }
    text
}

fn of_words(words: String) -> String {
    words
}

#[test]
fn a_number_of_rounds_is_tried_whatever_the_time() {
    // Two versions, of each one object a round.
    assert_eq!(Clocks::laws().rounds(150).check().unwrap(), 300);
}

#[test]
fn time_ends_them_but_not_before_enough_was_tried() {
    let start = Instant::now();
    let tried = Clocks::laws()
        .rounds(1_000_000)
        .within(Duration::ZERO)
        .check()
        .unwrap();
    assert!((60..=62).contains(&tried), "{tried}");
    assert!(start.elapsed() < Duration::from_mins(1));
}

/// What [`a_function_that_hangs_is_named_with_its_object`] runs by itself.
#[test]
fn the_laws_of_clocks() {
    Clocks::assert_laws();
}

#[test]
fn a_function_that_hangs_is_named_with_its_object() {
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "limits::the_laws_of_clocks"])
        .env(HANGS, "1")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    for words in [
        "in the function that makes `words` of `text` (`#[spoke(…)]` in line ",
        "\"kind\":\"Clock\"",
        "seed 1: {",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
    // Three seconds, or more where the machine is busy.
    let taken = said.split_once("laws of Clock: one object has taken ");
    let taken = taken.and_then(|(_, taken)| taken.split_once('s')?.0.parse().ok());
    assert!(taken.is_some_and(|seconds: u64| seconds >= 3), "{said}");
    // Time was over, and that is said past what captures the output of tests.
    assert!(
        said.contains("objects tried in") && said.contains("the time was over"),
        "{said}"
    );
}
