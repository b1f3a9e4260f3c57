// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// Gives the tests as many descriptors as Linux gives a process, where a shell gives fewer and more are allowed: macOS
// has 256, and all tests run at once, with pipes and sockets for each program that they start. It happens before the
// first test, and not in the programs: those inherit it.

#include "CMoreDescriptors.h"
#include <sys/resource.h>

static const rlim_t wanted = 1024;

__attribute__((constructor)) static void raise_the_limit(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted) return;
    limit.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
    setrlimit(RLIMIT_NOFILE, &limit);
}
