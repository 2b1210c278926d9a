//! The arguments of the generator.

use ascend_npu_sys::{
    aclDataType, aclError, aclrtRandomNumFuncType as Function, aclrtRandomNumTaskInfo, aclrtRandomParaInfo,
};

use super::draw::{Element, Spread};
use crate::device::soc;
use crate::report::{Failure, Outcome};

/// A number of at most 8 bytes, or the device address of one.
#[derive(Clone, Copy)]
pub(super) struct Given {
    pub(super) bits: u64,
    pub(super) is_address: bool,
}

/// A checked request, without its addresses.
pub(super) struct Checked {
    pub(super) spread: Spread,
    pub(super) element: Element,
    pub(super) parameters: [Given; 2],
    pub(super) seed: Given,
    pub(super) count: Given,
}

fn refuse<T>(text: String) -> Outcome<T> {
    Err(Failure::acl(aclError::RT_PARAM_INVALID, format!("EE1001: {text}")))
}

/// Checks what is asked for. `parameters` gives one or both parameters of the distribution, as its kind has them.
pub(super) fn check(
    info: &aclrtRandomNumTaskInfo,
    parameters: impl FnOnce(Spread) -> [Option<aclrtRandomParaInfo>; 2],
) -> Outcome<Checked> {
    let element = element(info.dataType)?;
    if soc().arch != 2201 {
        let text = format!("EE1005: {} has no generator of random numbers", soc().name);
        return Err(Failure::acl(aclError::RT_FEATURE_NOT_SUPPORT, text));
    }
    let spread = match info.randomNumFuncParaInfo.funcType {
        Function::ACL_RT_RANDOM_NUM_FUNC_TYPE_DROPOUT_BITMASK => Spread::Mask,
        Function::ACL_RT_RANDOM_NUM_FUNC_TYPE_UNIFORM_DIS => Spread::Uniform,
        Function::ACL_RT_RANDOM_NUM_FUNC_TYPE_NORMAL_DIS => Spread::Normal,
        Function::ACL_RT_RANDOM_NUM_FUNC_TYPE_TRUNCATED_NORMAL_DIS => Spread::Truncated,
        other => return refuse(format!("{} is no kind of random numbers: 0 to 3 are", other.0)),
    };
    if spread != Spread::Uniform && !element.is_float() {
        return refuse(format!("random numbers of kind {spread:?} are bf16, fp16 or fp32, not {element:?}"));
    }
    if info.randomCounterAddr.is_null() {
        return refuse("randomCounterAddr is null".to_owned());
    }
    if info.randomResultAddr.is_null() {
        return refuse("randomResultAddr is null".to_owned());
    }
    let seed = given(&info.randomSeed, size_of::<u64>(), "randomSeed")?;
    let count = given(&info.randomNum, size_of::<u64>(), "randomNum")?;
    let mut both = [Given { bits: 0, is_address: false }; 2];
    let names = match spread {
        Spread::Mask => ["dropoutRation", ""],
        Spread::Uniform => ["min", "max"],
        _ => ["mean", "stddev"],
    };
    for ((slot, parameter), name) in both.iter_mut().zip(parameters(spread)).zip(names) {
        if let Some(parameter) = parameter {
            *slot = given(&parameter, element.width(), name)?;
        }
    }
    Ok(Checked { spread, element, parameters: both, seed, count })
}

fn given(parameter: &aclrtRandomParaInfo, width: usize, name: &str) -> Outcome<Given> {
    let is_address = match parameter.isAddr {
        0 => false,
        1 => true,
        other => return refuse(format!("{name}.isAddr is {other}: it is 0 or 1")),
    };
    let most = if is_address { size_of::<u64>() } else { width };
    let size = usize::from(parameter.size);
    if size == 0 || size > most {
        return refuse(format!("{name}.size is {size}: it is 1 to {most}"));
    }
    let mut bytes = [0; 8];
    bytes.iter_mut().zip(parameter.valueOrAddr).take(size).for_each(|(to, from)| *to = from);
    Ok(Given { bits: u64::from_le_bytes(bytes), is_address })
}

fn element(of: aclDataType) -> Outcome<Element> {
    Ok(match of {
        aclDataType::ACL_FLOAT => Element::F32,
        aclDataType::ACL_FLOAT16 => Element::F16,
        aclDataType::ACL_BF16 => Element::Bf16,
        aclDataType::ACL_INT32 => Element::I32,
        aclDataType::ACL_INT64 => Element::I64,
        aclDataType::ACL_UINT32 => Element::U32,
        aclDataType::ACL_UINT64 => Element::U64,
        other => {
            let text = format!("EE1001: there are no random numbers of type {}", other.0);
            return Err(Failure::acl(aclError::INVALID_PARAM, text));
        }
    })
}
