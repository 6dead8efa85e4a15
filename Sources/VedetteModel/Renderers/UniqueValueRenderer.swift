// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Draws elements by what their attributes are: a symbol for each value.
public final class UniqueValueRenderer: Renderer, @unchecked Sendable {
    private struct State {
        var fieldNames: [String]
        var uniqueValues: [UniqueValue]
        /// Made when it is asked for, dropped when fields or values change.
        var lookup: UniqueValueLookup?
    }

    private let state: Mutex<State>

    /// What a legend says of elements with other values.
    @Synchronized public var defaultLabel: String
    /// The symbol of elements with other values; nil where they are not drawn.
    @Synchronized public var defaultSymbol: Symbol?

    /// - Parameters:
    ///   - fieldNames: the fields that are looked at, at most three in maps that others should read.
    ///   - uniqueValues: values for these fields with their symbols; where two are equal, the first counts.
    ///   - defaultLabel: what a legend says of elements with other values.
    ///   - defaultSymbol: the symbol of elements with other values.
    public init(
        fieldNames: some Sequence<String> = [], uniqueValues: some Sequence<UniqueValue> = [],
        defaultLabel: String = "", defaultSymbol: Symbol? = nil
    ) {
        state = Mutex(State(fieldNames: Array(fieldNames), uniqueValues: Array(uniqueValues)))
        (_defaultLabel, _defaultSymbol) = (.init(wrappedValue: defaultLabel), .init(wrappedValue: defaultSymbol))
        super.init()
    }

    public var fieldNames: [String] { state.withLock { $0.fieldNames } }
    public var uniqueValues: [UniqueValue] { state.withLock { $0.uniqueValues } }

    public func addFieldName(_ name: String) { change { $0.fieldNames.append(name) } }
    public func addFieldNames(_ names: some Sequence<String>) {
        let names = Array(names)
        change { $0.fieldNames += names }
    }
    public func removeAllFieldNames() { change { $0.fieldNames = [] } }

    public func addUniqueValue(_ value: UniqueValue) { change { $0.uniqueValues.append(value) } }
    public func addUniqueValues(_ values: some Sequence<UniqueValue>) {
        let values = Array(values)
        change { $0.uniqueValues += values }
    }
    public func removeUniqueValue(_ value: UniqueValue) { change { $0.uniqueValues.removeAll { $0 === value } } }
    public func removeAllUniqueValues() { change { $0.uniqueValues = [] } }

    private func change(_ body: (inout State) -> Void) {
        state.withLock { state in
            body(&state)
            state.lookup = nil
        }
    }

    /// The value that these attributes have; nil for none.
    public func uniqueValue(for attributes: [String: any Sendable]) -> UniqueValue? {
        let (lookup, values) = state.withLock { state in
            let lookup =
                state.lookup ?? UniqueValueLookup(fieldNames: state.fieldNames, values: state.uniqueValues.map(\.values))
            state.lookup = lookup
            return (lookup, state.uniqueValues)
        }
        return lookup.index(for: attributes).map { values[$0] }
    }

    public override func symbol(for attributes: [String: any Sendable]) -> Symbol? {
        uniqueValue(for: attributes).map(\.symbol) ?? defaultSymbol
    }
}
