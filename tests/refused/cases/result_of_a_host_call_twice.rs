use ascend_npu::{Driver, Result};

fn main() -> Result<()> {
    let stream = Driver::open()?.device(0)?.stream()?;
    let call = stream.run_on_host(|| 7)?;
    println!("{}", call.wait()?);
    println!("{}", call.wait()?); //~ E0382
    Ok(())
}
