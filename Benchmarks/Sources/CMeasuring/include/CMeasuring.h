// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

#pragma once

// May change what the pointer leads to, for all that a compiler can know of its callers.
void CMeasuringTouch(void *pointer);

// The bytes that the C library's first arena has handed out, or -1 where the C library does not say.
long CMeasuringHeapBytes(void);
