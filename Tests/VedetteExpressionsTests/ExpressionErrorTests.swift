// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteExpressions

@Suite("Expression errors")
struct ExpressionErrorTests {
    @Test("an error says where")
    func description() {
        #expect(ExpressionError(.syntax, "a value is missing", offset: 7).description == "a value is missing (at offset 7)")
    }
}
