//! Bytes that are sent in one go, and lie in several places.

use std::io::IoSlice;

use bytes::{Buf, Bytes};
use wheelwright_convert::{Parts, Taken};

/// What was made for an answer, with parts of the request's body in it.
#[derive(Debug, Default)]
pub(super) struct Pieces {
    made: Bytes,
    body: Bytes,
    taken: Vec<Taken>,
    /// How much of what was made is gone.
    at: usize,
    /// How many of the parts are gone.
    gone: usize,
    remaining: usize,
}

impl Pieces {
    pub(super) fn new(parts: Parts, body: &Bytes) -> Self {
        let Parts { made, taken } = parts;
        let length: usize = taken.iter().map(|taken| taken.length).sum();
        Self {
            remaining: made.len() + length,
            made: Bytes::from(made),
            body: if taken.is_empty() {
                Bytes::new()
            } else {
                body.clone()
            },
            taken,
            at: 0,
            gone: 0,
        }
    }

    /// The first piece of what was made after so much of it and so many parts; or the first of these parts.
    fn piece(&self, at: usize, gone: usize) -> (Piece, &[u8]) {
        let next = self.taken.get(gone);
        let until = next.map_or(self.made.len(), |taken| taken.after);
        match next {
            Some(taken) if at >= until => {
                let part = self.body.get(taken.at..taken.at + taken.length);
                (Piece::Taken, part.unwrap_or_default())
            }
            _ => (Piece::Made, self.made.get(at..until).unwrap_or_default()),
        }
    }
}

enum Piece {
    Made,
    Taken,
}

impl From<Bytes> for Pieces {
    fn from(made: Bytes) -> Self {
        Self {
            remaining: made.len(),
            made,
            ..Self::default()
        }
    }
}

impl Buf for Pieces {
    fn remaining(&self) -> usize {
        self.remaining
    }

    fn chunk(&self) -> &[u8] {
        self.piece(self.at, self.gone).1
    }

    fn chunks_vectored<'a>(&'a self, slices: &mut [IoSlice<'a>]) -> usize {
        let (mut at, mut gone) = (self.at, self.gone);
        let mut filled = 0;
        for slice in slices {
            let (piece, bytes) = self.piece(at, gone);
            if bytes.is_empty() {
                break;
            }
            match piece {
                Piece::Made => at += bytes.len(),
                Piece::Taken => gone += 1,
            }
            *slice = IoSlice::new(bytes);
            filled += 1;
        }
        filled
    }

    fn advance(&mut self, count: usize) {
        let mut count = count.min(self.remaining);
        self.remaining -= count;
        while count > 0 {
            let (piece, bytes) = self.piece(self.at, self.gone);
            let length = bytes.len().min(count);
            let is_all = length == bytes.len();
            match piece {
                Piece::Made if length == 0 => break,
                Piece::Made => self.at += length,
                Piece::Taken if is_all => self.gone += 1,
                Piece::Taken => {
                    if let Some(taken) = self.taken.get_mut(self.gone) {
                        taken.at += length;
                        taken.length -= length;
                    }
                }
            }
            count -= length;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: &[u8] = b"0123abc45ABCD6";

    fn pieces() -> Pieces {
        let body = Bytes::from_static(b"..abc..ABCD..");
        let taken = |after, at, length| Taken { after, at, length };
        let taken = vec![taken(4, 2, 3), taken(6, 7, 2), taken(6, 9, 2)];
        let made = "0123456".to_owned();
        Pieces::new(Parts { made, taken }, &body)
    }

    #[test]
    fn pieces_are_sent_whole_however_much_is_taken_at_once() {
        for most in 1..=WHOLE.len() {
            let mut pieces = pieces();
            let mut sent = Vec::new();
            while pieces.has_remaining() {
                assert_eq!(pieces.remaining(), WHOLE.len() - sent.len());
                let chunk = pieces.chunk();
                let count = chunk.len().min(most);
                sent.extend_from_slice(&chunk[..count]);
                pieces.advance(count);
            }
            assert_eq!(sent, WHOLE);
        }
    }

    #[test]
    fn pieces_are_seen_together_from_every_place() {
        for at in 0..=WHOLE.len() {
            let mut pieces = pieces();
            pieces.advance(at);
            for most in 0..8 {
                let mut slices = [IoSlice::new(&[]); 8];
                let filled = pieces.chunks_vectored(&mut slices[..most]);
                let seen: Vec<u8> = slices[..filled]
                    .iter()
                    .flat_map(|slice| slice.to_vec())
                    .collect();
                assert!(WHOLE[at..].starts_with(&seen));
                assert!(filled == most || seen == WHOLE[at..]);
            }
        }
    }

    #[test]
    fn a_body_of_which_no_part_is_sent_is_not_kept() {
        let body = Bytes::from(vec![b'x'; 8]);
        let pieces = Pieces::new(
            Parts {
                made: "made".to_owned(),
                taken: Vec::new(),
            },
            &body,
        );
        assert!(body.is_unique());
        assert_eq!(pieces.chunk(), b"made");
    }
}
