// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteValues

/// Finds attributes as field names are known everywhere: as they are written, else in any case.
package enum AttributeNames {
    /// The value of an attribute; null where there is none.
    ///
    /// - Complexity: O(1) for a name as it is written, else O(*n*) in the number of attributes.
    package static func value(_ name: String, in attributes: [String: any Sendable]) -> AttributeValue {
        if let value = attributes[name] { return AttributeValue(value) }
        let wanted = name.lowercased()
        // Of names that differ in case alone, the first in order, so that the same attributes always give the same value.
        let found = attributes.keys.filter { $0.lowercased() == wanted }.min()
        return found.map { AttributeValue(attributes[$0]) } ?? .null
    }
}
