use ascend_npu::kernel::Function;
use ascend_npu::{Result, Stream};

fn launch(function: &Function, stream: &Stream) {
    println!("{} {}", function.name(), stream.id());
    let _ = function.launch(1).queue(stream); //~ E0133
}

fn main() -> Result<()> {
    let _ = launch;
    Ok(())
}
