// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

#ifndef VEDETTE_PREFETCH_H
#define VEDETTE_PREFETCH_H

// Hints that memory is soon wanted. Never faults, so any address will do.

static inline void vedette_prefetch_read(const void *address) { __builtin_prefetch(address, 0, 3); }

static inline void vedette_prefetch_write(const void *address) { __builtin_prefetch(address, 1, 3); }

#endif
