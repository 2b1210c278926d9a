// Writes the configuration of a communicator as the header's inline function leaves it.
#include "hccl/hccl.h"

#include <cstdio>
#include <cstring>

int main()
{
    HcclCommConfig config;
    std::memset(&config, 0xa5, sizeof config);
    HcclCommConfigInit(&config);
    std::fwrite(&config, sizeof config, 1, stdout);
    return 0;
}
