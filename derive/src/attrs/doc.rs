//! Doc comments as descriptions.

use syn::{Attribute, Expr, ExprLit, Lit, Meta};

/// The doc comment, Markdown kept: one leading space of every line is the comment's own, blank lines at either end
/// are dropped. `#[doc = include_str!(…)]` is not seen: a derive gets it unexpanded.
pub(crate) fn description(attributes: &[Attribute]) -> String {
    let mut lines = Vec::new();
    for attribute in attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident("doc"))
    {
        if let Meta::NameValue(meta) = &attribute.meta
            && let Expr::Lit(ExprLit {
                lit: Lit::Str(text),
                ..
            }) = &meta.value
        {
            let text = text.value();
            // A block comment is one attribute with all its lines.
            lines.extend(text.split('\n').map(|line| trim_margin(line).to_owned()));
        }
    }
    let is_blank = |line: &String| line.is_empty();
    let start = lines
        .iter()
        .position(|line| !is_blank(line))
        .unwrap_or(lines.len());
    let end = lines
        .iter()
        .rposition(|line| !is_blank(line))
        .map_or(start, |last| last + 1);
    lines[start..end].join("\n")
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
    fn block_comments_are_split_into_lines() {
        let attribute: Attribute = parse_quote!(#[doc = " First.\n Second.\n"]);
        assert_eq!(description(&[attribute]), "First.\nSecond.");
    }
}
