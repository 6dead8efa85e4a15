// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Why a function or an operator could not go on; the machine adds the place.
///
/// `@unchecked Sendable`: `range` is set once, by the run that made it, before anybody else sees it.
package final class ArcadeFailure: Error, @unchecked Sendable {
    package let code: ArcadeError.Code
    /// What is wrong and how to mend it, in one sentence.
    package let message: String
    /// Whether the message goes on after the text of the script that is at fault.
    let beginsWithPlace: Bool
    /// Where in the script, in bytes of UTF-8.
    var range: Range<Int>?

    package init(_ code: ArcadeError.Code, _ message: String, beginsWithPlace: Bool = false) {
        (self.code, self.message, self.beginsWithPlace) = (code, message, beginsWithPlace)
    }
}
