//! Numbers of things, most with a check digit: `isbn`, `creditcard`, `ssn`.

/// Nine digits and a check digit or `X`; white space and dashes anywhere.
pub(super) fn is_isbn10(text: &str) -> bool {
    let Some(digits) = isbn_digits::<10>(text) else {
        return false;
    };
    let [body @ .., check] = digits;
    let check = match check {
        b'X' => 10,
        b'0'..=b'9' => u32::from(check - b'0'),
        _ => return false,
    };
    body.iter().all(u8::is_ascii_digit)
        && (weighted(&body, |position| position + 1) + 10 * check).is_multiple_of(11)
}

/// Twelve digits and a check digit; white space and dashes anywhere.
pub(super) fn is_isbn13(text: &str) -> bool {
    isbn_digits::<13>(text).is_some_and(|digits| {
        digits.iter().all(u8::is_ascii_digit)
            && weighted(
                &digits,
                |position| if position.is_multiple_of(2) { 1 } else { 3 },
            )
            .is_multiple_of(10)
    })
}

/// The characters without separators, if there are exactly so many.
fn isbn_digits<const N: usize>(text: &str) -> Option<[u8; N]> {
    let mut digits = [0; N];
    let mut count = 0;
    for byte in text
        .bytes()
        .filter(|byte| !matches!(byte, b'\t' | b'\n' | 0xc | b'\r' | b' ' | b'-'))
    {
        *digits.get_mut(count)? = byte;
        count += 1;
    }
    (count == N).then_some(digits)
}

fn weighted(digits: &[u8], weight: impl Fn(u32) -> u32) -> u32 {
    (0..)
        .zip(digits)
        .map(|(position, digit)| weight(position) * u32::from(digit.wrapping_sub(b'0')))
        .sum()
}

/// Digits of a known issuer that pass the Luhn check; everything else in the text is ignored.
pub(super) fn is_credit_card(text: &str) -> bool {
    let mut digits = [0; 16];
    let mut count = 0;
    for byte in text.bytes().filter(u8::is_ascii_digit) {
        let Some(digit) = digits.get_mut(count) else {
            return false;
        };
        *digit = byte - b'0';
        count += 1;
    }
    digits
        .get(..count)
        .is_some_and(|digits| is_issued(digits) && passes_luhn(digits))
}

fn is_issued(digits: &[u8]) -> bool {
    match digits {
        [4, ..] => matches!(digits.len(), 13 | 16),
        [5, 1..=5, ..] | [6, 0, 1, 1, ..] | [6 | 3, 5, ..] => digits.len() == 16,
        [3, 4 | 7, ..] | [2, 1, 3, 1, ..] | [1, 8, 0, 0, ..] => digits.len() == 15,
        [3, 0, 0..=5, ..] | [3, 6 | 8, ..] => digits.len() == 14,
        _ => false,
    }
}

fn passes_luhn(digits: &[u8]) -> bool {
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(
            |(position, &digit)| match (position.is_multiple_of(2), u32::from(digit)) {
                (true, digit) => digit,
                (false, digit @ 0..=4) => digit * 2,
                (false, digit) => digit * 2 - 9,
            },
        )
        .sum();
    sum.is_multiple_of(10)
}

/// Nine digits in groups of three, two and four, both separators given.
pub(super) fn is_ssn(text: &str) -> bool {
    text.len() == 11
        && text
            .bytes()
            .enumerate()
            .all(|(position, byte)| match position {
                3 | 6 => matches!(byte, b'-' | b' '),
                _ => byte.is_ascii_digit(),
            })
}
