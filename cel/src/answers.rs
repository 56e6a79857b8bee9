//! Functions whose answers differ by server, where all take the expression.

use crate::environment::KubeVersion;
use crate::overload::Overload;

/// What a function does from one version on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mended {
    since: u8,
    /// The function.
    pub function: &'static str,
    /// What it did before, as the end of a sentence.
    pub before: &'static str,
    /// Whether the answers differ for values that only somebody looking for them would write.
    pub is_rare: bool,
}

const CHANGED: &str = "changed the quantity itself, if that has more than 64 bits";

impl Mended {
    const fn new(since: u8, function: &'static str, before: &'static str) -> Self {
        Self {
            since,
            function,
            before,
            is_rare: true,
        }
    }

    const fn often(self) -> Self {
        Self {
            is_rare: false,
            ..self
        }
    }

    /// Whether a server does what the newest does.
    #[must_use]
    pub const fn is_in(self, server: KubeVersion) -> bool {
        server.at_least(self.since)
    }

    /// What has changed about a signature in the servers that are known.
    #[must_use]
    pub const fn of(signature: Overload) -> Option<Self> {
        Some(match signature {
            Overload::CidrContainsCidrString | Overload::CidrContainsCidr => {
                Self::new(32, "containsCIDR", "refused ranges that are inside").often()
            }
            Overload::StringFormat => Self::new(33, "format", "wrote `%e` with other spaces"),
            Overload::StringLastIndexOfString | Overload::StringLastIndexOfStringInt => {
                Self::new(34, "lastIndexOf", "failed on an empty string")
            }
            Overload::IsUrlString | Overload::StringToUrl => {
                Self::new(36, "url", "took hosts with several colons")
            }
            Overload::QuantityAdd | Overload::QuantityAddInt => Self::new(37, "add", CHANGED),
            Overload::QuantitySub | Overload::QuantitySubInt => Self::new(37, "sub", CHANGED),
            _ => return None,
        })
    }
}
