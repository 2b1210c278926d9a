//! The check itself: names first, then the static assertions.

use std::fmt;

use crate::{Expectations, Ours, Result, Vendor, assertions};

/// What was compared, and what is wrong.
#[derive(Debug, Default)]
pub struct Report {
    /// Functions whose types were compared.
    pub functions: usize,
    /// Functions the set does not have, as expected.
    pub absent: Vec<String>,
    /// Static assertions made.
    pub assertions: usize,
    /// Everything that is not as declared or expected.
    pub problems: Vec<String>,
}

impl Report {
    /// Whether nothing is wrong.
    pub fn passed(&self) -> bool {
        self.problems.is_empty()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} functions compared, {} static assertions", self.functions, self.assertions)?;
        write!(f, "{} functions are not in these headers: {}", self.absent.len(), self.absent.join(" "))?;
        for problem in &self.problems {
            write!(f, "\nwrong: {problem}")?;
        }
        Ok(())
    }
}

/// Compares our declarations with a set of headers.
///
/// # Errors
/// When the check cannot be made: no compiler, or headers that do not compile by themselves.
pub fn check(ours: &Ours, vendor: &Vendor, expected: &Expectations) -> Result<Report> {
    let mut report = Report::default();
    names(ours, vendor, expected, &mut report);
    let (source, count) = assertions::write(ours, vendor, expected);
    report.assertions = count;
    let output = vendor.compile(&["-fsyntax-only"], &source)?;
    let text = String::from_utf8_lossy(&output.stderr);
    for line in text.lines().filter(|line| line.contains("error:")) {
        let told = line.split_once('[').and_then(|(_, rest)| rest.split_once(']')).map(|(told, _)| told);
        match told.filter(|_| line.contains("static assertion failed") || line.contains("static_assert failed")) {
            Some(told) => report.problems.push(format!("{told} differs from the headers")),
            None => report.problems.push(line.to_owned()),
        }
    }
    if !output.status.success() && report.passed() {
        report.problems.push(text.into_owned());
    }
    Ok(report)
}

/// What is there and what is not, against the expectations.
fn names(ours: &Ours, vendor: &Vendor, expected: &Expectations, report: &mut Report) {
    let has = |name: &str| vendor.words.contains(name);
    for function in &ours.functions {
        match (has(function.name), expected.has(function.name, function.since)) {
            (true, true) => report.functions += 1,
            (false, false) => report.absent.push(function.name.to_owned()),
            (true, false) => {
                report.problems.push(format!("{} is there, but its letter is {}", function.name, function.since))
            }
            (false, true) => {
                report.problems.push(format!("{} is not there, but its letter is {}", function.name, function.since));
            }
        }
    }
    let values = ours.enumerations.iter().flat_map(|(_, names)| names);
    let types = ours.enumerations.iter().map(|(name, _)| name);
    let structs = ours.structs.iter().map(|(name, _)| name);
    let all = ours.constants.iter().chain(values).chain(types).chain(structs).chain(&ours.opaque).chain(&ours.aliases);
    for name in all.clone() {
        match (has(name), expected.lacks.contains(name)) {
            (true, true) => report.problems.push(format!("{name} is there, but was expected to be lacking")),
            (false, false) => report.problems.push(format!("{name} is not there")),
            _ => {}
        }
    }
    for name in expected.named() {
        let function = ours.functions.iter().any(|function| function.name == name);
        let field = name.split_once('.').and_then(|(kind, path)| {
            let (_, fields) = ours.structs.iter().find(|(known, _)| known == kind)?;
            fields.iter().find(|field| field.path == path)
        });
        if !function && field.is_none() && !all.clone().any(|known| known == name) {
            report.problems.push(format!("{name} is expected, but not declared by us"));
        }
    }
    for name in &vendor.functions {
        let known = ours.functions.iter().any(|function| function.name == name);
        if !known && !expected.unbound(name) {
            report.problems.push(format!("{name} is in the headers, but not declared by us"));
        }
    }
}
