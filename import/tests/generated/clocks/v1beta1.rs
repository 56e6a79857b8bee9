//! `v1beta1` of `Clock`.

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema, Spoke};

use super::v1::Mode;

#[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[crd(hub = super::v1::Clock, version = "v1beta1", no_spec)]
#[spoke(hub = super::v1::ClockFields)]
pub struct ClockFields {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spec: Option<ClockSpec>,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[spoke(
    hub = super::v1::ClockSpec,
    added(chime = super::v1::Chime::Loud),
    added(dial = super::v1::Dial::Square),
    added(labels),
    added(ticks)
)]
pub struct ClockSpec {
    #[schema(format = "", default = 3)]
    #[spoke(removed)]
    pub gears: i64,
    #[schema(default = "Short")]
    #[spoke(removed = Hand::Short)]
    pub hand: Hand,
    #[spoke(or = super::v1::Mode::Slow)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mode: Option<Mode>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hand {
    Long,
    Short,
}
