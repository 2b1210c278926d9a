//! The C functions of routes between queues.
#![allow(unsafe_code, non_snake_case)] // They take C pointers, and have C names.

use std::ffi::c_void;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ascend_npu_sys::{
    aclError, acltdtQueueRoute, acltdtQueueRouteList, acltdtQueueRouteParamType, acltdtQueueRouteQueryInfo,
    acltdtQueueRouteQueryInfoParamType,
};
use once_cell::sync::Lazy;

use super::parameter::{give, null, number, unknown};
use super::queue;
use super::route::{Query, Route, Status};
use crate::report::{Failure, Outcome, finish};
use crate::stream::Registry;

static ROUTES: Lazy<Registry<Mutex<Route>>> = Lazy::new(Registry::default);
static LISTS: Lazy<Registry<Mutex<Vec<Route>>>> = Lazy::new(Registry::default);
static QUERIES: Lazy<Registry<Mutex<Query>>> = Lazy::new(Registry::default);

fn of<T>(all: &Registry<Mutex<T>>, handle: *const c_void, what: &str) -> Outcome<Arc<Mutex<T>>> {
    if handle.is_null() {
        return null(what);
    }
    match all.get(handle.cast_mut()) {
        Some(found) => Ok(found),
        None => unknown(what),
    }
}

fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

fn remove<T>(all: &Registry<Mutex<T>>, handle: *const c_void, what: &str) -> Outcome {
    of(all, handle, what)?;
    drop(all.remove(handle.cast_mut()));
    Ok(())
}

fn refuse<T>(text: String) -> Outcome<T> {
    Err(Failure::acl(aclError::INVALID_PARAM, format!("EH0001: {text}")))
}

pub(crate) unsafe extern "C" fn acltdtCreateQueueRoute(srcId: u32, dstId: u32) -> *mut acltdtQueueRoute {
    ROUTES.insert(Mutex::new(Route { from: srcId, to: dstId, status: Status::Unbound })).cast()
}

pub(crate) unsafe extern "C" fn acltdtDestroyQueueRoute(route: *const acltdtQueueRoute) -> aclError {
    finish("acltdtDestroyQueueRoute", remove(&ROUTES, route.cast(), "route"))
}

/// # Safety
/// As the vendor's: `param` is null or valid for writes of `len` bytes, `paramRetSize` null or valid for a write.
pub(crate) unsafe extern "C" fn acltdtGetQueueRouteParam(
    route: *const acltdtQueueRoute,
    type_: acltdtQueueRouteParamType,
    len: usize,
    paramRetSize: *mut usize,
    param: *mut c_void,
) -> aclError {
    let get = || {
        let route = *lock(&*of(&ROUTES, route.cast(), "route")?);
        match type_ {
            // SAFETY: the caller gives null or so much room.
            acltdtQueueRouteParamType::ACL_TDT_QUEUE_ROUTE_SRC_UINT32 => unsafe {
                give(route.from, param, len, paramRetSize)
            },
            // SAFETY: as above.
            acltdtQueueRouteParamType::ACL_TDT_QUEUE_ROUTE_DST_UINT32 => unsafe {
                give(route.to, param, len, paramRetSize)
            },
            // SAFETY: as above.
            acltdtQueueRouteParamType::ACL_TDT_QUEUE_ROUTE_STATUS_INT32 => unsafe {
                give(route.status.number(), param, len, paramRetSize)
            },
            other => refuse(format!("{} is no parameter of a route", other.0)),
        }
    };
    finish("acltdtGetQueueRouteParam", get())
}

pub(crate) unsafe extern "C" fn acltdtCreateQueueRouteList() -> *mut acltdtQueueRouteList {
    LISTS.insert(Mutex::default()).cast()
}

pub(crate) unsafe extern "C" fn acltdtDestroyQueueRouteList(routeList: *const acltdtQueueRouteList) -> aclError {
    finish("acltdtDestroyQueueRouteList", remove(&LISTS, routeList.cast(), "list of routes"))
}

pub(crate) unsafe extern "C" fn acltdtAddQueueRoute(
    routeList: *mut acltdtQueueRouteList,
    route: *const acltdtQueueRoute,
) -> aclError {
    let add = || {
        let list = of(&LISTS, routeList.cast(), "list of routes")?;
        let route = *lock(&*of(&ROUTES, route.cast(), "route")?);
        lock(&list).push(route);
        Ok(())
    };
    finish("acltdtAddQueueRoute", add())
}

pub(crate) unsafe extern "C" fn acltdtGetQueueRoute(
    routeList: *const acltdtQueueRouteList,
    index: usize,
    route: *mut acltdtQueueRoute,
) -> aclError {
    let get = || {
        let list = of(&LISTS, routeList.cast(), "list of routes")?;
        let route = of(&ROUTES, route.cast(), "route")?;
        let (found, count) = {
            let list = lock(&list);
            (list.get(index).copied(), list.len())
        };
        match found {
            Some(found) => *lock(&route) = found,
            None => return refuse(format!("the list has {count} routes, and none with index {index}")),
        }
        Ok(())
    };
    finish("acltdtGetQueueRoute", get())
}

pub(crate) unsafe extern "C" fn acltdtGetQueueRouteNum(routeList: *const acltdtQueueRouteList) -> usize {
    match of(&LISTS, routeList.cast(), "list of routes") {
        Ok(list) => lock(&list).len(),
        Err(failure) => {
            finish("acltdtGetQueueRouteNum", Err(failure));
            0
        }
    }
}

pub(crate) unsafe extern "C" fn acltdtCreateQueueRouteQueryInfo() -> *mut acltdtQueueRouteQueryInfo {
    QUERIES.insert(Mutex::default()).cast()
}

pub(crate) unsafe extern "C" fn acltdtDestroyQueueRouteQueryInfo(info: *const acltdtQueueRouteQueryInfo) -> aclError {
    finish("acltdtDestroyQueueRouteQueryInfo", remove(&QUERIES, info.cast(), "query of routes"))
}

/// # Safety
/// As the vendor's: `value` is null or valid for reads of `len` bytes.
pub(crate) unsafe extern "C" fn acltdtSetQueueRouteQueryInfo(
    param: *mut acltdtQueueRouteQueryInfo,
    type_: acltdtQueueRouteQueryInfoParamType,
    len: usize,
    value: *const c_void,
) -> aclError {
    let set = || {
        let query = of(&QUERIES, param.cast(), "query of routes")?;
        // SAFETY: the caller gives null or so many bytes.
        let value = unsafe { number(value, len, size_of::<u32>()) }?;
        let value = u32::try_from(value).ok();
        let mut query = lock(&query);
        match type_ {
            acltdtQueueRouteQueryInfoParamType::ACL_TDT_QUEUE_ROUTE_QUERY_MODE_ENUM => query.mode = value,
            acltdtQueueRouteQueryInfoParamType::ACL_TDT_QUEUE_ROUTE_QUERY_SRC_ID_UINT32 => query.from = value,
            acltdtQueueRouteQueryInfoParamType::ACL_TDT_QUEUE_ROUTE_QUERY_DST_ID_UINT32 => query.to = value,
            other => return refuse(format!("{} is no parameter of a query of routes", other.0)),
        }
        Ok(())
    };
    finish("acltdtSetQueueRouteQueryInfo", set())
}

type Change = fn(i32, &mut [Route]) -> Outcome;

fn change(list: *mut acltdtQueueRouteList, change: Change) -> Outcome {
    let list = of(&LISTS, list.cast(), "list of routes")?;
    let device = crate::context::current()?.device.id;
    change(device, &mut lock(&list))
}

pub(crate) unsafe extern "C" fn acltdtBindQueueRoutes(qRouteList: *mut acltdtQueueRouteList) -> aclError {
    finish("acltdtBindQueueRoutes", change(qRouteList, queue::bind))
}

pub(crate) unsafe extern "C" fn acltdtUnbindQueueRoutes(qRouteList: *mut acltdtQueueRouteList) -> aclError {
    finish("acltdtUnbindQueueRoutes", change(qRouteList, queue::unbind))
}

pub(crate) unsafe extern "C" fn acltdtQueryQueueRoutes(
    queryInfo: *const acltdtQueueRouteQueryInfo,
    qRouteList: *mut acltdtQueueRouteList,
) -> aclError {
    let query = || {
        let list = of(&LISTS, qRouteList.cast(), "list of routes")?;
        let query = *lock(&*of(&QUERIES, queryInfo.cast(), "query of routes")?);
        lock(&list).clear();
        let found = query.of(queue::routes(crate::context::current()?.device.id))?;
        *lock(&list) = found;
        Ok(())
    };
    finish("acltdtQueryQueueRoutes", query())
}
