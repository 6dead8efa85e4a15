// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry
import VedetteValues

/// The functions that make an array.
extension ArcadeArrayFunctions {
    /// So many elements, each null or the value given; or a copy of an array.
    static func newArray(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        if case .array(let original) = arguments[0] {
            return try ArcadeCopying.copy(of: original, isDeep: run.boolean(arguments[1]), run)
        }
        guard let count = whole(run.number(arguments[0])), count >= 0 else {
            throw ArcadeFailure(.invalidArgument, "Array takes how many elements it is to have, 0 or more, or an array to copy")
        }
        try chargeElements(count, in: run)
        return try run.makeArray(Array(repeating: arguments[1], count: count))
    }

    /// The values one after the other, with the elements of arrays in their place.
    static func splice(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        var count = 0
        for index in 0..<arguments.count {
            if case .array(let array) = arguments[index] { count += array.elements.count } else { count += 1 }
        }
        try chargeElements(count, in: run)
        var spliced: [ArcadeValue] = []
        spliced.reserveCapacity(count)
        for index in 0..<arguments.count {
            if case .array(let array) = arguments[index] {
                spliced.append(contentsOf: array.elements)
            } else {
                spliced.append(arguments[index])
            }
        }
        return try run.makeArray(spliced)
    }

    /// Each value once, in the order in which they first come.
    static func distinct(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        if case .featureSet = arguments[0] { return try ArcadeFeatureSetFunctions.distinct(arguments, run) }
        var values: [ArcadeValue] = []
        if arguments.count == 1, case .array(let array) = arguments[0] {
            values = array.elements
        } else {
            for index in 0..<arguments.count { values.append(arguments[index]) }
        }
        try run.charge(1 + values.count)
        var seen = Set<ArcadeValueKey>()
        var distinct: [ArcadeValue] = []
        for value in values {
            let key = ArcadeValueKey(value)
            if key.size > 0 { try run.charge(1 + key.size >> 5) }
            if seen.insert(key).inserted { distinct.append(value) }
        }
        return try run.makeArray(distinct)
    }
}

/// What makes two values the same one for `Distinct`: equal values of one type, and the same array, dictionary or feature.
private enum ArcadeValueKey: Hashable {
    case null
    case boolean(Bool)
    /// NaN is the same as NaN here, so that it comes once.
    case number(UInt64)
    /// By its bytes: texts that only look the same are not.
    case text([UInt8])
    case date(Int64)
    case dateOnly(DateOnly)
    case time(TimeOnly)
    case geometry(Geometry)
    case object(ObjectIdentifier)

    init(_ value: ArcadeValue) {
        switch value {
        case .null: self = .null
        case .boolean(let value): self = .boolean(value)
        case .number(let value): self = .number(value.isNaN ? Double.nan.bitPattern : (value + 0).bitPattern)
        case .text(let value): self = .text(Array(value.utf8))
        case .date(let value): self = .date(value.instant.microsecondsSince1970)
        case .dateOnly(let value): self = .dateOnly(value)
        case .time(let value): self = .time(value)
        case .geometry(let value): self = .geometry(value)
        case .array(let value): self = .object(ObjectIdentifier(value))
        case .dictionary(let value): self = .object(ObjectIdentifier(value))
        case .feature(let value): self = .object(ObjectIdentifier(value))
        case .featureSet(let value): self = .object(ObjectIdentifier(value))
        case .featureSetCollection(let value): self = .object(ObjectIdentifier(value))
        case .function(let value): self = .object(ObjectIdentifier(value))
        }
    }

    /// How many bytes there are to look at.
    var size: Int {
        switch self {
        case .text(let bytes): bytes.count
        case .geometry(let geometry): geometry.runs.reduce(0) { $0 + $1.count * 16 }
        default: 0
        }
    }
}
