//! Ranks in several processes: this program, started again by itself.
//!
//! The first process makes the root information and prints it, the parent hands it to the others, and the first prints what it
//! has measured at its end. The parent opens no device.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::{env, io, process};

use ascend_npu::RootInfo;
use serde_json::Value;

use crate::error::{Error, Result};
use crate::figures::Outcome;
use crate::job::Job;
use crate::part::Machine;
use crate::stdout;

/// What went wrong in a process that was started, when that is for the user to mend.
const INPUT: i32 = 2;

/// Does the job as the process of that number, which another has started.
pub fn be_part(job: &Job, number: u32) -> Result<()> {
    let machine = Machine::open(job)?;
    if number == 0 {
        let root = machine.root()?;
        let digits: String = root.to_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
        stdout::print(&format!("{digits}\n"))?;
        let outcome = machine.run(job, 0, &root)?;
        return stdout::print(&format!("{}\n", outcome.write()));
    }
    let mut line = String::new();
    io::stdin().read_line(&mut line).map_err(|error| Error::failed(format!("no root information came ({error})")))?;
    let root = RootInfo::from_bytes(&bytes(line.trim()).unwrap_or_default())?;
    let outcome = machine.run(job, number, &root)?;
    let wrong: usize = outcome.rows.iter().map(|row| row.wrong).sum();
    if wrong == 0 { Ok(()) } else { Err(Error::failed(format!("process {number}: {wrong} elements are wrong"))) }
}

fn bytes(digits: &str) -> Option<Vec<u8>> {
    let (pairs, rest) = digits.as_bytes().as_chunks::<2>();
    let byte = |pair: &[u8; 2]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    if rest.is_empty() { pairs.iter().map(byte).collect() } else { None }
}

/// Starts all processes and waits for them; what the first one measured.
pub fn all(job: &Job) -> Result<Outcome> {
    let mut first = Process::start(0)?;
    let output = first.0.stdout.take().ok_or_else(|| Error::failed("process 0 has no output"))?;
    let mut output = BufReader::new(output);
    let mut root = String::new();
    let read = output.read_line(&mut root);
    if read.is_err() || root.is_empty() {
        return Err(first.end(0).err().unwrap_or_else(|| Error::failed("process 0 ended without a word")));
    }
    let mut others = Vec::new();
    for number in 1..job.processes {
        let mut process = Process::start(number)?;
        if let Some(mut input) = process.0.stdin.take() {
            // One that has ended already says why.
            let _ = input.write_all(root.as_bytes());
        }
        others.push(process);
    }
    let mut text = String::new();
    let read = output.read_to_string(&mut text);
    let ends: Vec<Result<()>> =
        [first].into_iter().chain(others).zip(0..).map(|(mut process, number)| process.end(number)).collect();
    ends.into_iter().collect::<Result<Vec<()>>>()?;
    read.map_err(|error| Error::failed(format!("process 0: its figures could not be read ({error})")))?;
    let value: Option<Value> = serde_json::from_str(&text).ok();
    value.as_ref().and_then(Outcome::read).ok_or_else(|| Error::failed("process 0 printed no figures"))
}

/// A process that ends with its parent.
struct Process(Child);

impl Process {
    fn start(number: u32) -> Result<Self> {
        let failed = |error: io::Error| Error::failed(format!("process {number} could not be started ({error})"));
        let program = env::current_exe().map_err(failed)?;
        let (input, output) =
            if number == 0 { (Stdio::null(), Stdio::piped()) } else { (Stdio::piped(), Stdio::null()) };
        let mut command = Command::new(program);
        command.args(env::args_os().skip(1)).args(["--part", &number.to_string()]).stdin(input).stdout(output);
        command.stderr(Stdio::piped()).spawn().map(Self).map_err(failed)
    }

    /// Waits for its end; its last line is what it has to tell.
    fn end(&mut self, number: u32) -> Result<()> {
        let mut told = String::new();
        if let Some(mut errors) = self.0.stderr.take() {
            // Without its words the code still says it.
            let _ = errors.read_to_string(&mut told);
        }
        let status = self.0.wait().map_err(|error| Error::failed(format!("process {number} is lost ({error})")))?;
        if status.success() {
            return Ok(());
        }
        let line = told.lines().last().unwrap_or_default().trim_start_matches("error: ");
        match status.code() {
            Some(INPUT) => Err(Error::input(line)),
            _ => Err(Error::failed(format!("process {number} of process {}: {status}: {line}", process::id()))),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // One that has ended needs neither.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_bytes() {
        assert_eq!(bytes("00ff7a"), Some(vec![0, 255, 0x7a]));
        assert_eq!((bytes("0"), bytes("0g"), bytes("")), (None, None, Some(vec![])));
    }
}
