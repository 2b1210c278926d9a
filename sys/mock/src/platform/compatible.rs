//! Whether code for one SoC runs on another.

use ascend_npu_sys::aclError;

use crate::device::{soc, soc_named};
use crate::report::{Failure, Outcome};

/// Whether code that was built for the named SoC runs on the devices: the architectures are equal.
pub(super) fn runs_here(built_for: &str) -> Outcome<bool> {
    let arch = architecture(built_for).ok_or_else(|| {
        let text = format!("EE1011: SoC version `{built_for}` is not known");
        Failure::acl(aclError::RT_PARAM_INVALID, text)
    })?;
    Ok(arch == soc().arch)
}

/// The architecture of a SoC, of other families too.
fn architecture(name: &str) -> Option<u32> {
    if let Some(soc) = soc_named(name) {
        return Some(soc.arch);
    }
    let families = [
        ("Ascend310P", 2002),
        ("Ascend310B", 3002),
        ("Ascend910_93", 2201),
        ("Ascend910_95", 3510),
        ("Ascend950", 3510),
    ];
    families.iter().find(|(family, _)| name.starts_with(family)).map(|&(_, arch)| arch)
}
