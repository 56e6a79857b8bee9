//! One version, from the plainest schema to subresources.

/// Three fields and nothing else.
pub mod plain {
    use serde::{Deserialize, Serialize};
    use wheelwright::{CustomResource, Schema};

    /// A job on a schedule.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, Default)]
    #[crd(
        group = "stable.example.com",
        version = "v1",
        kind = "CronTab",
        namespaced,
        shortname = "ct",
        spec(optional)
    )]
    #[serde(rename_all = "camelCase")]
    pub struct CronTabSpec {
        /// When to run.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub cron_spec: Option<String>,
        /// What to run.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub image: Option<String>,
        /// How many to run.
        #[schema(format = "")]
        #[serde(skip_serializing_if = "Option::is_none")]
        pub replicas: Option<i64>,
    }

    wheelwright::wheel!(
        /// The plain form.
        pub CronTabs = CronTab
    );
}

/// A pattern and bounds.
pub mod validated {
    use serde::{Deserialize, Serialize};
    use wheelwright::{CustomResource, Schema};

    /// A job on a schedule.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, Default)]
    #[crd(
        group = "stable.example.com",
        version = "v1",
        kind = "CronTab",
        namespaced,
        shortname = "ct",
        spec(optional)
    )]
    #[serde(rename_all = "camelCase")]
    pub struct CronTabSpec {
        /// When to run.
        #[schema(pattern = r"^(\d+|\*)(/\d+)?(\s+(\d+|\*)(/\d+)?){4}$")]
        #[serde(skip_serializing_if = "Option::is_none")]
        pub cron_spec: Option<String>,
        /// What to run.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub image: Option<String>,
        /// How many to run.
        #[schema(format = "", minimum = 1, maximum = 10)]
        #[serde(skip_serializing_if = "Option::is_none")]
        pub replicas: Option<i64>,
    }

    wheelwright::wheel!(
        /// The validated form.
        pub CronTabs = CronTab
    );
}

/// Rules over several fields, in CEL.
pub mod ruled {
    use serde::{Deserialize, Serialize};
    use wheelwright::{CustomResource, Schema};

    /// A job that scales between two numbers.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, Default)]
    #[crd(
        group = "stable.example.com",
        version = "v1",
        kind = "CronTab",
        namespaced,
        shortname = "ct",
        spec(optional)
    )]
    #[schema(
        rule(
            "self.minReplicas <= self.replicas",
            message = "replicas should be greater than or equal to minReplicas."
        ),
        rule(
            "self.replicas <= self.maxReplicas",
            message = "replicas should be smaller than or equal to maxReplicas."
        )
    )]
    #[serde(rename_all = "camelCase")]
    pub struct CronTabSpec {
        /// Not fewer than this.
        #[schema(format = "")]
        pub min_replicas: i64,
        /// How many to run.
        #[schema(format = "")]
        pub replicas: i64,
        /// Not more than this.
        #[schema(format = "")]
        pub max_replicas: i64,
    }

    wheelwright::wheel!(
        /// The form with rules.
        pub CronTabs = CronTab
    );
}

/// Defaults.
pub mod defaulted {
    use serde::{Deserialize, Serialize};
    use wheelwright::{CustomResource, Schema};

    /// A job on a schedule.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "stable.example.com",
        version = "v1",
        kind = "CronTab",
        namespaced,
        shortname = "ct",
        spec(optional)
    )]
    #[serde(rename_all = "camelCase", default)]
    pub struct CronTabSpec {
        /// When to run.
        #[schema(default, pattern = r"^(\d+|\*)(/\d+)?(\s+(\d+|\*)(/\d+)?){4}$")]
        pub cron_spec: String,
        /// What to run.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub image: Option<String>,
        /// How many to run.
        #[schema(default, format = "", minimum = 1, maximum = 10)]
        pub replicas: i64,
    }

    impl Default for CronTabSpec {
        fn default() -> Self {
            Self {
                cron_spec: "5 0 * * *".into(),
                image: None,
                replicas: 1,
            }
        }
    }

    wheelwright::wheel!(
        /// The defaulted form.
        pub CronTabs = CronTab
    );
}

/// How defaults and `nullable` meet.
pub mod nullable {
    use serde::{Deserialize, Serialize};
    use wheelwright::{CustomResource, Schema};

    /// Three fields that are sent as `null`: one is defaulted, one kept, one dropped.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, Default)]
    #[crd(
        group = "stable.example.com",
        version = "v1",
        kind = "CronTab",
        namespaced,
        shortname = "ct",
        spec(optional)
    )]
    pub struct CronTabSpec {
        /// Becomes `default`.
        #[schema(default = "default", nullable = false)]
        #[serde(default = "default")]
        pub foo: String,
        /// Stays `null`: an `Option` that is written as `null` is nullable.
        pub bar: Option<String>,
        /// Goes away.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub baz: Option<String>,
    }

    fn default() -> String {
        "default".into()
    }

    wheelwright::wheel!(
        /// The form with a nullable field.
        pub CronTabs = CronTab
    );
}

/// What `kubectl get` shows.
pub mod columns {
    use serde::{Deserialize, Serialize};
    use wheelwright::{CustomResource, Schema};

    /// A job on a schedule. Declared columns replace the default `Age`, so it is declared again.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, Default)]
    #[crd(
        group = "stable.example.com",
        version = "v1",
        kind = "CronTab",
        namespaced,
        shortname = "ct",
        spec(optional),
        printcolumn(
            name = "Spec",
            type = "string",
            path = ".spec.cronSpec",
            description = "The cron spec defining the interval a CronJob is run"
        ),
        printcolumn(
            name = "Replicas",
            type = "integer",
            path = ".spec.replicas",
            description = "The number of jobs launched by the CronJob"
        ),
        printcolumn(name = "Age", type = "date", path = ".metadata.creationTimestamp")
    )]
    #[serde(rename_all = "camelCase")]
    pub struct CronTabSpec {
        /// When to run.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub cron_spec: Option<String>,
        /// What to run.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub image: Option<String>,
        /// How many to run.
        #[schema(format = "")]
        #[serde(skip_serializing_if = "Option::is_none")]
        pub replicas: Option<i64>,
    }

    wheelwright::wheel!(
        /// The form with columns.
        pub CronTabs = CronTab
    );
}

/// Status and scale.
pub mod subresources {
    use serde::{Deserialize, Serialize};
    use wheelwright::{CustomResource, Schema};

    /// A job that can be scaled.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, Default)]
    #[crd(
        group = "stable.example.com", version = "v1", kind = "CronTab", namespaced, shortname = "ct",
        status = CronTabStatus,
        scale(spec = ".spec.replicas", status = ".status.replicas", selector = ".status.labelSelector", optional),
        spec(optional),
    )]
    #[serde(rename_all = "camelCase")]
    pub struct CronTabSpec {
        /// When to run.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub cron_spec: Option<String>,
        /// What to run.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub image: Option<String>,
        /// How many to run. `/scale` fails on an object without it, which is why `optional` must be said above.
        #[schema(format = "")]
        #[serde(skip_serializing_if = "Option::is_none")]
        pub replicas: Option<i64>,
    }

    /// How many run.
    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
    #[serde(rename_all = "camelCase")]
    pub struct CronTabStatus {
        /// How many run.
        #[schema(format = "")]
        #[serde(skip_serializing_if = "Option::is_none")]
        pub replicas: Option<i64>,
        /// Which pods are meant, as a serialized label selector.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub label_selector: Option<String>,
    }

    wheelwright::wheel!(
        /// The form with subresources.
        pub CronTabs = CronTab
    );
}

/// Part of `kubectl get all`.
pub mod categories {
    use serde::{Deserialize, Serialize};
    use wheelwright::{CustomResource, Schema};

    /// A job on a schedule.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, Default)]
    #[crd(
        group = "stable.example.com",
        version = "v1",
        kind = "CronTab",
        namespaced,
        shortname = "ct",
        category = "all",
        spec(optional)
    )]
    #[serde(rename_all = "camelCase")]
    pub struct CronTabSpec {
        /// When to run.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub cron_spec: Option<String>,
        /// What to run.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub image: Option<String>,
        /// How many to run.
        #[schema(format = "")]
        #[serde(skip_serializing_if = "Option::is_none")]
        pub replicas: Option<i64>,
    }

    wheelwright::wheel!(
        /// The form with a category.
        pub CronTabs = CronTab
    );
}

/// Restrictions on `metadata.name`, and a combinator at the root.
pub mod restricted_name {
    use serde::{Deserialize, Serialize};
    use wheelwright::{CustomResource, Schema};

    /// foo bar object
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, Default)]
    #[crd(
        group = "stable.example.com", version = "v1", kind = "CronTab", namespaced, shortname = "ct", no_spec,
        name(pattern = "^a"),
        root(any_of({ properties: { bar: { minimum: 42 } }, required: ["bar"] })),
    )]
    pub struct CronTabFields {
        /// Contains `abc`.
        #[schema(pattern = "abc")]
        #[serde(skip_serializing_if = "Option::is_none")]
        pub foo: Option<String>,
        /// At least 42.
        #[schema(format = "")]
        #[serde(skip_serializing_if = "Option::is_none")]
        pub bar: Option<i64>,
    }

    wheelwright::wheel!(
        /// The form with a restricted name.
        pub CronTabs = CronTab
    );
}
