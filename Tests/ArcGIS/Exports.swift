// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// All that it takes: a module of that name with this one line.
@_exported import Vedette
