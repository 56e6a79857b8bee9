//! Descriptions: plain text with paragraphs, lists and addresses, as Go's comments and Rust's are.

/// A letter as it may be shown: one that no parser takes, or that turns text around to show what is not there, is replaced.
pub(crate) fn visible(letter: char) -> char {
    match letter {
        '\n' | '\t' => letter,
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => char::REPLACEMENT_CHARACTER,
        _ if letter.is_control() => char::REPLACEMENT_CHARACTER,
        _ => letter,
    }
}

/// A part of a description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Block {
    /// Lines that belong together.
    Paragraph(String),
    /// Items of a list.
    List(Vec<String>),
    /// Lines that stand as they are.
    Code(String),
}

/// The parts of a description.
pub(crate) fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut is_open = false;
    let mut is_fenced = false;
    for line in text.lines() {
        let bare = line.trim();
        if bare.starts_with("```") || bare.starts_with("~~~") {
            is_fenced = !is_fenced;
            if is_fenced {
                blocks.push(Block::Code(String::new()));
            }
            is_open = false;
            continue;
        }
        if is_fenced {
            if let Some(Block::Code(code)) = blocks.last_mut() {
                add(code, line.trim_end());
            }
            continue;
        }
        if bare.is_empty() {
            is_open = false;
            continue;
        }
        if let Some(item) = item(bare) {
            match blocks.last_mut() {
                Some(Block::List(items)) => items.push(item.to_owned()),
                _ => blocks.push(Block::List(vec![item.to_owned()])),
            }
            is_open = true;
            continue;
        }
        match blocks.last_mut().filter(|_| is_open) {
            Some(Block::Paragraph(text)) => add(text, bare),
            Some(Block::List(items)) => {
                if let Some(last) = items.last_mut() {
                    add(last, bare);
                }
            }
            _ => blocks.push(Block::Paragraph(bare.to_owned())),
        }
        is_open = true;
    }
    blocks.retain(|block| !matches!(block, Block::Code(code) if code.is_empty()));
    blocks
}

fn add(text: &mut String, line: &str) {
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(line);
}

/// What stands behind the mark of an item: `- `, `* `, `1. `.
fn item(line: &str) -> Option<&str> {
    if let Some(item) = ["- ", "* ", "• "]
        .iter()
        .find_map(|mark| line.strip_prefix(mark))
    {
        return Some(item.trim_start());
    }
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let rest = line.get(digits..)?;
    let item = rest
        .strip_prefix(". ")
        .or_else(|| rest.strip_prefix(") "))?;
    (1..=2).contains(&digits).then(|| item.trim_start())
}

/// A piece of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Piece<'t> {
    Text(&'t str),
    /// An address of the web, and no other scheme.
    Address(&'t str),
    /// What stands between backticks.
    Code(&'t str),
}

/// The pieces of a text, which are all of it but backticks.
pub(crate) fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = text;
    let mut from = 0;
    while let Some(found) = next(rest, from) {
        let (before, piece, after) = found;
        match piece {
            None => from = before.len() + 1,
            Some(piece) => {
                if !before.is_empty() {
                    pieces.push(Piece::Text(before));
                }
                pieces.push(piece);
                rest = after;
                from = 0;
            }
        }
    }
    if !rest.is_empty() {
        pieces.push(Piece::Text(rest));
    }
    pieces
}

type Found<'t> = (&'t str, Option<Piece<'t>>, &'t str);

/// What stands before the next mark from a byte on, the piece there if it is one, and what stands behind it.
fn next(text: &str, from: usize) -> Option<Found<'_>> {
    let at = text
        .get(from..)?
        .find(['`', 'h', 'H'])
        .map(|at| at + from)?;
    let (before, rest) = text.split_at(at);
    if let Some(code) = rest.strip_prefix('`') {
        let Some((code, after)) = code.split_once('`') else {
            return Some((before, None, rest));
        };
        let is_code = !code.is_empty() && !code.contains('\n');
        return Some((before, is_code.then_some(Piece::Code(code)), after));
    }
    let is_begin = !before.ends_with(|before: char| before.is_ascii_alphanumeric());
    let is_address = ["http://", "https://"].iter().any(|scheme| {
        rest.get(..scheme.len())
            .is_some_and(|begin| begin.eq_ignore_ascii_case(scheme))
    });
    if !is_begin || !is_address {
        return Some((before, None, rest));
    }
    let end = rest
        .find(|c: char| {
            c.is_whitespace() || c.is_control() || matches!(c, '<' | '>' | '"' | '`' | '|' | '\\')
        })
        .unwrap_or(rest.len());
    let mut address = rest.get(..end)?;
    // A sentence ends with a few marks; what has more of them is no address that somebody meant.
    for _ in 0..16 {
        let Some(last) = address.chars().next_back() else {
            break;
        };
        let closes = |open: char| address.matches(last).count() > address.matches(open).count();
        let is_outside = match last {
            ')' => closes('('),
            ']' => closes('['),
            '}' => closes('{'),
            '.' | ',' | ';' | ':' | '!' | '?' | '\'' | '*' | '_' => true,
            _ => false,
        };
        if !is_outside {
            break;
        }
        address = address.get(..address.len() - last.len_utf8())?;
    }
    let has_host = address
        .split_once("//")
        .is_some_and(|(_, host)| !host.is_empty());
    let after = rest.get(address.len()..)?;
    Some((before, has_host.then_some(Piece::Address(address)), after))
}

#[cfg(test)]
mod tests {
    use super::{Block, Piece, blocks, pieces};

    #[test]
    fn keeps_paragraphs_lists_and_code() {
        let text = "One\nline.\n\nTwo:\n- a\n  more\n- b\n\n1. c\n\n```yaml\na:\n  b\n```\nEnd";
        let list =
            |items: &[&str]| Block::List(items.iter().map(|item| (*item).to_owned()).collect());
        assert_eq!(
            blocks(text),
            [
                Block::Paragraph("One\nline.".to_owned()),
                Block::Paragraph("Two:".to_owned()),
                list(&["a\nmore", "b", "c"]),
                Block::Code("a:\n  b".to_owned()),
                Block::Paragraph("End".to_owned()),
            ]
        );
        assert_eq!(
            blocks("```\nnever closed"),
            [Block::Code("never closed".to_owned())]
        );
        assert_eq!(blocks(" \n\n"), []);
    }

    #[test]
    fn finds_addresses_of_the_web_only() {
        let text =
            "see (https://example.com/a_(b)), `code` or javascript:alert(1) xhttps://no https:// é";
        assert_eq!(
            pieces(text),
            [
                Piece::Text("see ("),
                Piece::Address("https://example.com/a_(b)"),
                Piece::Text("), "),
                Piece::Code("code"),
                Piece::Text(" or javascript:alert(1) xhttps://no https:// é"),
            ]
        );
        assert_eq!(
            pieces("HTTP://a\"b"),
            [Piece::Address("HTTP://a"), Piece::Text("\"b")]
        );
        assert_eq!(pieces("a ` b"), [Piece::Text("a ` b")]);
    }
}
