// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Texts of values.
extension ArcadeTextFunctions {
    /// `Text(value, format?)`: numbers and dates by the format where there is one, everything else as it is cast.
    static func text(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        if case .text = arguments[0] { return arguments[0] }
        let format = try run.text(arguments[1])
        return try run.makeText(text(of: arguments[0], format: format, run))
    }

    /// A value by a format; an empty one is none.
    static func text(of value: ArcadeValue, format: String, _ run: ArcadeRun) throws(ArcadeFailure) -> String {
        guard !format.isEmpty else { return try run.text(value) }
        switch value {
        case .number(let number):
            try run.charge(4)
            return try run.numberPattern(format).text(of: number)
        case .date, .dateOnly, .time:
            return try ArcadeDatePattern.text(of: value, pattern: format, in: run)
        default:
            return try run.text(value)
        }
    }

    /// `Concatenate(values, separator?, format?)` of an array, or `Concatenate(value1, …, valueN)` of any number of values.
    static func concatenate(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        var output = ""
        if case .array(let array) = arguments[0], arguments.count <= 3 {
            let elements = array.elements
            let separator = arguments.count > 1 ? try run.text(arguments[1]) : ""
            let format = arguments.count > 2 ? try run.text(arguments[2]) : ""
            output.reserveCapacity(elements.prefix(16).reduce(0) { $0 + likelyLength(of: $1) + separator.utf8.count })
            for index in elements.indices {
                try run.charge(1)
                if index > 0, !separator.isEmpty { try run.append(separator, to: &output) }
                if case .text(let text) = elements[index] {
                    try run.append(text, to: &output)
                } else {
                    try run.append(text(of: elements[index], format: format, run), to: &output)
                }
            }
        } else {
            output.reserveCapacity((0..<min(16, arguments.count)).reduce(0) { $0 + likelyLength(of: arguments[$1]) })
            for index in 0..<arguments.count {
                try run.charge(1)
                try run.append(run.text(arguments[index]), to: &output)
            }
        }
        return .text(output)
    }

    /// About how many bytes a value has as a text: what to make room for.
    private static func likelyLength(of value: ArcadeValue) -> Int {
        if case .text(let text) = value { min(text.utf8.count, 256) } else { 8 }
    }
}

extension ArcadeRun {
    /// Appends to a text that is being made, counting it first.
    func append(_ text: String, to output: inout [UInt8]) throws(ArcadeFailure) {
        try chargeValue(bytes: text.utf8.count)
        try checkTextSize(output.count + text.utf8.count)
        output.append(contentsOf: text.utf8)
    }

    /// Appends to a text that is being made, counting it first.
    func append(_ text: String, to output: inout String) throws(ArcadeFailure) {
        let count = text.utf8.count
        try chargeValue(bytes: count)
        try checkTextSize(output.utf8.count + count)
        output += text
    }

    /// Counts what was appended from `start` on to a text that is being made.
    func chargeText(_ output: [UInt8], from start: Int) throws(ArcadeFailure) {
        try chargeValue(bytes: output.count - start)
        try checkTextSize(output.count)
    }

    /// Fails where a text that is being made would have more bytes than a value may.
    func checkTextSize(_ count: Int) throws(ArcadeFailure) {
        guard count <= context.limits.valueSize else {
            throw ArcadeFailure(.limitExceeded, "a value is larger than \(context.limits.valueSize) bytes")
        }
    }
}
