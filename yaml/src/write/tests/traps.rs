//! Strings that some reader of YAML takes for something else when they are plain.

/// From the type repository of YAML 1.1, the core schema of YAML 1.2, and the grammar of plain scalars.
// A line per subject is read more easily than a line per string.
#[rustfmt::skip]
pub(super) const TRAPS: &[&str] = &[
    // Booleans of YAML 1.1.
    "y", "Y", "yes", "Yes", "YES", "n", "N", "no", "No", "NO", "true", "True", "TRUE", "false", "False", "FALSE",
    "on", "On", "ON", "off", "Off", "OFF", "yEs", "oFF",
    // Null.
    "", "~", "null", "Null", "NULL",
    // Integers: binary, octal of both versions, decimal, hex, base 60.
    "0", "-0", "+1", "0b1010_0111_0100_1010_1110", "02472256", "0o14", "010", "685230", "+685_230", "0x_0A_74_AE",
    "0xdeadBEEF", "190:20:30", "1:30", "-1:30", "22:22",
    // Floats.
    "1.", ".5", "+.5", "-.5", "6.8523015e+5", "685.230_15e+03", "1e3", "1E3", "12e03", "-1e-3", "190:20:30.15", ".inf",
    "-.inf", "+.Inf", ".INF", ".nan", ".NaN", ".NAN", "inf", "NaN", "Infinity", "1_000", "0.", "1.2.3", "1_000.5",
    // Dates and times.
    "2001-12-14", "2001-12-14t21:59:43.10-05:00", "2001-12-14 21:59:43.10 -5", "2001-12-15T02:59:43.1Z", "2002-1-1",
    // Value and merge keys, tags, anchors, directives, markers.
    "=", "<<", "!", "!!str", "!tag x", "&anchor", "*alias", "%TAG", "@at", "`tick", "---", "...", "--- a", "-", "- a", "?",
    "? a", ":", ": a", "#", "# a", "|", "|-", ">", ">+",
    // Flow collections and quotes.
    "{", "}", "[", "]", ",", "{a: b}", "[a]", "a, b", "'", "''", "'a'", "\"", "\"a\"", "it's", "a\"b", "\\", "\\n",
    // Separators inside a plain scalar.
    "a: b", "a:b", "a:", "a #b", "a#b", "a : b", "https://example.com:443/a", "a\t#b", "a:\tb", "_",
    // Blanks that a plain scalar or an editor would lose, line breaks of either version.
    " ", " a", "a ", "  a  ", "\t", "\ta", "a\t", "a\tb", "\n", "\n\n", "a\n", "a\n\n", "\na", "a\nb", "a\n\nb", "a\n b",
    " a\nb", "a \nb", "a\n  \nb", "a\n\tb", "a\r\nb", "a\rb", "\r", "a\u{85}b", "a\u{2028}b", "a\u{2029}b", "# a\n# b",
    "--- a\nb", "a\n---\nb", "a\n...\nb", "- a\n- b", "a: b\nc: d", "a\n'b", "\n a", "a\n\n\n", "%a\nb",
    // Characters that a reader refuses or trims.
    "\u{0}", "a\u{1b}[0m", "\u{7f}", "\u{9f}", "\u{a0}", "\u{a0}a", "a\u{3000}", "\u{feff}a", "a\u{feff}", "\u{fffe}",
    "\u{ffff}", "\u{10ffff}", "\u{ad}", "é", "日本語", "🍕", "e\u{301}", "\u{202e}a",
];
