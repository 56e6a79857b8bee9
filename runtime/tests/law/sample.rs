//! Random Rust values.

use std::{
    borrow::Cow,
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque},
    hash::Hash,
    marker::PhantomData,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6},
    num::{NonZero, Saturating, Wrapping},
    ops::{Bound, Range, RangeFrom, RangeInclusive, RangeTo},
    path::PathBuf,
    time::{Duration, SystemTime},
};

use serde_json::{Map, Value};

/// Numbers that follow from a seed.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let mixed = (self.0 ^ (self.0 >> 29)).wrapping_mul(0xff51_afd7_ed55_8ccd);
        mixed ^ (mixed >> 32)
    }

    pub(crate) fn below(&mut self, count: usize) -> usize {
        usize::try_from(self.next() % count.max(1) as u64).expect("less than count")
    }

    fn word(&mut self) -> u32 {
        u32::try_from(self.next() >> 32).expect("32 bits")
    }

    fn wide(&mut self) -> u128 {
        u128::from(self.next()) << 64 | u128::from(self.next())
    }
}

/// A type of which there are random values.
pub(crate) trait Sample {
    fn sample(random: &mut Random) -> Self;
}

/// Integers: those at the ends, those near zero, and others. Of 64 bits and more only what the API server can hold.
macro_rules! integers {
    ($($int:ident)*) => {$(
        impl Sample for $int {
            fn sample(random: &mut Random) -> Self {
                const GREATEST: i128 = 9_223_372_036_854_774_784;
                let least = i128::try_from($int::MIN).unwrap().max(i64::MIN.into());
                let most = i128::try_from($int::MAX).unwrap_or(GREATEST).min(if $int::BITS < 64 { i128::MAX } else { GREATEST });
                let value = match random.below(6) {
                    0 => least,
                    1 => most,
                    2 => 0,
                    3 => 1,
                    4 => random.below(200) as i128 - 100,
                    _ => random.wide().cast_signed(),
                };
                let value = if value < least || value > most { least + value.rem_euclid(most - least) } else { value };
                value.try_into().unwrap()
            }
        }

        impl Sample for NonZero<$int> {
            fn sample(random: &mut Random) -> Self {
                NonZero::new(Sample::sample(random)).unwrap_or(NonZero::<$int>::MIN)
            }
        }
    )*};
}

integers! { i8 i16 i32 i64 u8 u16 u32 u64 usize isize u128 }

impl Sample for i128 {
    fn sample(random: &mut Random) -> Self {
        i64::sample(random).into()
    }
}

impl Sample for bool {
    fn sample(random: &mut Random) -> Self {
        random.below(2) == 0
    }
}

impl Sample for f64 {
    fn sample(random: &mut Random) -> Self {
        match random.below(6) {
            0 => 0.0,
            1 => 1e300,
            2 => -1.5,
            3 => f64::MIN_POSITIVE,
            4 => i32::sample(random).into(),
            _ => loop {
                let value = f64::from_bits(random.next());
                if value.is_finite() {
                    break value;
                }
            },
        }
    }
}

impl Sample for f32 {
    fn sample(random: &mut Random) -> Self {
        match random.below(5) {
            0 => f32::MAX,
            1 => f32::MIN,
            2 => 0.1,
            3 => i16::sample(random).into(),
            _ => loop {
                let value = f32::from_bits(random.word());
                if value.is_finite() {
                    break value;
                }
            },
        }
    }
}

impl Sample for char {
    fn sample(random: &mut Random) -> Self {
        match random.below(3) {
            0 => ['\0', '"', '\'', '\\', '\u{ffff}', '😀', 'é', '\n'][random.below(8)],
            1 => ('a'..='z').nth(random.below(26)).expect("there are 26"),
            _ => char::from_u32(random.word() % 0x11_0000).unwrap_or('x'),
        }
    }
}

impl Sample for String {
    fn sample(random: &mut Random) -> Self {
        match random.below(6) {
            0 => Self::new(),
            1 => ["null", "true", "1", "1.5", " ", "a b", "~", "-"][random.below(8)].to_owned(),
            _ => (0..random.below(8)).map(|_| char::sample(random)).collect(),
        }
    }
}

impl Sample for PathBuf {
    fn sample(random: &mut Random) -> Self {
        String::sample(random).into()
    }
}

impl Sample for Box<str> {
    fn sample(random: &mut Random) -> Self {
        String::sample(random).into()
    }
}

impl Sample for Cow<'static, str> {
    fn sample(random: &mut Random) -> Self {
        String::sample(random).into()
    }
}

macro_rules! around {
    ($($wrapper:ident)*) => {$(
        impl<T: Sample> Sample for $wrapper<T> {
            fn sample(random: &mut Random) -> Self {
                Self(T::sample(random))
            }
        }
    )*};
}

around! { Wrapping Saturating Reverse }

impl<T: Sample> Sample for Box<T> {
    fn sample(random: &mut Random) -> Self {
        Self::new(T::sample(random))
    }
}

impl<T: Sample> Sample for Option<T> {
    fn sample(random: &mut Random) -> Self {
        (random.below(3) > 0).then(|| T::sample(random))
    }
}

impl Sample for () {
    fn sample(_: &mut Random) -> Self {}
}

impl<T> Sample for PhantomData<T> {
    fn sample(_: &mut Random) -> Self {
        Self
    }
}

fn several<T: Sample>(random: &mut Random) -> impl Iterator<Item = T> {
    let count = random.below(5).saturating_sub(1);
    (0..count).map(|_| T::sample(random))
}

macro_rules! lists {
    ($($list:ident: $($bound:ident)*;)*) => {$(
        impl<T: Sample $(+ $bound)*> Sample for $list<T> {
            fn sample(random: &mut Random) -> Self {
                several(random).collect()
            }
        }
    )*};
}

lists! {
    Vec: ;
    VecDeque: ;
    LinkedList: ;
    BinaryHeap: Ord;
    BTreeSet: Ord;
    HashSet: Eq Hash;
}

impl<T: Sample, const N: usize> Sample for [T; N] {
    fn sample(random: &mut Random) -> Self {
        std::array::from_fn(|_| T::sample(random))
    }
}

impl<K: Sample + Ord, V: Sample> Sample for BTreeMap<K, V> {
    fn sample(random: &mut Random) -> Self {
        (0..random.below(4))
            .map(|_| (K::sample(random), V::sample(random)))
            .collect()
    }
}

impl<K: Sample + Eq + Hash, V: Sample> Sample for HashMap<K, V> {
    fn sample(random: &mut Random) -> Self {
        (0..random.below(4))
            .map(|_| (K::sample(random), V::sample(random)))
            .collect()
    }
}

impl Sample for Value {
    fn sample(random: &mut Random) -> Self {
        match random.below(7) {
            0 => Self::Null,
            1 => bool::sample(random).into(),
            2 => i64::sample(random).into(),
            3 => (-1.25).into(),
            4 => String::sample(random).into(),
            5 => Vec::<bool>::sample(random).into(),
            _ => Map::sample(random).into(),
        }
    }
}

impl Sample for Map<String, Value> {
    fn sample(random: &mut Random) -> Self {
        (0..random.below(3))
            .map(|_| {
                (
                    format!("k{}", String::sample(random)),
                    Value::sample(random),
                )
            })
            .collect()
    }
}

impl Sample for serde_json::Number {
    fn sample(random: &mut Random) -> Self {
        if random.below(2) == 0 {
            i64::sample(random).into()
        } else {
            Self::from_f64(f64::sample(random)).unwrap()
        }
    }
}

impl Sample for Duration {
    fn sample(random: &mut Random) -> Self {
        Self::new(u64::sample(random), random.word() % 1_000_000_000)
    }
}

impl Sample for SystemTime {
    fn sample(random: &mut Random) -> Self {
        Self::UNIX_EPOCH + Duration::new(u64::sample(random), random.word() % 1_000_000_000)
    }
}

impl Sample for Ipv4Addr {
    fn sample(random: &mut Random) -> Self {
        [random.word(), 0, u32::MAX][random.below(3)].into()
    }
}

impl Sample for Ipv6Addr {
    fn sample(random: &mut Random) -> Self {
        let address = random.wide();
        let groups = (0..8).fold(0, |mask, _| {
            mask << 16 | if random.below(2) == 0 { 0xffff } else { 0 }
        });
        match random.below(4) {
            0 => Ipv4Addr::sample(random).to_ipv6_mapped(),
            1 => Ipv4Addr::sample(random).to_ipv6_compatible(),
            2 => (address & groups).into(),
            _ => address.into(),
        }
    }
}

impl Sample for IpAddr {
    fn sample(random: &mut Random) -> Self {
        if bool::sample(random) {
            Ipv4Addr::sample(random).into()
        } else {
            Ipv6Addr::sample(random).into()
        }
    }
}

impl Sample for SocketAddrV4 {
    fn sample(random: &mut Random) -> Self {
        Self::new(Sample::sample(random), Sample::sample(random))
    }
}

impl Sample for SocketAddrV6 {
    fn sample(random: &mut Random) -> Self {
        Self::new(
            Sample::sample(random),
            Sample::sample(random),
            0,
            Sample::sample(random),
        )
    }
}

impl Sample for SocketAddr {
    fn sample(random: &mut Random) -> Self {
        if bool::sample(random) {
            SocketAddrV4::sample(random).into()
        } else {
            SocketAddrV6::sample(random).into()
        }
    }
}

impl<T: Sample> Sample for Range<T> {
    fn sample(random: &mut Random) -> Self {
        T::sample(random)..T::sample(random)
    }
}

impl<T: Sample> Sample for RangeInclusive<T> {
    fn sample(random: &mut Random) -> Self {
        T::sample(random)..=T::sample(random)
    }
}

impl<T: Sample> Sample for RangeFrom<T> {
    fn sample(random: &mut Random) -> Self {
        T::sample(random)..
    }
}

impl<T: Sample> Sample for RangeTo<T> {
    fn sample(random: &mut Random) -> Self {
        ..T::sample(random)
    }
}

impl<T: Sample> Sample for Bound<T> {
    fn sample(random: &mut Random) -> Self {
        match random.below(3) {
            0 => Self::Unbounded,
            1 => Self::Included(T::sample(random)),
            _ => Self::Excluded(T::sample(random)),
        }
    }
}

impl<T: Sample, E: Sample> Sample for Result<T, E> {
    fn sample(random: &mut Random) -> Self {
        if bool::sample(random) {
            Ok(T::sample(random))
        } else {
            Err(E::sample(random))
        }
    }
}
