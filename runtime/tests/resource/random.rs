//! A small deterministic generator, for laws over many values.

/// `SplitMix64`.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    pub(crate) fn coin(&mut self) -> bool {
        self.below(2) == 0
    }

    /// Text with characters that JSON escapes, and words that mean something at the root of an object.
    pub(crate) fn text(&mut self) -> String {
        const WORDS: [&str; 8] = ["", "kind", "\"", "\\", "\u{0}\n", "é", "🍕", "spec"];
        (0..self.below(4))
            .map(|_| WORDS[self.below(8) as usize])
            .collect()
    }

    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            let other = self.below(i as u64 + 1) as usize;
            items.swap(i, other);
        }
    }
}
