//! Copies between devices of one process.

use crate::common::{check, on};
use crate::program::Program;
use crate::things::*;

programs! {
    reported: [
        a_device_reads_what_its_peer_still_writes,
        a_device_writes_into_its_peer_while_that_reads,
        the_host_has_waited_for_the_wrong_device,
    ],
    silent: [
        a_device_waits_for_a_notify_of_its_peer,
        the_host_has_waited_for_the_peer,
        two_devices_write_halves_of_a_buffer,
    ],
}

/// A device, with a stream and memory.
#[derive(Clone, Copy)]
struct Side {
    device: i32,
    stream: Stream,
    memory: Bytes,
}

/// Two devices that may use each other's memory; the second is current.
fn two(p: &Program) -> [Side; 2] {
    let sides = [(); 2].map(|()| Side { device: p.device(), stream: stream(), memory: memory() });
    for (one, other) in [(0, 1), (1, 0)] {
        on(sides[one].device);
        check(acl!(aclrtDeviceEnablePeerAccess(sides[other].device, 0)));
    }
    on(sides[1].device);
    sides
}

fn a_device_reads_what_its_peer_still_writes(p: &Program) {
    let [a, b] = two(p);
    on(a.device);
    let write = fill!(a.stream, a.memory);
    on(b.device);
    let read = copy!(b.stream, b.memory, a.memory);
    p.race(write.writes(a.memory), read.reads(a.memory));
}

fn a_device_waits_for_a_notify_of_its_peer(p: &Program) {
    let [a, b] = two(p);
    let done = Notify::new();
    on(a.device);
    fill!(a.stream, a.memory);
    done.record(a.stream);
    on(b.device);
    done.wait(b.stream);
    copy!(b.stream, b.memory, a.memory);
}

fn a_device_writes_into_its_peer_while_that_reads(p: &Program) {
    let [a, b] = two(p);
    on(a.device);
    let read = copy!(a.stream, memory(), a.memory);
    on(b.device);
    let write = copy!(b.stream, a.memory, b.memory);
    p.race(read.reads(a.memory), write.writes(a.memory));
}

fn the_host_has_waited_for_the_peer(p: &Program) {
    let [a, b] = two(p);
    on(a.device);
    fill!(a.stream, a.memory);
    a.stream.finish();
    on(b.device);
    copy!(b.stream, b.memory, a.memory);
}

fn the_host_has_waited_for_the_wrong_device(p: &Program) {
    let [a, b] = two(p);
    on(a.device);
    let write = fill!(a.stream, a.memory);
    on(b.device);
    finish_device();
    let read = copy_now!(b.memory, a.memory);
    p.race(write.writes(a.memory), read.reads(a.memory));
}

fn two_devices_write_halves_of_a_buffer(p: &Program) {
    let [a, b] = two(p);
    on(a.device);
    fill!(a.stream, a.memory.half(0));
    on(b.device);
    copy!(b.stream, a.memory.half(1), b.memory.half(1));
}
