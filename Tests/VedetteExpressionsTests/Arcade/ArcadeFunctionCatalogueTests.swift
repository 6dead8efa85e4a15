// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteExpressions

/// What every entry of the catalogue must be like.
@Suite struct ArcadeFunctionCatalogueTests {
    @Test(arguments: ArcadeFunctionCatalogue.definitions.map(\.name))
    func aFunctionIsFoundInAnyCase(name: String) throws {
        let found = try #require(ArcadeFunctionCatalogue.definition(named: name.uppercased()))
        #expect(found.name == name)
        #expect(!found.signatures.isEmpty)
        #expect(found.signatures.allSatisfy { $0.hasPrefix(name + "(") && $0.contains(") -> ") })
    }
}
