// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import VedetteValues

@Suite("Packed values")
struct PackedValueTests {
    @Test("numbers are themselves", arguments: [0, -0.0, 1.5, -1e308, .leastNonzeroMagnitude, .greatestFiniteMagnitude])
    func numbers(value: Double) {
        let packed = PackedValue(value)
        #expect(packed.kind == .number)
        #expect(packed.number.bitPattern == value.bitPattern)
        #expect(!packed.isReference)
    }

    @Test("what no format can hold is null", arguments: [.nan, -.nan, .infinity, -.infinity] as [Double])
    func notFinite(value: Double) {
        #expect(PackedValue(value) == .null)
    }

    @Test("kinds and references are kept apart")
    func kinds() {
        #expect(PackedValue.null.kind == .null)
        #expect(PackedValue(true).kind == .true)
        #expect(PackedValue(false).kind == .false)
        for kind in [PackedValue.Kind.text, .integer, .json] {
            let packed = PackedValue(kind, reference: 0xFFFF_FFFF_FFFF)
            #expect(packed.kind == kind)
            #expect(packed.reference == 0xFFFF_FFFF_FFFF)
            #expect(packed.isReference)
        }
        #expect(!PackedValue(true).isReference)
        #expect(!PackedValue.null.isReference)
    }
}
