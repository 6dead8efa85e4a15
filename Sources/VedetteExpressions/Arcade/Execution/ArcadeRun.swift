// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteGeometry

/// One evaluation as its functions see it: what it may use, and what it has used. Lives in one thread.
package final class ArcadeRun {
    package let context: ArcadeContext
    /// What `Console` said.
    package var console: [String] = []
    private var steps: Int
    private var memory: Int

    package init(context: ArcadeContext) {
        self.context = context
        (steps, memory) = (context.limits.steps, context.limits.memory)
    }

    // MARK: Limits

    /// Counts work: one for each element or 64 bytes that a function touches. Call before doing it.
    package func charge(_ count: Int) throws(ArcadeFailure) {
        steps -= count
        if steps < 0 { throw ArcadeFailure(.limitExceeded, "the script takes more than \(context.limits.steps) steps") }
    }

    /// Counts bytes of a value about to be made, and the work to make them.
    package func chargeValue(bytes: Int) throws(ArcadeFailure) {
        guard bytes <= context.limits.valueSize else {
            throw ArcadeFailure(.limitExceeded, "a value is larger than \(context.limits.valueSize) bytes")
        }
        memory -= bytes
        if memory < 0 { throw ArcadeFailure(.limitExceeded, "the script makes more than \(context.limits.memory) bytes") }
        try charge(bytes >> 6)
    }

    // MARK: Making

    package func makeText(_ text: String) throws(ArcadeFailure) -> ArcadeValue {
        try chargeValue(bytes: text.utf8.count)
        return .text(text)
    }

    package func makeArray(_ elements: [ArcadeValue]) throws(ArcadeFailure) -> ArcadeValue {
        try chargeValue(bytes: elements.count * 16)
        return .array(ArcadeArray(elements))
    }

    /// An empty dictionary. Charge 16 bytes for each entry put into it.
    package func makeDictionary() throws(ArcadeFailure) -> ArcadeDictionary {
        try charge(1)
        return ArcadeDictionary()
    }

    package func makeFeature(attributes: ArcadeDictionary, geometry: Geometry?) throws(ArcadeFailure) -> ArcadeFeature {
        try charge(1)
        return ArcadeFeature(attributes: attributes, geometry: geometry)
    }

    // MARK: Chance

    /// The next number of the row that the seed begins: from 0 to below 1 after dividing by 2^64.
    package func nextRandom() -> UInt64 { 0 }

    // MARK: Variables

    /// What a variable of the script holds where the function at work was called: SQL mentions them as `@name`. nil where there is none.
    package func variable(named name: ArcadeName) -> ArcadeValue? { variables?(name) }

    /// Set by the machine.
    package var variables: ((ArcadeName) -> ArcadeValue?)?

    // MARK: Calls

    /// Calls a function of the language or of the script.
    package func call(_ function: ArcadeFunction, _ arguments: [ArcadeValue]) throws(ArcadeFailure) -> ArcadeValue {
        .null
    }
}
