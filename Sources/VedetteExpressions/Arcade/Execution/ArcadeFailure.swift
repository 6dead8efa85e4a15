// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Why a function or an operator could not go on; the machine adds the place.
package final class ArcadeFailure: Error {
    package let code: ArcadeError.Code
    /// What is wrong and how to mend it, in one sentence.
    package let message: String

    package init(_ code: ArcadeError.Code, _ message: String) {
        (self.code, self.message) = (code, message)
    }
}
