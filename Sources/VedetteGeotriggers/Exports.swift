// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Events' ids and what is wrong with a fence are words of a geotrigger's notifications and warnings.
@_exported public import VedetteFences
