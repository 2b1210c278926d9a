//! `abi-check [HEADERS [EXPECTATIONS]]`, or the headers from `ASCEND_NPU_VENDOR_HEADERS`.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::{env, fs, io};

use ascend_npu_abi_check::{Expectations, Ours, Result, Vendor, check};

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("abi-check: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<bool> {
    let mut arguments = env::args_os().skip(1);
    let headers = arguments.next().or_else(|| env::var_os("ASCEND_NPU_VENDOR_HEADERS"));
    let headers = PathBuf::from(headers.ok_or("give a directory of headers, or set ASCEND_NPU_VENDOR_HEADERS")?);
    let expectations = match arguments.next() {
        Some(file) => Expectations::parse(&fs::read_to_string(file)?)?,
        None => Expectations::default(),
    };
    let ours = Ours::read()?;
    let report = check(&ours, &Vendor::find(&headers)?, &expectations)?;
    // A reader that has seen enough may close the pipe.
    let _ = writeln!(io::stdout(), "{report}");
    Ok(report.passed())
}
