//! What kernels take, as text: `ASCEND_MOCK_KERNELS`, `ascend-mock run --kernel`.
//!
//! Rules are divided by `;` or by lines, and `#` starts a comment. A rule is the name of a kernel, and then words `KEY=VALUE`. A name
//! that ends in `*` is that of all that begin so, and `*` alone that of all. The first rule that fits a kernel counts.
//!
//! | rule | by the modelled clock |
//! |---|---|
//! | `NAME time=TIME` | a launch takes so long: `12us`, `800ns`, `3ms` |
//! | `NAME [bytes=SIZE] [flops=N]` | it reads and writes so many bytes, such as `28MiB`, and does so many additions and multiplications, such as `2e12`, on the cube units |

use once_cell::sync::Lazy;

use super::grammar::{Values, bytes, texts, time};
use super::settings;
use crate::clock::{Told, Work};

/// What launches of some kernels take.
#[derive(Clone, Debug, PartialEq)]
struct Rule {
    /// Without the star that it may end in.
    name: String,
    is_start: bool,
    takes: Told,
}

/// Checks rules that tell what kernels take.
///
/// # Errors
/// What is wrong with them.
pub fn check_kernels(text: &str) -> Result<(), String> {
    parse(text).map(drop).map_err(|problems| problems.join("; "))
}

/// What a launch of a kernel takes, if a rule of the settings tells it.
pub(crate) fn kernel_takes(kernel: &str) -> Option<Told> {
    // Wrong ones are told by aclInit.
    static RULES: Lazy<Vec<Rule>> = Lazy::new(|| parse(&settings().kernels).unwrap_or_default());
    RULES.iter().find(|rule| rule.fits(kernel)).map(|rule| rule.takes)
}

/// What is wrong with rules.
pub(super) fn problems(text: &str) -> Vec<String> {
    parse(text).err().unwrap_or_default()
}

fn parse(text: &str) -> Result<Vec<Rule>, Vec<String>> {
    let (mut rules, mut problems) = (Vec::new(), Vec::new());
    for text in texts(text) {
        match rule(text) {
            Ok(rule) => rules.push(rule),
            Err(problem) => problems.push(format!("the kernel rule `{text}`: {problem}")),
        }
    }
    if problems.is_empty() { Ok(rules) } else { Err(problems) }
}

fn rule(text: &str) -> Result<Rule, String> {
    let (name, mut values) = Values::of(text)?;
    let takes = match (values.take("time"), values.take("bytes"), values.take("flops")) {
        (Some(text), None, None) => Told::Time(u64::try_from(time(text)?.as_nanos()).unwrap_or(u64::MAX)),
        (None, None, None) => return Err("it needs time=TIME, or bytes=SIZE and flops=N, or one of these".to_owned()),
        (None, size, operations) => {
            let moved = size.map(bytes).transpose()?.unwrap_or(0);
            let flops = operations.map(flops).transpose()?.unwrap_or(0);
            Told::Work(Work { moved, distinct: moved, flops })
        }
        (Some(_), ..) => return Err("a time is all that there is to tell: bytes and flops say nothing more".to_owned()),
    };
    values.end(name)?;
    let start = name.strip_suffix('*');
    let found = Rule { name: start.unwrap_or(name).to_owned(), is_start: start.is_some(), takes };
    if found.name.contains('*') { Err(format!("a star ends a name, and `{name}` goes on")) } else { Ok(found) }
}

/// A whole number, which may be written as `2e12`.
fn flops(text: &str) -> Result<u64, String> {
    let number = text.parse::<f64>().ok().filter(|number| (0.0..=1e18).contains(number));
    // Within the range of the integer, and what a fraction of an operation would be is of no account.
    number.map(|number| number as u64).ok_or_else(|| format!("flops is `{text}`, which is no number up to 1e18"))
}

impl Rule {
    fn fits(&self, kernel: &str) -> bool {
        if self.is_start { kernel.starts_with(&self.name) } else { kernel == self.name }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_rule_that_fits_a_kernel_counts() {
        let rules = parse("adam bytes=28MiB; # comment\nmatmul* flops=2e12 bytes=1MiB\n* time=5us").unwrap_or_default();
        let takes = |kernel: &str| rules.iter().find(|rule| rule.fits(kernel)).map(|rule| rule.takes);
        let work = |moved, flops| Some(Told::Work(Work { moved, distinct: moved, flops }));
        assert_eq!(takes("adam"), work(28 << 20, 0));
        assert_eq!(takes("matmul_bf16"), work(1 << 20, 2_000_000_000_000));
        assert_eq!(takes("adam2"), Some(Told::Time(5000)));
    }

    #[test]
    fn what_is_wrong_is_told_of_each_rule() {
        let wrong = [
            ("adam", "needs time="),
            ("adam time=5", "no time"),
            ("adam time=5us bytes=3", "say nothing more"),
            ("adam bytes=many", "no size"),
            ("adam flops=-1", "no number"),
            ("ad*m time=5us", "a star ends a name"),
            ("adam time=5us speed=3", "has no speed"),
        ];
        for (text, part) in wrong {
            let problems = parse(text).err().unwrap_or_default();
            assert!(problems.len() == 1 && problems.iter().all(|problem| problem.contains(part)), "{problems:?}");
        }
    }
}
