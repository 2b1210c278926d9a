//! A value of the file, with the way to it.

use ascend_npu_sys::HcclResult;
use serde_json::Value;

use crate::report::{Failure, Outcome};

/// A value of the file, with the way to it for texts.
pub(super) struct Field<'a> {
    file: &'a str,
    pub(super) place: String,
    value: &'a Value,
}

impl<'a> Field<'a> {
    pub(super) fn root(file: &'a str, value: &'a Value) -> Self {
        Self { file, place: String::new(), value }
    }

    /// A refusal of the value.
    pub(super) fn refuse(&self, code: HcclResult, why: &str) -> Failure {
        let Self { file, place, value } = self;
        Failure::hccl(code, format!("EI0014: rank table {file}: {place} is {value}; {why}"))
    }

    pub(super) fn wrong(&self, why: &str) -> Failure {
        self.refuse(HcclResult::HCCL_E_PARA, why)
    }

    /// A refusal of the whole table.
    pub(super) fn refuse_table(&self, code: HcclResult, why: &str) -> Failure {
        Failure::hccl(code, format!("EI0014: rank table {}: {why}", self.file))
    }

    /// A field of an object, if it is there.
    pub(super) fn find(&self, key: &str) -> Option<Self> {
        let place = if self.place.is_empty() { key.to_owned() } else { format!("{}.{key}", self.place) };
        self.value.get(key).map(|value| Self { file: self.file, place, value })
    }

    /// A field of an object.
    pub(super) fn get(&self, key: &str) -> Outcome<Self> {
        self.find(key).ok_or_else(|| {
            let of = if self.place.is_empty() { "the table" } else { &self.place };
            let text = format!("EI0004: rank table {}: {of} has no field {key}", self.file);
            Failure::hccl(HcclResult::HCCL_E_NOT_FOUND, text)
        })
    }

    /// The entries of a list, which has some.
    pub(super) fn list(&self) -> Outcome<Vec<Self>> {
        let list = self.value.as_array().filter(|list| !list.is_empty());
        let list = list.ok_or_else(|| self.wrong("a list with at least one entry is expected"))?;
        let entry = |(index, value): (usize, &'a Value)| Self {
            file: self.file,
            place: format!("{}[{index}]", self.place),
            value,
        };
        Ok(list.iter().enumerate().map(entry).collect())
    }

    /// A text that is not empty, of at most `most` bytes.
    pub(super) fn text(&self, most: usize) -> Outcome<&'a str> {
        let text = self.value.as_str().ok_or_else(|| self.wrong("a string is expected, also for numbers"))?;
        if text.is_empty() || text.len() > most {
            return Err(self.wrong(&format!("1 to {most} characters are expected")));
        }
        Ok(text)
    }

    /// A whole number as a text.
    pub(super) fn number(&self, range: std::ops::RangeInclusive<i64>) -> Outcome<i64> {
        let text = self.text(32)?;
        let digits = text.bytes().all(|byte| byte.is_ascii_digit());
        let number = text.parse::<i64>().ok().filter(|number| digits && range.contains(number));
        number.ok_or_else(|| {
            self.wrong(&format!("digits of a number from {} to {} are expected", range.start(), range.end()))
        })
    }

    /// A port as a text.
    pub(super) fn port(&self) -> Outcome<u16> {
        Ok(u16::try_from(self.number(1..=65_535)?).unwrap_or(u16::MAX))
    }

    /// One or two addresses, with a comma between; the first.
    pub(super) fn address(&self) -> Outcome<String> {
        let text = self.text(128)?;
        if !text.split(',').all(|address| address.parse::<std::net::IpAddr>().is_ok()) {
            return Err(self.wrong("an IPv4 or IPv6 address is expected"));
        }
        Ok(text.split(',').next().unwrap_or_default().to_owned())
    }

    /// The number of entries that a count announces.
    pub(super) fn count_of(&self, entries: &[Self], of: &str) -> Outcome {
        let count = self.number(1..=1 << 20)?;
        if usize::try_from(count) == Ok(entries.len()) {
            return Ok(());
        }
        Err(self.wrong(&format!("{of} has {} entries", entries.len())))
    }
}
