//! The libraries, and since when a server has each.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::LazyLock;

#[cfg(feature = "eval")]
use crate::overload::Overload;

use super::signature::{Declaration, Function};
use super::{
    Environment, authorization, lists, network, operators, optional, quantity, standard, strings,
};

/// Functions that came together.
#[derive(Debug)]
struct Library {
    /// The compatibility version from which on new expressions may use it.
    introduced: u8,
    /// The first server that has it.
    server: u8,
    functions: &'static [Function],
}

impl Library {
    /// In a server that is as old as the version it is meant for.
    const fn introduced(introduced: u8, functions: &'static [Function]) -> Self {
        Self {
            introduced,
            server: introduced,
            functions,
        }
    }
}

/// All of them, in the order in which the server declares them.
///
/// Source: `pkg/cel/environment/base.go` of k8s.io/apiserver.
static LIBRARIES: &[Library] = &[
    Library::introduced(0, operators::FUNCTIONS),
    Library::introduced(0, standard::FUNCTIONS),
    Library::introduced(0, network::URLS),
    Library::introduced(0, strings::REGEX),
    Library::introduced(0, lists::KUBERNETES),
    Library::introduced(27, authorization::FUNCTIONS),
    Library::introduced(28, optional::FUNCTIONS),
    // cel-go's own, and of no version in Kubernetes.
    Library {
        introduced: 28,
        server: 33,
        functions: optional::UNWRAPPING,
    },
    Library::introduced(28, quantity::QUANTITIES),
    Library::introduced(29, strings::FUNCTIONS),
    Library::introduced(29, lists::SETS),
    Library::introduced(30, network::IPS),
    Library::introduced(30, network::CIDRS),
    Library::introduced(31, quantity::FORMATS),
    Library::introduced(31, authorization::SELECTORS),
    Library::introduced(32, lists::TWO_VARIABLES),
    Library::introduced(33, quantity::VERSIONS),
    Library::introduced(34, lists::FUNCTIONS),
    Library::introduced(37, lists::INCLUDES),
];

/// A function's signatures in the libraries that have it.
#[derive(Debug)]
pub(crate) struct Known {
    name: &'static str,
    parts: Vec<(&'static Library, &'static Function)>,
}

impl Known {
    /// The name, as the tables have it.
    pub(crate) const fn name(&self) -> &'static str {
        self.name
    }

    /// The signatures that an expression may use.
    pub(crate) fn declarations(
        &self,
        environment: Environment,
    ) -> impl Iterator<Item = &'static Declaration> {
        let compatibility = environment.compatibility();
        let server = environment.server();
        self.parts
            .iter()
            .filter(move |(library, _)| {
                compatibility.at_least(library.introduced) && server.at_least(library.server)
            })
            .flat_map(|(_, function)| function.overloads)
            .filter(move |declaration| server.minor() <= declaration.last)
    }

    /// One of the signatures, in whatever version.
    #[cfg(feature = "eval")]
    pub(crate) fn signature(&self, overload: Overload) -> Option<&'static Declaration> {
        let mut all = self.parts.iter().flat_map(|(_, part)| part.overloads);
        all.find(|declaration| declaration.overload == overload)
    }

    /// The first version whose new expressions may use the function, of those known.
    pub(crate) fn since(&self) -> u8 {
        let since = self
            .parts
            .iter()
            .map(|(library, _)| (library.introduced + 1).max(library.server));
        since.min().unwrap_or(0)
    }
}

/// The names are short and not an attacker's.
#[derive(Default)]
struct NameHasher(u64);

impl Hasher for NameHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

type Index = HashMap<&'static str, Known, BuildHasherDefault<NameHasher>>;

static FUNCTIONS: LazyLock<Index> = LazyLock::new(|| {
    let mut functions = Index::default();
    for library in LIBRARIES {
        for function in library.functions {
            functions
                .entry(function.name)
                .or_insert_with(|| Known {
                    name: function.name,
                    parts: Vec::new(),
                })
                .parts
                .push((library, function));
        }
    }
    functions
});

/// The function of this name, in whatever version.
pub(crate) fn known(name: &str) -> Option<&'static Known> {
    FUNCTIONS.get(name)
}

impl Environment {
    /// The function of this name, if an expression may use any of its signatures.
    pub(crate) fn function(self, name: &str) -> Option<&'static Known> {
        known(name).filter(|function| function.declarations(self).next().is_some())
    }

    /// The names of all functions that a rule can mean, for "did you mean".
    pub(crate) fn function_names(self) -> impl Iterator<Item = &'static str> {
        FUNCTIONS
            .values()
            .filter(move |function| {
                let mut declarations = function.declarations(self);
                declarations.any(|declaration| !declaration.is_of_authorizers())
            })
            .map(|function| function.name)
    }
}
