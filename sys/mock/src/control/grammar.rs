//! Rules for faults as text: `ASCEND_MOCK_FAULTS`, `ascend-mock run --fault`, [`fault`](super::fault).
//!
//! Rules are divided by `;` or by lines, and `#` starts a comment. A rule is its name and then words `KEY=VALUE`. Numbers count from 0.
//!
//! | rule | what happens, as on the real device |
//! |---|---|
//! | `out-of-memory allocation=N [device=D]` | allocation N of device memory gives 207001 |
//! | `out-of-memory above=SIZE [device=D]` | so does each that takes a device above a size, such as `512MiB` |
//! | `kernel-fault kernel=NAME [launch=N] [code=C]` | a launch of a kernel ends in 507015 (AI core exception), told at the wait |
//! | `operation-fault operation=N [kind=KIND,…] [device=D] [stream=S] [code=C]` | an operation ends in 507015, told at the wait: copies, fills, kernels and collectives are counted |
//! | `slow by=TIME [kind=KIND,…] [device=D] [stream=S]` | operations do their work later by `50ms`, `2s` or `300us` |
//! | `slow-link by=TIME [device=D]` | so do collectives, sends and receives of a device |
//! | `dead-rank rank=R [communicator=NAME] [operation=N]` | from operation N on a rank takes no part: at the first use of a kind the others get 9 (timeout), later their streams end in 507048, each after its timeout |
//! | `link-error rank=R [communicator=NAME] [operation=N]` | at operation N the link of a rank fails: calls give 21 (remote), as does HcclGetCommAsyncError |
//! | `port-in-use ports=A[-B]` | HcclGetRootInfo cannot listen there: 7 (unavailable) where no other port is allowed |
//! | `missing-symbol name=FUNCTION` | a lookup does not find the function; a program that is linked to it ends with 127 when it calls it, as with a toolkit that has it not |
//! | `call-fails function=FUNCTION [call=N or all] [code=C]` | a call does nothing and gives a code: 507000 (internal error), or 4 of an HCCL function |
//!
//! A KIND is a name of [`Kind`]. A stream is its number on the device. An operation of a communicator is one that the rank asks for.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use crate::exec::Kind;

/// A rule that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    OutOfMemory { device: Option<i32>, when: Shortage },
    KernelFault { kernel: String, launch: u64, code: i32 },
    OperationFault { of: Selection, operation: u64, code: i32 },
    Slow { of: Selection, by: Duration },
    Network { rank: u32, communicator: Option<String>, operation: u64, what: NetworkFault },
    PortInUse(RangeInclusive<u16>),
    MissingSymbol(String),
    CallFails { function: String, call: Option<u64>, code: i32 },
}

/// When memory is short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shortage {
    At(u64),
    Above(u64),
}

/// What becomes of a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NetworkFault {
    Dead,
    Cut,
}

/// Operations; what is not named may be any.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Selection {
    pub(super) kinds: Vec<Kind>,
    pub(super) device: Option<i32>,
    pub(super) stream: Option<i32>,
}

impl Selection {
    pub(super) fn holds(&self, kind: Kind, device: i32, stream: i32) -> bool {
        (self.kinds.is_empty() || self.kinds.contains(&kind))
            && self.device.is_none_or(|wanted| wanted == device)
            && self.stream.is_none_or(|wanted| wanted == stream)
    }
}

const NAMES: &str = "out-of-memory, kernel-fault, operation-fault, slow, slow-link, dead-rank, link-error, port-in-use, \
                     missing-symbol and call-fails";
const AICORE_EXCEPTION: i32 = 507_015;
const INTERNAL_ERROR: i32 = 507_000;
const HCCL_INTERNAL: i32 = 4;

/// Reads rules; all that is wrong with them.
pub(super) fn parse(text: &str) -> Result<Vec<Rule>, Vec<String>> {
    let (mut rules, mut problems) = (Vec::new(), Vec::new());
    for text in texts(text) {
        match rule(text) {
            Ok(rule) => rules.push(rule),
            Err(problem) => problems.push(format!("the fault rule `{text}`: {problem}")),
        }
    }
    if problems.is_empty() { Ok(rules) } else { Err(problems) }
}

/// The texts of rules, which semicolons or lines divide.
pub(super) fn texts(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines().map(|line| line.split_once('#').map_or(line, |(rule, _)| rule));
    lines.flat_map(|line| line.split(';')).map(str::trim).filter(|rule| !rule.is_empty())
}

fn rule(text: &str) -> Result<Rule, String> {
    let (name, mut values) = Values::of(text)?;
    let rule = match name {
        "out-of-memory" => {
            let when = match (values.number("allocation")?, values.take("above")) {
                (Some(number), None) => Shortage::At(number),
                (None, Some(size)) => Shortage::Above(bytes(size)?),
                _ => return Err("it needs allocation=N or above=SIZE, one of them".to_owned()),
            };
            Rule::OutOfMemory { device: values.number("device")?, when }
        }
        "kernel-fault" => Rule::KernelFault {
            kernel: values.needed("kernel")?.to_owned(),
            launch: values.number("launch")?.unwrap_or(0),
            code: values.code(AICORE_EXCEPTION)?,
        },
        "operation-fault" => Rule::OperationFault {
            operation: values.number("operation")?.ok_or("it needs operation=N")?,
            of: values.selection()?,
            code: values.code(AICORE_EXCEPTION)?,
        },
        "slow" => Rule::Slow { by: time(values.needed("by")?)?, of: values.selection()? },
        "slow-link" => {
            let kinds = Kind::ALL.iter().copied().filter(|kind| kind.is_of_communicator()).collect();
            let of = Selection { kinds, device: values.number("device")?, stream: None };
            Rule::Slow { by: time(values.needed("by")?)?, of }
        }
        "dead-rank" | "link-error" => Rule::Network {
            rank: values.number("rank")?.ok_or("it needs rank=R")?,
            communicator: values.take("communicator").map(str::to_owned),
            operation: values.number("operation")?.unwrap_or(0),
            what: if name == "dead-rank" { NetworkFault::Dead } else { NetworkFault::Cut },
        },
        "port-in-use" => Rule::PortInUse(ports(values.needed("ports")?)?),
        "missing-symbol" => Rule::MissingSymbol(function(values.needed("name")?)?),
        "call-fails" => {
            let function = function(values.needed("function")?)?;
            let call = match values.take("call") {
                None => Some(0),
                Some("all") => None,
                Some(number) => Some(whole("call", number)?),
            };
            let usual = if function.starts_with("Hccl") { HCCL_INTERNAL } else { INTERNAL_ERROR };
            Rule::CallFails { call, code: values.code(usual)?, function }
        }
        other => return Err(format!("`{other}` is none of {NAMES}")),
    };
    values.end(name)?;
    Ok(rule)
}

/// The words of a rule that were not read yet.
#[derive(Default)]
pub(super) struct Values<'a>(BTreeMap<&'a str, &'a str>);

impl<'a> Values<'a> {
    /// The name of a rule, and its words.
    pub(super) fn of(text: &'a str) -> Result<(&'a str, Self), String> {
        let mut words = text.split_whitespace();
        let name = words.next().unwrap_or_default();
        let mut values = Self::default();
        for word in words {
            let Some((key, value)) = word.split_once('=').filter(|(_, value)| !value.is_empty()) else {
                return Err(format!("`{word}` is not KEY=VALUE"));
            };
            if values.0.insert(key, value).is_some() {
                return Err(format!("{key} stands there twice"));
            }
        }
        Ok((name, values))
    }

    /// All that stands there was read.
    pub(super) fn end(&self, name: &str) -> Result<(), String> {
        self.0.keys().next().map_or(Ok(()), |key| Err(format!("{name} has no {key}")))
    }

    pub(super) fn take(&mut self, key: &str) -> Option<&'a str> {
        self.0.remove(key)
    }

    fn needed(&mut self, key: &str) -> Result<&'a str, String> {
        self.take(key).ok_or_else(|| format!("it needs {key}=…"))
    }

    fn number<T: FromStr>(&mut self, key: &str) -> Result<Option<T>, String> {
        self.take(key).map(|text| whole(key, text)).transpose()
    }

    fn code(&mut self, usual: i32) -> Result<i32, String> {
        match self.number("code")? {
            Some(0) => Err("code 0 is success".to_owned()),
            code => Ok(code.unwrap_or(usual)),
        }
    }

    fn selection(&mut self) -> Result<Selection, String> {
        let kinds = self.take("kind").map(|text| text.split(',').map(kind).collect()).transpose()?.unwrap_or_default();
        Ok(Selection { kinds, device: self.number("device")?, stream: self.number("stream")? })
    }
}

fn whole<T: FromStr>(key: &str, text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("{key} is `{text}`, which is no number that fits"))
}

fn kind(name: &str) -> Result<Kind, String> {
    let found = Kind::ALL.iter().copied().find(|kind| format!("{kind:?}") == name);
    found.ok_or_else(|| {
        let names: Vec<String> = Kind::ALL.iter().map(|kind| format!("{kind:?}")).collect();
        format!("kind `{name}` is none of {}", names.join(", "))
    })
}

/// A C function that there is: a name with a mistake would otherwise be a rule that never strikes.
fn function(name: &str) -> Result<String, String> {
    match crate::symbols::support(name) {
        Some(_) => Ok(name.to_owned()),
        None => Err(format!("`{name}` is no function of ACL or HCCL")),
    }
}

/// A number and its unit.
fn measured<'a>(text: &'a str, what: &str) -> Result<(u64, &'a str), String> {
    let unit = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let digits = text.get(..text.len() - unit.len()).unwrap_or_default();
    let number = digits.parse().map_err(|_| format!("`{text}` is no {what}"))?;
    Ok((number, unit))
}

pub(super) fn bytes(text: &str) -> Result<u64, String> {
    let (number, unit) = measured(text, "size: a number with B, KiB, MiB or GiB is wanted")?;
    let shift = match unit {
        "" | "B" => 0,
        "K" | "KiB" => 10,
        "M" | "MiB" => 20,
        "G" | "GiB" => 30,
        _ => return Err(format!("`{text}` is no size: a number with B, KiB, MiB or GiB is wanted")),
    };
    number.checked_mul(1 << shift).ok_or_else(|| format!("`{text}` is too large"))
}

pub(super) fn time(text: &str) -> Result<Duration, String> {
    let (number, unit) = measured(text, "time: a number with s, ms, us or ns is wanted")?;
    match unit {
        "s" => Ok(Duration::from_secs(number)),
        "ms" => Ok(Duration::from_millis(number)),
        "us" => Ok(Duration::from_micros(number)),
        "ns" => Ok(Duration::from_nanos(number)),
        _ => Err(format!("`{text}` is no time: a number with s, ms, us or ns is wanted")),
    }
}

fn ports(text: &str) -> Result<RangeInclusive<u16>, String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let (first, last) = (whole("ports", first)?, whole("ports", last)?);
    if first > last {
        return Err(format!("ports {first} to {last} are none"));
    }
    Ok(first..=last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_read_from_lines_and_between_semicolons() {
        let text = "slow by=50ms kind=AllReduce,Kernel device=1 # late\n\n call-fails function=aclrtFree call=all;port-in-use ports=7";
        let of = Selection { kinds: vec![Kind::AllReduce, Kind::Kernel], device: Some(1), stream: None };
        let wanted = vec![
            Rule::Slow { of, by: Duration::from_millis(50) },
            Rule::CallFails { function: "aclrtFree".to_owned(), call: None, code: INTERNAL_ERROR },
            Rule::PortInUse(7..=7),
        ];
        assert_eq!(parse(text), Ok(wanted));
        assert_eq!(parse(" ; \n# nothing"), Ok(Vec::new()));
    }

    #[test]
    fn what_is_wrong_is_told_of_each_rule() {
        let wrong = [
            ("slow-disk by=1s", "slow-disk"),
            ("slow", "needs by="),
            ("slow by=1", "no time"),
            ("slow by=1s by=2s", "twice"),
            ("slow by=1s speed=3", "has no speed"),
            ("slow by=1s kind=AllGossip", "AllGossip"),
            ("out-of-memory", "allocation=N or above=SIZE"),
            ("out-of-memory allocation=1 above=1MiB", "one of them"),
            ("out-of-memory above=many", "no size"),
            ("dead-rank rank=x", "`x`"),
            ("kernel-fault kernel=adam code=0", "success"),
            ("port-in-use ports=9-8", "none"),
            ("missing-symbol name=aclrtMalloq", "aclrtMalloq"),
            ("call-fails function", "KEY=VALUE"),
        ];
        for (text, part) in wrong {
            let problems = parse(text).err().unwrap_or_default();
            assert_eq!(problems.len(), 1, "{problems:?}");
            let told = |problem: &String| problem.contains(part) && problem.contains(text);
            assert!(problems.iter().all(told), "{problems:?}");
        }
        assert_eq!(parse("slow; fast; slow by=1s").map_err(|problems| problems.len()), Err(2));
    }
}
