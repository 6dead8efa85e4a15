// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import VedetteGeometry

/// Something with a place and attributes: a graphic, a feature, a dynamic entity, an observation.
public protocol GeoElement: AnyObject, Sendable {
    /// Attribute values by name: `String`, `Double`, `Int64`, `Bool`, `Date` and the like. A value that is not known is absent.
    var attributes: [String: any Sendable] { get }

    /// Where it is, or nil.
    var geometry: Geometry? { get }
}
