// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The declarations of namespaces that hold at a place in a text of XML.
struct XMLNamespaces {
    /// The most that may hold at once.
    static let maximumCount = 256

    /// For each prefix what it stands for, the innermost last. The default namespace has the empty prefix.
    private var bindings: [String: [String]] = ["xml": ["http://www.w3.org/XML/1998/namespace"]]
    private(set) var count = 0

    mutating func declare(_ prefix: String, _ namespace: String) {
        bindings[prefix, default: []].append(namespace)
        count += 1
    }

    /// Takes back the latest declaration of a prefix.
    mutating func remove(_ prefix: String) {
        _ = bindings[prefix]?.popLast()
        count -= 1
    }

    /// What a prefix stands for; nil where it was not declared, empty where no prefix stands for no namespace.
    func namespace(_ prefix: String) -> String? {
        bindings[prefix]?.last ?? (prefix.isEmpty ? "" : nil)
    }
}
