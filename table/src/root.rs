use super::{HubMapping, Key, Place, Run, Tree, Type};

/// One version of a custom resource: what `#[crd(…)]` says.
#[derive(Clone, Copy, Debug)]
pub struct Root {
    /// The API group.
    pub group: &'static str,
    /// The version.
    pub version: &'static str,
    /// The kind.
    pub kind: &'static str,
    /// Plural name, as in the URL.
    pub plural: &'static str,
    /// Singular name.
    pub singular: &'static str,
    /// Kind of a list.
    pub list_kind: &'static str,
    /// Namespaced or cluster-scoped.
    pub scope: Scope,
    /// Short names.
    pub short_names: &'static [&'static str],
    /// Categories.
    pub categories: &'static [&'static str],
    /// Annotations of the CRD itself.
    pub annotations: &'static [(&'static str, &'static str)],
    /// Labels of the CRD itself.
    pub labels: &'static [(&'static str, &'static str)],
    /// Whether the version is served.
    pub served: bool,
    /// Whether the version is the storage version.
    pub storage: bool,
    /// `storage = false` is written: it is not the storage version even where it is the only one.
    pub never_storage: bool,
    /// Whether the version is deprecated.
    pub deprecation: Deprecation,
    /// Further versions with the same schema (`also(…)`).
    pub also: &'static [Also],
    /// Where the spec stands.
    pub spec: SpecPlace,
    /// What serde reads of an object without spec, where one may be.
    pub absent_spec: Option<Run>,
    /// The type of `status`, which also turns the status subresource on.
    pub status: Option<&'static Type>,
    /// What else is said of the status.
    pub status_form: StatusForm,
    /// The scale subresource.
    pub scale: Option<Scale>,
    /// Printer columns; those that sit on fields are collected when the manifest is made.
    pub columns: &'static [Column],
    /// Selectable fields, JSON paths.
    pub selectable: &'static [&'static str],
    /// The root object's own schema.
    pub schema: RootSchema,
    /// Which defaults the schema has.
    pub defaults: Defaults,
    /// The conversion stanza, where the attribute says one.
    pub conversion: Option<Conversion>,
    /// The servers that the CRD is for, as `>=1.33`; empty where nothing is said.
    pub kube: &'static str,
    /// How it maps to its hub, where its spec derives `Spoke`.
    pub mapping: Option<HubMapping>,
    /// The `#[crd(…)]` attribute.
    pub place: Place,
}

impl Root {
    /// A namespaced, served version with a required spec. Names are for the derive to fill in.
    #[must_use]
    pub const fn new(spec: SpecPlace, place: Place) -> Self {
        Self {
            group: "",
            version: "",
            kind: "",
            plural: "",
            singular: "",
            list_kind: "",
            scope: Scope::Namespaced,
            short_names: &[],
            categories: &[],
            annotations: &[],
            labels: &[],
            served: true,
            storage: false,
            never_storage: false,
            deprecation: Deprecation::No,
            also: &[],
            spec,
            absent_spec: None,
            status: None,
            status_form: StatusForm::Standard,
            scale: None,
            columns: &[],
            selectable: &[],
            schema: RootSchema::STANDARD,
            defaults: Defaults::Said,
            conversion: None,
            kube: "",
            mapping: None,
            place,
        }
    }

    /// Whether the status subresource is on.
    #[must_use]
    pub const fn has_status_subresource(&self) -> bool {
        self.status.is_some() || matches!(self.status_form, StatusForm::Bare)
    }

    /// Whether this stands in for a resource whose attribute has errors, which no assertion should add to.
    #[must_use]
    pub const fn is_stand_in(&self) -> bool {
        self.kind.is_empty()
    }

    /// A version of the hub's resource, with all that a resource says once for all its versions.
    #[must_use]
    pub const fn of_hub(hub: &Self, spec: SpecPlace, place: Place) -> Self {
        Self {
            group: hub.group,
            kind: hub.kind,
            plural: hub.plural,
            singular: hub.singular,
            list_kind: hub.list_kind,
            scope: hub.scope,
            short_names: hub.short_names,
            categories: hub.categories,
            annotations: hub.annotations,
            labels: hub.labels,
            defaults: hub.defaults,
            conversion: hub.conversion,
            kube: hub.kube,
            ..Self::new(spec, place)
        }
    }
}

/// A further version with the same schema and the same Rust type.
#[derive(Clone, Copy, Debug)]
pub struct Also {
    /// The version.
    pub version: &'static str,
    /// Whether it is served.
    pub served: bool,
    /// Whether it is the storage version.
    pub storage: bool,
    /// Whether it is deprecated.
    pub deprecation: Deprecation,
}

impl Also {
    /// A served version.
    #[must_use]
    pub const fn new(version: &'static str) -> Self {
        Self {
            version,
            served: true,
            storage: false,
            deprecation: Deprecation::No,
        }
    }
}

/// Whether a version is deprecated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Deprecation {
    /// It is not.
    No,
    /// With the API server's own warning text.
    Standard,
    /// With the author's warning text.
    Text(&'static str),
}

/// Which defaults the schema of an object has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defaults {
    /// Those that are said on types and fields.
    Said,
    /// Serde's as well, in all types of the object (`serde_defaults`).
    Serde,
}

/// `spec.scope`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Scope {
    /// In a namespace.
    Namespaced,
    /// In the whole cluster.
    Cluster,
}

impl Scope {
    /// Whether it is that of a namespace.
    #[doc(hidden)]
    #[must_use]
    pub const fn is_namespaced(self) -> bool {
        matches!(self, Self::Namespaced)
    }
}

/// What is said of the status beside its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatusForm {
    /// Nothing.
    Standard,
    /// The API server takes `null` for it.
    Nullable,
    /// The status subresource is on, and the schema has no property for it.
    Bare,
}

/// Where the derived struct stands in the object.
#[derive(Clone, Copy, Debug)]
pub enum SpecPlace {
    /// Under `spec`.
    Spec(&'static Type),
    /// Its fields are members of the object itself (`no_spec`).
    Root(&'static Type),
}

impl SpecPlace {
    /// The derived struct, wherever it stands.
    #[must_use]
    pub const fn ty(&self) -> &'static Type {
        match self {
            Self::Spec(ty) | Self::Root(ty) => ty,
        }
    }
}

/// Whether a member of the root must be there.
#[derive(Clone, Copy, Debug)]
pub enum Presence {
    /// It is in `required`.
    Required,
    /// It may be absent.
    Optional,
    /// Where it is absent, the API server fills it in.
    Default(Tree),
}

/// The scale subresource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    /// `specReplicasPath`.
    pub spec: &'static str,
    /// `statusReplicasPath`.
    pub status: &'static str,
    /// `labelSelectorPath`.
    pub selector: Option<&'static str>,
    /// An object may be without the spec replicas; reading its scale fails then.
    pub optional: bool,
    /// The paths may lead nowhere.
    pub unchecked: bool,
}

/// A printer column. Declared columns take the place of the default `Age`, which is declared again with the type `date` and
/// the path `.metadata.creationTimestamp`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// The heading.
    pub name: &'static str,
    /// `boolean`, `date`, `integer`, `number` or `string`.
    pub ty: &'static str,
    /// The JSON path, with its leading dot.
    pub path: &'static str,
    /// What the column shows; empty when not said.
    pub description: &'static str,
    /// The format; empty when not said.
    pub format: &'static str,
    /// 0 is shown always, more only with `-o wide`.
    pub priority: i32,
    /// The path may lead nowhere, and the type may be another one.
    pub unchecked: bool,
}

impl Column {
    /// A column that is always shown.
    #[must_use]
    pub const fn new(name: &'static str, ty: &'static str, path: &'static str) -> Self {
        Self {
            name,
            ty,
            path,
            description: "",
            format: "",
            priority: 0,
            unchecked: false,
        }
    }
}

/// The root object's own schema.
#[derive(Clone, Copy, Debug)]
pub struct RootSchema {
    /// Whether `spec` must be there.
    pub spec: Presence,
    /// Whether `metadata` is in `required`.
    pub metadata_required: bool,
    /// Keys for `metadata.name`.
    pub name: &'static [Key],
    /// Keys for `metadata.generateName`.
    pub generate_name: &'static [Key],
    /// Keys for the root itself: description, rules, combinators, preserve-unknown.
    pub keys: &'static [Key],
    /// Those of `apiVersion`, `kind` and `metadata` that are listed in `properties`, as controller-gen does with all.
    pub type_meta: &'static [&'static str],
    /// Whether `apiVersion` and `kind` are in `required`, which the API server demands anyway.
    pub type_meta_required: bool,
}

impl RootSchema {
    /// `spec` is required, and nothing else is said.
    pub const STANDARD: Self = Self {
        spec: Presence::Required,
        metadata_required: false,
        name: &[],
        generate_name: &[],
        keys: &[],
        type_meta: &[],
        type_meta_required: false,
    };
}

/// `spec.conversion`.
#[derive(Clone, Copy, Debug)]
pub enum Conversion {
    /// Only `apiVersion` changes.
    None,
    /// Only `apiVersion` changes, even where versions differ.
    Unchecked,
    /// A webhook is asked.
    Webhook {
        /// Where it is.
        client: ClientConfig,
        /// `conversionReviewVersions`.
        review_versions: &'static [&'static str],
    },
}

/// Where a webhook is.
#[derive(Clone, Copy, Debug)]
pub enum ClientConfig {
    /// A Service in the cluster.
    Service(Service),
    /// An `https` URL.
    Url(&'static str),
}

/// A Service in the cluster.
#[derive(Clone, Copy, Debug)]
pub struct Service {
    /// Its namespace.
    pub namespace: &'static str,
    /// Its name.
    pub name: &'static str,
    /// The path; `/` when empty.
    pub path: &'static str,
    /// The port; 443 unless said.
    pub port: u16,
}
