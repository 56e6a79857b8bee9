//! A wheel that is served.

use super::Wheel;
use crate::{
    CustomResource, admit,
    convert::MappedSpokes,
    webhook::{Kind, NotServed, Served},
};

impl<Hub: CustomResource, S: MappedSpokes + 'static> Served for Wheel<Hub, S> {
    fn kind() -> Result<Kind, NotServed> {
        let converter = Self::converter().map_err(NotServed::Plan)?;
        let rules = || admit::served_rules::<Self>(Self::manifest());
        Ok(Kind::of_wheel(Self::roots(), converter, rules))
    }
}
