//! What is known of a set of headers before it is checked.

use std::collections::{BTreeMap, BTreeSet};

use crate::Result;

/// Expectations of one set of headers.
///
/// A file of them has one on a line, `#` begins a comment:
/// - `letter L`: the newest letter whose functions the set has. Functions of later letters are absent.
/// - `absent NAME`, `present NAME`: a function for which that is not so.
/// - `lacks NAME`: a type, enumerator, constant or field (`Type.field`) that the set does not have.
/// - `value NAME NUMBER`: an enumerator or constant that has another value there.
/// - `size NAME BYTES`: a struct that has another size there.
/// - `prototype NAME`: a function that has another type there.
/// - `unbound NAME`: a function of the set that we do not declare; a trailing `*` stands for any end.
#[derive(Clone, Debug)]
pub struct Expectations {
    pub(crate) letter: String,
    pub(crate) absent: BTreeSet<String>,
    pub(crate) present: BTreeSet<String>,
    pub(crate) lacks: BTreeSet<String>,
    pub(crate) values: BTreeMap<String, String>,
    pub(crate) sizes: BTreeMap<String, String>,
    pub(crate) prototypes: BTreeSet<String>,
    pub(crate) unbound: BTreeSet<String>,
}

impl Default for Expectations {
    /// A set that has everything as we declare it, and nothing else.
    fn default() -> Self {
        Self {
            letter: "z".to_owned(),
            absent: BTreeSet::new(),
            present: BTreeSet::new(),
            lacks: BTreeSet::new(),
            values: BTreeMap::new(),
            sizes: BTreeMap::new(),
            prototypes: BTreeSet::new(),
            unbound: BTreeSet::new(),
        }
    }
}

impl Expectations {
    /// Reads a file of expectations.
    ///
    /// # Errors
    /// On a line that is none of the above.
    pub fn parse(text: &str) -> Result<Self> {
        let mut expected = Self::default();
        for line in text.lines() {
            let words: Vec<&str> = line.split('#').next().unwrap_or_default().split_whitespace().collect();
            match words.as_slice() {
                [] => {}
                ["letter", letter] => expected.letter = (*letter).to_owned(),
                ["absent", name] => drop(expected.absent.insert((*name).to_owned())),
                ["present", name] => drop(expected.present.insert((*name).to_owned())),
                ["lacks", name] => drop(expected.lacks.insert((*name).to_owned())),
                ["value", name, value] => drop(expected.values.insert((*name).to_owned(), (*value).to_owned())),
                ["size", name, bytes] => drop(expected.sizes.insert((*name).to_owned(), (*bytes).to_owned())),
                ["prototype", name] => drop(expected.prototypes.insert((*name).to_owned())),
                ["unbound", name] => drop(expected.unbound.insert((*name).to_owned())),
                _ => return Err(format!("not an expectation: {line}").into()),
            }
        }
        Ok(expected)
    }

    /// Whether the set should have a function of this name and letter.
    pub(crate) fn has(&self, name: &str, since: &str) -> bool {
        if since <= self.letter.as_str() { !self.absent.contains(name) } else { self.present.contains(name) }
    }

    /// Every name of ours that the expectations speak of.
    pub(crate) fn named(&self) -> impl Iterator<Item = &String> {
        let sets = [&self.absent, &self.present, &self.lacks, &self.prototypes];
        sets.into_iter().flatten().chain(self.values.keys()).chain(self.sizes.keys())
    }

    pub(crate) fn unbound(&self, name: &str) -> bool {
        self.unbound.iter().any(|known| match known.strip_suffix('*') {
            Some(start) => name.starts_with(start),
            None => name == known,
        })
    }
}
