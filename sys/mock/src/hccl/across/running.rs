//! The work of an operation, as this process takes part in it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use ascend_npu_sys::aclError;

use super::bridge::Bridge;
use super::pending::Pending;
use super::slot::{MOST_CLAIMS, Slot};
use crate::exec::Shared;
use crate::hccl::opening::is_small;
use crate::hccl::plan::Plan;
use crate::report::Failure;

/// The work of an operation, as this process takes part in it.
pub(super) struct Running {
    pending: Arc<Pending>,
    bridge: Arc<Bridge>,
    plan: Plan,
    claims: u64,
    /// Parts of the plan that one claim takes.
    stride: usize,
    /// Tells the plan among the processes.
    number: u64,
}

impl Running {
    pub(super) fn new(pending: Arc<Pending>, bridge: Arc<Bridge>, plan: Plan) -> Self {
        let parts = plan.parts();
        let whole = is_small(&plan);
        let stride = if whole { parts.max(1) } else { parts.div_ceil(MOST_CLAIMS as usize).max(1) };
        let claims = parts.div_ceil(stride).max(1) as u64;
        let number = plan.number();
        Self { pending, bridge, plan, claims, stride, number }
    }

    /// Whether there is enough to do for several threads.
    pub(super) fn is_divided(&self) -> bool {
        self.claims > 1
    }

    pub(super) fn bytes(&self) -> usize {
        self.plan.bytes()
    }

    /// Does parts until none is left; whether the last one was among them.
    fn work(&self, slot: Slot<'_>) -> bool {
        if !slot.agree(self.number) {
            return false;
        }
        let mut done = 0;
        while let Some(claim) = slot.claim(self.claims) {
            if catch_unwind(AssertUnwindSafe(|| self.run(claim))).is_err() {
                let text = "EZ9999: the work of a collective panicked";
                self.bridge.fail(&self.pending, Failure::acl(aclError::RT_INTERNAL_ERROR, text));
                return false;
            }
            done += 1;
        }
        // Release and acquire: what all have written is seen by whoever sees the end.
        done > 0 && slot.done(done) == self.claims && slot.finish()
    }

    fn run(&self, claim: u64) {
        let first = usize::try_from(claim).unwrap_or(0).saturating_mul(self.stride);
        for part in first..self.plan.parts().min(first.saturating_add(self.stride)) {
            self.plan.run(part);
        }
    }
}

impl Shared for Running {
    fn take_part(&self) {
        let slot = self.bridge.slot(self.pending.key);
        let ended = slot.with(self.bridge.own, self.bridge.cores, || self.work(slot));
        if ended == Some(true) {
            self.bridge.ring_others();
            self.bridge.look(&self.pending);
        }
    }
}
