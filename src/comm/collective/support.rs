//! What each generation can do with each type, by the tables of the HCCL manual.

use super::reduce::Reduction;
use crate::comm::Communicator;
use crate::dtype::{DataType, Reducible};
use crate::error::{Error, ErrorKind, Result};
use crate::soc::Architecture;

/// The generations of the family, which differ in their collectives.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Generation {
    /// 910A: no bf16, no reduction of i16, no unequal parts but in `all_to_all_v`.
    A,
    B,
    C,
}

impl Communicator {
    #[inline]
    fn is_newer(&self) -> bool {
        self.device().core.driver.architecture != Architecture::A1001
    }

    fn generation(&self) -> Generation {
        if !self.is_newer() {
            return Generation::A;
        }
        let name = self.device().core.driver.soc.as_deref().unwrap_or_default();
        let newest = name.starts_with("Ascend910_93") || name.starts_with("Ascend910C");
        if newest { Generation::C } else { Generation::B }
    }

    pub(super) fn check_type<T: DataType>(&self, operation: &'static str) -> Result<()> {
        if T::ON_910A || self.is_newer() {
            return Ok(());
        }
        Err(self.unsupported(operation, format!("{} cannot be sent by this device", T::NAME)))
    }

    pub(super) fn check_reduction<T: Reducible>(&self, operation: &'static str, reduction: Reduction) -> Result<()> {
        let newer = self.is_newer();
        if !newer && !T::REDUCES_ON_910A {
            return Err(self.unsupported(operation, format!("{} cannot be reduced by this device", T::NAME)));
        }
        if newer && reduction == Reduction::Product && !T::HAS_PRODUCT {
            return Err(self.unsupported(operation, format!("products of {} cannot be formed by this device", T::NAME)));
        }
        Ok(())
    }

    /// As [`check_reduction`](Self::check_reduction), for parts of unequal lengths.
    pub(super) fn check_unequal_reduction<T: Reducible>(
        &self,
        operation: &'static str,
        reduction: Reduction,
    ) -> Result<()> {
        self.check_unequal(operation, "reduce_scatter with padding")?;
        self.check_reduction::<T>(operation, reduction)?;
        if reduction == Reduction::Product {
            return Err(self.unsupported(operation, "products cannot be formed of unequal parts".to_owned()));
        }
        if T::NAME == "int64" && self.generation() == Generation::B {
            return Err(self.unsupported(operation, "int64 cannot be reduced in unequal parts".to_owned()));
        }
        Ok(())
    }

    /// Refuses operations that the 910A has not.
    pub(super) fn check_unequal(&self, operation: &'static str, instead: &str) -> Result<()> {
        if self.is_newer() {
            return Ok(());
        }
        let found = "the 910A has no collectives of unequal parts but all_to_all_v";
        Err(Error::new(ErrorKind::NotSupported, operation, found)
            .on_device(self.device().core.id)
            .with_hint(format!("use {instead}")))
    }

    fn unsupported(&self, operation: &'static str, found: String) -> Error {
        Error::new(ErrorKind::NotSupported, operation, found)
            .on_device(self.device().core.id)
            .with_hint("use fp16 or fp32")
    }
}
