//! The string formats that the server enforces, each with the grammar that the server's code has for it.

mod colour;
mod email;
mod identifier;
mod name;
mod network;
mod number;

use wheelwright_grammar::duration;
use wheelwright_grammar::text_format::{
    is_base64, is_date, is_date_time, is_uuid, is_uuid_of_version,
};
use wheelwright_grammar::url;

/// A format of strings. Names are compared without dashes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    BsonObjectId,
    Byte,
    Cidr,
    CreditCard,
    Date,
    DateTime,
    Duration,
    Email,
    HexColor,
    Hostname,
    Ipv4,
    Ipv6,
    Isbn,
    Isbn10,
    Isbn13,
    LongName,
    Mac,
    Password,
    RgbColor,
    ShortName,
    Ssn,
    Uri,
    Uuid,
    Uuid3,
    Uuid4,
    Uuid5,
}

impl Format {
    /// The format of a name, if the server knows one.
    pub(crate) fn of(name: &str) -> Option<Self> {
        Some(match name.replace('-', "").as_str() {
            "bsonobjectid" => Self::BsonObjectId,
            "byte" => Self::Byte,
            "cidr" => Self::Cidr,
            "creditcard" => Self::CreditCard,
            "date" => Self::Date,
            "datetime" => Self::DateTime,
            "duration" => Self::Duration,
            "email" => Self::Email,
            "hexcolor" => Self::HexColor,
            "hostname" => Self::Hostname,
            "ipv4" => Self::Ipv4,
            "ipv6" => Self::Ipv6,
            "isbn" => Self::Isbn,
            "isbn10" => Self::Isbn10,
            "isbn13" => Self::Isbn13,
            "k8slongname" => Self::LongName,
            "k8sshortname" => Self::ShortName,
            "mac" => Self::Mac,
            "password" => Self::Password,
            "rgbcolor" => Self::RgbColor,
            "ssn" => Self::Ssn,
            "uri" => Self::Uri,
            "uuid" => Self::Uuid,
            "uuid3" => Self::Uuid3,
            "uuid4" => Self::Uuid4,
            "uuid5" => Self::Uuid5,
            _ => return None,
        })
    }

    /// Whether it is one of those that Kubernetes adds for names.
    pub(crate) const fn is_kubernetes_name(self) -> bool {
        matches!(self, Self::ShortName | Self::LongName)
    }

    /// Whether a string has the format.
    pub(crate) fn matches(self, text: &str) -> bool {
        match self {
            Self::BsonObjectId => identifier::is_bson_object_id(text),
            Self::Byte => is_base64(text),
            Self::Cidr => network::is_cidr(text),
            Self::CreditCard => number::is_credit_card(text),
            Self::Date => is_date(text),
            Self::DateTime => is_date_time(text),
            Self::Duration => duration::parse_lenient(text).is_ok(),
            Self::Email => email::is_address(text),
            Self::HexColor => colour::is_hex(text),
            Self::Hostname => name::is_hostname(text),
            Self::Ipv4 => network::is_ipv4(text),
            Self::Ipv6 => network::is_ipv6(text),
            Self::Isbn => number::is_isbn10(text) || number::is_isbn13(text),
            Self::Isbn10 => number::is_isbn10(text),
            Self::Isbn13 => number::is_isbn13(text),
            Self::LongName => name::is_long(text),
            Self::Mac => network::is_mac(text),
            Self::Password => true,
            Self::RgbColor => colour::is_rgb(text),
            Self::ShortName => name::is_short(text),
            Self::Ssn => number::is_ssn(text),
            Self::Uri => url::parse_request_uri(text).is_ok(),
            Self::Uuid => is_uuid(text),
            Self::Uuid3 => is_uuid_of_version(text, 3),
            Self::Uuid4 => is_uuid_of_version(text, 4),
            Self::Uuid5 => is_uuid_of_version(text, 5),
        }
    }
}
