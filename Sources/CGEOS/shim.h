// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Only the reentrant interface of GEOS: every call names the context that it runs in.
#ifndef VEDETTE_CGEOS_SHIM_H
#define VEDETTE_CGEOS_SHIM_H
#define GEOS_USE_ONLY_R_API
#include <geos_c.h>
#endif
