/* Opens libraries by the names of the arguments: each has all functions, and all are one device. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    void *first = NULL;
    int (*init)(const char *) = NULL;
    for (int i = 1; i < argc; ++i) {
        void *library = dlopen(argv[i], RTLD_NOW | RTLD_LOCAL);
        if (library == NULL) {
            fprintf(stderr, "%s\n", dlerror());
            return 1;
        }
        void *names[] = {dlsym(library, "aclInit"), dlsym(library, "HcclAllReduce"), dlsym(library, "aclprofInit"),
                         dlsym(library, "acltdtCreateQueue"), dlsym(library, "aclAppLog")};
        for (size_t n = 0; n < sizeof names / sizeof *names; ++n) {
            if (names[n] == NULL) {
                fprintf(stderr, "%s lacks function %zu\n", argv[i], n);
                return 1;
            }
        }
        if (first == NULL) {
            first = names[0];
        }
        if (first != names[0]) {
            fprintf(stderr, "%s is another device\n", argv[i]);
            return 1;
        }
        memcpy(&init, &names[0], sizeof init);
        int code = init(NULL);
        if (code != (i == 1 ? 0 : 100002)) {
            fprintf(stderr, "%s: aclInit gives %d\n", argv[i], code);
            return 1;
        }
        /* Its threads run on: nothing may go away. */
        dlclose(library);
    }
    return 0;
}
