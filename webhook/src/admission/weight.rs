//! What the values of a review take in memory.

/// An item of a list, which has room for as many again as it grows.
const ITEM: usize = 64;
/// A member of an object: its name and its place.
const MEMBER: usize = 128;
/// An object: of its members one takes as much as eleven do.
const OBJECT: usize = 640;

/// Up to this much is not looked at closer.
const LITTLE: usize = 1 << 20;

/// The signs of a JSON text that stand for values.
#[derive(Default)]
struct Signs {
    objects: usize,
    members: usize,
    items: usize,
}

/// How much memory a JSON text takes as a tree of values, at most. Two bytes of text may be a value, and seven an object, so
/// that this can be a hundred times the text.
pub(crate) fn weight(body: &[u8]) -> usize {
    let weight = anywhere(body).weight(body.len());
    if weight <= LITTLE {
        return weight;
    }
    outside_of_texts(body).weight(body.len())
}

impl Signs {
    const fn weight(&self, length: usize) -> usize {
        let Self {
            objects,
            members,
            items,
        } = self;
        // A body has no more signs than bytes, and those are in memory.
        length
            .saturating_add(objects.saturating_mul(OBJECT))
            .saturating_add(members.saturating_mul(MEMBER))
            .saturating_add(items.saturating_mul(ITEM))
    }
}

/// All that look like it, in texts too: more than there are, and counted as fast as bytes are read.
fn anywhere(body: &[u8]) -> Signs {
    let mut signs = Signs::default();
    // Counts of a block fit into a byte, and bytes are counted many at a time.
    for block in body.chunks(192) {
        let (mut objects, mut members, mut items) = (0_u8, 0_u8, 0_u8);
        for byte in block {
            objects += u8::from(*byte == b'{');
            members += u8::from(*byte == b':');
            items += u8::from(*byte == b',') + u8::from(*byte == b'[');
        }
        signs.objects += usize::from(objects);
        signs.members += usize::from(members);
        signs.items += usize::from(items);
    }
    signs
}

fn outside_of_texts(body: &[u8]) -> Signs {
    let mut signs = Signs::default();
    let mut bytes = body.iter();
    while let Some(byte) = bytes.next() {
        match byte {
            b'{' => signs.objects += 1,
            b':' => signs.members += 1,
            b',' | b'[' => signs.items += 1,
            b'"' => {
                while let Some(byte) = bytes.next() {
                    match byte {
                        b'"' => break,
                        b'\\' => drop(bytes.next()),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
    signs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_weigh_more_than_their_text() {
        for (part, least) in [("0,", 16), ("[],", 12), (r#"{"":0},"#, 90)] {
            let text = format!("[{}0]", part.repeat(500_000));
            let weight = weight(text.as_bytes());
            assert!(weight > text.len() * least, "{part}: {weight}");
        }
    }

    #[test]
    fn texts_weigh_what_they_are_long() {
        let text = format!(r#"["{}"]"#, r#"{[,:\"\\"#.repeat(500_000));
        assert!(weight(text.as_bytes()) < text.len() + 1024);
    }

    #[test]
    fn what_is_no_json_is_counted_too() {
        for text in ["", "\"", "\"\\", "{", "\\", "{\"a\\"] {
            assert!(weight(text.as_bytes()) <= text.len() + OBJECT, "{text}");
            assert!(outside_of_texts(text.as_bytes()).weight(0) <= OBJECT);
        }
    }
}
