//! The API, which the build script reads as a module of its own.

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

/// A widget to make.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Widget", namespaced)]
pub struct WidgetSpec {
    /// How large it is, in millimetres.
    #[schema(minimum = 1, maximum = 1000)]
    pub size: u32,
}

wheelwright::wheel!(
    /// The one version of `Widget`.
    pub Widgets = Widget
);
