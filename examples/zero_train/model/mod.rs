//! A small Llama on the host: the forward pass, the backward pass, and the list of its parameters.
//!
//! Each operation has a file with its formula, its forward and its backward; `llama` puts them together.
//! Everything is plain fp32 over slices. Matrices are row-major; activations have one row a token, so a batch of `S`
//! sequences of `C` tokens is a matrix with `S·C` rows. A gradient is written `d_x`: the derivative of the loss with
//! respect to `x`, in the shape of `x`.

mod attention;
mod config;
mod embedding;
mod gemm;
mod layer;
mod linear;
mod llama;
mod loss;
mod parameters;
#[cfg(test)]
mod reference;
mod rms_norm;
mod rope;
mod swiglu;
mod vector;
mod workspace;

pub use config::Config;
pub use llama::Llama;
pub use parameters::{ParameterSpec, Parameters};
