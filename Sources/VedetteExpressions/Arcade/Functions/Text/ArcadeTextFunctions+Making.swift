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
        var pattern: ArcadeNumberPattern?
        return try text(of: value, format: format, &pattern, run)
    }

    /// The same, where `pattern` is what the format is for numbers, made when it is first needed.
    private static func text(
        of value: ArcadeValue, format: String, _ pattern: inout ArcadeNumberPattern?, _ run: ArcadeRun
    ) throws(ArcadeFailure) -> String {
        guard !format.isEmpty else { return try run.text(value) }
        switch value {
        case .number(let number):
            try run.charge(4 + format.utf8.count >> 4)
            if let pattern { return pattern.text(of: number) }
            try run.charge(format.utf8.count >> 2)
            let made = ArcadeNumberPattern(format)
            pattern = made
            return made.text(of: number)
        case .date, .dateOnly, .time:
            return try ArcadeDatePattern.text(of: value, pattern: format, in: run)
        default:
            return try run.text(value)
        }
    }

    /// `Concatenate(values, separator?, format?)` of an array, or `Concatenate(value1, …, valueN)` of any number of values.
    static func concatenate(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        var output: [UInt8] = []
        if case .array(let array) = arguments[0], arguments.count <= 3 {
            let separator = try run.text(arguments[1])
            let format = try run.text(arguments[2])
            var pattern: ArcadeNumberPattern?
            for (index, element) in array.elements.enumerated() {
                try run.charge(1)
                if index > 0 { try run.append(separator, to: &output) }
                try run.append(text(of: element, format: format, &pattern, run), to: &output)
            }
        } else {
            for index in 0..<arguments.count {
                try run.charge(1)
                try run.append(run.text(arguments[index]), to: &output)
            }
        }
        return .text(String(decoding: output, as: UTF8.self))
    }
}

extension ArcadeRun {
    /// Appends to a text that is being made, counting it first.
    func append(_ text: String, to output: inout [UInt8]) throws(ArcadeFailure) {
        try chargeValue(bytes: text.utf8.count)
        try checkTextSize(output.count + text.utf8.count)
        output.append(contentsOf: text.utf8)
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
