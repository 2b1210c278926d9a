//! The threads of the process, as the operating system knows them.

use std::collections::{BTreeMap, HashMap};
use std::fs;

use crate::exec::{Node, Scene};

/// The names of this crate's threads begin with this.
pub(super) const OWN: &str = "ascend-mock-";
/// Those of threads that run functions of the program; the system keeps 15 bytes of a name.
const FOREIGN: &str = "ascend-mock-cal";

/// What a thread is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Doing {
    /// Something that may end by itself.
    Acts,
    /// It waits where only another thread can wake it.
    Waits(Node),
}

/// The threads that run code of the program.
pub(super) struct Threads(BTreeMap<u32, Doing>);

impl Threads {
    /// Those of now.
    pub(super) fn now(scene: &Scene) -> Self {
        let blocked: HashMap<u32, Node> = scene.hosts.iter().map(|(&node, (host, _))| (host.thread, node)).collect();
        let Ok(folder) = fs::read_dir("/proc/self/task") else { return Self(BTreeMap::new()) };
        let numbers = folder.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        let of_program = numbers.filter(|&thread| is_of_program(thread));
        let doing = |thread| match blocked.get(&thread) {
            Some(&node) => Doing::Waits(node),
            None => sleeps(thread).map_or(Doing::Acts, |times| Doing::Waits(Node::Asleep(thread, times))),
        };
        Self(of_program.map(|thread| (thread, doing(thread))).collect())
    }

    /// What a thread is doing; `None` when it has ended.
    pub(super) fn doing(&self, thread: u32) -> Option<Doing> {
        self.0.get(&thread).copied()
    }

    pub(super) fn all(&self) -> impl Iterator<Item = Doing> {
        self.0.values().copied()
    }
}

fn is_of_program(thread: u32) -> bool {
    // A thread that has just ended has no name.
    let name = fs::read_to_string(format!("/proc/self/task/{thread}/comm"));
    name.is_ok_and(|name| !name.starts_with(OWN) || name.starts_with(FOREIGN))
}

/// Whether a thread sleeps until another wakes it: how often it has slept until now. What cannot be read counts as awake.
fn sleeps(thread: u32) -> Option<u64> {
    let call = fs::read_to_string(format!("/proc/self/task/{thread}/syscall")).ok()?;
    is_endless(&call, is_shared).then_some(())?;
    let status = fs::read_to_string(format!("/proc/self/task/{thread}/status")).ok()?;
    let times = status.lines().find_map(|line| line.strip_prefix("voluntary_ctxt_switches:"))?;
    times.trim().parse().ok()
}

/// Whether memory of this process is shared with others. What cannot be read counts as shared.
fn is_shared(address: u64) -> bool {
    let Ok(maps) = fs::read_to_string("/proc/self/maps") else { return true };
    let holds = |line: &&str| {
        let range = line.split_once(' ').and_then(|(range, _)| range.split_once('-'));
        let hex = |text| u64::from_str_radix(text, 16);
        range.is_some_and(|(start, end)| hex(start).is_ok_and(|s| s <= address) && hex(end).is_ok_and(|e| address < e))
    };
    let of = maps.lines().find(holds);
    of.and_then(|line| line.split_whitespace().nth(1)).is_none_or(|access| access.ends_with('s'))
}

/// Whether a system call, as the system tells it, is a wait for another thread of the process, without a limit. A wait in memory that
/// other processes have too may be ended by one of them.
fn is_endless(call: &str, is_shared: impl FnOnce(u64) -> bool) -> bool {
    const PRIVATE: u64 = 0x80;
    const WAIT: u64 = 0;
    const WAIT_BITSET: u64 = 9;
    const COMMAND: u64 = 0x7F;
    let words: Vec<&str> = call.split_whitespace().collect();
    let [number, word, operation, _, limit, ..] = words.as_slice() else { return false };
    let hex = |word: &str| u64::from_str_radix(word.trim_start_matches("0x"), 16).ok();
    number.parse() == Ok(libc::SYS_futex)
        && hex(operation).is_some_and(|operation| matches!(operation & COMMAND, WAIT | WAIT_BITSET))
        && hex(limit) == Some(0)
        && (hex(operation).is_some_and(|operation| operation & PRIVATE != 0)
            || hex(word).is_some_and(|word| !is_shared(word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_of_this_process_alone_is_told_from_memory_that_is_shared() {
        let own = 0_u8;
        assert!(!is_shared(std::ptr::from_ref(&own).addr() as u64));
        let bell = crate::memory::shared::Mailbox::own().map(|bell| bell.address());
        assert!(bell.is_some_and(is_shared));
    }

    #[test]
    fn only_a_wait_for_another_thread_without_a_limit_is_endless() {
        let call = |number: i64, operation: &str, limit: &str| {
            format!("{number} 0x5 {operation} 0x2 {limit} 0x0 0x0 0x7 0x8\n")
        };
        assert!(is_endless(&call(libc::SYS_futex, "0x189", "0x0"), |_| true));
        assert!(is_endless(&call(libc::SYS_futex, "0x80", "0x0"), |_| true));
        assert!(!is_endless(&call(libc::SYS_futex, "0x189", "0x7ffe"), |_| true));
        assert!(!is_endless(&call(libc::SYS_futex, "0x81", "0x0"), |_| true));
        assert!(!is_endless(&call(libc::SYS_read, "0x0", "0x0"), |_| true));
        assert!(!is_endless("running\n", |_| true));
        // Joining a thread is a wait that other processes could end, were its memory shared.
        let join = call(libc::SYS_futex, "0x109", "0x0");
        assert!(is_endless(&join, |word| word != 5) && !is_endless(&join, |word| word == 5));
    }
}
