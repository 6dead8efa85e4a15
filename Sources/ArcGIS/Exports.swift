// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// A program that imports the ArcGIS Maps SDK for Swift builds against this library without a change.
@_exported public import Vedette
