// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

#ifndef CMOREDESCRIPTORS_H
#define CMOREDESCRIPTORS_H
#endif
