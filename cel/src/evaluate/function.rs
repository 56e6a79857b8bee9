//! The functions by name.

use crate::syntax::operator;

macro_rules! functions {
    ($($name:ident = $text:expr,)*) => {
        /// A function, whatever its signature.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(super) enum Function {
            $($name,)*
        }

        impl Function {
            pub(super) fn named(name: &str) -> Option<Self> {
                $(if name == $text {
                    return Some(Self::$name);
                })*
                None
            }

            pub(super) const fn name(self) -> &'static str {
                match self {
                    $(Self::$name => $text,)*
                }
            }
        }
    };
}

functions! {
    Not = operator::NOT,
    NotStrictlyFalse = operator::NOT_STRICTLY_FALSE,
    Add = operator::ADD,
    Subtract = operator::SUBTRACT,
    Multiply = operator::MULTIPLY,
    Divide = operator::DIVIDE,
    Modulo = operator::MODULO,
    Negate = operator::NEGATE,
    Less = operator::LESS,
    LessEquals = operator::LESS_EQUALS,
    Greater = operator::GREATER,
    GreaterEquals = operator::GREATER_EQUALS,
    In = operator::IN,
    MapInsert = operator::MAP_INSERT,
    SortByKeys = operator::SORT_BY_KEYS,
    Size = "size",
    Type = "type",
    Bool = "bool",
    Bytes = "bytes",
    Double = "double",
    Duration = "duration",
    Dyn = "dyn",
    Int = "int",
    String = "string",
    Timestamp = "timestamp",
    Uint = "uint",
    Contains = "contains",
    EndsWith = "endsWith",
    StartsWith = "startsWith",
    Matches = "matches",
    GetFullYear = "getFullYear",
    GetMonth = "getMonth",
    GetDayOfYear = "getDayOfYear",
    GetDayOfMonth = "getDayOfMonth",
    GetDate = "getDate",
    GetDayOfWeek = "getDayOfWeek",
    GetHours = "getHours",
    GetMinutes = "getMinutes",
    GetSeconds = "getSeconds",
    GetMilliseconds = "getMilliseconds",
    OptionalOf = "optional.of",
    OptionalOfNonZeroValue = "optional.ofNonZeroValue",
    OptionalNone = "optional.none",
    OptionalUnwrap = "optional.unwrap",
    UnwrapOpt = "unwrapOpt",
    Value = "value",
    HasValue = "hasValue",
    First = "first",
    Last = "last",
    CharAt = "charAt",
    IndexOf = "indexOf",
    LastIndexOf = "lastIndexOf",
    LowerAscii = "lowerAscii",
    UpperAscii = "upperAscii",
    Replace = "replace",
    Split = "split",
    Substring = "substring",
    Trim = "trim",
    Format = "format",
    Quote = "strings.quote",
    Join = "join",
    Slice = "slice",
    Flatten = "flatten",
    Sort = "sort",
    Range = "lists.range",
    Reverse = "reverse",
    Distinct = "distinct",
    SetsContains = "sets.contains",
    SetsEquivalent = "sets.equivalent",
    SetsIntersects = "sets.intersects",
    IsSorted = "isSorted",
    Sum = "sum",
    Max = "max",
    Min = "min",
    Includes = "includes",
    Find = "find",
    FindAll = "findAll",
    Url = "url",
    IsUrl = "isURL",
    GetScheme = "getScheme",
    GetHost = "getHost",
    GetHostname = "getHostname",
    GetPort = "getPort",
    GetEscapedPath = "getEscapedPath",
    GetQuery = "getQuery",
    Ip = "ip",
    IsIp = "isIP",
    IsCanonical = "ip.isCanonical",
    Family = "family",
    IsUnspecified = "isUnspecified",
    IsLoopback = "isLoopback",
    IsLinkLocalMulticast = "isLinkLocalMulticast",
    IsLinkLocalUnicast = "isLinkLocalUnicast",
    IsGlobalUnicast = "isGlobalUnicast",
    Cidr = "cidr",
    IsCidr = "isCIDR",
    ContainsIp = "containsIP",
    ContainsCidr = "containsCIDR",
    PrefixLength = "prefixLength",
    Masked = "masked",
    Quantity = "quantity",
    IsQuantity = "isQuantity",
    Sign = "sign",
    IsGreaterThan = "isGreaterThan",
    IsLessThan = "isLessThan",
    CompareTo = "compareTo",
    AsApproximateFloat = "asApproximateFloat",
    AsInteger = "asInteger",
    IsInteger = "isInteger",
    QuantityAdd = "add",
    QuantitySub = "sub",
    Validate = "validate",
    FormatNamed = "format.named",
    FormatDns1123Label = "format.dns1123Label",
    FormatDns1123Subdomain = "format.dns1123Subdomain",
    FormatDns1035Label = "format.dns1035Label",
    FormatQualifiedName = "format.qualifiedName",
    FormatDns1123LabelPrefix = "format.dns1123LabelPrefix",
    FormatDns1123SubdomainPrefix = "format.dns1123SubdomainPrefix",
    FormatDns1035LabelPrefix = "format.dns1035LabelPrefix",
    FormatLabelValue = "format.labelValue",
    FormatUri = "format.uri",
    FormatUuid = "format.uuid",
    FormatByte = "format.byte",
    FormatDate = "format.date",
    FormatDatetime = "format.datetime",
    Semver = "semver",
    IsSemver = "isSemver",
    Major = "major",
    Minor = "minor",
    Patch = "patch",
    Path = "path",
    Group = "group",
    ServiceAccount = "serviceAccount",
    Resource = "resource",
    Subresource = "subresource",
    Namespace = "namespace",
    Name = "name",
    Check = "check",
    Errored = "errored",
    Error = "error",
    Allowed = "allowed",
    Reason = "reason",
    FieldSelector = "fieldSelector",
    LabelSelector = "labelSelector",
}

impl Function {
    /// Whether the server has a function for each signature, and looks for the one that fits: the operators, `size` and
    /// others with one function for all look at values themselves.
    pub(super) const fn dispatches(self) -> bool {
        matches!(
            self,
            Self::Bool
                | Self::Bytes
                | Self::Double
                | Self::Duration
                | Self::Int
                | Self::String
                | Self::Timestamp
                | Self::Uint
                | Self::GetHours
                | Self::GetMinutes
                | Self::GetSeconds
                | Self::GetMilliseconds
                | Self::IndexOf
                | Self::LastIndexOf
                | Self::Ip
                | Self::ContainsIp
                | Self::ContainsCidr
                | Self::IsGreaterThan
                | Self::IsLessThan
                | Self::CompareTo
                | Self::QuantityAdd
                | Self::QuantitySub
                | Self::Check
        )
    }

    /// Whether its second argument is a regular expression.
    pub(super) const fn takes_pattern(self) -> bool {
        matches!(self, Self::Matches | Self::Find | Self::FindAll)
    }
}
