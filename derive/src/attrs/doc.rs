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
            for line in value(lines).split('\n') {
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
}
