//! A value of the file, with the way to it for texts.

use std::net::IpAddr;
use std::ops::RangeInclusive;

use serde_json::Value;

use crate::error::{Error, ErrorKind, Result};

pub(super) const OPERATION: &str = "Communicator::from_rank_table";

#[derive(Clone)]
pub(super) struct Field<'a> {
    file: &'a str,
    pub(super) place: String,
    value: &'a Value,
}

/// What is wrong with a whole file.
pub(super) fn wrong_file(file: &str, why: &str) -> Error {
    Error::new(ErrorKind::Environment, OPERATION, format!("rank table {file}: {why}"))
}

impl<'a> Field<'a> {
    pub(super) fn root(file: &'a str, value: &'a Value) -> Self {
        Self { file, place: String::new(), value }
    }

    /// What is wrong with the value.
    pub(super) fn wrong(&self, why: &str) -> Error {
        let Self { file, place, value } = self;
        Error::new(ErrorKind::Environment, OPERATION, format!("rank table {file}: {place} is {value}; {why}"))
    }

    /// What is wrong with the table.
    pub(super) fn wrong_table(&self, why: &str) -> Error {
        wrong_file(self.file, why)
    }

    /// A field of an object, if it is there.
    pub(super) fn find(&self, key: &str) -> Option<Self> {
        let place = if self.place.is_empty() { key.to_owned() } else { format!("{}.{key}", self.place) };
        self.value.get(key).map(|value| Self { file: self.file, place, value })
    }

    pub(super) fn get(&self, key: &str) -> Result<Self> {
        self.find(key).ok_or_else(|| {
            let of = if self.place.is_empty() { "the table" } else { &self.place };
            wrong_file(self.file, &format!("{of} has no field {key}"))
        })
    }

    /// The entries of a list, of which there is one at least.
    pub(super) fn list(&self) -> Result<Vec<Self>> {
        let list = self.value.as_array().filter(|list| !list.is_empty());
        let list = list.ok_or_else(|| self.wrong("a list with one entry or more is expected"))?;
        let entry = |(place, value)| Self { file: self.file, place: format!("{}[{place}]", self.place), value };
        Ok(list.iter().enumerate().map(entry).collect())
    }

    pub(super) fn text(&self) -> Result<&'a str> {
        let text = self.value.as_str().ok_or_else(|| self.wrong("a string is expected, for numbers too"))?;
        if text.is_empty() { Err(self.wrong("it is empty")) } else { Ok(text) }
    }

    /// A whole number, as a string.
    pub(super) fn number(&self, range: RangeInclusive<u32>) -> Result<u32> {
        let text = self.text()?;
        let number = text.parse().ok().filter(|number| range.contains(number));
        let number = number.filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()));
        number.ok_or_else(|| self.wrong(&format!("a number from {} to {} is expected", range.start(), range.end())))
    }

    /// The first of some addresses with commas between.
    pub(super) fn address(&self) -> Result<String> {
        let text = self.text()?;
        if text.split(',').any(|address| address.parse::<IpAddr>().is_err()) {
            return Err(self.wrong("an IPv4 or IPv6 address is expected"));
        }
        Ok(text.split(',').next().unwrap_or_default().to_owned())
    }

    /// That a count tells the entries of a list.
    pub(super) fn counts(&self, entries: usize, of: &str) -> Result<()> {
        let count = self.number(1..=u32::MAX)?;
        if count as usize == entries { Ok(()) } else { Err(self.wrong(&format!("{of} has {entries} entries"))) }
    }
}
