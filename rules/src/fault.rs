//! What is wrong, where the kind of an error does not tell it: for programs, which would have to read sentences.

/// The rule of the server's that a [`FieldError`](crate::FieldError) is about, of those that somebody asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Fault {
    /// A value is not as `allOf`, `anyOf` or `oneOf` ask for.
    Alternatives,
    /// Rules in CEL were not run, because of the other errors of the object.
    RulesNotRun,
    /// A rule is among those that together cost more than a schema may.
    AddsToCost,
    /// Not exactly one version is the storage version.
    StorageVersions,
    /// Two versions have one name.
    SameVersion,
    /// A version is gone in which objects may be stored.
    StoredVersion,
    /// The name of the CRD is not made of plural and group.
    CrdName,
    /// A group of Kubernetes' own without approval.
    ProtectedGroup,
    /// The kind of lists is that of the objects.
    ListKind,
    /// A keyword at the root of the schema that must not stand beside the status subresource.
    RootKeywords,
    /// A default with members that the schema does not have.
    UnknownMembers,
    /// A deprecation warning with what does not print.
    NotPrintable,
    /// A deprecation warning that is too long.
    LongWarning,
    /// A pattern that Go does not take.
    Pattern,
    /// A list-map key that may be absent.
    OptionalKey,
    /// What stands in a set or is the key of a list map, and may be `null`.
    NullableItem,
    /// A list-map key that is a list or an object.
    ScalarKey,
    /// The items of a set may change in part.
    AtomicItem,
    /// Items or fields without a type.
    NoType,
    /// A combinator speaks of a property that the schema does not have.
    NotDefined,
    /// A keyword that must not stand in a combinator.
    NotStructural,
    /// A selectable field that is neither a string, a boolean nor an integer.
    SelectableType,
    /// The path of a selectable field is none.
    SelectablePath,
    /// The schema says more of metadata than which names there may be.
    Metadata,
    /// A webhook with neither a URL nor a service, or both.
    UrlOrService,
    /// `properties` and `additionalProperties` at once.
    PropertiesTwice,
    /// `type: null`.
    NullType,
    /// `uniqueItems: true`.
    UniqueItems,
    /// `preserveUnknownFields: true` of the CRD.
    PreserveUnknownFields,
}
