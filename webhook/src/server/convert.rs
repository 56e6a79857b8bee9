//! Conversion reviews.

use bytes::Bytes;
use http::StatusCode;
use wheelwright_convert::answer_with_summary;

use super::pieces::Pieces;
use crate::{
    Failure, Seen,
    convert::{Converter, NotReview},
};

/// What a `ConversionReview` is answered.
pub(super) struct Converted {
    pub(super) status: StatusCode,
    pub(super) body: Pieces,
    pub(super) seen: Seen,
}

/// Answers a `ConversionReview` about these kinds.
pub(super) fn answer(converters: &[&'static Converter], body: &Bytes) -> Converted {
    match answer_with_summary(converters, body) {
        Ok((parts, told, report)) => {
            let (group, from) = told
                .api_version
                .split_once('/')
                .unwrap_or(("", &told.api_version));
            let to = told
                .desired
                .split_once('/')
                .map_or(&*told.desired, |(_, to)| to);
            let is_served = converters
                .iter()
                .any(|converter| converter.is_for(group, &told.kind));
            let failure = match told.failed {
                false => None,
                true if told.panicked => Some(Failure::Panic),
                true if is_served => Some(Failure::Conversion),
                true => Some(Failure::Unknown),
            };
            let kind = if told.kind.is_empty() {
                String::new()
            } else {
                format!("{}.{group}", told.kind)
            };
            Converted {
                status: StatusCode::OK,
                seen: Seen {
                    kind,
                    from: from.to_owned(),
                    to: to.to_owned(),
                    uid: told.uid,
                    objects: told.objects,
                    failure,
                    report,
                    ..Seen::default()
                },
                body: Pieces::new(parts, body),
            }
        }
        Err(error) => Converted {
            status: StatusCode::from_u16(error.http_status()).unwrap_or(StatusCode::BAD_REQUEST),
            body: Bytes::from(format!("{error}\n")).into(),
            seen: Seen {
                failure: Some(match error {
                    NotReview::TooLong { .. } => Failure::TooLong,
                    _ => Failure::NotReview,
                }),
                ..Seen::default()
            },
        },
    }
}
