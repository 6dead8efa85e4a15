// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Why a text is no XML that is read here.
struct XMLError: Error, Equatable {
    /// The byte at which it was seen.
    var offset: Int
    /// What is wrong, without a full stop.
    var message: String

    init(_ message: String, at offset: Int) {
        (self.message, self.offset) = (message, offset)
    }
}

/// The name of an element or an attribute ("Namespaces in XML 1.0").
struct XMLName: Hashable {
    /// Empty for none; nil where the prefix was not declared.
    var namespace: String?
    /// As it is written; empty for none.
    var prefix: String
    var local: String
}

/// A start tag.
struct XMLElement {
    var name: XMLName
    /// Without declarations of namespaces. Of two of one name, the first counts.
    var attributes: [(name: XMLName, value: String)]

    /// The value of an attribute; nil where there is none.
    func attribute(_ local: String, in namespace: String = "") -> String? {
        attributes.first { $0.name.local == local && $0.name.namespace == namespace }?.value
    }
}

/// What comes next in a text of XML.
enum XMLEvent {
    case start(XMLElement)
    /// Text between tags, references resolved. One run may come in several pieces.
    case text([UInt8])
    /// The end of the innermost open element.
    case end
}
