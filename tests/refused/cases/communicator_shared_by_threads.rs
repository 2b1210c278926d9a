use ascend_npu::{Communicator, Result};

fn share(of: &Communicator) {
    println!("{}", of.rank());
    std::thread::scope(|scope| {
        scope.spawn(|| println!("a thread"));
        scope.spawn(|| println!("{}", of.rank())); //~ E0277
    });
}

fn main() -> Result<()> {
    let _ = share;
    Ok(())
}
