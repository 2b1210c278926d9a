//! Random numbers of the device's generator.

use std::ffi::c_void;
use std::ptr::null_mut;

use ascend_npu_sys::{
    aclDataType, aclError, aclrtDropoutBitmaskInfo, aclrtNormalDisInfo, aclrtRandomNumFuncParaInfo,
    aclrtRandomNumFuncParaInfo__bindgen_ty_1 as Kinds, aclrtRandomNumFuncType as Function, aclrtRandomNumTaskInfo,
    aclrtRandomParaInfo, aclrtUniformDisInfo,
};
use half::{bf16, f16};

use crate::support::*;

const COUNT: usize = 40_000;

fn given(bytes: &[u8]) -> aclrtRandomParaInfo {
    let mut value = [0; 8];
    value[..bytes.len()].copy_from_slice(bytes);
    aclrtRandomParaInfo { isAddr: 0, valueOrAddr: value, size: bytes.len() as u8, rsv: [0; 6] }
}

fn at_address(memory: *mut c_void) -> aclrtRandomParaInfo {
    aclrtRandomParaInfo { isAddr: 1, ..given(&memory.addr().to_le_bytes()) }
}

fn uniform(min: &[u8], max: &[u8]) -> (Function, Kinds) {
    let uniformDisInfo = aclrtUniformDisInfo { min: given(min), max: given(max) };
    (Function::ACL_RT_RANDOM_NUM_FUNC_TYPE_UNIFORM_DIS, Kinds { uniformDisInfo })
}

fn normal(mean: &[u8], stddev: &[u8], is_truncated: bool) -> (Function, Kinds) {
    let normalDisInfo = aclrtNormalDisInfo { mean: given(mean), stddev: given(stddev) };
    let function = if is_truncated {
        Function::ACL_RT_RANDOM_NUM_FUNC_TYPE_TRUNCATED_NORMAL_DIS
    } else {
        Function::ACL_RT_RANDOM_NUM_FUNC_TYPE_NORMAL_DIS
    };
    (function, Kinds { normalDisInfo })
}

struct Generator {
    counter: *mut c_void,
    result: *mut c_void,
}

impl Generator {
    fn new(bytes: usize) -> Self {
        let (counter, result) = (malloc(16), malloc(bytes));
        upload(counter, &[0; 16]);
        Self { counter, result }
    }

    fn request(
        &self,
        of: aclDataType,
        (funcType, paramInfo): (Function, Kinds),
        count: usize,
    ) -> aclrtRandomNumTaskInfo {
        aclrtRandomNumTaskInfo {
            dataType: of,
            randomNumFuncParaInfo: aclrtRandomNumFuncParaInfo { funcType, paramInfo },
            randomParaAddr: null_mut(),
            randomResultAddr: self.result,
            randomCounterAddr: self.counter,
            randomSeed: given(&7_u64.to_le_bytes()),
            randomNum: given(&(count as u64).to_le_bytes()),
            rsv: [0; 8],
        }
    }

    fn draw(&self, of: aclDataType, kind: (Function, Kinds), count: usize, width: usize) -> Vec<u8> {
        let request = self.request(of, kind, count);
        let queue = stream();
        check(call!(aclrtRandomNumAsync(&request, queue, null_mut())));
        check(synchronize(queue));
        download(self.result, count * width)
    }

    fn floats(&self, kind: (Function, Kinds), count: usize) -> Vec<f32> {
        let bytes = self.draw(aclDataType::ACL_FLOAT, kind, count, 4);
        bytes.chunks(4).map(|bytes| f32::from_le_bytes(bytes.try_into().unwrap())).collect()
    }
}

fn moments(numbers: &[f32]) -> (f64, f64) {
    let count = numbers.len() as f64;
    let mean = numbers.iter().map(|&number| f64::from(number)).sum::<f64>() / count;
    let square = numbers.iter().map(|&number| (f64::from(number) - mean).powi(2)).sum::<f64>() / count;
    (mean, square.sqrt())
}

#[test]
fn floats_are_spread_as_asked() {
    on(110);
    let generator = Generator::new(COUNT * 4);
    let (low, high) = ((-2_f32).to_le_bytes(), 6_f32.to_le_bytes());
    let flat = generator.floats(uniform(&low, &high), COUNT);
    assert!(flat.iter().all(|number| (-2.0..6.0).contains(number)));
    let (mean, deviation) = moments(&flat);
    assert!((mean - 2.0).abs() < 0.05 && (deviation - 8.0 / 12_f64.sqrt()).abs() < 0.05, "{mean} {deviation}");
    let (mean, deviation) = (3_f32.to_le_bytes(), 2_f32.to_le_bytes());
    let round = generator.floats(normal(&mean, &deviation, false), COUNT);
    let (mean_of, deviation_of) = moments(&round);
    assert!((mean_of - 3.0).abs() < 0.05 && (deviation_of - 2.0).abs() < 0.05, "{mean_of} {deviation_of}");
    assert!(round.iter().any(|number| (number - 3.0).abs() > 4.0), "a tenth in twenty is beyond two deviations");
    let cut = generator.floats(normal(&mean, &deviation, true), COUNT);
    assert!(cut.iter().all(|number| (number - 3.0).abs() <= 4.0));
    let (mean_of, deviation_of) = moments(&cut);
    assert!((mean_of - 3.0).abs() < 0.05 && (deviation_of - 2.0 * 0.88).abs() < 0.05, "{mean_of} {deviation_of}");
}

#[test]
fn short_floats_and_whole_numbers_stay_in_their_range() {
    on(111);
    let generator = Generator::new(COUNT * 8);
    let half = |number: f32| f16::from_f32(number).to_le_bytes();
    let drawn = generator.draw(aclDataType::ACL_FLOAT16, uniform(&half(1.0), &half(2.0)), COUNT, 2);
    assert!(drawn.chunks(2).all(|bytes| (1.0..2.0).contains(&f16::from_le_bytes([bytes[0], bytes[1]]).to_f32())));
    let half = |number: f32| bf16::from_f32(number).to_le_bytes();
    let drawn = generator.draw(aclDataType::ACL_BF16, uniform(&half(1.0), &half(2.0)), COUNT, 2);
    assert!(drawn.chunks(2).all(|bytes| (1.0..2.0).contains(&bf16::from_le_bytes([bytes[0], bytes[1]]).to_f32())));

    let kind = uniform(&(-3_i32).to_le_bytes(), &4_i32.to_le_bytes());
    let drawn = generator.draw(aclDataType::ACL_INT32, kind, COUNT, 4);
    let mut seen = [0; 7];
    for bytes in drawn.chunks(4) {
        let number = i32::from_le_bytes(bytes.try_into().unwrap());
        seen[usize::try_from(number + 3).unwrap()] += 1;
    }
    assert!(seen.iter().all(|&count| (COUNT / 8..COUNT / 6).contains(&count)), "{seen:?}");

    let kind = uniform(&i64::MIN.to_le_bytes(), &i64::MAX.to_le_bytes());
    let drawn = generator.draw(aclDataType::ACL_INT64, kind, COUNT, 8);
    let negative = drawn.chunks(8).filter(|bytes| bytes[7] >= 0x80).count();
    assert!((COUNT * 2 / 5..COUNT * 3 / 5).contains(&negative), "{negative}");
    let kind = uniform(&0xFFFF_FF00_u32.to_le_bytes(), &u32::MAX.to_le_bytes());
    let drawn = generator.draw(aclDataType::ACL_UINT32, kind, COUNT, 4);
    assert!(drawn.chunks(4).all(|bytes| bytes[1..] == [0xFF; 3] && bytes[0] != 0xFF));
    let kind = uniform(&5_u64.to_le_bytes(), &6_u64.to_le_bytes());
    let drawn = generator.draw(aclDataType::ACL_UINT64, kind, 9, 8);
    assert!(drawn.chunks(8).all(|bytes| bytes == 5_u64.to_le_bytes()));
}

#[test]
fn a_mask_has_the_share_of_ones_that_is_asked_for() {
    on(112);
    let generator = Generator::new(COUNT);
    let ratio = aclrtDropoutBitmaskInfo { dropoutRation: given(&0.4_f32.to_le_bytes()) };
    let kind = (Function::ACL_RT_RANDOM_NUM_FUNC_TYPE_DROPOUT_BITMASK, Kinds { dropoutBitmaskInfo: ratio });
    let request = generator.request(aclDataType::ACL_FLOAT, kind, COUNT * 8 - 8);
    upload(generator.result, &vec![0xEE; COUNT]);
    let queue = stream();
    check(call!(aclrtRandomNumAsync(&request, queue, null_mut())));
    check(synchronize(queue));
    let mask = download(generator.result, COUNT);
    let ones: u32 = mask[..COUNT - 1].iter().map(|byte| byte.count_ones()).sum();
    let share = f64::from(ones) / (COUNT as f64 * 8.0);
    assert!((share - 0.4).abs() < 0.01, "{share}");
    assert_eq!(mask[COUNT - 1], 0xEE, "nothing is written behind the last bit");
}

#[test]
fn seed_and_counter_decide_the_sequence() {
    on(113);
    let generator = Generator::new(4000);
    let kind = || uniform(&0_f32.to_le_bytes(), &1_f32.to_le_bytes());
    let first = generator.floats(kind(), 1000);
    assert_eq!(first, generator.floats(kind(), 1000));
    upload(generator.counter, &10_u128.to_le_bytes());
    assert_eq!(generator.floats(kind(), 990), first[10..], "the counter is where the sequence begins");
    let mut other = generator.request(aclDataType::ACL_FLOAT, kind(), 990);
    other.randomSeed = given(&8_u64.to_le_bytes());
    check(call!(aclrtRandomNumAsync(&other, null_mut(), null_mut())));
    check(synchronize(null_mut()));
    assert_ne!(download(generator.result, 4), first[10].to_le_bytes());
}

#[test]
fn what_stands_in_device_memory_is_read_when_the_task_runs() {
    on(114);
    let generator = Generator::new(4000);
    let (number, block, count, queue) = (malloc(4), malloc(16), malloc(8), stream());
    let (function, _) = uniform(&[0], &[0]);
    let uniformDisInfo = aclrtUniformDisInfo { min: at_address(number), max: given(&100_i32.to_le_bytes()) };
    let mut request = generator.request(aclDataType::ACL_INT32, (function, Kinds { uniformDisInfo }), 0);
    request.randomNum = at_address(count);
    request.randomParaAddr = block;
    upload(generator.result, &[0; 4000]);
    let gate = Gate::close(queue);
    check(call!(aclrtRandomNumAsync(&request, queue, null_mut())));
    assert_eq!(download(block, 16), [number.addr().to_le_bytes(), 100_u64.to_le_bytes()].concat());
    upload(number, &90_i32.to_le_bytes());
    upload(count, &500_u64.to_le_bytes());
    upload(at(block, 8), &95_u64.to_le_bytes());
    gate.open();
    check(synchronize(queue));
    let drawn = download(generator.result, 4000);
    let numbers: Vec<i32> = drawn.chunks(4).map(|bytes| i32::from_le_bytes(bytes.try_into().unwrap())).collect();
    assert!(numbers[..500].iter().all(|number| (90..95).contains(number)), "{:?}", &numbers[..9]);
    assert_eq!(numbers[500..], [0; 500]);
    // More than the target has: nobody can know before.
    upload(count, &2_000_000_u64.to_le_bytes());
    check(call!(aclrtRandomNumAsync(&request, queue, null_mut())));
    assert_eq!(synchronize(queue), aclError::RT_SYS_DMA_ERROR);
}

#[test]
fn wrong_requests_are_refused() {
    on(115);
    let generator = Generator::new(4000);
    let kind = || uniform(&0_f32.to_le_bytes(), &1_f32.to_le_bytes());
    let ask = |change: &dyn Fn(&mut aclrtRandomNumTaskInfo)| {
        let mut request = generator.request(aclDataType::ACL_FLOAT, kind(), 1000);
        change(&mut request);
        call!(aclrtRandomNumAsync(&request, null_mut(), null_mut()))
    };
    assert_eq!(ask(&|_| ()), OK);
    assert_eq!(call!(aclrtRandomNumAsync(std::ptr::null(), null_mut(), null_mut())), aclError::INVALID_PARAM);
    let request = generator.request(aclDataType::ACL_FLOAT, kind(), 1000);
    assert_eq!(call!(aclrtRandomNumAsync(&request, null_mut(), generator.result)), aclError::RT_PARAM_INVALID);
    assert_eq!(ask(&|request| request.dataType = aclDataType::ACL_INT8), aclError::INVALID_PARAM);
    let refused = aclError::RT_PARAM_INVALID;
    assert_eq!(ask(&|request| request.randomNumFuncParaInfo.funcType = Function(4)), refused);
    assert_eq!(
        ask(&|request| {
            let zero = 0_i32.to_le_bytes();
            let (funcType, paramInfo) = normal(&zero, &zero, false);
            request.randomNumFuncParaInfo = aclrtRandomNumFuncParaInfo { funcType, paramInfo };
            request.dataType = aclDataType::ACL_INT32;
        }),
        refused,
        "whole numbers are not normal"
    );
    assert_eq!(ask(&|request| request.randomCounterAddr = null_mut()), refused);
    assert_eq!(ask(&|request| request.randomResultAddr = null_mut()), refused);
    assert_eq!(ask(&|request| request.randomSeed.size = 9), refused);
    assert_eq!(ask(&|request| request.randomNum.size = 0), refused);
    assert_eq!(ask(&|request| request.randomSeed.isAddr = 2), refused);
    assert_eq!(ask(&|request| request.dataType = aclDataType::ACL_FLOAT16), refused, "4 bytes of a 2-byte number");
    assert!(text().contains("size"));
    assert_eq!(ask(&|request| request.randomNum = given(&2_000_000_u64.to_le_bytes())), refused, "too long a result");
    assert_eq!(ask(&|request| request.randomNum = given(&u64::MAX.to_le_bytes())), refused);
    let host = pinned(16).as_mut_ptr().cast();
    assert_eq!(ask(&|request| request.randomCounterAddr = host), refused);
}
