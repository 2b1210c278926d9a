//! `adam` against PyTorch: a thousand steps of the same gradients from the same weights. `record_torch.py` made the data.

use std::collections::HashMap;

use ascend_npu::kernel::adam::{Adam, AdamW, ControlBlock, Decay, NoCopy, Options, Shard, Step};

use crate::common::{device, values};

const COUNT: usize = 16;
const LAST: u64 = 1000;

/// What PyTorch was given, in the words of the recording.
struct Case {
    name: &'static str,
    lr: f64,
    optimizer: AdamW,
    amsgrad: bool,
    options: Options,
}

fn cases() -> Vec<Case> {
    let usual = AdamW::default();
    let plain = Options::default();
    let case = |name, lr, optimizer, amsgrad, options| Case { name, lr, optimizer, amsgrad, options };
    let coupled = Options { decay: Decay::Coupled, ..plain };
    let maximize = Options { maximize: true, ..plain };
    vec![
        case("adamw", 1e-3, usual, false, plain),
        case("adamw_large_eps", 1e-2, AdamW { beta1: 0.8, beta2: 0.95, eps: 1e-3, weight_decay: 0.1 }, false, plain),
        case("adamw_amsgrad", 1e-3, AdamW { beta2: 0.99, ..usual }, true, plain),
        case("adamw_maximize", 1e-3, usual, false, maximize),
        case("adam", 1e-3, AdamW { weight_decay: 0.1, ..usual }, false, coupled),
        case(
            "adam_all",
            1e-3,
            AdamW { beta1: 0.7, beta2: 0.99, eps: 1e-6, weight_decay: 0.1 },
            true,
            Options { maximize: true, ..coupled },
        ),
    ]
}

/// The gradients of a step, as `record_torch.py` makes them.
fn gradient(step: u64) -> Vec<f32> {
    let shrink = if step > 500 { 0.125 } else { 1.0 };
    let sizes = (0..COUNT).map(|place| shrink * 0.25_f32.powi(place as i32 % 8));
    values(COUNT, step).into_iter().zip(sizes).map(|(value, size)| value * size).collect()
}

/// Case, step and array to numbers.
fn recorded() -> HashMap<(String, u64, String), Vec<f32>> {
    let lines = include_str!("torch.txt").lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let words: Vec<&str> = line.split(' ').collect();
            let numbers = words[3..].iter().map(|word| f32::from_bits(u32::from_str_radix(word, 16).unwrap()));
            ((words[0].to_owned(), words[1].parse().unwrap(), words[2].to_owned()), numbers.collect())
        })
        .collect()
}

/// Both round every operation, in another order: what they may differ by is so many times the fp32 epsilon of `size`, the
/// largest number that went into the result. A moment forgets its roundings as it forgets gradients, so it collects 1/(1 − β) of
/// them at most; weights collect one or two of each step.
#[track_caller]
fn assert_near(what: &str, is: &[f32], should: &[f32], size: impl Fn(usize) -> f64, roundings: f64) -> f64 {
    let mut worst: f64 = 0.0;
    for place in 0..COUNT {
        let unit = f64::from(f32::EPSILON) * size(place);
        let distance = (f64::from(is[place]) - f64::from(should[place])).abs() / unit;
        assert!(distance <= roundings, "{what} {place}: {:e}, not {:e}: off by {distance}", is[place], should[place]);
        worst = worst.max(distance);
    }
    worst
}

#[test]
fn a_thousand_steps_equal_those_of_pytorch() {
    let device = device(0);
    let (stream, adam) = (device.stream().unwrap(), Adam::load(&device).unwrap());
    let recorded = recorded();
    for Case { name, lr, optimizer, amsgrad, options } in cases() {
        let mut state = [values(COUNT, 0), vec![0.0; COUNT], vec![0.0; COUNT], vec![0.0; COUNT]]
            .map(|array| stream.upload_blocking(&array).unwrap());
        let mut compared = 0;
        for number in 1..=LAST {
            let gradient = stream.upload_blocking(&gradient(number)).unwrap();
            let control = stream.upload_blocking(&[ControlBlock::new(&optimizer, number, 1.0)]).unwrap();
            let [master, moment1, moment2, largest] = &mut state;
            let shard = Shard {
                gradient: gradient.as_slice(),
                master: master.as_mut_slice(),
                moment1: moment1.as_mut_slice(),
                moment2: moment2.as_mut_slice(),
                copy: NoCopy,
            };
            let step = Step { adam: &adam, optimizer: &optimizer, lr, control: control.as_slice(), options };
            if amsgrad {
                step.launch_amsgrad(&stream, shard, largest.as_mut_slice()).unwrap();
            } else {
                step.launch(&stream, shard).unwrap();
            }
            let Some(w) = recorded.get(&(name.to_owned(), number, "w".to_owned())) else { continue };
            let of = |array: &str| &recorded[&(name.to_owned(), number, array.to_owned())];
            let [is_w, is_m, is_v, is_u] = state.each_ref().map(|array| stream.download_blocking(array).unwrap());
            let what = |array: &str| format!("{name}, step {number}, {array}");
            // What decays with the moments: at most the largest gradient so far, and with coupled decay the weights' part.
            let pull = if options.decay == Decay::Coupled { optimizer.weight_decay } else { 0.0 };
            let largest = |place: usize| 0.25_f64.powi(place as i32 % 8) + pull;
            let time = number as f64;
            let memory = |beta: f64| time.min(1.0 / (1.0 - beta));
            assert_near(&what("m"), &is_m, of("m"), largest, memory(optimizer.beta1));
            assert_near(&what("v"), &is_v, of("v"), |place| f64::from(of("v")[place]), 4.0 + memory(optimizer.beta2));
            if amsgrad {
                assert_near(
                    &what("u"),
                    &is_u,
                    of("u"),
                    |place| f64::from(of("u")[place]),
                    4.0 + memory(optimizer.beta2),
                );
            }
            // Each step rounds w and an update of about lr.
            assert_near(&what("w"), &is_w, w, |place| f64::from(w[place].abs()).max(10.0 * lr), 2.0 + time);
            compared += 1;
        }
        assert_eq!(compared, 5, "{name}");
    }
}
