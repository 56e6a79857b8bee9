use std::{fmt, marker::PhantomData};

use serde::{
    Deserializer,
    de::{DeserializeOwned, Error, IgnoredAny, MapAccess, Visitor},
};
use serde_json::{Map, Value};

use super::{ObjectMeta, Rooted, identity::Identity};
use crate::table::{Root, SpecPlace};

/// A root object, taken apart.
pub struct Parts<Spec, Status> {
    /// `metadata`.
    pub metadata: ObjectMeta,
    /// The derived struct.
    pub spec: Spec,
    /// `status`, where there is one.
    pub status: Option<Status>,
}

/// Reads a root object; `absent` makes the spec where the object may lack it, and `whole` the object of its parts.
///
/// The identity is judged first: where `spec` or `status` comes before `apiVersion` and `kind`, it is kept as JSON until
/// they are known, so that an object of another kind is never reported as a broken object of this one.
pub fn read<'de, Of, Status, D>(
    absent: Option<fn() -> Of::Spec>,
    whole: fn(Parts<Of::Spec, Status>) -> Of,
    deserializer: D,
) -> Result<Of, D::Error>
where
    Of: Rooted<Spec: DeserializeOwned>,
    Status: DeserializeOwned,
    D: Deserializer<'de>,
{
    let parts = deserializer.deserialize_map(RootVisitor {
        root: Of::ROOT,
        absent,
        parts: PhantomData,
    })?;
    Ok(whole(parts))
}

struct RootVisitor<Spec, Status> {
    root: &'static Root,
    absent: Option<fn() -> Spec>,
    parts: PhantomData<Status>,
}

/// A member that was read, or waits for the identity.
enum Member<T> {
    Absent,
    Null,
    Waiting(Value),
    Read(T),
}

impl<T: DeserializeOwned> Member<T> {
    fn take<'de, A: MapAccess<'de>>(
        &mut self,
        name: &'static str,
        nullable: bool,
        identity: &Identity,
        map: &mut A,
    ) -> Result<(), A::Error> {
        if !matches!(self, Self::Absent) {
            return Err(A::Error::duplicate_field(name));
        }
        *self = if !identity.is_known() {
            Self::Waiting(map.next_value()?)
        } else if nullable {
            map.next_value::<Option<T>>()?
                .map_or(Self::Null, Self::Read)
        } else {
            Self::Read(map.next_value()?)
        };
        Ok(())
    }

    fn finish<E: Error>(self, name: &str, nullable: bool) -> Result<Option<T>, E> {
        match self {
            Self::Absent | Self::Null => Ok(None),
            Self::Waiting(Value::Null) if nullable => Ok(None),
            Self::Waiting(value) => match T::deserialize(value) {
                Ok(value) => Ok(Some(value)),
                Err(error) => Err(E::custom(format_args!("{name}: {error}"))),
            },
            Self::Read(value) => Ok(Some(value)),
        }
    }
}

impl<'de, Spec: DeserializeOwned, Status: DeserializeOwned> Visitor<'de>
    for RootVisitor<Spec, Status>
{
    type Value = Parts<Spec, Status>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an object of kind `{}`", self.root.kind)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let in_root = matches!(self.root.spec, SpecPlace::Root(_));
        let may_lack_spec = self.absent.is_some();
        let mut identity = Identity::new(self.root);
        let mut metadata: Option<Option<ObjectMeta>> = None;
        let (mut spec, mut status) = (Member::Absent, Member::Absent);
        let mut fields = Map::new();
        while let Some(name) = map.next_key::<String>()? {
            match name.as_str() {
                "apiVersion" => identity.version(&map.next_value::<String>()?)?,
                "kind" => identity.kind(&map.next_value::<String>()?)?,
                "metadata" if metadata.is_some() => {
                    return Err(A::Error::duplicate_field("metadata"));
                }
                "metadata" => metadata = Some(map.next_value()?),
                "status" if self.root.status.is_some() => {
                    status.take("status", true, &identity, &mut map)?;
                }
                "spec" if !in_root => spec.take("spec", may_lack_spec, &identity, &mut map)?,
                _ if in_root => {
                    let value = map.next_value()?;
                    if fields.contains_key(&name) {
                        return Err(A::Error::custom(format_args!("duplicate field `{name}`")));
                    }
                    fields.insert(name, value);
                }
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        let spec = if in_root {
            Spec::deserialize(Value::Object(fields)).map_err(A::Error::custom)?
        } else {
            match (spec.finish("spec", may_lack_spec)?, self.absent) {
                (Some(spec), _) => spec,
                (None, Some(absent)) => absent(),
                (None, None) => return Err(A::Error::missing_field("spec")),
            }
        };
        Ok(Parts {
            metadata: metadata.flatten().unwrap_or_default(),
            spec,
            status: status.finish("status", true)?,
        })
    }
}
