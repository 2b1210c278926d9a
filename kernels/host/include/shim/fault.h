// A fault: what the device would have raised, with a sentence that says what was asked and what is allowed.
//
// Inside the shim a fault is an exception; it ends the block and becomes the code that the launch returns. Kernels
// neither throw nor catch: device code has no exceptions.
#ifndef ASCEND_HOST_SHIM_FAULT_H
#define ASCEND_HOST_SHIM_FAULT_H

#include <cstdarg>
#include <cstdint>
#include <cstdio>

#include "platform.h"

namespace ascend_host {

struct Fault {
    int32_t code;
    char text[512];
};

// The core stops at an instruction: a bad address, length or alignment.
[[noreturn]] __attribute__((cold, noinline, format(printf, 1, 2))) inline void exception(const char *format, ...) {
    Fault fault{kExceptionCode, {}};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(fault.text, sizeof fault.text, format, arguments);
    va_end(arguments);
    throw fault;
}

// The framework on the core stops the kernel: a plan or an order that it does not allow.
[[noreturn]] __attribute__((cold, noinline, format(printf, 1, 2))) inline void trap(const char *format, ...) {
    Fault fault{kTrapCode, {}};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(fault.text, sizeof fault.text, format, arguments);
    va_end(arguments);
    throw fault;
}

}  // namespace ascend_host

#endif
