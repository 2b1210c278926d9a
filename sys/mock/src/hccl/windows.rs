//! Symmetric windows of a communicator: memory of all its ranks, at the same place of a heap that each rank has for all.
//!
//! A window is the whole mapping of physical memory that the given range lies in. The memory stays until the window is taken back,
//! even if the program has let it go.

use std::collections::BTreeMap;
use std::sync::Mutex;

use ascend_npu_sys::{HcclComm, HcclCommSymWindow, HcclResult};

use super::check::{self, Generation, para};
use super::communicator::Communicator;
use super::registry;
use super::sync::lock;
use crate::memory::{Space, vmm};
use crate::process::HUGE_PAGE;
use crate::report::{Failure, Outcome};

/// GiB of the heap that each rank has, if nobody asks for another size.
pub(super) const DEFAULT_GIB: u64 = 16;

/// The windows of one rank of a communicator.
pub(super) struct Windows {
    /// Bytes of the heap.
    heap: u64,
    state: Mutex<State>,
}

struct State {
    space: Space,
    /// By the start of the mapping: where it is in the heap, and how many windows it has.
    placed: BTreeMap<u64, (u64, usize)>,
    live: BTreeMap<usize, Window>,
}

struct Window {
    base: u64,
    bytes: u64,
    /// Keeps the memory; none for a communicator of one rank.
    _memory: Option<vmm::Kept>,
}

/// The communicators of all windows, by window. A number is never used twice.
static OWNERS: Mutex<(usize, BTreeMap<usize, usize>)> = Mutex::new((STEP, BTreeMap::new()));
/// Windows look like addresses, but of a page that no process has.
const STEP: usize = 16;

impl Windows {
    pub(super) fn new(gib: u64) -> Self {
        let heap = gib.saturating_mul(1 << 30);
        let space = Space::new(0, heap, HUGE_PAGE);
        Self { heap, state: Mutex::new(State { space, placed: BTreeMap::new(), live: BTreeMap::new() }) }
    }
}

/// Makes a window of a range that all ranks give, each its own.
pub(super) fn register(
    function: &str,
    comm: HcclComm,
    communicator: &Communicator,
    address: u64,
    bytes: u64,
) -> Outcome<usize> {
    let soc = crate::device::soc();
    if check::generation(soc) != Generation::C {
        let text = format!("EI0003: {function}: {} has no symmetric memory; A3 has", soc.name);
        return Err(Failure::hccl(HcclResult::HCCL_E_NOT_SUPPORT, text));
    }
    let windows = &communicator.windows;
    if communicator.size() == 1 {
        return Ok(windows.enter(comm, Window { base: address, bytes: 0, _memory: None }));
    }
    if windows.heap == 0 || windows.heap > soc.hbm_bytes {
        return Err(para(format!(
            "{function}: hcclSymWinMaxMemSizePerRank of the communicator's configuration is {} GiB; it is above 0 and at most the \
             device's memory, {} B",
            windows.heap >> 30,
            soc.hbm_bytes
        )));
    }
    let piece = vmm::keep(address).filter(|piece| address - piece.base + bytes <= piece.bytes);
    let Some(vmm::Piece { base, bytes: whole, memory }) = piece else {
        let text = format!(
            "{function} got {bytes} B at {address:#x}, which do not lie in one mapping of physical memory (aclrtMapMem)"
        );
        return Err(para(text));
    };
    let place = windows.place(function, base, whole)?;
    let told = communicator.gather(function, [place, whole]).and_then(|told| {
        let differs = |(rank, words): (usize, &[u64; 2])| (*words != [place, whole]).then_some((rank, *words));
        match told.iter().enumerate().find_map(differs) {
            None => Ok(()),
            Some((rank, [at, length])) => Err(Failure::hccl(
                HcclResult::HCCL_E_INTERNAL,
                format!(
                    "EI0005: {function}: rank {} has {whole} B at {place:#x} of the heap, rank {rank} has {length} B at {at:#x}; all \
                     ranks register the same sizes in the same order",
                    communicator.rank
                ),
            )),
        }
    });
    if let Err(failure) = told {
        windows.vacate(base, whole);
        return Err(failure);
    }
    Ok(windows.enter(comm, Window { base, bytes: whole, _memory: Some(memory) }))
}

/// Takes a window back.
pub(super) fn deregister(function: &str, window: HcclCommSymWindow) -> Outcome {
    let key = window.addr();
    let unknown = || para(format!("{function} got {window:?}, which is no window"));
    let owner = lock(&OWNERS).1.get(&key).copied().ok_or_else(unknown)?;
    let communicator = registry::enter(std::ptr::without_provenance_mut(owner), function)?;
    let gone = lock(&communicator.windows.state).live.remove(&key).ok_or_else(unknown)?;
    lock(&OWNERS).1.remove(&key);
    communicator.windows.vacate(gone.base, gone.bytes);
    Ok(())
}

/// The window that a range lies in, and how far from its start.
pub(super) fn find(function: &str, communicator: &Communicator, address: u64, bytes: u64) -> Outcome<(usize, u64)> {
    if check::generation(crate::device::soc()) != Generation::C {
        return Err(check::null(function, "symmetric memory of the communicator"));
    }
    let state = lock(&communicator.windows.state);
    let holds = |window: &Window| {
        let end = address.checked_add(bytes);
        window.base <= address && end.is_some_and(|end| end <= window.base + window.bytes)
    };
    let found = state.live.iter().filter(|(_, window)| holds(window)).min_by_key(|(_, window)| window.base);
    found.map(|(key, window)| (*key, address - window.base)).ok_or_else(|| {
        let name = communicator.name();
        let text = format!("EI0003: {function}: {bytes} B at {address:#x} lie in no window of communicator {name}");
        Failure::hccl(HcclResult::HCCL_E_NOT_FOUND, text)
    })
}

impl Windows {
    /// The place of a mapping in the heap.
    fn place(&self, function: &str, base: u64, bytes: u64) -> Outcome<u64> {
        let mut state = lock(&self.state);
        if let Some((place, windows)) = state.placed.get_mut(&base) {
            *windows += 1;
            return Ok(*place);
        }
        let place = state.space.take(bytes).ok_or_else(|| {
            let text = format!("EI0007: {function}: the heap of {} B has no {bytes} B in one piece left", self.heap);
            Failure::hccl(HcclResult::HCCL_E_MEMORY, text)
        })?;
        state.placed.insert(base, (place, 1));
        Ok(place)
    }

    fn vacate(&self, base: u64, bytes: u64) {
        let mut state = lock(&self.state);
        let Some((place, windows)) = state.placed.get_mut(&base) else { return };
        *windows -= 1;
        if *windows == 0 {
            let place = *place;
            state.placed.remove(&base);
            state.space.give_back(place, bytes);
        }
    }

    fn enter(&self, comm: HcclComm, window: Window) -> usize {
        let mut owners = lock(&OWNERS);
        let key = owners.0;
        owners.0 += STEP;
        owners.1.insert(key, comm.addr());
        drop(owners);
        lock(&self.state).live.insert(key, window);
        key
    }

    /// Takes all back, as the communicator is destroyed.
    pub(super) fn end(&self) {
        let live = std::mem::take(&mut lock(&self.state).live);
        let mut owners = lock(&OWNERS);
        for key in live.keys() {
            owners.1.remove(key);
        }
    }
}
