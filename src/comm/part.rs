//! Communicators of some ranks of another one.
//!
//! Wraps `HcclCreateSubCommConfig`.
#![allow(unsafe_code)] // Calls into the C library.

use super::communicator::Communicator;
use super::make::Joining;
use super::options::CommunicatorOptions;
use crate::error::{Error, ErrorKind, Result};

impl Communicator {
    /// Makes a communicator of some ranks of this one: `ranks` ascend, and the place of a rank is its rank there, on the device that
    /// it has here. Gives `None` on a rank that is not among them, which need not call. All that are must, with the same ranks and
    /// options, and blocks until they have.
    ///
    /// The part may outlive this communicator, whose end then waits for it.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`] when the ranks do not ascend, do not exist or are none;
    /// [`ErrorKind::NotSupported`] for a part of a part, and where the toolkit is too old; else as
    /// [`with_options`](Self::with_options).
    #[doc(alias = "HcclCreateSubCommConfig")]
    pub fn sub_communicator(&self, ranks: &[u32], options: &CommunicatorOptions) -> Result<Option<Self>> {
        let operation = "sub_communicator";
        let device = self.device();
        self.check_part(operation, ranks)?;
        let Some(rank) = ranks.iter().position(|rank| *rank == self.rank()) else {
            device.core.driver.check_process()?;
            return Ok(None);
        };
        let create = self.hccl()?.HcclCreateSubCommConfig;
        let create = device.core.driver.require("HcclCreateSubCommConfig", create)?;
        let id = self.number_part(ranks);
        let (mut ids, mut parent) = (ranks.to_vec(), self.raw);
        let (size, rank) = (ids.len() as u32, rank as u32);
        let group = self.group().part(ranks, id);
        if self.group().is_whole() {
            group.expect_all();
        }
        let keeper = self.handle.keeper.clone();
        let joining = Joining { operation, device, group, rank, options, keeper, parent: Some(self.handle.clone()) };
        let made = joining.join("HcclCreateSubCommConfig", |config, raw| {
            // SAFETY: the parent is alive; the list has `size` entries, and all pointers are to live locals.
            unsafe { create(&mut parent, size, ids.as_mut_ptr(), id, rank, config, raw) }
        });
        made.map(Some)
    }

    fn check_part(&self, operation: &'static str, ranks: &[u32]) -> Result<()> {
        let invalid = |found: String| Err(Error::invalid(operation, found).on_device(self.device().core.id));
        if self.handle.is_part() {
            return Err(Error::new(ErrorKind::NotSupported, operation, "HCCL makes no part of a part")
                .on_device(self.device().core.id)
                .with_hint("make it of the communicator that this is a part of"));
        }
        if ranks.is_empty() {
            return invalid("a part of no ranks was asked for".to_owned());
        }
        if let Some(rank) = ranks.iter().find(|rank| **rank >= self.size()) {
            return invalid(format!("rank {rank} is not one of {} ranks", self.size()));
        }
        if !ranks.is_sorted_by(|low, high| low < high) {
            return invalid(format!("the ranks {ranks:?} do not ascend, each once"));
        }
        Ok(())
    }

    /// A number that all ranks of a part give it, and no other part of this communicator has.
    fn number_part(&self, ranks: &[u32]) -> u64 {
        let mut made = self.parts_made.borrow_mut();
        let before = made.iter().filter(|other| *other == ranks).count();
        made.push(ranks.to_vec());
        // FNV-1a: the same in every process. The library means something else by 32 bits of ones.
        let words = ranks.iter().copied().chain([u32::MAX, before as u32]);
        let hash = words.fold(0xcbf2_9ce4_8422_2325_u64, |hash, word| {
            word.to_ne_bytes().iter().fold(hash, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
        });
        hash | 1 << 63
    }
}
