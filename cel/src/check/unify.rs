//! Which types fit which, and what is found out about the types not yet decided.

use std::sync::Arc;

use crate::environment::Sig;
use crate::types::{Opaque, Type};

/// How much work the check of one expression may be.
///
/// A type can be built that is as large as two to the power of the expression's depth (`{a: a}` in `{b: b}` …). The
/// server has no limit here, and runs out of time.
const MOST_WORK: u32 = 2_000_000;

/// What is known of the types not yet decided, by number.
#[derive(Debug)]
pub(super) struct Substitutions {
    known: Vec<Option<Type>>,
    /// What was known before, to go back to.
    trail: Vec<(u32, Option<Type>)>,
    work: u32,
}

impl Substitutions {
    pub(super) const fn new() -> Self {
        Self {
            known: Vec::new(),
            trail: Vec::new(),
            work: 0,
        }
    }

    /// Whether the types have become too large to go on.
    pub(super) const fn exhausted(&self) -> bool {
        self.work > MOST_WORK
    }

    fn worked(&mut self) -> bool {
        self.work = self.work.saturating_add(1);
        self.work <= MOST_WORK
    }

    /// A type not yet decided.
    pub(super) fn fresh(&mut self) -> Type {
        let number = u32::try_from(self.known.len()).unwrap_or(u32::MAX);
        self.known.push(None);
        Type::Param(number)
    }

    /// The type of a declaration, its parameters being those of this call.
    pub(super) fn instance(sig: &Sig, parameters: &[Type; 2]) -> Type {
        match sig {
            Sig::Dyn => Type::Dyn,
            Sig::Bool => Type::Bool,
            Sig::Int => Type::Int,
            Sig::Uint => Type::Uint,
            Sig::Double => Type::Double,
            Sig::String => Type::String,
            Sig::Bytes => Type::Bytes,
            Sig::Duration => Type::Duration,
            Sig::Timestamp => Type::Timestamp,
            Sig::Param(index) => parameters[usize::from(*index)].clone(),
            Sig::List(element) => Type::list(Self::instance(element, parameters)),
            Sig::Map(key, value) => Type::map(
                Self::instance(key, parameters),
                Self::instance(value, parameters),
            ),
            Sig::Optional(value) => Type::optional(Self::instance(value, parameters)),
            Sig::TypeOf(of) => Type::type_of(Self::instance(of, parameters)),
            Sig::Opaque(opaque) => Type::Opaque(*opaque),
        }
    }

    fn find(&self, ty: &Type) -> Option<&Type> {
        match ty {
            Type::Param(number) => self.known.get(*number as usize)?.as_ref(),
            _ => None,
        }
    }

    fn bind(&mut self, ty: &Type, to: Type) {
        if let Type::Param(number) = ty
            && let Some(known) = self.known.get_mut(*number as usize)
        {
            let before = known.replace(to);
            self.trail.push((*number, before));
        }
    }

    /// Takes the types of a call that nothing decides to be unknown, as an argument was.
    pub(super) fn leave_unknown(&mut self, parameters: &[Type]) {
        for parameter in parameters {
            if matches!(parameter, Type::Param(_)) && self.find(parameter).is_none() {
                self.bind(parameter, Type::Unknown);
            }
        }
    }

    /// Whether a value of the second type can be where the first is wanted; what that decides is kept.
    pub(super) fn assignable(&mut self, wanted: &Type, given: &Type) -> bool {
        self.attempt(|types| types.fits(wanted, given))
    }

    /// Whether arguments can be given for parameters, from left to right.
    pub(super) fn all_assignable(&mut self, given: &[Type], wanted: &[Type]) -> bool {
        given.len() == wanted.len()
            && self.attempt(|types| {
                given
                    .iter()
                    .zip(wanted)
                    .all(|(given, wanted)| types.fits(given, wanted))
            })
    }

    fn attempt(&mut self, fits: impl FnOnce(&mut Self) -> bool) -> bool {
        self.trail.clear();
        if fits(self) {
            return true;
        }
        while let Some((number, before)) = self.trail.pop() {
            self.known[number as usize] = before;
        }
        false
    }

    fn fits(&mut self, first: &Type, second: &Type) -> bool {
        if !self.worked() {
            return true;
        }
        if matches!(second, Type::Param(_)) {
            match self.substitutes(first, second) {
                (true, _) => return true,
                (false, true) => return false,
                (false, false) => {}
            }
        }
        if matches!(first, Type::Param(_)) {
            return self.substitutes(second, first).0;
        }
        if is_wild(first) || is_wild(second) {
            return true;
        }
        match (first, second) {
            (Type::Null, other) | (other, Type::Null) => is_nullable(other),
            (Type::Type(_), Type::Type(_)) => true,
            (Type::List(a), Type::List(b)) | (Type::Optional(a), Type::Optional(b)) => {
                self.fits(a, b)
            }
            (Type::Map(a), Type::Map(b)) => self.fits(&a.0, &b.0) && self.fits(&a.1, &b.1),
            _ => self.same(first, second),
        }
    }

    /// Whether the parameter can be the type; and whether it has been decided before.
    fn substitutes(&mut self, ty: &Type, parameter: &Type) -> (bool, bool) {
        if matches!(ty, Type::Param(_)) && ty == parameter {
            return (true, true);
        }
        if let Some(known) = self.find(parameter).cloned() {
            if self.same(ty, &known) {
                return (true, true);
            }
            if self.fits(ty, &known) {
                let general = self.most_general(ty.clone(), known);
                if self.not_within(parameter, &general) {
                    self.bind(parameter, general);
                }
                return (true, true);
            }
            return (false, true);
        }
        if self.not_within(parameter, ty) {
            self.bind(parameter, ty.clone());
            return (true, false);
        }
        (false, false)
    }

    /// Whether two types are the same, parameters by number.
    fn same(&mut self, first: &Type, second: &Type) -> bool {
        if !self.worked() {
            return true;
        }
        match (first, second) {
            (Type::List(a), Type::List(b)) | (Type::Optional(a), Type::Optional(b)) => {
                Arc::ptr_eq(a, b) || self.same(a, b)
            }
            (Type::Map(a), Type::Map(b)) => {
                Arc::ptr_eq(a, b) || (self.same(&a.0, &b.0) && self.same(&a.1, &b.1))
            }
            (Type::Type(Some(a)), Type::Type(Some(b))) => Arc::ptr_eq(a, b) || self.same(a, b),
            _ => first.unwrapped() == second.unwrapped(),
        }
    }

    /// Whether two types are exactly the same.
    pub(super) fn exact(&mut self, first: &Type, second: &Type) -> bool {
        self.same(first, second)
    }

    /// The more general of two types of which one fits the other.
    pub(super) fn most_general(&mut self, first: Type, second: Type) -> Type {
        if self.less_specific(&first, &second) {
            first
        } else {
            second
        }
    }

    fn less_specific(&mut self, first: &Type, second: &Type) -> bool {
        if !self.worked() {
            return true;
        }
        if first.is_dyn() || matches!(first, Type::Param(_)) {
            return true;
        }
        if second.is_dyn() || matches!(second, Type::Param(_)) {
            return false;
        }
        match (first, second) {
            (Type::List(a), Type::List(b)) | (Type::Optional(a), Type::Optional(b)) => {
                self.less_specific(a, b)
            }
            (Type::Map(a), Type::Map(b)) => {
                self.less_specific(&a.0, &b.0) && self.less_specific(&a.1, &b.1)
            }
            (Type::Type(_), Type::Type(_)) => true,
            _ => self.same(first, second),
        }
    }

    /// Whether a parameter does not stand within a type.
    fn not_within(&mut self, parameter: &Type, ty: &Type) -> bool {
        if !self.worked() {
            return true;
        }
        match ty {
            Type::Param(_) if ty == parameter => false,
            Type::Param(_) => match self.find(ty).cloned() {
                Some(known) => self.not_within(parameter, &known),
                None => true,
            },
            Type::List(inner) | Type::Optional(inner) | Type::Type(Some(inner)) => {
                self.not_within(parameter, inner)
            }
            Type::Map(entry) => {
                self.not_within(parameter, &entry.0) && self.not_within(parameter, &entry.1)
            }
            _ => true,
        }
    }

    /// The type with what is known put in; `undecided` makes the rest dyn.
    pub(super) fn substitute(&mut self, ty: &Type, undecided: Undecided) -> Type {
        self.replaced(ty, undecided).unwrap_or_else(|| ty.clone())
    }

    /// The type with what is known put in, if that is another type.
    fn replaced(&mut self, ty: &Type, undecided: Undecided) -> Option<Type> {
        if !self.worked() {
            return None;
        }
        match ty {
            Type::Param(_) => match self.find(ty).cloned() {
                Some(known) => Some(self.replaced(&known, undecided).unwrap_or(known)),
                None if undecided == Undecided::Dyn => Some(Type::Dyn),
                None => None,
            },
            Type::List(inner) => self.replaced(inner, undecided).map(Type::list),
            Type::Optional(inner) => self.replaced(inner, undecided).map(Type::optional),
            Type::Type(Some(inner)) => self.replaced(inner, undecided).map(Type::type_of),
            Type::Map(entry) => {
                let key = self.replaced(&entry.0, undecided);
                let value = self.replaced(&entry.1, undecided);
                if key.is_none() && value.is_none() {
                    return None;
                }
                Some(Type::map(
                    key.unwrap_or_else(|| entry.0.clone()),
                    value.unwrap_or_else(|| entry.1.clone()),
                ))
            }
            _ => None,
        }
    }
}

/// What becomes of types that nothing decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Undecided {
    Keep,
    Dyn,
}

fn is_wild(ty: &Type) -> bool {
    ty.is_dyn() || matches!(ty, Type::Error)
}

/// Whether `null` can be where this type is wanted.
fn is_nullable(ty: &Type) -> bool {
    matches!(
        ty,
        Type::Null
            | Type::Opaque(_)
            | Type::Optional(_)
            | Type::Wrapper(_)
            | Type::Object(_)
            | Type::Duration
            | Type::Timestamp
    )
}

/// Whether the server declares the type as an object, of which it then finds no fields.
pub(super) const fn is_fieldless_object(opaque: Opaque) -> bool {
    !matches!(opaque, Opaque::Ip | Opaque::Cidr)
}
