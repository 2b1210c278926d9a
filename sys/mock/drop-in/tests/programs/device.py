"""Copies through a device, with nothing but the standard library."""

import ctypes

acl = ctypes.CDLL("libascendcl.so")
hccl = ctypes.CDLL("libhccl.so")
acl.aclrtGetSocName.restype = ctypes.c_char_p
hccl.HcclGetErrorString.restype = ctypes.c_char_p


def check(code):
    if code != 0:
        acl.aclGetRecentErrMsg.restype = ctypes.c_char_p
        raise SystemExit(f"{code}: {acl.aclGetRecentErrMsg()}")


H2D, D2H = 1, 2
data = bytes(i * 7 % 256 for i in range(5001))
back = ctypes.create_string_buffer(len(data))
memory = ctypes.c_void_p()
check(acl.aclInit(None))
check(acl.aclrtSetDevice(0))
check(acl.aclrtMalloc(ctypes.byref(memory), ctypes.c_size_t(len(data)), 0))
check(acl.aclrtMemcpy(memory, ctypes.c_size_t(len(data)), data, ctypes.c_size_t(len(data)), H2D))
check(acl.aclrtMemcpy(back, ctypes.c_size_t(len(data)), memory, ctypes.c_size_t(len(data)), D2H))
assert back.raw == data
check(acl.aclrtFree(memory))
check(acl.aclrtResetDevice(0))
check(acl.aclFinalize())
print(acl.aclrtGetSocName().decode(), hccl.HcclGetErrorString(4).decode())
