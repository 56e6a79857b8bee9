//! Verdicts and texts are those of Go 1.26's `regexp.Compile`.

use super::*;

fn refusal(pattern: &str) -> String {
    Pattern::parse(pattern).map_or_else(|error| error.server(), |_| "taken".to_owned())
}

fn translated(pattern: &str) -> String {
    Pattern::parse(pattern).unwrap().to_regex()
}

#[test]
fn go_refuses_in_these_words() {
    for (pattern, words) in [
        ("(?=a)", "invalid or unsupported Perl syntax: `(?=`"),
        ("a(?!b)", "invalid or unsupported Perl syntax: `(?!`"),
        ("(?<=a)b", "invalid named capture: `(?<=a)b`"),
        ("(?<=a>)b", "invalid named capture: `(?<=a>`"),
        ("(?P<a-b>x)", "invalid named capture: `(?P<a-b>`"),
        ("(?>a)", "invalid or unsupported Perl syntax: `(?>`"),
        ("(?P=n)", "invalid or unsupported Perl syntax: `(?P`"),
        ("(?i", "invalid or unsupported Perl syntax: `(?i`"),
        ("(?-)", "invalid or unsupported Perl syntax: `(?-)`"),
        ("(a)\\1", "invalid escape sequence: `\\1`"),
        ("\\Z", "invalid escape sequence: `\\Z`"),
        ("\\C", "invalid escape sequence: `\\C`"),
        ("\\xg0", "invalid escape sequence: `\\xg0`"),
        ("\\x{110000}", "invalid escape sequence: `\\x{110000`"),
        ("a\\", "trailing backslash at end of expression: ``"),
        ("a**", "invalid nested repetition operator: `**`"),
        ("a{2}{3}", "invalid nested repetition operator: `{2}{3}`"),
        ("a++", "invalid nested repetition operator: `++`"),
        ("*a", "missing argument to repetition operator: `*`"),
        ("(|*?)", "missing argument to repetition operator: `*?`"),
        ("a{1001}", "invalid repeat count: `{1001}`"),
        ("a{2,1}", "invalid repeat count: `{2,1}`"),
        ("a{99999999999}", "invalid repeat count: `{99999999999}`"),
        ("(a{100}){11}", "invalid repeat count: `{11}`"),
        ("((a{10}){10}){11,}", "invalid repeat count: `{11,}`"),
        ("[a", "missing closing ]: `[a`"),
        ("[]a", "missing closing ]: `[]a`"),
        ("[z-a]", "invalid character class range: `z-a`"),
        ("[a-\\d]", "invalid escape sequence: `\\d`"),
        ("[[:foo:]]", "invalid character class range: `[:foo:]`"),
        ("\\pX", "invalid character class range: `\\pX`"),
        (
            "\\p{Old_Italic}",
            "invalid character class range: `\\p{Old_Italic}`",
        ),
        ("(a", "missing closing ): `(a`"),
        ("a)", "unexpected ): `a)`"),
    ] {
        assert_eq!(
            refusal(pattern),
            format!("error parsing regexp: {words}"),
            "{pattern}"
        );
    }
}

#[test]
fn go_takes_these() {
    for pattern in [
        "",
        "|",
        "()",
        "(?)",
        "(?:)*",
        "^*",
        "a{,5}",
        "a{01}",
        "a{",
        "{",
        "}",
        "]",
        "a{0}",
        "(a{1000}){0}",
        "(a{1000}){1}",
        "(a*)*",
        "a*(?i)*",
        "(?:a*)*",
        "(?P<n>a)(?P<n>b)",
        "(?<n>a)",
        "[]]",
        "[]-a]",
        "[a-]",
        "[[:alpha:]-z]",
        "[[:]",
        "\\_",
        "\\x{10FFFF}",
        "\\012",
        "\\Qa*",
        "\\E",
        "\\p{greek}",
        "\\p{ L u }",
        "\\p{Letter}",
        "\\p{^Han}",
        "(?i-s:a)",
    ] {
        let verdict = refusal(pattern);
        let expected = if pattern == "\\E" {
            "error parsing regexp: invalid escape sequence: `\\E`"
        } else {
            "taken"
        };
        assert_eq!(verdict, expected, "{pattern}");
    }
}

#[test]
fn depth_and_size_are_limited_as_in_go() {
    let nested = |levels| "(".repeat(levels) + "a" + &")".repeat(levels);
    assert_eq!(refusal(&nested(999)), "taken");
    assert!(
        refusal(&nested(1000)).starts_with("error parsing regexp: expression nests too deeply: `(")
    );
    // Groups that do not capture are no level of their own.
    assert_eq!(
        refusal(&("(?:".repeat(5000) + "a" + &")".repeat(5000))),
        "taken"
    );
    assert!(
        refusal(&"(x{10}y{10}z{10}){100}".repeat(1200))
            .starts_with("error parsing regexp: expression too large")
    );
    // Nothing here recurses.
    assert!(Pattern::parse(&"(".repeat(1_000_000)).is_err());
    assert!(Pattern::parse(&nested(1_000_000)).is_err());
    assert!(Pattern::parse(&"(?:".repeat(300_000)).is_err());
    assert_eq!(refusal(&"a|".repeat(300_000)), "taken");
}

#[test]
fn the_language_stays_the_same() {
    for (pattern, takes, refuses) in [
        ("^a$", vec!["a"], vec!["a\n", "b\na", "aa"]),
        ("(?m)^a$", vec!["a", "b\na\nc"], vec!["b"]),
        ("a.b", vec!["a\u{2028}b", "a\rb"], vec!["a\nb"]),
        ("(?s)a.b", vec!["a\nb"], vec!["ab"]),
        ("^\\d$", vec!["1"], vec!["\u{661}"]),
        ("^\\w$", vec!["a", "_"], vec!["é"]),
        ("^\\s$", vec![" ", "\n"], vec!["\u{a0}", "\u{b}"]),
        ("^[[:space:]]$", vec!["\u{b}"], vec!["\u{a0}"]),
        ("é\\b", vec!["éa"], vec!["é", "é "]),
        ("\\Bé", vec!["é"], vec!["aé"]),
        ("(?i)^k$", vec!["k", "K", "\u{212a}"], vec!["j"]),
        ("(?i)^[^k]$", vec!["j"], vec!["k", "K", "\u{212a}"]),
        ("(?i)^straße$", vec!["STRAẞE"], vec!["STRASSE"]),
        ("(?i)^\\w$", vec!["\u{17f}", "\u{212a}"], vec!["é"]),
        ("(?i)^\\p{Lu}$", vec!["a", "A"], vec!["日"]),
        ("^[^\\PLa]$", vec!["b"], vec!["a", "1"]),
        ("^\\p{Greek}$", vec!["α"], vec!["a"]),
        // Assigned in Unicode 16: a letter to newer libraries, nothing to Go 1.26.
        ("^\\pL$", vec!["\u{1e900}"], vec!["\u{10d50}"]),
        ("^\\p{Mn}$", vec!["\u{1171e}"], vec!["a"]),
        ("^\\Q[a\\E]$", vec!["[a]"], vec!["a"]),
        ("^(a|b|)c$", vec!["ac", "c"], vec!["dc"]),
        ("^(?:ab){2}$", vec!["abab"], vec!["abb"]),
        ("^a|b$", vec!["ax", "xb"], vec!["xa"]),
        ("^a{,2}$", vec!["a{,2}"], vec!["aa"]),
        (
            "^[a&&b~~c-]$",
            vec!["&", "-", "~", "a", "c"],
            vec!["d", "+"],
        ),
        (
            "^[\\x{d800}-\\x{e000}]$",
            vec!["\u{e000}"],
            vec!["\u{d7ff}"],
        ),
        ("^\\x{dfff}", vec![], vec!["", "a"]),
        ("(?U)^a+$", vec!["aaa"], vec![""]),
        ("^#x$", vec!["#x"], vec![""]),
    ] {
        let regex = regex::Regex::new(&translated(pattern)).unwrap();
        for text in takes {
            assert!(regex.is_match(text), "{pattern} takes {text:?}");
        }
        for text in refuses {
            assert!(!regex.is_match(text), "{pattern} refuses {text:?}");
        }
    }
}

#[test]
fn laziness_survives() {
    let found = |pattern: &str| {
        regex::Regex::new(&translated(pattern))
            .unwrap()
            .find("aaa")
            .map(|found| found.as_str().len())
    };
    assert_eq!(found("a+"), Some(3));
    assert_eq!(found("a+?"), Some(1));
    assert_eq!(found("(?U)a+"), Some(1));
    assert_eq!(found("(?U)a+?"), Some(3));
}

#[test]
fn every_class_that_go_names_can_be_translated() {
    for name in [
        "Any",
        "Assigned",
        "ASCII",
        "LC",
        "Cs",
        "Cn",
        "C",
        "Private_Use",
    ]
    .iter()
    .chain(fold_tables::SCRIPTS)
    {
        for pattern in [format!("\\p{{{name}}}"), format!("(?i)[^\\P{{{name}}}]")] {
            assert!(
                regex::Regex::new(&translated(&pattern)).is_ok(),
                "{pattern}"
            );
        }
    }
}

/// What is written for ECMA-262 is within what the `regex` crate reads alike, so that it can say whether it matches the same.
#[test]
fn ecma_matches_what_go_matches() {
    let patterns = [
        r"^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$",
        r"\A(?:a|b|)+?\z",
        r"^[^\s/]{1,3}$",
        r"(?i)^key[]^-]\d+$",
        r"a.c",
        r"(?s)a.c",
        r"^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$",
        r"^[[:alpha:]_][[:word:]]*=\W$",
        "^\"[é-ü]{2}/\u{1F355}?$",
        r"^$|x{2,}|[{}]",
    ];
    let mut seed = 1_u64;
    for text in patterns {
        let pattern = Pattern::parse(text).unwrap();
        let Some(ecma) = pattern.to_ecma() else {
            assert!(text.contains('\u{1F355}'), "{text}");
            continue;
        };
        let go = regex::Regex::new(&pattern.to_regex()).unwrap();
        let ecma = regex::Regex::new(&ecma).unwrap();
        for _ in 0..200 {
            let mut choose = |count: usize| {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                usize::try_from(seed >> 33).unwrap() % count.max(1)
            };
            let mut sample = pattern.sample(&mut choose);
            if choose(2) == 0 {
                let at = sample.char_indices().nth(choose(4)).map_or(0, |(at, _)| at);
                sample.insert(at, ['\n', ' ', 'A', '-', 'é', '{', '\u{2028}'][choose(7)]);
            }
            assert_eq!(
                go.is_match(&sample),
                ecma.is_match(&sample),
                "{text} {ecma} {sample:?}"
            );
        }
    }
}
