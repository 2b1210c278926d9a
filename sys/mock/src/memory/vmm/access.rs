//! Who may use a mapping.

use ascend_npu_sys::{aclError, aclrtMemAccessDesc, aclrtMemAccessFlags, aclrtMemLocation, aclrtMemLocationType};

use super::reserve::{self, Mapping};
use crate::memory::raw::Address;
use crate::report::{Failure, Outcome};

const READ_WRITE: aclrtMemAccessFlags = aclrtMemAccessFlags::ACL_RT_MEM_ACCESS_FLAGS_READWRITE;

fn refuse<T>(text: String) -> Outcome<T> {
    Err(Failure::acl(aclError::RT_PARAM_INVALID, format!("EE1001: {text}")))
}

/// Lets locations use a mapping, all of it.
pub(super) fn set(address: Address, size: usize, wanted: &[aclrtMemAccessDesc]) -> Outcome {
    crate::context::current()?;
    for one in wanted {
        check(one.location)?;
        if one.flags != READ_WRITE {
            return refuse(format!("access {} is not given: only 3, to read and write, is", one.flags.0));
        }
    }
    with(address, |mapping| {
        if mapping.bytes != size as u64 {
            return refuse(format!("access to {size} B of a mapping of {} B: it can be to all of it", mapping.bytes));
        }
        for one in wanted {
            mapping.access.retain(|(location, _)| *location != one.location);
            mapping.access.push((one.location, u64::from(one.flags.0)));
        }
        Ok(())
    })
}

/// How a location may use a mapping.
pub(super) fn get(address: Address, location: aclrtMemLocation) -> Outcome<u64> {
    check(location)?;
    with(address, |mapping| {
        let given = mapping.access.iter().find(|(known, _)| *known == location).map(|&(_, flags)| flags);
        // The place of the memory may always use it.
        let own = mapping.memory.property.location == location;
        Ok(given.unwrap_or(if own { u64::from(READ_WRITE.0) } else { 0 }))
    })
}

fn check(location: aclrtMemLocation) -> Outcome {
    match location.type_ {
        aclrtMemLocationType::ACL_MEM_LOCATION_TYPE_HOST => Ok(()),
        aclrtMemLocationType::ACL_MEM_LOCATION_TYPE_DEVICE => {
            crate::device::device(i32::try_from(location.id).unwrap_or(-1)).map(drop)
        }
        other => refuse(format!("access of a location of type {}: 0, the host, and 1, a device, can be", other.0)),
    }
}

fn with<T>(address: Address, act: impl FnOnce(&mut Mapping) -> Outcome<T>) -> Outcome<T> {
    let base = address.value();
    let reservation = reserve::at(base)?;
    let mut mapped = reservation.mapped();
    match mapped.get_mut(&base).filter(|mapping| !mapping.is_ending) {
        Some(mapping) => act(mapping),
        None => refuse(format!("nothing is mapped at {base:#x}")),
    }
}
