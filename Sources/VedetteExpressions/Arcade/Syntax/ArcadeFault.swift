// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Why a script cannot be read or passed, while its text is not at hand. A reference, so that what throws it stays light on the stack.
final class ArcadeFault: Error {
    let code: ArcadeError.Code
    let message: String
    let range: Range<Int>

    init(_ code: ArcadeError.Code, _ message: String, _ range: Range<Int>) {
        (self.code, self.message, self.range) = (code, message, range)
    }

    /// One of the grammar.
    convenience init(_ message: String, _ range: Range<Int>) {
        self.init(.syntax, message, range)
    }

    func error(in source: String) -> ArcadeError { ArcadeError(code, message, range: range, in: source) }
}
