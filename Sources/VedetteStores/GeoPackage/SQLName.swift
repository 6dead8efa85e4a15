// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

extension String {
    /// The name as SQL takes it, whatever characters it has.
    var quotedForSQL: String { "\"" + replacing("\"", with: "\"\"") + "\"" }
}
