// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteGeometry
package import VedetteValues

/// What a feature of a script is made over: a location, an observation, a feature of a table, a line of a file.
package protocol ArcadeRow: Sendable {
    /// The value of a field; nil where there is no such field.
    func value(named name: ArcadeName) -> AttributeValue?

    /// The fields, in their order.
    var fieldNames: [String] { get }

    var geometry: Geometry? { get }

    /// What is known of the layer: fields with domains, geometry type; nil where nothing is.
    var schema: ArcadeSchema? { get }
}

extension ArcadeRow {
    package var schema: ArcadeSchema? { nil }
}

/// What is known of the layer that a feature comes from.
package struct ArcadeSchema: Sendable {
    package var fields: [Field] = []
    /// In Esri's words: `esriGeometryPoint`; empty where it is not known.
    package var geometryType = ""
    package var objectIDField = ""
    package var globalIDField = ""
    package var subtypeField = ""
    package var subtypes: [Subtype] = []

    /// A kind of feature inside a layer.
    package struct Subtype: Sendable {
        package var code: AttributeValue
        package var name: String
        /// By field name in lower case.
        package var domains: [String: Domain] = [:]

        package init(code: AttributeValue, name: String) {
            (self.code, self.name) = (code, name)
        }
    }

    package init() {}
}
