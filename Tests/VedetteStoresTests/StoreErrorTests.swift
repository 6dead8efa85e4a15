// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteStores

@Suite("Store errors")
struct StoreErrorTests {
    @Test("an error speaks in its message")
    func description() {
        #expect(StoreError(.init(rawValue: "notFound"), "there is no file").description == "there is no file")
    }
}
