use ascend_npu::{Driver, Result};

fn main() -> Result<()> {
    let stream = Driver::open()?.device(0)?.stream()?;
    let counter = std::sync::atomic::AtomicU32::new(0);
    let call = stream.run_on_host(|| 7)?;
    let borrowing = stream.run_on_host(|| counter.load(std::sync::atomic::Ordering::Relaxed))?; //~ E0373
    println!("{} {counter:?}", call.wait()?);
    Ok(())
}
