//! The `CronTab` of the Kubernetes documentation on versions: `hostPort` at `v1beta1`, `host` and `port` at `v1`.
//!
//! Read [`v1`] first (the hub), then [`v1beta1`] (the older version, in which objects are stored). The folder
//! `documented` has the requests and responses that the documentation prints; the tests answer them.
//!
//! ```
//! use host_port::{v1, v1beta1};
//!
//! let old = v1beta1::CronTabFields { host_port: Some("localhost:1234".into()) };
//! let new = v1::CronTabFields::try_from(old).unwrap();
//! assert_eq!((new.host.as_deref(), new.port.as_deref()), (Some("localhost"), Some("1234")));
//! ```

pub mod v1;
pub mod v1beta1;

wheelwright::wheel!(
    /// Both versions of `CronTab`.
    pub CronTabs = v1::CronTab, [v1beta1::CronTab]
);
