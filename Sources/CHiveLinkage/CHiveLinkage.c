// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

#include "CHiveLinkage.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

// A standard stream that is closed when the program begins stays closed: its number is taken by a descriptor that can
// only be used the other way round, before anything that is opened gets it. Otherwise printed text would go into that, and
// Dispatch, which the beginning of an `async` main needs, keeps descriptors of its own. Programs that the process starts
// inherit it, because they would meet the same fate.
__attribute__((constructor)) static void hive_linkage_reserve_standard_streams(void) {
    for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; descriptor++) {
        if (fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF) continue;
        int taken = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
        if (taken >= 0 && taken != descriptor) close(taken);  // Another thread was faster.
    }
}

#if defined(__APPLE__)

#include <mach-o/getsect.h>

bool hive_linkage_section(const void *image, const void **start, size_t *size) {
    unsigned long length = 0;
    *start = getsectiondata((const struct mach_header_64 *)image, "__DATA", "hive_records", &length);
    *size = length;
    return true;
}

#else

// The linker defines both ends of a section whose name is an identifier. Weak, because a program without records has no
// such section; hidden, because each image has its own.
extern const char __start_hive_records[] __attribute__((weak, visibility("hidden")));
extern const char __stop_hive_records[] __attribute__((weak, visibility("hidden")));
extern const char __dso_handle[] __attribute__((visibility("hidden")));

bool hive_linkage_section(const void *image, const void **start, size_t *size) {
    if (image != __dso_handle) return false;
    *start = __start_hive_records;
    *size = (size_t)(__stop_hive_records - __start_hive_records);
    return true;
}

#endif
