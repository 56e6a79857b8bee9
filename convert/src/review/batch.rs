//! Objects that are read, and then converted, at once.

use super::{Name, convert_one, room::room_for, text::Text};
use crate::{
    Converter, Report,
    json::{Extent, Json, Malformed, Out as _, Reader},
};

/// Bytes of objects that are read at once, where there are many: few enough to be at hand still when they are converted.
const MOST: usize = 128 << 10;

/// Bytes of objects in a batch where few are left, so that all threads have some of them.
pub(super) const LEAST: usize = 32 << 10;

/// Why a review is not answered with objects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Failed {
    pub(super) message: String,
    /// Because a function of the author's panicked.
    pub(super) panicked: bool,
}

impl<T: Into<String>> From<T> for Failed {
    fn from(message: T) -> Self {
        Self {
            message: message.into(),
            panicked: false,
        }
    }
}

/// A few objects of a review.
#[derive(Default)]
pub(super) struct Batch<'a> {
    /// The place of the first in the review.
    first: usize,
    /// Each with where its containers begin among those of all.
    objects: Vec<(&'a str, usize)>,
    extents: Vec<Extent>,
}

/// What was read of a list.
#[derive(Clone, Copy, Default)]
pub(super) struct Seen<'a> {
    pub(super) first: Option<&'a str>,
    pub(super) count: usize,
}

/// The objects of a list as they are read.
pub(super) struct Objects<'r, 'a> {
    reader: &'r mut Reader<'a>,
    seen: Seen<'a>,
    ended: bool,
}

impl<'r, 'a> Objects<'r, 'a> {
    /// Those of the list that was entered.
    pub(super) fn of(reader: &'r mut Reader<'a>) -> Self {
        Self {
            reader,
            seen: Seen::default(),
            ended: false,
        }
    }

    /// What was read so far.
    pub(super) const fn seen(&self) -> Seen<'a> {
        self.seen
    }

    /// How many bytes they and what follows them have.
    pub(super) const fn rest(&self) -> usize {
        self.reader.rest()
    }

    /// Reads the next into a batch, in place of what it held. Says whether there are any.
    pub(super) fn read(&mut self, batch: &mut Batch<'a>) -> Result<bool, Malformed> {
        batch.first = self.seen.count;
        batch.objects.clear();
        batch.extents.clear();
        let most = (self.rest() / 8).clamp(LEAST, MOST);
        let end = self.reader.at() + most;
        batch.extents.reserve(most.min(self.rest()) / 24);
        while !self.ended && self.reader.at() < end {
            if self.reader.item()? {
                let extents = batch.extents.len();
                let text = self.reader.value(&mut batch.extents)?;
                batch.objects.push((text, extents));
                self.seen.first.get_or_insert(text);
                self.seen.count += 1;
            } else {
                self.ended = true;
            }
        }
        Ok(!batch.objects.is_empty())
    }
}

impl Batch<'_> {
    /// Whether it has the first object of all.
    pub(super) const fn is_first(&self) -> bool {
        self.first == 0
    }

    /// Appends what becomes of the objects, or says what is wrong with the first that cannot be converted.
    pub(super) fn convert(
        &self,
        converters: &[&Converter],
        desired: &str,
        out: &mut Text,
        mut report: Option<&mut Report>,
    ) -> Result<(), Failed> {
        for (index, (text, extents)) in self.objects.iter().enumerate() {
            if index > 0 {
                out.made().push(',');
            }
            let object = Json::of_checked(text, self.extents.get(*extents..).unwrap_or_default());
            let converted = room_for(text.len())
                .map_err(Failed::from)
                .and_then(|_taken| {
                    let report = report.as_deref_mut();
                    let converted = convert_one(converters, object.clone(), desired, report);
                    converted
                        .map(|converted| converted.write(out))
                        .map_err(|error| Failed {
                            message: error.to_string(),
                            panicked: error.is_panic(),
                        })
                });
            if let Err(Failed { message, panicked }) = converted {
                let (index, name) = (self.first + index, Name::of(&object));
                return Err(Failed {
                    message: format!("objects[{index}]{name}, to {desired}: {message}"),
                    panicked,
                });
            }
        }
        Ok(())
    }
}
