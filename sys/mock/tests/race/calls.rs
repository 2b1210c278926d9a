//! Calls whose place in the program is known: a finding must name the line.

/// Calls a function of ACL by its name.
#[collapse_debuginfo(yes)]
macro_rules! acl {
    ($name:ident($($argument:expr),* $(,)?)) => {{
        let address = ascend_npu_mock::lookup(stringify!($name)).unwrap();
        // The table checks that the function of a name has the type of that name.
        #[allow(clippy::macro_metavars_in_unsafe, reason = "the arguments of the programs are what is unsafe")]
        unsafe {
            let function: ascend_npu_sys::signature::$name = std::mem::transmute(address.as_ptr());
            function($($argument),*)
        }
    }};
}

/// Queues what the last argument of a function is the stream for; the operation.
#[collapse_debuginfo(yes)]
macro_rules! queue {
    ($stream:expr, $name:ident($($argument:expr),* $(,)?)) => {{
        let stream: $crate::things::Stream = $stream;
        $crate::common::check(acl!($name($($argument,)* stream.handle())));
        stream.operation(stringify!($name), file!(), line!())
    }};
}

/// Does something at once; the call.
#[collapse_debuginfo(yes)]
macro_rules! host {
    ($name:ident($($argument:expr),* $(,)?)) => {{
        $crate::common::check(acl!($name($($argument),*)));
        $crate::things::Operation::of_host(stringify!($name), file!(), line!())
    }};
}

/// Queues a write.
#[collapse_debuginfo(yes)]
macro_rules! fill {
    ($stream:expr, $to:expr) => {{
        let to: $crate::things::Bytes = $to;
        queue!($stream, aclrtMemsetAsync(to.pointer(), to.length, 1, to.length))
    }};
}

/// Queues a read and a write, on the device or between it and pinned memory.
#[collapse_debuginfo(yes)]
macro_rules! copy {
    ($stream:expr, $to:expr, $from:expr) => {{
        let (to, from): ($crate::things::Bytes, $crate::things::Bytes) = ($to, $from);
        let kind = ascend_npu_sys::aclrtMemcpyKind::ACL_MEMCPY_DEFAULT;
        queue!($stream, aclrtMemcpyAsync(to.pointer(), to.length, from.pointer(), from.length, kind))
    }};
}

/// Copies at once.
#[collapse_debuginfo(yes)]
macro_rules! copy_now {
    ($to:expr, $from:expr) => {{
        let (to, from): ($crate::things::Bytes, $crate::things::Bytes) = ($to, $from);
        let kind = ascend_npu_sys::aclrtMemcpyKind::ACL_MEMCPY_DEFAULT;
        host!(aclrtMemcpy(to.pointer(), to.length, from.pointer(), from.length, kind))
    }};
}

#[collapse_debuginfo(yes)]
macro_rules! fill_now {
    ($to:expr) => {{
        let to: $crate::things::Bytes = $to;
        host!(aclrtMemset(to.pointer(), to.length, 2, to.length))
    }};
}

#[collapse_debuginfo(yes)]
macro_rules! free {
    ($memory:expr) => {{
        let memory: $crate::things::Bytes = $memory;
        host!(aclrtFree(memory.pointer()))
    }};
}

/// The program reads or writes the first byte of pinned memory.
#[collapse_debuginfo(yes)]
macro_rules! load {
    ($from:expr) => {{
        let from: $crate::things::Bytes = $from;
        let byte = $crate::calls::load(from.pointer().cast());
        (byte, $crate::things::Operation::of_host("an access of the program", file!(), line!()))
    }};
}

#[collapse_debuginfo(yes)]
macro_rules! store {
    ($to:expr) => {{
        let to: $crate::things::Bytes = $to;
        $crate::calls::store(to.pointer().cast());
        $crate::things::Operation::of_host("an access of the program", file!(), line!())
    }};
}

/// Queues an operation of a rank; the operation.
#[collapse_debuginfo(yes)]
macro_rules! collective {
    ($rank:expr, $stream:expr, $name:ident($($argument:expr),* $(,)?)) => {{
        let (rank, stream): (&$crate::ranks::Rank, $crate::things::Stream) = ($rank, $stream);
        $crate::ranks::fine(acl!($name($($argument,)* rank.communicator(), stream.handle())));
        stream.operation(stringify!($name), file!(), line!())
    }};
}

#[collapse_debuginfo(yes)]
macro_rules! all_reduce {
    ($rank:expr, $stream:expr, $to:expr, $from:expr) => {{
        let (to, from): ($crate::things::Bytes, $crate::things::Bytes) = ($to, $from);
        let (sum, count) = (ascend_npu_sys::HcclReduceOp::HCCL_REDUCE_SUM, (from.length / 4) as u64);
        collective!($rank, $stream, HcclAllReduce(from.pointer(), to.pointer(), count, $crate::ranks::INT32, sum))
    }};
}

#[collapse_debuginfo(yes)]
macro_rules! all_gather {
    ($rank:expr, $stream:expr, $to:expr, $from:expr) => {{
        let (to, from): ($crate::things::Bytes, $crate::things::Bytes) = ($to, $from);
        let count = (from.length / 4) as u64;
        collective!($rank, $stream, HcclAllGather(from.pointer(), to.pointer(), count, $crate::ranks::INT32))
    }};
}

#[collapse_debuginfo(yes)]
macro_rules! reduce_scatter {
    ($rank:expr, $stream:expr, $to:expr, $from:expr) => {{
        let (to, from): ($crate::things::Bytes, $crate::things::Bytes) = ($to, $from);
        let (sum, count) = (ascend_npu_sys::HcclReduceOp::HCCL_REDUCE_SUM, (to.length / 4) as u64);
        collective!($rank, $stream, HcclReduceScatter(from.pointer(), to.pointer(), count, $crate::ranks::INT32, sum))
    }};
}

#[collapse_debuginfo(yes)]
macro_rules! broadcast {
    ($rank:expr, $stream:expr, $bytes:expr, $root:expr) => {{
        let bytes: $crate::things::Bytes = $bytes;
        let count = (bytes.length / 4) as u64;
        collective!($rank, $stream, HcclBroadcast(bytes.pointer(), count, $crate::ranks::INT32, $root))
    }};
}

#[collapse_debuginfo(yes)]
macro_rules! send {
    ($rank:expr, $stream:expr, $from:expr, $to_rank:expr) => {{
        let from: $crate::things::Bytes = $from;
        let count = (from.length / 4) as u64;
        collective!($rank, $stream, HcclSend(from.pointer(), count, $crate::ranks::INT32, $to_rank))
    }};
}

#[collapse_debuginfo(yes)]
macro_rules! receive {
    ($rank:expr, $stream:expr, $to:expr, $from_rank:expr) => {{
        let to: $crate::things::Bytes = $to;
        let count = (to.length / 4) as u64;
        collective!($rank, $stream, HcclRecv(to.pointer(), count, $crate::ranks::INT32, $from_rank))
    }};
}

/// Makes a test of each program: those that must be reported, and those that must not.
macro_rules! programs {
    (reported: [$($reported:ident),* $(,)?], silent: [$($silent:ident),* $(,)?] $(,)?) => {
        mod must_be_reported {
            $(#[test] fn $reported() { $crate::program::reported(super::$reported); })*
        }
        mod must_not_be_reported {
            $(#[test] fn $silent() { $crate::program::silent(super::$silent); })*
        }
    };
}

/// Reads a byte, in a function of its own: where an optimising compiler has merged the access into its callers, the place that is
/// found is further out. Such a leaf has no frame, so that its caller is found.
#[inline(never)]
pub fn load(from: *const u8) -> u8 {
    unsafe { from.read_volatile() }
}

/// Writes a byte, as [`load`] reads one.
#[inline(never)]
pub fn store(to: *mut u8) {
    unsafe { to.write_volatile(7) };
}
