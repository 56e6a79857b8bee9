//! Which step reads which member of an object.

use super::Place;

/// The members of one object that steps read.
#[derive(Debug, Default)]
pub(crate) struct Reads(Vec<(String, Read)>);

/// What is done with one member.
#[derive(Debug, Default)]
pub(crate) struct Read {
    /// The step and the place of it that the member is.
    pub(crate) taken: Option<(usize, usize)>,
    /// It is copied to this member of the other side.
    pub(crate) copied: Option<String>,
    /// A step of an enclosing object reads it.
    pub(crate) elsewhere: bool,
    /// The mapping of a value around it leaves it to steps of this object.
    left: bool,
    /// Steps read within it.
    pub(crate) below: Reads,
}

impl Read {
    /// Whether steps only reach into what stands here. `in_parent`: they only reach into the object around it.
    pub(crate) const fn is_parent(&self, in_parent: bool) -> bool {
        (in_parent || self.left) && self.taken.is_none() && self.copied.is_none()
    }
}

impl Read {}

impl Reads {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What is done with a member; `cursor` is where the last one was found, for members mostly come in order.
    pub(crate) fn find(&self, name: &str, cursor: &mut usize) -> Option<&Read> {
        if let Some((member, read)) = self.0.get(*cursor)
            && member == name
        {
            *cursor += 1;
            return Some(read);
        }
        let position = self
            .0
            .binary_search_by(|(member, _)| member.as_str().cmp(name))
            .ok()?;
        *cursor = position + 1;
        self.0.get(position).map(|(_, read)| read)
    }

    /// What steps read within the value at a path.
    pub(crate) fn within(&self, path: &[String]) -> Option<&Self> {
        let mut path = path.iter();
        path.try_fold(self, |reads, name| Some(&reads.find(name, &mut 0)?.below))
    }

    fn entry(&mut self, name: &str) -> &mut Read {
        let position = match self
            .0
            .binary_search_by(|(member, _)| member.as_str().cmp(name))
        {
            Ok(position) => position,
            Err(position) => {
                self.0.insert(position, (name.to_owned(), Read::default()));
                position
            }
        };
        &mut self.0[position].1
    }

    /// The entry of a path.
    pub(crate) fn at(&mut self, path: &[String]) -> Option<&mut Read> {
        let (first, rest) = path.split_first()?;
        let entry = self.entry(first);
        if rest.is_empty() {
            Some(entry)
        } else {
            entry.below.at(rest)
        }
    }

    /// Objects that steps only reach into, outer ones first.
    pub(crate) fn parents(&self) -> Vec<Vec<String>> {
        let mut parents = Vec::new();
        self.parents_within(&[], true, &mut parents);
        parents
    }

    fn parents_within(&self, around: &[String], in_parent: bool, parents: &mut Vec<Vec<String>>) {
        for (name, read) in &self.0 {
            let path = [around, std::slice::from_ref(name)].concat();
            let is_parent = read.is_parent(in_parent);
            if is_parent && !read.below.is_empty() {
                parents.push(path.clone());
            }
            read.below.parents_within(&path, is_parent, parents);
        }
    }

    /// Notes that steps of the objects around this one read what is at a path.
    pub(crate) fn leave(&mut self, path: &[String]) {
        if let Some(read) = self.at(path) {
            read.elsewhere = true;
        }
    }

    /// Notes that the mapping of a value leaves what is at a path to steps of this object.
    pub(crate) fn claim(&mut self, path: &[String]) {
        if self.within(path).is_some()
            && let Some(read) = self.at(path)
        {
            read.left = true;
        }
    }

    /// Notes that a step's place is here.
    pub(crate) fn take(&mut self, place: &Place, step: usize, index: usize) {
        if let Some(read) = self.at(&place.path) {
            read.taken = Some((step, index));
        }
    }
}
