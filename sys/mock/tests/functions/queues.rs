//! Queues between host and device, and routes between them.

use std::ffi::{CStr, c_char, c_void};
use std::ptr::{null, null_mut};
use std::thread;

use ascend_npu_sys::{
    aclError, acltdtQueueAttrType as Attribute, acltdtQueueRouteList, acltdtQueueRouteParamType as Parameter,
    acltdtQueueRouteQueryInfoParamType as Asked,
};

use crate::support::*;

const FULL: aclError = aclError::RT_QUEUE_FULL;
const EMPTY: aclError = aclError::RT_QUEUE_EMPTY;

fn queue(name: Option<&CStr>, depth: u32) -> Result<u32, aclError> {
    let attributes = call!(acltdtCreateQueueAttr());
    if let Some(name) = name {
        let name = name.as_ptr();
        check(call!(acltdtSetQueueAttr(attributes, Attribute::ACL_TDT_QUEUE_NAME_PTR, 8, (&raw const name).cast())));
    }
    let depth = (&raw const depth).cast();
    check(call!(acltdtSetQueueAttr(attributes, Attribute::ACL_TDT_QUEUE_DEPTH_UINT32, 4, depth)));
    let mut number = 0;
    let code = call!(acltdtCreateQueue(attributes, &mut number));
    check(call!(acltdtDestroyQueueAttr(attributes)));
    if code == OK { Ok(number) } else { Err(code) }
}

fn put(queue: u32, data: &[u8], timeout: i32) -> aclError {
    call!(acltdtEnqueueData(queue, data.as_ptr().cast(), data.len(), null(), 0, timeout, 0))
}

fn take(queue: u32, room: usize, timeout: i32) -> Result<Vec<u8>, aclError> {
    let (mut data, mut bytes) = (vec![0; room], 0);
    let code = call!(acltdtDequeueData(queue, data.as_mut_ptr().cast(), room, &mut bytes, null_mut(), 0, timeout));
    if code != OK {
        return Err(code);
    }
    data.truncate(bytes);
    Ok(data)
}

#[test]
fn messages_come_out_in_order_with_what_the_program_adds() {
    on(77);
    let queue = queue(Some(c"in order"), 3).unwrap();
    check(put(queue, b"one", 0));
    let (memory, user) = (malloc(300), [7_u8; 96]);
    upload(memory, &pattern(300));
    check(call!(acltdtEnqueueData(queue, memory, 300, user.as_ptr().cast(), 96, 0, 0)));
    check(put(queue, b"three", -1));
    assert_eq!(put(queue, b"four", 0), FULL);
    assert_eq!(put(queue, b"four", 5), FULL);
    assert_eq!(take(queue, 3, 0), Ok(b"one".to_vec()));
    // Into device memory.
    let (target, mut bytes, mut added) = (malloc(300), 0, [0_u8; 96]);
    assert_eq!(take(queue, 299, 0), Err(aclError::RT_PARAM_INVALID), "there is not room enough");
    check(call!(acltdtDequeueData(queue, target, 300, &mut bytes, added.as_mut_ptr().cast(), 96, 0)));
    assert_eq!((bytes, download(target, 300), added), (300, pattern(300), user));
    assert_eq!(take(queue, 100, 0), Ok(b"three".to_vec()));
    assert_eq!((take(queue, 100, 0), take(queue, 100, 5)), (Err(EMPTY), Err(EMPTY)));
    check(call!(acltdtDestroyQueue(queue)));
    assert_eq!(put(queue, b"late", 0), aclError::RT_PARAM_INVALID);
}

#[test]
fn a_call_waits_for_a_message_and_for_room() {
    on(77);
    let queue = queue(None, 2).unwrap();
    let reader = thread::spawn(move || {
        on(77);
        (0..4_u8).map(|_| take(queue, 1, -1).unwrap()[0]).collect::<Vec<u8>>()
    });
    for number in 0..4 {
        check(put(queue, &[number], -1));
    }
    assert_eq!(reader.join().unwrap(), [0, 1, 2, 3]);
    let waiting = thread::spawn(move || {
        on(77);
        take(queue, 1, -1)
    });
    check(call!(acltdtDestroyQueue(queue)));
    assert_eq!(waiting.join().unwrap(), Err(aclError::RT_PARAM_INVALID), "the queue is gone");
}

#[test]
fn attributes_are_kept_and_checked() {
    on(77);
    let attributes = call!(acltdtCreateQueueAttr());
    let (mut depth, mut size) = (0_u32, 0);
    let room: *mut c_void = (&raw mut depth).cast();
    let of_depth = Attribute::ACL_TDT_QUEUE_DEPTH_UINT32;
    check(call!(acltdtGetQueueAttr(attributes, of_depth, 4, &mut size, room)));
    assert_eq!((depth, size), (8, 4));
    let invalid = aclError::INVALID_PARAM;
    assert_eq!(call!(acltdtGetQueueAttr(attributes, of_depth, 3, &mut size, room)), invalid);
    assert_eq!(call!(acltdtGetQueueAttr(attributes, Attribute(2), 4, &mut size, room)), invalid);
    assert_eq!(call!(acltdtGetQueueAttr(attributes, of_depth, 4, null_mut(), room)), invalid);
    assert_eq!(call!(acltdtSetQueueAttr(attributes, of_depth, 8, room)), invalid);
    assert_eq!(call!(acltdtSetQueueAttr(null_mut(), of_depth, 4, room)), invalid);
    let of_name = Attribute::ACL_TDT_QUEUE_NAME_PTR;
    let long = [b'n'; 128].map(|byte| byte as c_char);
    let mut ended = long;
    ended[127] = 0;
    let (name, mut got): (_, *const c_char) = (ended.as_ptr(), null());
    check(call!(acltdtSetQueueAttr(attributes, of_name, 8, (&raw const name).cast())));
    check(call!(acltdtGetQueueAttr(attributes, of_name, 8, &mut size, (&raw mut got).cast())));
    assert_eq!(unsafe { CStr::from_ptr(got) }.to_bytes(), [b'n'; 127]);
    let long: Vec<c_char> = long.into_iter().chain([0]).collect();
    let name = long.as_ptr();
    assert_eq!(call!(acltdtSetQueueAttr(attributes, of_name, 8, (&raw const name).cast())), invalid);
    let name: *const c_char = null();
    assert_eq!(call!(acltdtSetQueueAttr(attributes, of_name, 8, (&raw const name).cast())), invalid);
    check(call!(acltdtDestroyQueueAttr(attributes)));
    assert_eq!(call!(acltdtDestroyQueueAttr(attributes)), invalid);
    assert_eq!(queue(None, 1), Err(aclError::RT_PARAM_INVALID), "two is the least depth");
    let first = queue(Some(c"taken"), 2).unwrap();
    assert_eq!(queue(Some(c"taken"), 2), Err(aclError::RT_PARAM_INVALID));
    check(call!(acltdtDestroyQueue(first)));
    let again = queue(Some(c"taken"), 2).unwrap();
    check(call!(acltdtDestroyQueue(again)));
    assert_eq!(call!(acltdtDestroyQueue(again)), aclError::RT_PARAM_INVALID);
    assert_eq!(call!(acltdtCreateQueue(null(), null_mut())), invalid);
    let mut number = 0;
    check(call!(acltdtCreateQueue(null(), &mut number)));
    assert_eq!(put(number, b"", 0), invalid);
    assert_eq!(call!(acltdtEnqueueData(number, null(), 4, null(), 0, 0, 0)), invalid);
    let user = [0_u8; 97];
    assert_eq!(call!(acltdtEnqueueData(number, user.as_ptr().cast(), 1, user.as_ptr().cast(), 97, 0, 0)), invalid);
    check(call!(acltdtDestroyQueue(number)));
}

fn list(routes: &[(u32, u32)]) -> *mut acltdtQueueRouteList {
    let list = call!(acltdtCreateQueueRouteList());
    for &(from, to) in routes {
        let route = call!(acltdtCreateQueueRoute(from, to));
        check(call!(acltdtAddQueueRoute(list, route)));
        check(call!(acltdtDestroyQueueRoute(route)));
    }
    list
}

fn routes_in(list: *mut acltdtQueueRouteList) -> Vec<(u32, u32, i32)> {
    let route = call!(acltdtCreateQueueRoute(0, 0));
    let parameter = |of: Parameter| {
        let (mut value, mut size) = (0_u32, 0);
        check(call!(acltdtGetQueueRouteParam(route, of, 4, &mut size, (&raw mut value).cast())));
        assert_eq!(size, 4);
        value
    };
    let get = |index| {
        check(call!(acltdtGetQueueRoute(list, index, route)));
        let from = parameter(Parameter::ACL_TDT_QUEUE_ROUTE_SRC_UINT32);
        let to = parameter(Parameter::ACL_TDT_QUEUE_ROUTE_DST_UINT32);
        (from, to, parameter(Parameter::ACL_TDT_QUEUE_ROUTE_STATUS_INT32).cast_signed())
    };
    let routes = (0..call!(acltdtGetQueueRouteNum(list))).map(get).collect();
    check(call!(acltdtDestroyQueueRoute(route)));
    routes
}

fn asked(mode: Option<u32>, from: Option<u32>, to: Option<u32>) -> Result<Vec<(u32, u32, i32)>, aclError> {
    let query = call!(acltdtCreateQueueRouteQueryInfo());
    let kinds = [
        (Asked::ACL_TDT_QUEUE_ROUTE_QUERY_MODE_ENUM, mode),
        (Asked::ACL_TDT_QUEUE_ROUTE_QUERY_SRC_ID_UINT32, from),
        (Asked::ACL_TDT_QUEUE_ROUTE_QUERY_DST_ID_UINT32, to),
    ];
    for (kind, value) in kinds {
        if let Some(value) = value {
            check(call!(acltdtSetQueueRouteQueryInfo(query, kind, 4, (&raw const value).cast())));
        }
    }
    let found = list(&[]);
    let code = call!(acltdtQueryQueueRoutes(query, found));
    let routes = routes_in(found);
    check(call!(acltdtDestroyQueueRouteQueryInfo(query)));
    check(call!(acltdtDestroyQueueRouteList(found)));
    if code == OK { Ok(routes) } else { Err(code) }
}

#[test]
fn a_route_moves_each_message_on_to_all_its_targets() {
    on(78);
    let [source, left, right] = [2, 8, 2].map(|depth| queue(None, depth).unwrap());
    check(put(source, b"before", 0));
    let both = list(&[(source, left), (source, right)]);
    check(call!(acltdtBindQueueRoutes(both)));
    assert_eq!(routes_in(both), [(source, left, 1), (source, right, 1)]);
    assert_eq!(asked(Some(0), Some(source), None), Ok(vec![(source, left, 1), (source, right, 1)]));
    assert_eq!(asked(Some(1), None, Some(left)), Ok(vec![(source, left, 1)]));
    assert_eq!(asked(Some(2), Some(source), Some(right)), Ok(vec![(source, right, 1)]));
    assert_eq!(asked(Some(2), Some(left), Some(right)), Ok(Vec::new()));
    for number in 1..4_u8 {
        check(put(source, &[number], 0));
    }
    // Two are on: the right one has no room for more, and waits with the source.
    assert_eq!(put(source, b"over", 0), FULL);
    assert_eq!(take(left, 9, 0), Ok(b"before".to_vec()));
    assert_eq!(take(left, 9, 0), Ok(vec![1]));
    assert_eq!(take(left, 9, 0), Err(EMPTY));
    assert_eq!(take(right, 9, 0), Ok(b"before".to_vec()));
    assert_eq!(take(left, 9, 0), Ok(vec![2]));
    assert_eq!((0..3).map(|_| take(right, 9, 0).unwrap()[0]).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(call!(acltdtDestroyQueue(left)), aclError::FAILURE, "a route ends there");
    check(call!(acltdtUnbindQueueRoutes(both)));
    assert_eq!(routes_in(both), [(source, left, 0), (source, right, 0)]);
    assert_eq!(call!(acltdtUnbindQueueRoutes(both)), aclError::FAILURE);
    check(put(source, b"stays", 0));
    assert_eq!(take(source, 9, 0), Ok(b"stays".to_vec()));
    for queue in [source, left, right] {
        check(call!(acltdtDestroyQueue(queue)));
    }
    check(call!(acltdtDestroyQueueRouteList(both)));
}

#[test]
fn routes_that_cannot_be_are_told_one_by_one() {
    on(78);
    let [one, two, three] = [2, 2, 2].map(|depth| queue(None, depth).unwrap());
    let wrong = list(&[(one, two), (two, three), (three, one), (one, 9999), (one, two)]);
    assert_eq!(call!(acltdtBindQueueRoutes(wrong)), aclError::FAILURE);
    assert!(text().contains("circle"));
    let status: Vec<i32> = routes_in(wrong).into_iter().map(|(_, _, status)| status).collect();
    assert_eq!(status, [1, 1, 2, 2, 2]);
    let bound = list(&[(one, two), (two, three)]);
    check(call!(acltdtUnbindQueueRoutes(bound)));
    let invalid = aclError::INVALID_PARAM;
    assert_eq!(asked(None, Some(one), Some(two)), Err(invalid));
    assert_eq!(asked(Some(0), None, Some(two)), Err(invalid));
    assert_eq!(asked(Some(1), Some(one), None), Err(invalid));
    assert_eq!(asked(Some(2), Some(one), None), Err(invalid));
    assert_eq!(asked(Some(50), Some(one), Some(two)), Err(invalid));
    assert_eq!(call!(acltdtBindQueueRoutes(null_mut())), invalid);
    let route = call!(acltdtCreateQueueRoute(1, 2));
    assert_eq!(call!(acltdtGetQueueRoute(bound, 2, route)), invalid);
    assert_eq!(call!(acltdtAddQueueRoute(bound, null())), invalid);
    assert_eq!(call!(acltdtGetQueueRouteNum(null())), 0);
    for queue in [one, two, three] {
        check(call!(acltdtDestroyQueue(queue)));
    }
}

#[test]
fn shared_buffers_are_not_supported_on_a_host() {
    on(78);
    let mut buffer = null_mut();
    text();
    assert_eq!(call!(acltdtAllocBuf(16, 0, &mut buffer)), aclError::FEATURE_UNSUPPORTED);
    assert!(text().contains("acltdtAllocBuf"));
    assert_eq!(call!(acltdtEnqueue(0, null_mut(), 0)), aclError::FEATURE_UNSUPPORTED);
}
