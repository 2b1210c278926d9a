//! Datasets of tensors, and the channels that they go through.

use std::ffi::c_void;
use std::ptr::{null, null_mut};

use ascend_npu_sys::{aclDataType, aclError, acltdtChannelHandle, acltdtDataItem, acltdtDataset, acltdtTensorType};

use crate::support::*;

const TENSOR: acltdtTensorType = acltdtTensorType::ACL_TENSOR_DATA_TENSOR;
const END: acltdtTensorType = acltdtTensorType::ACL_TENSOR_DATA_END_OF_SEQUENCE;
const INVALID: aclError = aclError::INVALID_PARAM;

fn tensor(data: *mut c_void, bytes: usize, dims: &[i64]) -> *mut acltdtDataItem {
    let dims_at = if dims.is_empty() { null() } else { dims.as_ptr() };
    call!(acltdtCreateDataItem(TENSOR, dims_at, dims.len(), aclDataType::ACL_UINT8, data, bytes))
}

fn dataset(items: &[*mut acltdtDataItem]) -> *mut acltdtDataset {
    let dataset = call!(acltdtCreateDataset());
    for &item in items {
        check(call!(acltdtAddDataItem(dataset, item)));
    }
    dataset
}

fn channel(device: u32, capacity: usize) -> *mut acltdtChannelHandle {
    let channel = call!(acltdtCreateChannelWithCapacity(device, c"a channel".as_ptr(), capacity));
    assert!(!channel.is_null(), "{}", text());
    channel
}

fn size(channel: *mut acltdtChannelHandle) -> usize {
    let mut size = 99;
    check(call!(acltdtQueryChannelSize(channel, &mut size)));
    size
}

fn bytes_of(item: *mut acltdtDataItem) -> Vec<u8> {
    let address = call!(acltdtGetDataAddrFromItem(item));
    let size = call!(acltdtGetDataSizeFromItem(item));
    unsafe { std::slice::from_raw_parts(address.cast::<u8>(), size) }.to_vec()
}

#[test]
fn a_dataset_goes_through_a_channel_by_copy() {
    on(79);
    let channel = channel(79, 2);
    let (mut first, mut second) = (pattern(100), pattern(37));
    let items = [
        tensor(first.as_mut_ptr().cast(), 100, &[4, 25]),
        tensor(second.as_mut_ptr().cast(), 37, &[37]),
        call!(acltdtCreateDataItem(END, null(), 0, aclDataType::ACL_FLOAT, null_mut(), 0)),
    ];
    let sent = dataset(&items);
    check(call!(acltdtSendTensor(channel, sent, 0)));
    assert_eq!(size(channel), 1);
    // It was copied when it was sent.
    first.fill(0);
    second.fill(0);
    let received = dataset(&[]);
    check(call!(acltdtReceiveTensor(channel, received, 0)));
    assert_eq!((size(channel), call!(acltdtGetDatasetSize(received))), (0, 3));
    let of = |index| call!(acltdtGetDataItem(received, index));
    assert_eq!((bytes_of(of(0)), bytes_of(of(1)), bytes_of(of(2))), (pattern(100), pattern(37), Vec::new()));
    let mut dims = [0; 3];
    check(call!(acltdtGetDimsFromItem(of(0), dims.as_mut_ptr(), 3)));
    assert_eq!((dims, call!(acltdtGetDimNumFromItem(of(0)))), ([4, 25, 0], 2));
    let kinds = [0, 1, 2].map(|index| call!(acltdtGetTensorTypeFromItem(of(index))));
    assert_eq!(kinds, [TENSOR, TENSOR, END]);
    assert_eq!(call!(acltdtGetDataTypeFromItem(of(1))), aclDataType::ACL_UINT8);
    assert_eq!(call!(acltdtGetDataTypeFromItem(of(2))), aclDataType::ACL_DT_UNDEFINED);
    // A dataset with what was received can receive again, and takes no item.
    let before = of(0);
    assert_eq!(call!(acltdtAddDataItem(received, items[0])), aclError::FEATURE_UNSUPPORTED);
    second.fill(9);
    check(call!(acltdtSendTensor(channel, sent, -1)));
    check(call!(acltdtReceiveTensor(channel, received, -1)));
    assert_eq!(bytes_of(of(1)), [9; 37]);
    assert_eq!(call!(acltdtGetDataSizeFromItem(before)), 0, "the item of before is gone");
    let last = of(1);
    check(call!(acltdtDestroyDataset(received)));
    assert_eq!(call!(acltdtDestroyDataItem(last)), INVALID, "it went with the dataset");
    for item in items {
        check(call!(acltdtDestroyDataItem(item)));
    }
    check(call!(acltdtDestroyDataset(sent)));
    check(call!(acltdtDestroyChannel(channel)));
}

#[test]
fn a_channel_holds_as_many_datasets_as_it_was_made_for() {
    on(80);
    let channel = channel(80, 2);
    let mut data = [1_u8; 8];
    let sent = dataset(&[tensor(data.as_mut_ptr().cast(), 8, &[8])]);
    let received = dataset(&[]);
    assert_eq!(call!(acltdtReceiveTensor(channel, received, 0)), aclError::RT_QUEUE_EMPTY);
    assert_eq!(call!(acltdtReceiveTensor(channel, received, 3)), aclError::RT_QUEUE_EMPTY);
    check(call!(acltdtSendTensor(channel, sent, 0)));
    check(call!(acltdtSendTensor(channel, sent, 0)));
    assert_eq!(call!(acltdtSendTensor(channel, sent, 0)), aclError::RT_QUEUE_FULL);
    assert_eq!(call!(acltdtSendTensor(channel, sent, 3)), aclError::RT_QUEUE_FULL);
    assert_eq!(call!(acltdtReceiveTensor(channel, sent, 0)), INVALID, "it holds items of the program");
    assert_eq!(size(channel), 2, "and nothing was lost");
    check(call!(acltdtCleanChannel(channel)));
    assert_eq!(size(channel), 0);
    check(call!(acltdtStopChannel(channel)));
    check(call!(acltdtDestroyChannel(channel)));
    assert_eq!(call!(acltdtSendTensor(channel, sent, 0)), INVALID);
    assert_eq!(call!(acltdtDestroyChannel(channel)), INVALID);
}

#[test]
fn tensors_may_be_in_device_memory_but_not_on_both_sides() {
    on(81);
    let channel = channel(81, 2);
    let memory = malloc(64);
    upload(memory, &pattern(64));
    let mut host = [0_u8; 64];
    let (there, here) = (tensor(memory, 64, &[64]), tensor(host.as_mut_ptr().cast(), 64, &[64]));
    let sent = dataset(&[there]);
    assert_eq!(call!(acltdtAddDataItem(sent, here)), INVALID);
    check(call!(acltdtSendTensor(channel, sent, 0)));
    let received = dataset(&[]);
    check(call!(acltdtReceiveTensor(channel, received, 0)));
    assert_eq!(bytes_of(call!(acltdtGetDataItem(received, 0))), pattern(64));
    check(call!(acltdtDestroyChannel(channel)));
}

#[test]
fn wrong_items_datasets_and_channels_are_refused() {
    on(82);
    let mut data = [0_u8; 8];
    let at = data.as_mut_ptr().cast::<c_void>();
    let make = |kind, dims: &[i64], count| {
        let dims = if dims.is_empty() { null() } else { dims.as_ptr() };
        call!(acltdtCreateDataItem(kind, dims, count, aclDataType::ACL_UINT8, at, 8))
    };
    assert!(make(TENSOR, &[], 1).is_null());
    assert!(make(TENSOR, &[8], 0).is_null());
    assert!(make(TENSOR, &[1; 129], 129).is_null());
    assert!(make(END, &[8], 1).is_null());
    assert!(text().contains("acltdtCreateDataItem"));
    let item = make(TENSOR, &[2, 4], 2);
    let mut dims = [0; 2];
    assert_eq!(call!(acltdtGetDimsFromItem(item, dims.as_mut_ptr(), 1)), INVALID);
    assert_eq!(call!(acltdtGetDimsFromItem(item, null_mut(), 2)), INVALID);
    let (mut count, mut index) = (9, 9);
    check(call!(acltdtGetSliceInfoFromItem(item, &mut count, &mut index)));
    assert_eq!((count, index), (0, 0));
    assert_eq!(call!(acltdtGetSliceInfoFromItem(item, &mut count, null_mut())), INVALID);
    assert!(call!(acltdtGetDataAddrFromItem(null())).is_null());
    assert_eq!(call!(acltdtGetTensorTypeFromItem(null())), acltdtTensorType::ACL_TENSOR_DATA_UNDEFINED);
    let set = dataset(&[item]);
    assert!(call!(acltdtGetDataItem(set, 1)).is_null());
    assert_eq!(call!(acltdtAddDataItem(set, null_mut())), INVALID);
    assert_eq!(call!(acltdtAddDataItem(null_mut(), item)), INVALID);
    let name = call!(acltdtGetDatasetName(set));
    assert_eq!(unsafe { std::ffi::CStr::from_ptr(name) }, c"");
    let channel = channel(82, 2);
    let slice = make(acltdtTensorType::ACL_TENSOR_DATA_SLICE_TENSOR, &[], 0);
    assert_eq!(call!(acltdtSendTensor(channel, dataset(&[slice]), 0)), INVALID);
    assert_eq!(call!(acltdtSendTensor(null(), set, 0)), INVALID);
    let made = |device, name: &std::ffi::CStr, capacity| {
        call!(acltdtCreateChannelWithCapacity(device, name.as_ptr(), capacity)).is_null()
    };
    assert!(made(82, c"small", 1) && made(82, c"large", 8193) && made(9999, c"nowhere", 2));
    assert!(made(82, c"a channel", 2), "there is one of that name");
    assert!(call!(acltdtCreateChannelWithCapacity(82, null(), 2)).is_null());
    text();
    // That of the training plug-in, which comes in a library of its own.
    assert!(call!(acltdtCreateChannel(82, c"old".as_ptr())).is_null());
    assert!(text().contains("acltdtCreateChannel"));
    check(call!(acltdtDestroyChannel(channel)));
}
