// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Projections (proj.h) and geodesic routines (geodesic.h) of PROJ.
#ifndef VEDETTE_CPROJ_SHIM_H
#define VEDETTE_CPROJ_SHIM_H
#include <geodesic.h>
#include <proj.h>
#endif
