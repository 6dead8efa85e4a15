/* SPDX-FileCopyrightText: Vedette contributors */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Shows the thread sanitizer Swift's own locks.
 *
 * `Mutex` of the library Synchronization takes a free lock in code that is compiled into ours, which the sanitizer watches; a lock that somebody holds, it takes in
 * the library, which is compiled without the sanitizer. What is ordered by such a lock then looks like a race. These functions stand in for the library's two, by their
 * names (Swift's ABI is stable: https://github.com/swiftlang/swift/blob/main/docs/ABI), call them, and say what they order.
 * Linked by script/sanitize only.
 */

#define _GNU_SOURCE
#include "sanitized_mutex.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

/* Of the sanitizer's run time (compiler-rt, tsan_interface.h). */
void __tsan_acquire(void *address);
void __tsan_release(void *address);

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *

#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

typedef SWIFT void (*LockSlow)(uint32_t thread, SELF handle);
typedef SWIFT void (*UnlockSlow)(SELF handle);

SWIFT void vedette_lock_slow(uint32_t thread, SELF handle) __asm__(LOCK_SLOW);
SWIFT void vedette_unlock_slow(SELF handle) __asm__(UNLOCK_SLOW);

static void *original(const char *name) {
    void *function = dlsym(RTLD_NEXT, name);
    /* Another version of Swift: what the sanitizer says would be wrong. */
    if (!function) abort();
    return function;
}

SWIFT void vedette_lock_slow(uint32_t thread, SELF handle) {
    static _Atomic(LockSlow) known;
    LockSlow function = atomic_load(&known);
    if (!function) atomic_store(&known, function = (LockSlow)original(LOCK_SLOW));
    function(thread, handle);
    __tsan_acquire(handle);
}

SWIFT void vedette_unlock_slow(SELF handle) {
    static _Atomic(UnlockSlow) known;
    UnlockSlow function = atomic_load(&known);
    if (!function) atomic_store(&known, function = (UnlockSlow)original(UNLOCK_SLOW));
    __tsan_release(handle);
    function(handle);
}
