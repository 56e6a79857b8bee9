//! Text composed at compile time, for failed assertions.

pub use wheelwright_grammar::vocabulary::is_word as same;

/// What a failed assertion says. Text that does not fit is cut, with an ellipsis.
pub struct Message {
    bytes: [u8; Self::CAPACITY],
    len: usize,
    cut: bool,
}

impl Message {
    const CAPACITY: usize = 1024;
    const ELLIPSIS: &'static str = "…";

    /// A message that begins with this text.
    #[must_use]
    pub const fn new(text: &str) -> Self {
        let mut message = Self {
            bytes: [0; Self::CAPACITY],
            len: 0,
            cut: false,
        };
        message.text(text);
        message
    }

    /// Appends text.
    pub const fn text(&mut self, text: &str) -> &mut Self {
        if self.cut {
            return self;
        }
        let room = Self::CAPACITY - Self::ELLIPSIS.len() - self.len;
        let mut end = text.len();
        if end > room {
            self.cut = true;
            end = room;
            while !text.is_char_boundary(end) {
                end -= 1;
            }
        }
        self.push(text, end);
        if self.cut {
            self.push(Self::ELLIPSIS, Self::ELLIPSIS.len());
        }
        self
    }

    /// Appends text in backticks, as messages quote what the user wrote or could write.
    pub const fn quote(&mut self, text: &str) -> &mut Self {
        self.text("`").text(text).text("`")
    }

    /// Appends an integer.
    pub const fn number(&mut self, number: i128) -> &mut Self {
        let mut digits = [0; 40];
        let mut start = digits.len();
        let mut rest = number.unsigned_abs();
        loop {
            start -= 1;
            digits[start] = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        if number < 0 {
            start -= 1;
            digits[start] = b'-';
        }
        match core::str::from_utf8(digits.split_at(start).1) {
            Ok(digits) => self.text(digits),
            Err(_) => self,
        }
    }

    /// The text.
    #[must_use]
    pub const fn as_str(&self) -> &str {
        match core::str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(text) => text,
            Err(_) => "",
        }
    }

    /// Whether the text ends with a parenthesis, as it does where it quotes the API server.
    #[must_use]
    pub(super) const fn quotes_server(&self) -> bool {
        self.len > 0 && self.bytes[self.len - 1] == b')'
    }

    /// Fails the build with this message, at the caller.
    #[track_caller]
    pub const fn fail(&self) -> ! {
        panic!("{}", self.as_str())
    }

    const fn push(&mut self, text: &str, end: usize) {
        let text = text.as_bytes();
        let mut i = 0;
        while i < end {
            self.bytes[self.len] = text[i];
            self.len += 1;
            i += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Message;

    #[test]
    fn text_and_numbers_follow_each_other() {
        let mut message = Message::new("at least ");
        message
            .number(i128::MIN)
            .text(", at most ")
            .number(0)
            .quote("x");
        assert_eq!(
            message.as_str(),
            "at least -170141183460469231731687303715884105728, at most 0`x`"
        );
    }

    #[test]
    fn what_does_not_fit_is_cut_between_characters() {
        for shift in 0..4 {
            let mut message = Message::new(&"x".repeat(shift));
            message.text(&"世".repeat(1000)).text("never seen");
            let text = message.as_str();
            assert!(text.len() <= Message::CAPACITY);
            assert!(text.len() > Message::CAPACITY - 8, "{}", text.len());
            assert_eq!(text.chars().last(), Some('…'));
            assert!(text.chars().skip(shift).all(|c| c == '世' || c == '…'));
        }
    }
}
