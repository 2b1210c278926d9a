/* Ends the program with a line that says what failed. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <stdlib.h>

#define CHECK(call)                                                                                     \
    do {                                                                                                \
        int code_ = (int)(call);                                                                        \
        if (code_ != 0) {                                                                               \
            const char *text_ = aclGetRecentErrMsg();                                                   \
            fprintf(stderr, "%s:%d: %s: %d %s\n", __FILE__, __LINE__, #call, code_, text_ ? text_ : ""); \
            exit(1);                                                                                    \
        }                                                                                               \
    } while (0)

#define REQUIRE(condition)                                                        \
    do {                                                                          \
        if (!(condition)) {                                                       \
            fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__, #condition); \
            exit(1);                                                              \
        }                                                                         \
    } while (0)

#endif
