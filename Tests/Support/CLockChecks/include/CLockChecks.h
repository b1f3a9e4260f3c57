// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

#ifndef CLOCKCHECKS_H
#define CLOCKCHECKS_H

// Whether the runtime's functions are watched in this build.
_Bool lock_checks_watch_the_runtime(void);

#endif
