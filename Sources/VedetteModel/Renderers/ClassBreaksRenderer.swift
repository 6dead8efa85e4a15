// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Draws elements by a number in their attributes: a symbol for each range.
public final class ClassBreaksRenderer: Renderer, @unchecked Sendable {
    /// What a number is set in relation to before it is looked up.
    public enum NormalizationType: Hashable, Sendable {
        case none
        /// It is divided by the number in ``ClassBreaksRenderer/normalizationFieldName``.
        case byField
        /// Its logarithm to the base of 10 is taken.
        case byLog
        /// Its share of ``ClassBreaksRenderer/normalizationTotal`` is taken, in per cent.
        case byPercentOfTotal
    }

    @Synchronized public var fieldName: String
    @Synchronized public private(set) var classBreaks: [ClassBreak]
    @Synchronized public var normalizationType = NormalizationType.none
    /// The field to divide by; empty unless set.
    @Synchronized public var normalizationFieldName = ""
    /// The total to take the share of; NaN unless set.
    @Synchronized public var normalizationTotal = Double.nan
    /// What a legend says of elements in no range.
    @Synchronized public var defaultLabel = ""
    /// The symbol of elements in no range, and of those without a number; nil, where they are not drawn, unless set.
    @Synchronized public var defaultSymbol: Symbol? = nil

    /// - Parameters:
    ///   - fieldName: the field with the number.
    ///   - classBreaks: ranges with their symbols. Both ends are in a range; where two hold a number, the first counts.
    public init(fieldName: String = "", classBreaks: some Sequence<ClassBreak> = []) {
        (_fieldName, _classBreaks) = (.init(wrappedValue: fieldName), .init(wrappedValue: Array(classBreaks)))
        super.init()
    }

    public func addClassBreak(_ classBreak: ClassBreak) { addClassBreaks([classBreak]) }
    public func addClassBreaks(_ classBreaks: some Sequence<ClassBreak>) {
        let added = Array(classBreaks)
        _classBreaks.change { $0 += added }
    }
    public func removeClassBreak(_ classBreak: ClassBreak) { _classBreaks.change { $0.removeAll { $0 === classBreak } } }
    public func removeAllClassBreaks() { classBreaks = [] }

    /// The range that these attributes are in; nil for none.
    public func classBreak(for attributes: [String: any Sendable]) -> ClassBreak? {
        let breaks = classBreaks
        let normalization: ClassBreakLookup.Normalization =
            switch normalizationType {
            case .none: .none
            case .byField: .byField(normalizationFieldName)
            case .byLog: .byLog
            case .byPercentOfTotal: .byPercentOfTotal(normalizationTotal)
            }
        let lookup = ClassBreakLookup(
            fieldName: fieldName, ranges: breaks.map { ($0.minValue, $0.maxValue) }, normalization: normalization)
        return lookup.index(for: attributes).map { breaks[$0] }
    }

    public override func symbol(for attributes: [String: any Sendable]) -> Symbol? {
        classBreak(for: attributes).map(\.symbol) ?? defaultSymbol
    }
}
