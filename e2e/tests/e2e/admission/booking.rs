//! The booking: a name that changed, and a note that the older version does not have.

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema, Spoke};

pub(crate) mod v1 {
    use super::{CustomResource, Deserialize, Schema, Serialize};

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "booking.e2e.example.com",
        version = "v1",
        kind = "Booking",
        namespaced,
        storage
    )]
    pub(crate) struct BookingSpec {
        pub(crate) guest: String,
        #[schema(default = 2)]
        #[serde(default = "two")]
        pub(crate) seats: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) note: Option<String>,
    }

    fn two() -> u32 {
        2
    }
}

pub(crate) mod v1alpha1 {
    use super::{CustomResource, Deserialize, Schema, Serialize, Spoke, v1};

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = super::v1::Booking, version = "v1alpha1")]
    #[spoke(hub = v1::BookingSpec, added(note))]
    pub(crate) struct BookingSpec {
        #[spoke(rename = "guest")]
        pub(crate) name: String,
        #[schema(default = 1)]
        #[serde(default = "one")]
        pub(crate) seats: u32,
    }

    fn one() -> u32 {
        1
    }
}

wheelwright::wheel!(pub(crate) Bookings = v1::Booking, [v1alpha1::Booking]);
