// The test program of the host shim and of the kernels that run on it.
//
// One program is one build: an architecture, checked or fast. It prints what failed and then a digest of every result;
// given a digest as its argument it also fails when its own differs. The fast build, given the checked build's digest,
// so proves that both compute the same bits.
#include "absent_test.h"
#include "adam_order_test.h"
#include "adam_test.h"
#include "atomic_test.h"
#include "compare_test.h"
#include "copy_test.h"
#include "float16_test.h"
#include "integer_cast_test.h"
#include "launch_test.h"
#include "reduce_test.h"
#include "rounding_test.h"
#include "vector_test.h"

int main(int count, char **arguments) {
    test::float16();
    test::integer_casts();
    test::vectors();
    test::reductions();
    test::copies();
    test::launches();
    test::comparisons();
    test::additions();
    test::adam();
    test::adam_order();
    test::rounding();

    char digest[17];
    snprintf(digest, sizeof digest, "%016llx", static_cast<unsigned long long>(test::digest()));
    if (count > 1 && strcmp(arguments[1], digest) != 0) {
        printf("the results differ from those of the other build: digest %s, not %s\n", digest, arguments[1]);
        ++test::failures();
    }
    printf("arch %d %s: %d failures, digest %s\n", __NPU_ARCH__, ascend_host::kChecked ? "checked" : "fast",
           test::failures(), digest);
    return test::failures() == 0 ? 0 : 1;
}
