// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The functions are in the header, so that they cost no call; a target needs a file to compile.
#include "CPrefetch.h"
