//! Memory that is freed while it is used.

use ascend_npu_sys::aclError;

use crate::calls::*;

#[test]
fn memory_freed_under_a_queued_copy_is_a_fault_of_the_stream() {
    let _few = FREED.read().unwrap();
    on(11);
    for bytes in [64, 8 * MIB] {
        let (stream, device, source) = (stream(), malloc(bytes), pinned(bytes));
        let gate = Gate::close(stream);
        check(copy_async(device, source, bytes, TO_DEVICE, stream));
        check(free(device));
        gate.go.send(()).unwrap();
        assert_eq!(synchronize(stream), aclError::RT_SYS_DMA_ERROR);
        let text = text();
        assert!(text.contains("destination") && text.contains("freed memory"), "{text}");
        check(free_host(source));
    }
}

#[test]
fn pinned_memory_freed_under_a_queued_copy_is_a_fault_of_the_stream() {
    let _few = FREED.read().unwrap();
    on(12);
    let (stream, device, source) = (stream(), malloc(64), pinned(64));
    let gate = Gate::close(stream);
    check(copy_async(device, source, 64, TO_DEVICE, stream));
    check(free_host(source));
    gate.go.send(()).unwrap();
    assert_eq!(synchronize(stream), aclError::RT_SYS_DMA_ERROR);
    let text = text();
    assert!(text.contains("source") && text.contains("freed memory"), "{text}");
    check(free(device));
}

#[test]
fn memory_freed_under_a_queued_fill_is_a_fault_of_the_stream() {
    let _few = FREED.read().unwrap();
    on(13);
    let (stream, device) = (stream(), malloc(64));
    let gate = Gate::close(stream);
    check(unsafe { (ACL.aclrtMemsetAsync)(device, 64, 1, 64, stream) });
    check(free(device));
    gate.go.send(()).unwrap();
    assert_eq!(synchronize(stream), aclError::RT_SYS_DMA_ERROR);
}
