//! Doc comments as descriptions.

use syn::{Attribute, Expr, ExprLit, Lit, LitStr, Meta};

/// The doc comment, Markdown kept: one leading space of every line is the comment's own, blank lines at either end
/// are dropped. `#[doc = include_str!(…)]` is not seen: a derive gets it unexpanded.
pub(crate) fn description(attributes: &[Attribute]) -> String {
    let mut text = String::new();
    for attribute in attributes {
        if let Meta::NameValue(meta) = &attribute.meta
            && let Expr::Lit(ExprLit {
                lit: Lit::Str(lines),
                ..
            }) = &meta.value
            && meta.path.is_ident("doc")
        {
            // A block comment is one attribute with all its lines.
            let lines = value(lines);
            let margin = stars(&lines);
            for (index, line) in lines.split('\n').enumerate() {
                let line = if index > 0 {
                    line.get(margin..).unwrap_or_default()
                } else {
                    line
                };
                let line = trim_margin(line);
                if !(text.is_empty() && line.is_empty()) {
                    text.push_str(line);
                    text.push('\n');
                }
            }
        }
    }
    text.truncate(text.trim_end_matches('\n').len());
    text
}

/// The text of a literal. Where nothing is escaped it is what stands between the quotes, and unescaping would take most of the
/// time that a derive, built without optimization, has for docs.
fn value(literal: &LitStr) -> String {
    let written = literal.token().to_string();
    let between = written
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'));
    match between {
        Some(text) if !text.contains('\\') && !text.contains('\r') => text.to_owned(),
        _ => literal.value(),
    }
}

/// The width of the column of stars with which the lines of a block comment begin, as rustdoc drops it.
fn stars(lines: &str) -> usize {
    let mut rest = lines
        .split('\n')
        .skip(1)
        .filter(|line| !line.trim().is_empty());
    let column = |line: &str| {
        line.find(|c| c != ' ' && c != '\t')
            .filter(|at| line[*at..].starts_with('*'))
    };
    let Some(first) = rest.next().and_then(column) else {
        return 0;
    };
    // Without a margin it is a list.
    if first > 0 && rest.all(|line| column(line) == Some(first)) {
        first + 1
    } else {
        0
    }
}

fn trim_margin(line: &str) -> &str {
    let line = line.trim_end();
    line.strip_prefix(' ').unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use super::description;
    use syn::{Attribute, parse_quote};

    #[test]
    fn one_leading_space_belongs_to_the_comment() {
        let attributes: Vec<Attribute> = vec![
            parse_quote!(#[doc = ""]),
            parse_quote!(#[doc = " What to bake."]),
            parse_quote!(#[doc = ""]),
            parse_quote!(#[doc = " * `name`:"]),
            parse_quote!(#[doc = "     code  "]),
            parse_quote!(#[serde(default)]),
            parse_quote!(#[doc = "tail"]),
            parse_quote!(#[doc = ""]),
        ];
        assert_eq!(
            description(&attributes),
            "What to bake.\n\n* `name`:\n    code\ntail"
        );
        assert_eq!(description(&[]), "");
    }

    #[test]
    fn escapes_are_what_they_stand_for() {
        let attributes: Vec<Attribute> = vec![
            parse_quote!(#[doc = " a \"b\" \\ \u{e9}"]),
            parse_quote!(#[doc = r#" "c" \d"#]),
            parse_quote!(#[doc = "\te\n f"]),
            parse_quote!(#[doc = "é"]),
        ];
        assert_eq!(
            description(&attributes),
            "a \"b\" \\ é\n\"c\" \\d\n\te\nf\né"
        );
    }

    #[test]
    fn block_comments_are_split_into_lines() {
        let attribute: Attribute = parse_quote!(#[doc = " First.\n Second.\n"]);
        assert_eq!(description(&[attribute]), "First.\nSecond.");
    }

    #[test]
    fn a_column_of_stars_belongs_to_the_block_comment() {
        let text = |attribute: Attribute| description(&[attribute]);
        let attribute = parse_quote!(#[doc = "\n     * First.\n     *\n     *  * one\n     "]);
        assert_eq!(text(attribute), "First.\n\n * one");
        let list = "Any of:\n* one\n* two";
        assert_eq!(text(parse_quote!(#[doc = #list])), list);
        let mixed = "Any of:\n * one\n   or two";
        assert_eq!(
            text(parse_quote!(#[doc = #mixed])),
            "Any of:\n* one\n  or two"
        );
    }
}
