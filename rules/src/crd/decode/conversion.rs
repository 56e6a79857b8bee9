//! The conversion stanza.

use serde_json::Value;
use wheelwright_grammar::base64::{self, Alphabet};

use super::{optional, set};
use crate::crd::model::{ClientConfig, Conversion, Service};
use crate::decode::{Decoder, Step};

#[derive(Default)]
struct Webhook {
    client: Option<ClientConfig>,
    review_versions: Vec<String>,
}

pub(super) fn conversion<'v>(
    decoder: &mut Decoder<'v>,
    value: &'v Value,
) -> Step<Option<Conversion>> {
    optional(
        decoder,
        value,
        "v1.CustomResourceConversion",
        |decoder, read: &mut Conversion, key, value| {
            match key {
                "strategy" => set(
                    &mut read.strategy,
                    decoder.string_of(value, "v1.ConversionStrategyType"),
                ),
                "webhook" => {
                    let webhook = webhook(decoder, value)?.unwrap_or_default();
                    read.client = webhook.client;
                    read.review_versions = webhook.review_versions;
                }
                _ => return Ok(false),
            }
            Ok(true)
        },
    )
}

fn webhook<'v>(decoder: &mut Decoder<'v>, value: &'v Value) -> Step<Option<Webhook>> {
    optional(
        decoder,
        value,
        "v1.WebhookConversion",
        |decoder, read: &mut Webhook, key, value| {
            match key {
                "clientConfig" => read.client = client_config(decoder, value)?,
                "conversionReviewVersions" => {
                    read.review_versions = decoder.strings(value)?.unwrap_or_default();
                }
                _ => return Ok(false),
            }
            Ok(true)
        },
    )
}

fn client_config<'v>(decoder: &mut Decoder<'v>, value: &'v Value) -> Step<Option<ClientConfig>> {
    optional(
        decoder,
        value,
        "v1.WebhookClientConfig",
        |decoder, read: &mut ClientConfig, key, value| {
            match key {
                "url" => read.url = decoder.string(value),
                "service" => read.service = service(decoder, value)?,
                "caBundle" => read.ca_bundle = bytes(decoder, value)?,
                _ => return Ok(false),
            }
            Ok(true)
        },
    )
}

/// Reads bytes: base64, or a list of numbers.
fn bytes<'v>(decoder: &mut Decoder<'v>, value: &'v Value) -> Step<Vec<u8>> {
    if value.is_array() {
        let bytes = decoder.list(value, "[]uint8", |decoder, item| {
            Ok(decoder.uint8(item).unwrap_or_default())
        })?;
        return Ok(bytes.unwrap_or_default());
    }
    let text = decoder.string_of(value, "[]uint8").unwrap_or_default();
    Ok(
        base64::decode(&text, Alphabet::Standard).unwrap_or_else(|position| {
            decoder.fail(format!("illegal base64 data at input byte {position}"));
            Vec::new()
        }),
    )
}

fn service<'v>(decoder: &mut Decoder<'v>, value: &'v Value) -> Step<Option<Service>> {
    optional(
        decoder,
        value,
        "v1.ServiceReference",
        |decoder, read: &mut Service, key, value| {
            match key {
                "namespace" => set(&mut read.namespace, decoder.string(value)),
                "name" => set(&mut read.name, decoder.string(value)),
                "path" => read.path = decoder.string(value),
                "port" => read.port = decoder.int32(value),
                _ => return Ok(false),
            }
            Ok(true)
        },
    )
}
