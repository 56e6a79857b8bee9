//! Expressions that nobody means well: nothing panics, nothing overflows, everything comes to an end.

use std::time::{Duration, Instant};

use wheelwright_cel::rule::{OldSelf, check_rule};
use wheelwright_cel::schema::{Declared, Schema, SchemaType};
use wheelwright_cel::syntax::parse;
use wheelwright_cel::{Environment, KubeVersion, estimate};

/// Less than any thread has by default.
const SMALL_STACK: usize = 1024 * 1024;

fn declared() -> Declared {
    let text = || Schema::of(SchemaType::String);
    let schema = Schema::object([
        ("text", text()),
        ("number", Schema::of(SchemaType::Integer)),
        ("list", Schema::list(text())),
        ("map", Schema::map(Schema::of(SchemaType::Boolean))),
        (
            "any",
            Schema {
                int_or_string: true,
                ..Schema::default()
            },
        ),
    ]);
    schema
        .declare(KubeVersion::default())
        .expect("it is an object")
}

/// Parses, checks and costs, on a small stack and in a short time; whether all of it went well.
fn survives(text: &str) -> bool {
    let text = text.to_owned();
    let start = Instant::now();
    let thread = std::thread::Builder::new().stack_size(SMALL_STACK);
    let run = thread.spawn(move || {
        let environment = Environment::default();
        let node = declared();
        let checked = check_rule(&text, &node, OldSelf::Required, environment);
        if let Ok(checked) = &checked {
            let cost = estimate(checked, environment, &node);
            assert!(cost.min <= cost.max);
            assert!(checked.unguarded().len() <= checked.ast().len());
        }
        if let Err(error) = &checked {
            assert!(!error.to_string().is_empty());
        }
        checked.is_ok()
    });
    let survived = run
        .expect("a thread starts")
        .join()
        .expect("nothing panics");
    assert!(
        start.elapsed() < Duration::from_secs(20),
        "it takes too long"
    );
    survived
}

fn first_error(text: &str) -> String {
    let error = parse(text, Environment::default()).expect_err("the server refuses it");
    error.first().expect("there is one").message.clone()
}

/// The limits that the server's parser has: of each, the last that it takes and the first that it refuses.
#[test]
fn nesting_ends_where_the_server_ends_it() {
    let nested = |open: &str, inner: &str, close: &str, count: usize| {
        format!("{}{inner}{}", open.repeat(count), close.repeat(count))
    };
    let recursion = "expression recursion limit exceeded: 250";
    let visit = "max recursion depth exceeded";
    assert!(survives(&nested("(", "true", ")", 249)));
    assert_eq!(first_error(&nested("(", "true", ")", 250)), recursion);
    assert!(survives(&format!(
        "size({}) == 0",
        nested("[", "", "]", 249)
    )));
    assert_eq!(first_error(&nested("[", "", "]", 251)), recursion);
    // Each parenthesis at the right of an operator is two calculations deep.
    assert!(survives(&format!(
        "{} == 0",
        nested("1 + (", "1", ")", 124)
    )));
    assert_eq!(first_error(&nested("1 + (", "1", ")", 125)), recursion);
    assert!(survives(&format!("1{} > 1", " + 1".repeat(249))));
    assert_eq!(first_error(&format!("1{}", " + 1".repeat(251))), visit);
    assert_eq!(first_error(&format!("a{}", ".a".repeat(251))), visit);
    assert_eq!(first_error(&format!("a{}", "[0]".repeat(251))), visit);
    assert_eq!(first_error(&format!("a{}", ".a()".repeat(251))), visit);
    assert!(survives(&format!("{}true", "true ? false : ".repeat(249))));
    assert_eq!(
        first_error(&format!("{}true", "true ? false : ".repeat(250))),
        recursion
    );
}

#[test]
fn length_ends_where_the_server_ends_it() {
    assert!(survives(&format!("true{}", " && true".repeat(12_499))));
    let long = format!("'{}' == ''", "é".repeat(99_994));
    assert_eq!(long.chars().count(), 100_002);
    assert_eq!(
        first_error(&long),
        "expression code point size exceeds limit: size: 100002, limit 100000"
    );
    assert!(survives(&format!("'{}' == ''", "é".repeat(99_992))));
    assert!(survives(&format!("{}true", "!".repeat(99_990))));
    assert!(survives(&format!("0 == {}1", "-".repeat(99_990))));
    assert!(survives(&format!("size([{}1]) > 0", "1,".repeat(49_000))));
}

/// The deepest trees that fit: a long row of `&&` in each parenthesis.
#[test]
fn deep_trees_fit_a_small_stack() {
    let row = "true && ".repeat(48);
    assert!(survives(&format!(
        "{}true{}",
        format!("{row}!(").repeat(240),
        ")".repeat(240)
    )));
    let macros = "self.list.all(x, self.list.exists(y, ".repeat(60);
    assert!(survives(&format!("{macros}true{}", "))".repeat(60))));
}

/// The server tells of a hundred errors, and how many more there are.
#[test]
fn errors_are_told_up_to_a_hundred() {
    for text in [
        "@".repeat(100_000),
        format!("[{}]", "self.x,".repeat(14_000)),
        "#\n".repeat(50_000),
    ] {
        let start = Instant::now();
        let node = declared();
        let error = check_rule(&text, &node, OldSelf::Required, Environment::default());
        let told = error.expect_err("the server refuses it").to_string();
        assert_eq!(told.matches("ERROR: <input>").count(), 100);
        assert!(
            start.elapsed() < Duration::from_secs(5),
            "it takes too long"
        );
    }
}

/// What grows as two to the power of its length.
#[test]
fn exponential_growth_is_refused() {
    let chained = format!(
        "{} == optional.of(1)",
        "optional.of(1)".to_owned() + &".optMap(x, x)".repeat(40)
    );
    assert!(!survives(&chained));
    let mut pairs = "1".to_owned();
    for index in 0..120 {
        pairs = format!("[{pairs}].map(a{index}, {{a{index}: a{index}}})");
    }
    survives(&format!("{pairs} == {pairs}"));
    let (mut empty, mut last) = (String::new(), String::new());
    for index in 1..100 {
        empty.push_str(&format!("[].all(a{index}, "));
        last.push_str(&format!(
            "a{index} == {{a{}: a{}}} && ",
            index - 1,
            index - 1
        ));
    }
    let empty = format!("[].all(a0, {empty}");
    survives(&format!("{empty}{last}a99 == a98{}", ")".repeat(100)));
}

#[test]
fn numbers_saturate() {
    let nested = "self.list.all(x, ".repeat(40);
    let rule = format!("{nested}true{}", ")".repeat(40));
    let node = declared();
    let environment = Environment::default();
    let checked = check_rule(&rule, &node, OldSelf::Required, environment).expect("it is a rule");
    assert_eq!(estimate(&checked, environment, &node).max, u64::MAX);
}

/// A small generator of numbers, so that a seed gives the same texts each time.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % limit as u64).expect("it is below the limit")
    }
}

const PIECES: [&str; 64] = [
    "self",
    "oldSelf",
    ".",
    "text",
    "list",
    "map",
    "number",
    "any",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    "?",
    "?.",
    "[?",
    "==",
    "!=",
    "<",
    ">=",
    "&&",
    "||",
    "!",
    "-",
    "+",
    "*",
    "/",
    "%",
    "in",
    "x",
    "y",
    "all",
    "exists",
    "map(",
    ".all(x, ",
    ".filter(x, ",
    ".optMap(x, ",
    ".sortBy(x, ",
    ".transformMap(k, v, ",
    "has(",
    "size(",
    "1",
    "1u",
    "1.5",
    "0x1F",
    "'a'",
    "b'a'",
    "r'\\d'",
    "'''a'''",
    "'\\u00e9'",
    "true",
    "null",
    "dyn(",
    "type(",
    "duration('1s')",
    "timestamp('x')",
    "`a-b`",
    "é",
    "\n",
    "// c",
    "\\",
];

/// Texts put together from pieces of the language, and rules with some of their bytes changed.
#[test]
fn random_texts_do_no_harm() {
    let seed = 28;
    let mut random = Random(seed);
    let node = declared();
    let rules: Vec<String> = include_str!("data/cel.jsonl")
        .lines()
        .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok())
        .filter_map(|case| case["rule"].as_str().map(str::to_owned))
        .collect();
    for round in 0..20_000 {
        let text = if round % 2 == 0 {
            let count = random.below(14) + 1;
            (0..count)
                .map(|_| PIECES[random.below(PIECES.len())])
                .collect::<String>()
        } else {
            let mut characters: Vec<char> = rules[random.below(rules.len())].chars().collect();
            for _ in 0..=random.below(3) {
                let at = random.below(characters.len().max(1));
                let piece = PIECES[random.below(PIECES.len())].chars();
                let end = (at + random.below(4)).min(characters.len());
                characters.splice(at.min(end)..end, piece);
            }
            characters.into_iter().collect()
        };
        let server = KubeVersion::all()
            .nth(random.below(7))
            .expect("there are seven");
        for environment in [Environment::new(server), Environment::stored(server)] {
            match check_rule(&text, &node, OldSelf::Optional, environment) {
                Ok(checked) => {
                    let _ = estimate(&checked, environment, &node);
                }
                Err(error) => assert!(
                    !error.to_string().is_empty(),
                    "seed {seed}, round {round}: {text}"
                ),
            }
        }
    }
}
