use ascend_npu::{Driver, Result};

fn main() -> Result<()> {
    let stream = Driver::open()?.device(0)?.stream()?;
    std::thread::scope(|scope| {
        scope.spawn(|| println!("a thread"));
        scope.spawn(|| println!("{}", stream.id())); //~ E0277
    });
    println!("{}", stream.id());
    Ok(())
}
