// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// Watches, in builds for the thread sanitizer and those that define `HIVE_LOCK_ORDER` for C as well, that no task is
// made, resumed or cancelled and no task-local value bound by a thread that holds a lock of the package: the functions of
// the runtime that do it are defined here once more, ask the checker, and jump to the real ones. The linker takes these
// for all code of the test program.

#define _GNU_SOURCE
#include "CLockChecks.h"

#if defined(__has_feature)
#if (__has_feature(thread_sanitizer) || defined(HIVE_LOCK_ORDER)) && defined(__x86_64__) && defined(__linux__)
#define WATCHES 1
#endif
#endif

#if WATCHES
#include <dlfcn.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

// Of `LockOrder`, where the tests check locks: ends the process where the thread holds one.
extern void hive_check_no_lock(const char *what) __attribute__((weak));

static const struct {
    const char *symbol;
    const char *what;
} watched[] = {
    {"swift_task_create", "A task is made"},
    {"$sScT6cancelyyF", "A task is cancelled"},
    {"$sScC6resume9returningyxn_tF", "A task is resumed"},
    {"$sScC6resume8throwingyq_n_tF", "A task is resumed"},
    {"$ss9TaskLocalC9withValue_9operation4file4lineqd__x_qd__yKXESSSutKlF", "A task-local value is bound"},
};
static _Atomic(void *) found[sizeof watched / sizeof watched[0]];

__attribute__((used)) void *lock_checks_ask(size_t index) {
    if (hive_check_no_lock != NULL) hive_check_no_lock(watched[index].what);
    void *real = atomic_load(&found[index]);
    if (real != NULL) return real;
    real = dlsym(RTLD_NEXT, watched[index].symbol);
    if (real == NULL) {
        fprintf(stderr, "The runtime has no %s.\n", watched[index].symbol);
        abort();
    }
    atomic_store(&found[index], real);
    return real;
}

// Keeps the registers in which arguments are passed; the slot of r11, which none is, takes the address to jump to.
#define WATCH(symbol, index)                                                                                           \
    __asm__(".globl \"" symbol "\"\n.type \"" symbol "\", @function\n\"" symbol "\":\n"                                \
            "pushq %rax\npushq %rdi\npushq %rsi\npushq %rdx\npushq %rcx\npushq %r8\npushq %r9\npushq %r10\n"           \
            "pushq %r11\nmovl $" #index ", %edi\ncallq lock_checks_ask\nmovq %rax, (%rsp)\npopq %r11\n"               \
            "popq %r10\npopq %r9\npopq %r8\npopq %rcx\npopq %rdx\npopq %rsi\npopq %rdi\npopq %rax\njmpq *%r11\n")

WATCH("swift_task_create", 0);
WATCH("$sScT6cancelyyF", 1);
WATCH("$sScC6resume9returningyxn_tF", 2);
WATCH("$sScC6resume8throwingyq_n_tF", 3);
WATCH("$ss9TaskLocalC9withValue_9operation4file4lineqd__x_qd__yKXESSSutKlF", 4);
#endif

_Bool lock_checks_watch_the_runtime(void) {
#if WATCHES
    return 1;
#else
    return 0;
#endif
}
