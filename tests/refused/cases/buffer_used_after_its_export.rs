use ascend_npu::{Driver, Importers, Result};

fn main() -> Result<()> {
    let device = Driver::open()?.device(0)?;
    let buffer = device.alloc::<f32>(10)?;
    let exported = buffer.export(Importers::Any)?;
    println!("{}", buffer.len()); //~ E0382
    println!("{:?}", exported.key());
    Ok(())
}
