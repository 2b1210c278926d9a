//! Running compilers, a few at a time.

use std::process::Command;
use std::sync::Mutex;

/// At most so many compilers at once: each needs a core and some hundred megabytes.
const AT_ONCE: usize = 2;

/// Runs a command; what it printed, if it failed.
pub fn run(command: &mut Command) -> Result<(), String> {
    let program = command.get_program().to_os_string();
    let output = command.output().map_err(|error| format!("cannot run {}: {error}", program.display()))?;
    if output.status.success() {
        return Ok(());
    }
    // Not the command's own debug text: it would print the whole environment.
    let arguments: Vec<_> = command.get_args().map(|argument| argument.to_string_lossy()).collect();
    let said = String::from_utf8_lossy(&output.stderr);
    Err(format!("{} {}\nended with {}:\n{said}", program.display(), arguments.join(" "), output.status))
}

/// Runs the commands in any order and gives the first failure, if there is one.
pub fn run_all(commands: Vec<Command>) -> Result<(), String> {
    let waiting = Mutex::new(commands.into_iter());
    let failures = Mutex::new(Vec::new());
    let jobs = std::env::var("NUM_JOBS").ok().and_then(|jobs| jobs.parse().ok()).unwrap_or(1);
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE.min(jobs) {
            scope.spawn(|| {
                while let Some(mut command) = next(&waiting) {
                    if let (Err(message), Ok(mut failures)) = (run(&mut command), failures.lock()) {
                        failures.push(message);
                    }
                }
            });
        }
    });
    match failures.into_inner().unwrap_or_default().into_iter().next() {
        Some(message) => Err(message),
        None => Ok(()),
    }
}

fn next(waiting: &Mutex<std::vec::IntoIter<Command>>) -> Option<Command> {
    waiting.lock().ok()?.next()
}
