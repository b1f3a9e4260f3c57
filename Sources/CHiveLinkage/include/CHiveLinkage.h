// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

#ifndef CHIVELINKAGE_H
#define CHIVELINKAGE_H

#include <stdbool.h>
#include <stddef.h>

/// What a link-time record tells what it registers.
///
/// A structure of C, because a record's function has C's calling convention. Only Hive makes one.
typedef struct HiveRecordReader {
    const void *_Nonnull collector;
} HiveRecordReader;

/// Finds the section of an image that holds its records.
///
/// `image` is the caller's `#dsohandle`. Returns false when the section of that image cannot be seen from here; `start`
/// is null when the image has no records.
bool hive_linkage_section(
    const void *_Nonnull image, const void *_Nullable *_Nonnull start, size_t *_Nonnull size);

#endif
