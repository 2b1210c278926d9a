use ascend_npu::{Driver, Importers, Result};

fn main() -> Result<()> {
    let device = Driver::open()?.device(0)?;
    let stream = device.stream()?;
    let mut exported = device.alloc::<f32>(10)?.export(Importers::Any)?;
    let read = exported.buffer().as_slice();
    stream.fill_zero(exported.as_mut_slice())?; //~ E0502
    println!("{}", read.len());
    Ok(())
}
