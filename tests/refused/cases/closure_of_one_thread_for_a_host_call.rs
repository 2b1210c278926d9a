use ascend_npu::{Driver, Result};

fn main() -> Result<()> {
    let stream = Driver::open()?.device(0)?.stream()?;
    let shared = std::rc::Rc::new(7);
    let call = stream.run_on_host(|| 7)?;
    let other = stream.run_on_host(move || drop(shared))?; //~ E0277
    println!("{}", call.wait()?);
    Ok(())
}
