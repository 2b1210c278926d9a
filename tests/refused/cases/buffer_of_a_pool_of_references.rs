use ascend_npu::{Driver, PoolOptions, Result};

fn main() -> Result<()> {
    let device = Driver::open()?.device(0)?;
    let stream = device.stream()?;
    let pool = device.pool(PoolOptions::default());
    let numbers = pool.alloc::<f32>(&stream, 10)?;
    let texts = pool.alloc::<&str>(&stream, 10)?; //~ E0277
    println!("{}", numbers.len());
    Ok(())
}
