//! Memory of one process that another imports.

use std::ffi::{CString, c_char, c_void};
use std::ptr::null_mut;
use std::time::Duration;

use ascend_npu_mock::control::{Finding, FindingKind, Kind, delay_operations, take_findings};
use ascend_npu_sys::{
    ACL_EVENT_IPC, HcclDataType, aclError, aclrtEvent, aclrtIpcEventHandle, aclrtMemHandleType, aclrtNotify,
    aclrtStream,
};

use super::{BYTES, buffer, fill, found, races};
use crate::job::{Job, hear, part, say};
use crate::world::{Buffer, HCCL_INT32, Mapped, PIECE, Rank, SUM, acl, fine, hccl, new_stream, ok};

/// The process of rank 0 tells the other a text of at most so many bytes.
fn tell(rank: &Rank, text: &[u8]) -> Vec<u8> {
    let mut bytes = [0; 128];
    bytes[..text.len()].copy_from_slice(text);
    let carrier = Buffer::of(&bytes);
    fine(rank.broadcast(carrier.address, bytes.len(), HcclDataType::HCCL_DATA_TYPE_UINT8, 0));
    ok(rank.sync());
    let told = carrier.read::<u8>();
    told.into_iter().take_while(|&byte| byte != 0).collect()
}

fn barrier(rank: &Rank) {
    fine(call_new!(hccl.HcclBarrier(rank.comm, rank.stream)));
}

fn export(memory: *mut c_void) -> String {
    let mut key = [0; 65];
    ok(call_new!(acl.aclrtIpcMemGetExportKey(memory, BYTES, key.as_mut_ptr(), key.len(), 1)));
    text_of(&key)
}

fn text_of(bytes: &[c_char]) -> String {
    bytes.iter().take_while(|&&byte| byte != 0).map(|&byte| byte as u8 as char).collect()
}

fn import(key: &str) -> *mut c_void {
    let (key, mut found) = (CString::new(key).unwrap(), null_mut());
    ok(call_new!(acl.aclrtIpcMemImportByKey(&mut found, key.as_ptr(), 0)));
    found
}

/// Two ranks that have the same memory, which is of rank 0; the races of a process.
fn sharing(work: impl Fn(&Rank, *mut c_void) + Sync) -> Option<Vec<Finding>> {
    races(2, |rank| {
        let memory = buffer();
        let address = match rank.rank {
            0 => {
                let key = export(memory.address);
                tell(rank, key.as_bytes());
                memory.address
            }
            _ => import(std::str::from_utf8(&tell(rank, b"")).unwrap()),
        };
        in_turn(rank, || work(rank, address));
    })
}

/// Does something with shared memory, which nobody gives back before all are done with it.
fn in_turn(rank: &Rank, work: impl FnOnce()) {
    work();
    // What one process has waited for orders what the other calls later: nobody waits before both have called.
    barrier(rank);
    ok(rank.sync());
    for device in [1, 0, rank.device] {
        ok(call!(acl.aclrtSetDevice(device)));
        ok(call!(acl.aclrtSynchronizeDevice()));
    }
    barrier(rank);
    ok(rank.sync());
}

/// That a process has found one race, of what it did and what the other did.
fn is_of_both(found: Option<Vec<Finding>>, names: [&str; 2], on: [i32; 2]) {
    let Some(found) = found else { return };
    assert_eq!(found.len(), 1, "{found:#?}");
    let operations = &found[0].operations;
    let mut all: Vec<&str> = operations.iter().map(|operation| operation.name.as_str()).collect();
    all.sort_unstable();
    assert_eq!(all, names, "{found:#?}");
    let of_here = operations.iter().filter(|operation| operation.process.is_none());
    assert_eq!(of_here.count(), 1, "{found:#?}");
    let mut devices: Vec<i32> = operations.iter().map(|operation| operation.device).collect();
    devices.sort_unstable();
    assert_eq!(devices, on, "{found:#?}");
    for operation in operations {
        assert_eq!(operation.bytes.1 - operation.bytes.0, BYTES as u64, "{found:#?}");
        assert!(operation.stream.is_some() && operation.site.contains("world.rs:"), "{found:#?}");
        assert!(found[0].text.contains(&operation.site), "{found:#?}");
    }
}

fn nothing(found: Option<Vec<Finding>>) {
    let found = found.unwrap_or_default();
    assert!(found.is_empty(), "{found:#?}");
}

const TWO_FILLS: [&str; 2] = ["aclrtMemsetAsync"; 2];

#[test]
fn what_two_processes_do_to_the_same_bytes_is_a_race_that_each_of_them_tells() {
    is_of_both(sharing(|rank, memory| fill(memory, rank.stream)), TWO_FILLS, [0, 1]);
}

/// As [`sharing`], with physical memory that is mapped in both processes: before it is exported, or after that.
fn sharing_by_handle(early: bool, work: impl Fn(&Rank, *mut c_void) + Sync) -> Option<Vec<Finding>> {
    races(2, |rank| {
        let memory = Mapped::new(1);
        let (mut address, none) = (memory.base, aclrtMemHandleType::ACL_MEM_HANDLE_TYPE_NONE);
        if rank.rank == 0 {
            let mut shared = 0;
            if !early {
                ok(call!(acl.aclrtUnmapMem(address)));
            }
            ok(call_new!(acl.aclrtMemExportToShareableHandle(memory.handles[0], none, 1, &mut shared)));
            if !early {
                ok(call!(acl.aclrtMapMem(address, PIECE, 0, memory.handles[0], 0)));
            }
            tell(rank, shared.to_string().as_bytes());
        } else {
            let shared = String::from_utf8(tell(rank, b"")).unwrap().parse().unwrap();
            let mut handle = null_mut();
            ok(call_new!(acl.aclrtMemImportFromShareableHandle(shared, rank.device, &mut handle)));
            ok(call!(acl.aclrtReserveMemAddress(&mut address, PIECE, 0, null_mut(), 0)));
            ok(call!(acl.aclrtMapMem(address, PIECE, 0, handle, 0)));
        }
        in_turn(rank, || work(rank, address));
    })
}

#[test]
fn what_two_processes_do_to_physical_memory_that_they_share_is_a_race_that_each_of_them_tells() {
    is_of_both(sharing_by_handle(true, |rank, memory| fill(memory, rank.stream)), TWO_FILLS, [0, 1]);
}

#[test]
fn physical_memory_that_is_mapped_after_it_was_exported_is_looked_at_too() {
    is_of_both(sharing_by_handle(false, |rank, memory| fill(memory, rank.stream)), TWO_FILLS, [0, 1]);
}

#[test]
fn a_collective_orders_what_processes_do_to_physical_memory_that_they_share() {
    nothing(sharing_by_handle(true, |rank, memory| {
        for turn in 0..4 {
            if turn % 2 == rank.rank {
                fill(memory, rank.stream);
            }
            barrier(rank);
        }
    }));
}

#[test]
fn what_two_processes_do_to_different_bytes_is_none() {
    nothing(sharing(|rank, memory| {
        let half = memory.wrapping_byte_add(rank.rank * BYTES / 2);
        ok(call!(acl.aclrtMemsetAsync(half, BYTES / 2, 1, BYTES / 2, rank.stream)));
    }));
}

#[test]
fn a_collective_orders_what_processes_do_to_the_same_bytes() {
    nothing(sharing(|rank, memory| {
        for turn in 0..4 {
            if turn % 2 == rank.rank {
                fill(memory, rank.stream);
            }
            barrier(rank);
        }
    }));
}

#[test]
fn a_collective_of_other_streams_orders_nothing() {
    is_of_both(
        sharing(|rank, memory| {
            let other = new_stream();
            if rank.rank == 0 {
                fill(memory, other);
            }
            barrier(rank);
            ok(rank.sync());
            if rank.rank == 1 {
                fill(memory, other);
            }
        }),
        TWO_FILLS,
        [0, 1],
    );
}

#[test]
fn a_buffer_of_a_collective_that_another_process_writes_meanwhile_is_a_race_in_both() {
    is_of_both(
        sharing(|rank, memory| {
            let (mine, other) = (buffer(), new_stream());
            fill(mine.address, rank.stream);
            let send = if rank.rank == 0 { memory } else { mine.address };
            let recv = buffer();
            fine(rank.all_reduce(send, recv.address, BYTES / 4, HCCL_INT32, SUM));
            if rank.rank == 1 {
                fill(memory, other);
            }
            barrier(rank);
            ok(rank.sync());
        }),
        ["HcclAllReduce", "aclrtMemsetAsync"],
        [0, 1],
    );
}

/// Rank 0 writes, records an event, and rank 1 writes later in time, after a wait for it or without one.
fn around_an_event(waits: bool) -> Option<Vec<Finding>> {
    sharing(|rank, memory| {
        let (works, mut event) = (new_stream(), null_mut::<c_void>() as aclrtEvent);
        if rank.rank == 0 {
            ok(call_new!(acl.aclrtCreateEventExWithFlag(&mut event, ACL_EVENT_IPC)));
            let mut handle = aclrtIpcEventHandle { reserved: [0; 64] };
            ok(call_new!(acl.aclrtIpcGetEventHandle(event, &mut handle)));
            fill(memory, works);
            ok(call!(acl.aclrtRecordEvent(event, works)));
            tell(rank, text_of(&handle.reserved).as_bytes());
        } else {
            let mut handle = aclrtIpcEventHandle { reserved: [0; 64] };
            for (to, from) in handle.reserved.iter_mut().zip(tell(rank, b"")) {
                *to = from as c_char;
            }
            ok(call_new!(acl.aclrtIpcOpenEventHandle(handle, &mut event)));
            if waits {
                ok(call!(acl.aclrtStreamWaitEvent(works, event)));
            }
            fill(memory, works);
        }
    })
}

#[test]
fn an_event_of_processes_orders_them() {
    nothing(around_an_event(true));
}

#[test]
fn an_event_of_processes_that_nobody_waits_for_orders_nothing() {
    is_of_both(around_an_event(false), TWO_FILLS, [0, 1]);
}

/// As with an event. A notify is recorded before it is exported, or after that.
fn around_a_notify(early: bool, waits: bool) -> Option<Vec<Finding>> {
    let record = |notify: aclrtNotify, stream: aclrtStream| {
        ok(call_new!(acl.aclrtRecordNotify(notify, stream)));
    };
    sharing(|rank, memory| {
        let (works, mut notify) = (new_stream(), null_mut());
        if rank.rank == 0 {
            ok(call_new!(acl.aclrtCreateNotify(&mut notify, 0)));
            fill(memory, works);
            if early {
                record(notify, works);
                // Time for the stream to come there, without a wait that would order anything.
                std::thread::sleep(std::time::Duration::from_millis(50));
            }
            let mut key = [0; 65];
            ok(call_new!(acl.aclrtNotifyGetExportKey(notify, key.as_mut_ptr(), key.len(), 2)));
            if !early {
                record(notify, works);
            }
            tell(rank, text_of(&key).as_bytes());
        } else {
            // A stream waits for a notify of its own device.
            ok(call!(acl.aclrtSetDevice(0)));
            let waiting = new_stream();
            ok(call!(acl.aclrtSetDevice(1)));
            let key = CString::new(tell(rank, b"")).unwrap();
            ok(call_new!(acl.aclrtNotifyImportByKey(&mut notify, key.as_ptr(), 0)));
            ok(call!(acl.aclrtSetDevice(0)));
            if waits {
                ok(call_new!(acl.aclrtWaitAndResetNotify(notify, waiting, 0)));
            }
            fill(memory, waiting);
            ok(call!(acl.aclrtSetDevice(1)));
        }
    })
}

#[test]
fn a_notify_of_processes_orders_them() {
    nothing(around_a_notify(false, true));
}

#[test]
fn a_notify_that_was_recorded_before_it_was_exported_orders_processes_too() {
    nothing(around_a_notify(true, true));
}

#[test]
fn a_notify_of_processes_that_nobody_waits_for_orders_nothing() {
    is_of_both(around_a_notify(false, false), TWO_FILLS, [0, 0]);
}

/// Rank 0 writes, and then a value, which rank 1 waits for or does not before it writes too.
fn around_a_value(waits: bool) -> Option<Vec<Finding>> {
    sharing(|rank, memory| {
        let (works, half) = (new_stream(), memory.wrapping_byte_add(BYTES / 2));
        let write = || ok(call!(acl.aclrtMemsetAsync(half, BYTES / 2, 1, BYTES / 2, works)));
        // The value is 0 before anybody looks at it.
        if rank.rank == 0 {
            ok(call!(acl.aclrtMemsetAsync(memory, BYTES / 2, 0, BYTES / 2, rank.stream)));
        }
        barrier(rank);
        ok(rank.sync());
        if rank.rank == 0 {
            write();
            ok(call_new!(acl.aclrtValueWrite(memory, 7, 0, works)));
        } else {
            if waits {
                ok(call_new!(acl.aclrtValueWait(memory, 7, ascend_npu_sys::ACL_STREAM_WAIT_VALUE_EQ, works)));
            }
            write();
        }
    })
}

#[test]
fn a_value_that_one_process_writes_and_another_waits_for_orders_them() {
    nothing(around_a_value(true));
}

#[test]
fn a_value_that_nobody_waits_for_orders_nothing() {
    let found = around_a_value(false);
    assert!(found.is_none_or(|found| found.len() == 1));
}

/// When a process waits for what it did.
#[derive(PartialEq, Eq)]
enum Waits {
    Before,
    After,
    Never,
}

/// One process writes, and tells another by other means than the device's, which then writes; how many races the first found. It
/// waits before it exports the memory, or after that.
fn by_hand(waits: Waits) -> Option<usize> {
    if let Some(ranks) = part() {
        ok(call!(acl.aclrtSetDevice(0)));
        let stream = new_stream();
        if ranks == [0] {
            let memory = buffer();
            if waits == Waits::Before {
                fill(memory.address, stream);
                ok(call!(acl.aclrtSynchronizeStream(stream)));
            }
            let key = export(memory.address);
            if waits != Waits::Before {
                fill(memory.address, stream);
            }
            if waits == Waits::After {
                ok(call!(acl.aclrtSynchronizeStream(stream)));
            }
            say(&format!("key {key}"));
            assert_eq!(hear(), "done");
            ok(call!(acl.aclrtSynchronizeStream(stream)));
            let found = take_findings();
            return Some(found.len());
        }
        let memory = import(hear().strip_prefix("key ").unwrap());
        fill(memory, stream);
        ok(call!(acl.aclrtSynchronizeStream(stream)));
        say("done");
        hear();
        return None;
    }
    let mut job = Job::start(&[vec![0], vec![1]], &[("ASCEND_MOCK_CHECK", "races")]);
    let key = job.children[0].wait_for("key ");
    job.children[1].tell(&key);
    let done = job.children[1].wait_for("done");
    job.children[0].tell(&done);
    job.children[1].tell("end");
    job.finish();
    None
}

#[test]
fn what_a_process_has_waited_for_is_in_order_before_what_another_does_that_was_told() {
    assert_eq!(by_hand(Waits::After).unwrap_or(0), 0);
}

#[test]
fn what_a_process_has_waited_for_before_it_exports_memory_is_in_order_before_what_another_does_with_it() {
    assert_eq!(by_hand(Waits::Before).unwrap_or(0), 0);
}

#[test]
fn what_a_process_has_not_waited_for_is_a_race_with_what_another_does_that_was_told() {
    assert_eq!(by_hand(Waits::Never).unwrap_or(1), 1);
}

#[test]
fn a_buffer_that_is_freed_before_a_collective_of_processes_comes_to_it_is_told_with_the_place_of_the_collective() {
    let found = found(2, "memory", |rank| {
        let (first, second) = (Buffer::of(&[1_i32; 8]), Buffer::of(&[1_i32; 8]));
        let call = |buffer: &Buffer| fine(rank.all_reduce(buffer.address, buffer.address, 8, HCCL_INT32, SUM));
        call(&first);
        ok(rank.sync());
        // The stream of rank 0 comes to it only when the buffer is gone.
        let _late = (rank.rank == 0).then(|| delay_operations(Kind::AllReduce, Duration::from_millis(300)));
        call(&second);
        if rank.rank == 0 {
            drop(second);
        }
        assert_eq!(rank.sync(), aclError::RT_SYS_DMA_ERROR);
    });
    let Some(found) = found else { return };
    assert_eq!(found.len(), usize::from(part().unwrap() == [0]), "{found:#?}");
    for found in found {
        assert_eq!(found.kind, FindingKind::Memory);
        assert!(found.operations[0].stream.is_some() && found.operations[0].site.contains("world.rs:"), "{found:#?}");
    }
}
