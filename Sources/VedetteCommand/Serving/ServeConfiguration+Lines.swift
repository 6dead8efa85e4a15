// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Yams

extension ServeConfiguration {
    /// The line of a file on which the value of a key stands, or the innermost part of the path to it that is there; nil where it is not YAML.
    static func line(of path: [any CodingKey], in text: String) -> Int? {
        guard var node = (try? Yams.compose(yaml: text)) ?? nil else { return nil }
        var line = node.mark?.line
        for key in path {
            if let index = key.intValue, let sequence = node.sequence, sequence.indices.contains(index) {
                node = sequence[index]
                line = node.mark?.line ?? line
            } else if let mapping = node.mapping, let pair = mapping.first(where: { $0.key.string == key.stringValue }) {
                // The key's own line: a list or mapping begins on the next.
                line = pair.key.mark?.line ?? line
                node = pair.value
            } else {
                break
            }
        }
        return line
    }
}
