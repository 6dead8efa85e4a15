// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension String {
    /// Whether two texts have the same code points: those that only look the same are not.
    func hasSameBytes(as other: String) -> Bool {
        let count = utf8.count
        guard count == other.utf8.count else { return false }
        let isSame = utf8.withContiguousStorageIfAvailable { first in
            other.utf8.withContiguousStorageIfAvailable { second in
                guard let firstBytes = first.baseAddress, let secondBytes = second.baseAddress else { return true }
                return memcmp(firstBytes, secondBytes, count) == 0
            }
        }
        return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
    }
}
