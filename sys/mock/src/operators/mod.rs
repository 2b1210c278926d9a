//! What frameworks link to beside ACL's runtime and HCCL: operators, and the names that come with them.
//!
//! A framework such as PyTorch's for the NPU is linked to libraries of operators, and does not load where one of their names is
//! missing. It looks up most of them at run time all the same: where the two functions of an operator are not found it says which
//! ones, or takes an older way. So the names are of three sorts here.
//!
//! - Linked, and not had: each is there and refuses, with a text that names it. Those are the functions that run an operator the
//!   old way (`aclop…`), which name the operator, and the reports of the profiler (`Msprof…`).
//! - Looked up, and not had: not there. The framework's own message names the operator.
//! - Had: those that copies, fills and collectives of tensors need, in the two steps of all `aclnn…`: the first checks the
//!   tensors and makes an executor, the second queues it on a stream.
//!
//! This is no library of operators and is not to become one. The few here compute on a worker what the vendor's compute, element
//! by element, and say nothing of speed, of precision modes, or of formats other than
//! the plain one.

mod abi;
mod access;
mod act;
mod array;
mod compiled;
mod executor;
mod prototypes;
mod scalar;
mod shape;
mod table;
mod tensor;
mod types;
mod value;

pub(crate) use compiled::stand_in;
pub(crate) use table::implemented;
pub(crate) use types::*;
