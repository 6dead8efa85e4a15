// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// `import Vedette` is the whole library.
@_exported public import VedetteDynamicEntities
@_exported public import VedetteExpressions
@_exported public import VedetteFeeds
@_exported public import VedetteFences
@_exported public import VedetteGeometry
@_exported public import VedetteGeotriggers
@_exported public import VedetteLocation
@_exported public import VedetteMapping
@_exported public import VedetteModel
@_exported public import VedetteStores
@_exported public import VedetteValues
