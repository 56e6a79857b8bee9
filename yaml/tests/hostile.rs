//! Files made to break readers: an answer in bounded time, and never a panic.
#![cfg(feature = "read")]

use std::time::{Duration, Instant};

use wheelwright_yaml::{DEPTH, ErrorKind, documents};

/// What a machine that is busy with other tests may take.
const PATIENCE: Duration = Duration::from_secs(20);

fn only_error(text: &str) -> Option<ErrorKind> {
    let start = Instant::now();
    let found = documents(text).into_iter().find_map(Result::err);
    assert!(start.elapsed() < PATIENCE, "{:?}", start.elapsed());
    found.map(|error| error.kind)
}

#[test]
fn nesting_is_bounded() {
    const MANY: usize = 1 << 20;
    for text in [
        "[".repeat(MANY),
        "{a: ".repeat(MANY / 4),
        "- ".repeat(MANY / 2),
        format!("{{\"a\": {}", "[".repeat(MANY)),
        format!("{{\"a\": {}1{}}}", "[".repeat(MANY), "]".repeat(MANY)),
        "? ".repeat(MANY / 2),
    ] {
        assert!(only_error(&text).is_some());
    }
    let nested = |depth: usize| format!("{}1{}", "[".repeat(depth), "]".repeat(depth));
    assert_eq!(only_error(&nested(DEPTH)), None);
    assert_eq!(only_error(&nested(DEPTH + 1)), Some(ErrorKind::Depth));
}

#[test]
fn copies_are_bounded() {
    let mut text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n".to_owned();
    for level in 1..9 {
        let copies = vec![format!("*a{}", level - 1); 9].join(", ");
        text += &format!("a{level}: &a{level} [{copies}]\n");
    }
    assert_eq!(only_error(&text), Some(ErrorKind::Aliasing));

    let mut text = "a0: &a0 {k: v}\n".to_owned();
    for level in 1..40 {
        text += &format!("a{level}: &a{level} {{<<: [*a{0}, *a{0}]}}\n", level - 1);
    }
    assert_eq!(only_error(&text), Some(ErrorKind::Aliasing));
}

#[test]
fn long_texts_take_time_in_proportion() {
    const MANY: usize = 20_000;
    for text in [
        format!("a: \"{}\"", "\\u00e9".repeat(MANY * 8)),
        format!("a: '{}'", "x\n\n ".repeat(MANY * 8)),
        "a: b\n".repeat(MANY),
        "---\na: b\n".repeat(MANY),
        "{\"a\": \"b\"}".repeat(MANY),
        format!("[{}]", "a, ".repeat(MANY * 4)),
        format!("{{{}}}", "a, ".repeat(MANY)),
        format!("a: {}", "9".repeat(MANY * 40)),
        "#".repeat(MANY * 40),
        " ".repeat(MANY * 40),
        "\n".repeat(MANY * 40),
        format!("{}b: c", "a ".repeat(MANY * 4)),
        "&a ".repeat(MANY),
        "!!str ".repeat(MANY),
        "*a ".repeat(MANY),
        "a: |\n".to_owned() + &" x\n".repeat(MANY * 4),
    ] {
        only_error(&text);
    }
}

/// Every text that a few edits make of these is answered.
#[test]
fn nothing_makes_the_reader_panic() {
    const SEEDS: &[&str] = &[
        "a: &x {b: [1, y, 'z'], <<: *x}\nc:\n- d: |\n   e\n  ? f\n  : >-\n   g\n",
        "%YAML 1.1\n---\n!!map {a: !<tag:x> b}\n...\n---\n- *x\n- \"\\x41\\\n  b\"\n",
        "{\"a\": [1.5e3, null, true, \"\\ud83c\\udf55\"], \"b\": {}}{\"c\": 1}\n",
    ];
    const BYTES: &[u8] = b"\t\n\r :-?,[]{}#&*!|>'\"%@`~<=.0y\\/\xc3\xa9\xef\xbb\xbf\x00\x07";
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state >> 33).unwrap_or(0) % below
    };
    for round in 0..20_000 {
        let mut text = SEEDS[round % SEEDS.len()].as_bytes().to_vec();
        for _ in 0..=next(6) {
            let (from, to) = (next(text.len()), next(text.len()));
            match next(4) {
                0 => text[from] = BYTES[next(BYTES.len())],
                1 => text.insert(from, BYTES[next(BYTES.len())]),
                2 => drop(text.remove(from)),
                _ => text.extend_from_within(from.min(to)..from.max(to)),
            }
            if text.is_empty() {
                text.push(b'a');
            }
        }
        for document in documents(&String::from_utf8_lossy(&text))
            .into_iter()
            .flatten()
        {
            assert!(document.start().line >= 1, "round {round}");
        }
    }
}
