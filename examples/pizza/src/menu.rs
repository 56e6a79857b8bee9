//! The toppings that the restaurant has: the names of the cluster's `Topping` objects.

use std::{
    collections::BTreeSet,
    sync::{Arc, PoisonError, RwLock},
};

/// What validation asks; all clones know the same toppings.
#[derive(Clone, Debug, Default)]
pub struct Menu(Arc<RwLock<Option<BTreeSet<String>>>>);

impl Menu {
    /// A menu of which nothing is known yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A menu that has these toppings.
    pub fn of<Name: Into<String>>(names: impl IntoIterator<Item = Name>) -> Self {
        let menu = Self::new();
        menu.set(names);
        menu
    }

    /// The toppings are these from now on.
    pub fn set<Name: Into<String>>(&self, names: impl IntoIterator<Item = Name>) {
        let names = names.into_iter().map(Into::into).collect();
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Some(names);
    }

    /// Whether the toppings are known.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        known.is_some()
    }

    /// Whether there is a topping of this name; `None` as long as that is not known.
    #[must_use]
    pub fn has(&self, name: &str) -> Option<bool> {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        known.as_ref().map(|names| names.contains(name))
    }
}

#[cfg(feature = "cluster")]
mod watch {
    use futures_util::TryStreamExt as _;
    use kube::{
        Api, Client,
        runtime::{WatchStreamExt as _, reflector, watcher},
    };

    use super::Menu;
    use crate::topping::Topping;

    impl Menu {
        /// A menu that follows the cluster's `Topping` objects as long as the runtime lives. It is ready once all have been
        /// listed.
        #[must_use]
        pub fn watch(client: Client) -> Self {
            let menu = Self::new();
            let (store, writer) = reflector::store::<Topping>();
            let toppings = watcher(Api::<Topping>::all(client), watcher::Config::default())
                .default_backoff()
                .reflect(writer);
            let follow = menu.clone();
            tokio::spawn(async move {
                let mut toppings = std::pin::pin!(toppings);
                loop {
                    match toppings.try_next().await {
                        Ok(None) => return,
                        // Objects of the first list count once it is complete.
                        Ok(Some(watcher::Event::Init | watcher::Event::InitApply(_))) => {}
                        Ok(Some(_)) => follow.set(
                            store
                                .state()
                                .iter()
                                .filter_map(|topping| topping.metadata.name.clone()),
                        ),
                        Err(error) => {
                            tracing::warn!(%error, "the watch of toppings is tried again");
                        }
                    }
                }
            });
            menu
        }
    }
}
