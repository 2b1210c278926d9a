//! The C functions of contexts and system options.
#![allow(unsafe_code, non_snake_case)] // They take C pointers, and have C names.

use ascend_npu_sys::{aclError, aclSysParamOpt, aclrtContext, aclrtStream};

use crate::options::{self, Of};
use crate::out::write;
use crate::report::{Failure, finish};
use crate::{context, device};

pub(crate) unsafe extern "C" fn aclrtCreateContext(context: *mut aclrtContext, device: i32) -> aclError {
    // SAFETY: the caller gives a pointer to a context, or null, which `write` refuses.
    finish("aclrtCreateContext", unsafe { write(context, || context::create(device)) })
}

pub(crate) unsafe extern "C" fn aclrtDestroyContext(context: aclrtContext) -> aclError {
    finish("aclrtDestroyContext", given(context).and_then(|()| context::destroy(context)))
}

pub(crate) unsafe extern "C" fn aclrtSetCurrentContext(context: aclrtContext) -> aclError {
    finish("aclrtSetCurrentContext", given(context).and_then(|()| context::set_current(context)))
}

fn given(context: aclrtContext) -> crate::report::Outcome {
    if context.is_null() { Err(Failure::acl(aclError::INVALID_PARAM, "EE1001: the context is null")) } else { Ok(()) }
}

pub(crate) unsafe extern "C" fn aclrtGetCurrentContext(context: *mut aclrtContext) -> aclError {
    // SAFETY: the caller gives a pointer to a context, or null, which `write` refuses.
    finish("aclrtGetCurrentContext", unsafe { write(context, || Ok(context::handle(context::current()?.id))) })
}

pub(crate) unsafe extern "C" fn aclrtCtxGetCurrentDefaultStream(stream: *mut aclrtStream) -> aclError {
    // SAFETY: the caller gives a pointer to a stream, or null, which `write` refuses.
    finish("aclrtCtxGetCurrentDefaultStream", unsafe { write(stream, || Ok(context::current()?.default_handle())) })
}

pub(crate) unsafe extern "C" fn aclrtGetPrimaryCtxState(device: i32, flags: *mut u32, active: *mut i32) -> aclError {
    let look = || {
        if !flags.is_null() {
            let text = "EE1001: `flags` is reserved: it must be null";
            return Err(Failure::acl(aclError::INVALID_PARAM, text));
        }
        Ok(i32::from(device::device(device)?.lock().primary.is_some()))
    };
    // SAFETY: the caller gives a pointer to an integer, or null, which `write` refuses.
    finish("aclrtGetPrimaryCtxState", unsafe { write(active, look) })
}

pub(crate) unsafe extern "C" fn aclrtCtxGetSysParamOpt(option: aclSysParamOpt, value: *mut i64) -> aclError {
    // SAFETY: the caller gives a pointer to an integer, or null, which `write` refuses.
    finish("aclrtCtxGetSysParamOpt", unsafe { write(value, || options::get(Of::Context, option)) })
}

pub(crate) unsafe extern "C" fn aclrtCtxSetSysParamOpt(option: aclSysParamOpt, value: i64) -> aclError {
    finish("aclrtCtxSetSysParamOpt", options::set(Of::Context, option, value))
}

pub(crate) unsafe extern "C" fn aclrtGetSysParamOpt(option: aclSysParamOpt, value: *mut i64) -> aclError {
    // SAFETY: the caller gives a pointer to an integer, or null, which `write` refuses.
    finish("aclrtGetSysParamOpt", unsafe { write(value, || options::get(Of::Process, option)) })
}

pub(crate) unsafe extern "C" fn aclrtSetSysParamOpt(option: aclSysParamOpt, value: i64) -> aclError {
    finish("aclrtSetSysParamOpt", options::set(Of::Process, option, value))
}
