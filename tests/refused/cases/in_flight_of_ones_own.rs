use ascend_npu::{InFlight, Result};

struct Own;

impl InFlight for Own {} //~ E0277

fn main() -> Result<()> {
    let _ = Own;
    Ok(())
}
