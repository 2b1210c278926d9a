//! The attributes of pools.

use std::sync::atomic::Ordering;

use ascend_npu_sys::{aclError, aclrtMemPool, aclrtMemPoolAttr as Attribute};

use super::create::{Pool, get};
use crate::report::{Failure, Outcome};

/// The value of an attribute: 4 bytes or 8.
#[derive(Clone, Copy)]
pub(super) enum Value {
    Small(u32),
    Large(u64),
}

/// Bytes of the value of an attribute; `None` for what is none.
pub(super) fn width(attribute: Attribute) -> Option<usize> {
    match attribute.0 {
        1..=3 => Some(4),
        4..=8 => Some(8),
        _ => None,
    }
}

fn find(pool: aclrtMemPool) -> Outcome<std::sync::Arc<Pool>> {
    get(pool)?.ok_or_else(|| Failure::acl(aclError::RT_PARAM_INVALID, "EE1017: there is no such memory pool"))
}

fn refuse<T>(text: String) -> Outcome<T> {
    Err(Failure::acl(aclError::RT_INTERNAL_ERROR, format!("EE9999: {text}")))
}

pub(super) fn set(pool: aclrtMemPool, attribute: Attribute, value: Value) -> Outcome {
    let pool = find(pool)?;
    match (attribute, value) {
        (
            Attribute::ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_CURRENT | Attribute::ACL_RT_MEM_POOL_ATTR_USED_MEM_CURRENT,
            _,
        ) => {
            let text = format!("EE1011: attribute {} of a memory pool can only be read", attribute.0);
            Err(Failure::acl(aclError::RT_PARAM_INVALID, text))
        }
        (Attribute::ACL_RT_MEM_POOL_ATTR_RELEASE_THRESHOLD, Value::Large(bytes)) => {
            if bytes > pool.limit {
                return refuse(format!("a pool of {} B is to keep {bytes} B", pool.limit));
            }
            pool.threshold.store(bytes, Ordering::Relaxed);
            Ok(())
        }
        (Attribute::ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_HIGH, Value::Large(0)) => {
            pool.lock().reserved_high = 0;
            Ok(())
        }
        (Attribute::ACL_RT_MEM_POOL_ATTR_USED_MEM_HIGH, Value::Large(0)) => {
            pool.lock().used_high = 0;
            Ok(())
        }
        (_, Value::Small(value)) => match pool.reuse.get((attribute.0 as usize).wrapping_sub(1)) {
            Some(reuse) => {
                reuse.store(u32::from(value != 0), Ordering::Relaxed);
                Ok(())
            }
            None => refuse(format!("{} is no attribute of a memory pool: 1 to 8 are", attribute.0)),
        },
        (_, Value::Large(value)) => {
            refuse(format!("attribute {} of a memory pool cannot be {value}: a high mark can be set to 0", attribute.0))
        }
    }
}

pub(super) fn value(pool: aclrtMemPool, attribute: Attribute) -> Outcome<Value> {
    let pool = find(pool)?;
    let parts = pool.lock();
    Ok(match attribute {
        Attribute::ACL_RT_MEM_POOL_ATTR_RELEASE_THRESHOLD => Value::Large(pool.threshold.load(Ordering::Relaxed)),
        Attribute::ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_CURRENT => Value::Large(parts.reserved),
        Attribute::ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_HIGH => Value::Large(parts.reserved_high),
        Attribute::ACL_RT_MEM_POOL_ATTR_USED_MEM_CURRENT => Value::Large(parts.used),
        Attribute::ACL_RT_MEM_POOL_ATTR_USED_MEM_HIGH => Value::Large(parts.used_high),
        other => match pool.reuse.get((other.0 as usize).wrapping_sub(1)) {
            Some(reuse) => Value::Small(reuse.load(Ordering::Relaxed)),
            None => return refuse(format!("{} is no attribute of a memory pool: 1 to 8 are", other.0)),
        },
    })
}
