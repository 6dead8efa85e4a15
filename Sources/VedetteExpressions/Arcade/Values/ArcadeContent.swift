// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteGeometry
package import VedetteValues

/// What goes into a script as a variable and what comes out as its result: a tree of values that nobody can change.
package enum ArcadeContent: Sendable {
    case null
    case boolean(Bool)
    case number(Double)
    case text(String)
    case date(ArcadeDate)
    case dateOnly(DateOnly)
    case time(TimeOnly)
    case array([ArcadeContent])
    /// In their order.
    case dictionary([(name: String, value: ArcadeContent)])
    /// Handed in, or handed out as it was handed in.
    case feature(any ArcadeRow)
    case geometry(Geometry)
    case featureSet(any ArcadeFeatureSource)
    case featureSetCollection([(id: String, title: String, source: any ArcadeFeatureSource)])
    /// A function; the name.
    case function(String)
}
