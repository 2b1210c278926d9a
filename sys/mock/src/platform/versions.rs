//! Versions of packages.
//!
//! Where a toolkit is installed its own files are read, as the vendor's library does; elsewhere every package has the version of
//! the interface that the software device speaks.

use std::path::{Path, PathBuf};
use std::{env, fs};

use ascend_npu_sys::{aclCANNPackageName, aclError};

use crate::report::{Failure, Outcome};

/// The toolkit whose interface the software device has.
const OWN: &str = "9.1.0";

/// The name of a package's folder.
pub(super) fn folder(package: aclCANNPackageName) -> Outcome<&'static str> {
    Ok(match package {
        aclCANNPackageName::ACL_PKG_NAME_CANN | aclCANNPackageName::ACL_PKG_NAME_RUNTIME => "runtime",
        aclCANNPackageName::ACL_PKG_NAME_COMPILER => "bisheng-compiler",
        aclCANNPackageName::ACL_PKG_NAME_HCCL => "hccl",
        aclCANNPackageName::ACL_PKG_NAME_TOOLKIT => "oam-tools",
        aclCANNPackageName::ACL_PKG_NAME_OPP | aclCANNPackageName::ACL_PKG_NAME_OPP_KERNEL => "ops-legacy",
        aclCANNPackageName::ACL_PKG_NAME_DRIVER => "driver",
        other => {
            let text = format!("EE1001: package {} is not known", other.0);
            return Err(Failure::acl(aclError::INVALID_PARAM, text));
        }
    })
}

/// The version text of a package.
pub(super) fn of(package: &str) -> Outcome<String> {
    let known = package.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_.".contains(letter));
    if !known || package.starts_with('.') {
        let text = format!("EE1001: `{package}` is no name of a package");
        return Err(Failure::acl(aclError::INVALID_PARAM, text));
    }
    let Some(home) = env::var_os("ASCEND_HOME_PATH").map(PathBuf::from) else { return Ok(OWN.to_owned()) };
    let shared = home.join("share/info");
    if !shared.is_dir() {
        return Ok(OWN.to_owned());
    }
    let names = [package.to_owned(), package.replace('-', "_")];
    let found = names.iter().find_map(|name| written(&shared.join(name).join("version.info")));
    found.or_else(|| (package == "driver").then(|| OWN.to_owned())).ok_or_else(|| {
        let text = format!("EE1003: package `{package}` has no version file in {}", shared.display());
        Failure::acl(aclError::INVALID_FILE, text)
    })
}

/// What a version file says.
fn written(file: &Path) -> Option<String> {
    let text = fs::read_to_string(file).ok()?;
    let version = text.lines().find_map(|line| line.split_once("Version=").map(|(_, version)| version.trim()))?;
    (!version.is_empty()).then(|| version.to_owned())
}

/// The parts of a version: `9.1.0-beta.1` is `9.1.0.beta1`.
pub(super) fn parts(version: &str) -> (String, [String; 4]) {
    let whole = match version.split_once('-') {
        Some((release, suffix)) => format!("{release}.{}", suffix.replace('.', "")),
        None => version.to_owned(),
    };
    let mut parts = whole.split('.').map(str::to_owned);
    let parts = std::array::from_fn(|_| parts.next().unwrap_or_else(|| "0".to_owned()));
    (whole, parts)
}

/// A version as one number that grows with it.
pub(super) fn number(version: &str) -> Outcome<i32> {
    let broken = || Failure::acl(aclError::INTERNAL_ERROR, format!("EE9999: `{version}` is no version"));
    let lower = version.to_lowercase();
    let mut numbers = lower.splitn(3, '.');
    let mut next = || numbers.next().ok_or_else(broken);
    let (major, minor, rest) = (next()?, next()?, next()?);
    let end = rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len());
    let (patch, suffix) = rest.split_at(end);
    let parse = |text: &str| text.parse::<i32>().map_err(|_| broken());
    let base = parse(major)? * 10_000_000 + parse(minor)? * 100_000 + parse(patch)? * 1_000;
    let suffix = suffix.trim_start_matches(['-', '.']);
    let weights = [("alpha", 300), ("beta", 200), ("rc", 100)];
    let Some((name, weight)) = weights.iter().find(|(name, _)| suffix.starts_with(name)) else { return Ok(base) };
    let index = suffix.get(name.len()..).unwrap_or_default().trim_start_matches(['-', '.']);
    Ok(base - weight + if index.is_empty() { 0 } else { parse(index)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_grow_with_versions() {
        let texts = ["8.5.1", "9.0.0-alpha.2", "9.0.0-beta.1", "9.0.0-rc1", "9.0.0", "9.1.0"];
        let numbers: Vec<_> = texts.iter().map(|text| number(text).unwrap_or(-1)).collect();
        assert!(numbers.is_sorted(), "{numbers:?}");
        assert_eq!(number("9.0.0"), Ok(90_000_000));
        assert_eq!(number("8.5.1"), Ok(80_501_000));
        assert!(number("9").is_err());
    }

    #[test]
    fn a_version_has_four_parts() {
        let (whole, parts) = parts("9.2.0-beta.1");
        assert_eq!(whole, "9.2.0.beta1");
        assert_eq!(parts, ["9", "2", "0", "beta1"]);
        assert_eq!(super::parts("8.5").1, ["8", "5", "0", "0"]);
    }
}
