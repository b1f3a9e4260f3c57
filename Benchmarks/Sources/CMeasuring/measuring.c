// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

#include "CMeasuring.h"

#include <stdlib.h>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

void CMeasuringTouch(void *pointer) {
    (void)pointer;
}

long CMeasuringHeapBytes(void) {
#if defined(__GLIBC__)
    struct mallinfo2 info = mallinfo2();
    return (long)(info.uordblks + info.hblkhd);
#else
    return -1;
#endif
}
