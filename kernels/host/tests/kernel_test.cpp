// The test program of the kernels beside `adam`. It is used as `shim_test` is: one program a build, which prints a
// digest of every result, and fails when it differs from the digest that is given as its argument. Before it stands a
// digest of those results that must not depend on the architecture.
#include "control_test.h"
#include "map_order_test.h"
#include "map_test.h"
#include "stats_test.h"

int main(int count, char **arguments) {
    test::control_tests();
    test::maps();
    test::map_orders();
    test::stats_tests();

    char digest[17];
    snprintf(digest, sizeof digest, "%016llx", static_cast<unsigned long long>(test::digest()));
    if (count > 1 && strcmp(arguments[1], digest) != 0) {
        printf("the results differ from those of the other build: digest %s, not %s\n", digest, arguments[1]);
        ++test::failures();
    }
    printf("arch %d %s: %d failures, shared %016llx, digest %s\n", __NPU_ARCH__,
           ascend_host::kChecked ? "checked" : "fast", test::failures(),
           static_cast<unsigned long long>(test::shared_digest()), digest);
    return test::failures() == 0 ? 0 : 1;
}
