//! A job of several processes: this test binary, run again for one test.

use std::env;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

/// Longer than anything takes, also on a busy machine.
const LONG: Duration = Duration::from_secs(120);

/// The processes of a job.
pub struct Job {
    pub children: Vec<Process>,
}

/// One process of a job.
pub struct Process {
    child: Child,
    /// Until it is to end.
    stdin: Option<ChildStdin>,
    /// The words that the process has said.
    said: Receiver<String>,
    errors: Option<thread::JoinHandle<String>>,
}

/// The part of the job that this process plays: its ranks; `None` in the process that runs the tests.
pub fn part() -> Option<Vec<usize>> {
    let ranks = env::var("TEST_RANKS").ok()?;
    // It does not outlive the test that made it, however that ends.
    // SAFETY: the call takes two numbers and touches no memory.
    unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) };
    Some(ranks.split(',').map(|rank| rank.parse().unwrap()).collect())
}

/// Says something to the process that runs the tests.
pub fn say(word: &str) {
    println!("\n@{word}");
    std::io::stdout().flush().unwrap();
}

/// Waits for a line from the process that runs the tests.
pub fn hear() -> String {
    let mut line = String::new();
    let read = std::io::stdin().lock().read_line(&mut line);
    // Without the other end there is nothing to do any more.
    if read.unwrap_or(0) == 0 {
        std::process::exit(9);
    }
    line.trim_end().to_owned()
}

/// Tells all processes of the job something, which hands it around; what each tells.
pub fn exchange(own: &str) -> Vec<String> {
    say(&format!("give {own}"));
    hear().split('\t').map(str::to_owned).collect()
}

impl Job {
    /// Hands around, so many times, what the processes tell each other.
    pub fn hand_around(&mut self, rounds: usize) {
        for _ in 0..rounds {
            let given = self.wait_for("give ");
            let texts: Vec<_> = given.iter().map(|line| line.strip_prefix("give ").unwrap()).collect();
            self.tell(&texts.join("\t"));
        }
    }

    /// Starts a process for each part, which runs the calling test.
    pub fn start(parts: &[Vec<usize>], variables: &[(&str, &str)]) -> Self {
        let test = thread::current().name().unwrap().to_owned();
        Self { children: parts.iter().map(|ranks| Process::start(&test, ranks, variables)).collect() }
    }

    /// Takes the root information of the process of rank 0 to the others.
    pub fn pass_root(&mut self) {
        let root = self.children[0].wait_for("root ");
        for child in &mut self.children[1..] {
            child.tell(&root);
        }
    }

    pub fn tell(&mut self, line: &str) {
        self.children.iter_mut().for_each(|child| child.tell(line));
    }

    pub fn wait_for(&self, start: &str) -> Vec<String> {
        self.children.iter().map(|child| child.wait_for(start)).collect()
    }

    /// Waits until all have ended, and well.
    pub fn finish(self) {
        self.children.into_iter().for_each(Process::finish);
    }
}

impl Drop for Process {
    /// A process of a test that failed is not left behind.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Process {
    fn start(test: &str, ranks: &[usize], variables: &[(&str, &str)]) -> Self {
        let ranks = ranks.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
        let mut child = Command::new(env::current_exe().unwrap())
            .args([test, "--exact", "--nocapture", "--test-threads=1"])
            .env("TEST_RANKS", ranks)
            .env("ASCEND_MOCK_CONNECT_TIMEOUT", "60")
            .env("ASCEND_MOCK_EXEC_TIMEOUT", "60")
            .envs(variables.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (stdout, mut stderr) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
        let stdin = child.stdin.take();
        let (sender, said) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                if let Some(word) = line.strip_prefix('@') {
                    let _ = sender.send(word.to_owned());
                }
            }
        });
        let errors = thread::spawn(move || {
            let mut text = String::new();
            let _ = stderr.read_to_string(&mut text);
            text
        });
        Self { child, stdin, said, errors: Some(errors) }
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    pub fn tell(&mut self, line: &str) {
        // A process that was killed hears nothing.
        if let Some(stdin) = &mut self.stdin {
            let _ = writeln!(stdin, "{line}");
        }
    }

    /// Waits for a word that starts so.
    pub fn wait_for(&self, start: &str) -> String {
        let deadline = Instant::now() + LONG;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.said.recv_timeout(left) {
                Ok(word) if word.starts_with(start) => return word,
                Ok(_) => {}
                Err(error) => panic!("process {} has not said `{start}`: {error}", self.id()),
            }
        }
    }

    /// Ends it as `kill -9` does.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    pub fn finish(mut self) {
        self.stdin = None;
        let deadline = Instant::now() + LONG;
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            if Instant::now() > deadline {
                self.child.kill().unwrap();
            }
            thread::sleep(Duration::from_millis(5));
        };
        let errors = self.errors.take().unwrap().join().unwrap();
        assert!(status.success(), "a process ended with {status}:\n{errors}");
    }
}
