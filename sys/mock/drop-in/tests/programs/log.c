/* The one function with any number of arguments: more than registers hold, of each kind, from two threads. */
#include "acl/acl.h"
#include "check.h"

#include <pthread.h>

static void *write_lines(void *unused)
{
    (void)unused;
    aclAppLog(ACL_DEBUG, "f", "file.c", 1, "not written");
    aclAppLog(ACL_INFO, "f", "file.c", 2, "nothing");
    aclAppLog(ACL_ERROR, NULL, NULL, 2, "not written either");
    aclAppLog(ACL_ERROR, "g", "file.c", 3, "%d %s %.1f %ld %c %.2f %d %d %.3f %.1f %.1f %.1f %.1f %.1f %.1f %s", 1, "two", 3.5, 4L,
              '5', 6.25, 7, 8, 9.125, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, "sixteen");
    return NULL;
}

int main(void)
{
    pthread_t thread;
    CHECK(aclInit(NULL));
    write_lines(NULL);
    REQUIRE(pthread_create(&thread, NULL, write_lines, NULL) == 0);
    REQUIRE(pthread_join(thread, NULL) == 0);
    CHECK(aclFinalize());
    return 0;
}
