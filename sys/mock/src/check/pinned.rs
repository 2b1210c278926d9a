//! The program's own touches of pinned memory that a stream still uses.
//!
//! Such memory is mapped twice while races are looked for: the device uses one mapping, the program the other. From the call that
//! queues an operation until the host has waited for it, the program's mapping of the bytes is protected: against writing where the
//! operation reads, against everything where it writes. A touch then ends in a signal, which notes the touch, takes the protection
//! off the page and lets the program go on; the next call of the interface tells what was noted. So what is found does not depend
//! on whether the operation was over by then. A touch before the operation begins may still come before it, by a function of the
//! host that its stream waits for: that is known when the operation begins. A system call that is given such memory fails with
//! `EFAULT` instead.
#![allow(unsafe_code)] // Protects memory, and handles the signal of touches.

use std::cell::UnsafeCell;
use std::mem::MaybeUninit;
use std::ops::Range;
use std::ptr::{null_mut, with_exposed_provenance_mut};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, Once, PoisonError};

use super::clock::{Clock, Moment};
use super::finding::{Finding, FindingKind, Info};
use super::site::{FRAMES, Site};
use crate::exec::Touch;
use crate::process::at_end;

const PAGE: u64 = 4 << 10;
/// Operations that are watched at a time; more are let through.
const MOST: usize = 256;
/// Touches that are noted between two calls; more are forgotten.
const NOTES: usize = 64;

/// An operation that uses pinned memory and that the host has not waited for.
struct Flight {
    queue: u64,
    /// Its place on the stream.
    number: u64,
    bytes: Range<u64>,
    writes: bool,
    /// Once it has begun.
    moment: Option<Moment>,
    /// Touches of the program before that, each with its moment.
    before: Vec<(Moment, Finding)>,
    info: Arc<Info>,
    /// What the signal handler sees of it.
    slot: usize,
}

static FLIGHTS: Mutex<Vec<Flight>> = Mutex::new(Vec::new());
/// Number of flights: without one nobody takes the lock.
static ANY: AtomicUsize = AtomicUsize::new(0);

/// A protected range as the signal handler sees it. It is in use while `end` is not 0.
struct Slot {
    start: AtomicU64,
    end: AtomicU64,
}

static SLOTS: [Slot; MOST] = [const { Slot { start: AtomicU64::new(0), end: AtomicU64::new(0) } }; MOST];

/// A touch that the signal handler noted.
struct Note {
    address: AtomicU64,
    frames: [AtomicUsize; FRAMES],
    writes: AtomicBool,
    thread: AtomicU32,
    is_full: AtomicBool,
}

static LOG: [Note; NOTES] = [const {
    Note {
        address: AtomicU64::new(0),
        frames: [const { AtomicUsize::new(0) }; FRAMES],
        writes: AtomicBool::new(false),
        thread: AtomicU32::new(0),
        is_full: AtomicBool::new(false),
    }
}; NOTES];

fn lock() -> MutexGuard<'static, Vec<Flight>> {
    FLIGHTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An operation is queued that touches pinned memory of two mappings.
pub(super) fn queued(queue: u64, number: u64, touches: &[Touch], info: &Arc<Info>) {
    handle_signals();
    let mut flights = lock();
    for touch in touches {
        let Some(slot) = SLOTS.iter().position(|slot| slot.end.load(Ordering::Acquire) == 0) else { return };
        let bytes = touch.start..touch.start.saturating_add(touch.bytes);
        if let Some(slot) = SLOTS.get(slot) {
            slot.start.store(bytes.start, Ordering::Relaxed);
            slot.end.store(bytes.end, Ordering::Release);
        }
        let (writes, info) = (touch.writes, info.clone());
        let (moment, before) = (None, Vec::new());
        flights.push(Flight { queue, number, bytes: bytes.clone(), writes, moment, before, info, slot });
        protect(&flights, &bytes);
    }
    ANY.store(flights.len(), Ordering::Release);
}

/// An operation begins, which knows this much: what it does not know of was touched without an order.
pub(super) fn begun(queue: u64, number: u64, moment: Moment, clock: &Clock) -> Vec<Finding> {
    if ANY.load(Ordering::Acquire) == 0 {
        return Vec::new();
    }
    let mut found = Vec::new();
    let of_it = |flight: &&mut Flight| (flight.queue, flight.number) == (queue, number);
    for flight in lock().iter_mut().filter(of_it) {
        flight.moment = Some(moment);
        let unordered = std::mem::take(&mut flight.before).into_iter().filter(|(touch, _)| !clock.includes(*touch));
        found.extend(unordered.map(|(_, finding)| finding));
    }
    found
}

/// Somebody of the host knows this much: what is over for him may be touched.
pub(super) fn known(clock: &Clock) {
    end(|flight| flight.moment.is_some_and(|moment| clock.includes(moment)));
}

/// What has not begun on a stream is dropped; or all of it, with the stream.
pub(crate) fn dropped(queue: u64, all: bool) {
    end(|flight| flight.queue == queue && (all || flight.moment.is_none()));
}

/// Memory is taken back.
pub(super) fn taken(bytes: &Range<u64>) {
    end(|flight| flight.bytes.start < bytes.end && bytes.start < flight.bytes.end);
}

fn end(is_over: impl Fn(&Flight) -> bool) {
    if ANY.load(Ordering::Acquire) == 0 {
        return;
    }
    let mut flights = lock();
    let (over, rest): (Vec<Flight>, Vec<Flight>) = std::mem::take(&mut *flights).into_iter().partition(is_over);
    *flights = rest;
    for flight in over {
        if let Some(slot) = SLOTS.get(flight.slot) {
            slot.end.store(0, Ordering::Release);
        }
        protect(&flights, &flight.bytes);
    }
    ANY.store(flights.len(), Ordering::Release);
}

/// Protects the pages of a range as the flights over them ask for.
fn protect(flights: &[Flight], bytes: &Range<u64>) {
    let pages = |bytes: &Range<u64>| bytes.start / PAGE * PAGE..bytes.end.next_multiple_of(PAGE);
    let whole = pages(bytes);
    set(&whole, libc::PROT_READ | libc::PROT_WRITE);
    for (writes, protection) in [(false, libc::PROT_READ), (true, libc::PROT_NONE)] {
        for flight in flights.iter().filter(|flight| flight.writes == writes) {
            let of_flight = pages(&flight.bytes);
            set(&(whole.start.max(of_flight.start)..whole.end.min(of_flight.end)), protection);
        }
    }
}

fn set(pages: &Range<u64>, protection: libc::c_int) {
    if pages.is_empty() {
        return;
    }
    let bytes = usize::try_from(pages.end - pages.start).unwrap_or(0);
    // SAFETY: the pages are of the program's mapping of pinned memory, which nothing of this crate touches.
    unsafe { libc::mprotect(with_exposed_provenance_mut(pages.start as usize), bytes, protection) };
}

/// What the program touched meanwhile, as findings; `moment_of` gives a thread's next moment. Also of flights that are about to end:
/// to be called first.
pub(super) fn told(mut moment_of: impl FnMut(u32) -> Moment) -> Vec<Finding> {
    if ANY.load(Ordering::Acquire) == 0 {
        return Vec::new();
    }
    let mut flights = lock();
    let mut found = Vec::new();
    for note in LOG.iter().filter(|note| note.is_full.load(Ordering::Acquire)) {
        let (address, writes) = (note.address.load(Ordering::Relaxed), note.writes.load(Ordering::Relaxed));
        let frames = note.frames.iter().map(|frame| frame.load(Ordering::Relaxed)).take_while(|&frame| frame != 0);
        let site = Site::of(frames.collect());
        let (site, moment) = (Arc::new(site), moment_of(note.thread.load(Ordering::Relaxed)));
        note.is_full.store(false, Ordering::Release);
        // A page may hold what is only read beside what is written.
        let meets =
            |flight: &&mut Flight| flight.bytes.contains(&address) && (flight.writes || writes || !TELLS_WRITES);
        for flight in flights.iter_mut().filter(meets) {
            let finding = flight.finding(&site, writes, address);
            if flight.moment.is_some() {
                found.push(finding);
                break;
            }
            flight.before.push((moment, finding));
        }
    }
    found
}

impl Flight {
    fn finding(&self, site: &Arc<Site>, writes: bool, address: u64) -> Finding {
        let (name, site, device) = ("an access of the program".to_owned(), site.clone(), self.info.device);
        let of_host = Info { process: None, kind: None, name, device, stream: None, number: 0, site };
        let operation = self.info.tell(self.writes, (self.bytes.start, self.bytes.end));
        let access = of_host.tell(writes, (address, address + 1));
        let text =
            format!("race: the host has not waited for this: {operation}; and touches the pinned memory: {access}");
        let operations = vec![operation, access];
        Finding { kind: FindingKind::Race, warning: false, text, operations }
    }
}

/// The handler that was there before.
struct Before(UnsafeCell<MaybeUninit<libc::sigaction>>);

// SAFETY: written once, before the handler that reads it is installed.
unsafe impl Sync for Before {}

static BEFORE: Before = Before(UnsafeCell::new(MaybeUninit::zeroed()));

fn handle_signals() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let handler: extern "C" fn(libc::c_int, *mut libc::siginfo_t, *mut libc::c_void) = on_touch;
        // SAFETY: all zeros are a valid value of the structure, whose fields are set below.
        let mut action: libc::sigaction = unsafe { std::mem::zeroed() };
        action.sa_sigaction = handler as usize;
        action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK | libc::SA_NODEFER;
        // SAFETY: the handler has the type that SA_SIGINFO asks for; the cell is written before it can run.
        unsafe { libc::sigaction(libc::SIGSEGV, &raw const action, BEFORE.0.get().cast()) };
        at_end(super::order::tell_touched);
    });
}

/// Notes a touch of protected memory, and lets the program go on. It takes no lock and allocates nothing, as a signal handler must.
/// Walking the stack asks the loader; the thread is not inside that, as it touches memory of the program.
extern "C" fn on_touch(signal: libc::c_int, information: *mut libc::siginfo_t, context: *mut libc::c_void) {
    // SAFETY: the system passes live structures to the handler.
    let told = unsafe { &*information };
    // SAFETY: the signal is one that comes with an address.
    let address = unsafe { told.si_addr() }.addr() as u64;
    let page = address / PAGE * PAGE;
    let mut is_ours = false;
    for slot in &SLOTS {
        let end = slot.end.load(Ordering::Acquire);
        let start = slot.start.load(Ordering::Relaxed);
        if end == 0 || page + PAGE <= start || end <= page {
            continue;
        }
        is_ours = true;
        if (start..end).contains(&address) {
            note(address, context);
            break;
        }
    }
    if is_ours {
        set(&(page..page + PAGE), libc::PROT_READ | libc::PROT_WRITE);
        return;
    }
    pass_on(signal, information, context);
}

fn note(address: u64, context: *mut libc::c_void) {
    let writes = is_write(context);
    for note in &LOG {
        if note.is_full.load(Ordering::Acquire) {
            continue;
        }
        note.address.store(address, Ordering::Relaxed);
        note.frames.iter().for_each(|frame| frame.store(0, Ordering::Relaxed));
        let mut frames = note.frames.iter();
        let keep = |frame: &backtrace::Frame| match frames.next() {
            Some(place) => {
                place.store(frame.ip().addr(), Ordering::Relaxed);
                true
            }
            None => false,
        };
        // SAFETY: only this thread walks its stack, and the function that keeps the frames does not unwind.
        unsafe { backtrace::trace_unsynchronized(keep) };
        note.writes.store(writes, Ordering::Relaxed);
        note.thread.store(crate::exec::thread(), Ordering::Relaxed);
        note.is_full.store(true, Ordering::Release);
        return;
    }
}

/// Whether a touch tells if it wrote.
const TELLS_WRITES: bool = cfg!(target_arch = "x86_64");

/// Whether the touch wrote.
#[cfg(target_arch = "x86_64")]
fn is_write(context: *mut libc::c_void) -> bool {
    const WRITE: i64 = 2;
    // SAFETY: the system passes a live context of this type.
    let registers = unsafe { (*context.cast::<libc::ucontext_t>()).uc_mcontext.gregs };
    registers.get(libc::REG_ERR as usize).is_some_and(|error| error & WRITE != 0)
}

/// Whether the touch wrote: not told here in a way that all systems share.
#[cfg(not(target_arch = "x86_64"))]
fn is_write(_: *mut libc::c_void) -> bool {
    false
}

/// A fault that is none of this file's goes to whoever handled it before.
fn pass_on(signal: libc::c_int, information: *mut libc::siginfo_t, context: *mut libc::c_void) {
    // SAFETY: nobody writes it after the handler was installed, which calls this.
    let before = unsafe { &*BEFORE.0.get() };
    // SAFETY: written when the handler was installed; until then it is all zeros, which is a value too.
    let before = unsafe { before.assume_init() };
    if before.sa_sigaction == libc::SIG_DFL || before.sa_sigaction == libc::SIG_IGN {
        // The instruction faults again when this returns, and then ends the process as it would have.
        // SAFETY: sets the action of a signal back.
        unsafe { libc::sigaction(signal, &raw const before, null_mut()) };
    } else if before.sa_flags & libc::SA_SIGINFO != 0 {
        type Handler = extern "C" fn(libc::c_int, *mut libc::siginfo_t, *mut libc::c_void);
        // SAFETY: a handler with SA_SIGINFO has this type.
        let handler: Handler = unsafe { std::mem::transmute(before.sa_sigaction) };
        handler(signal, information, context);
    } else {
        // SAFETY: a handler without SA_SIGINFO has this type.
        let handler: extern "C" fn(libc::c_int) = unsafe { std::mem::transmute(before.sa_sigaction) };
        handler(signal);
    }
}
