// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// `Hash(value)`: a number from 0 to 4,294,967,295 that is the same for equal values, in every run and on every machine.
///
/// It is MurmurHash3 (Appleby 2011, x86, 32 bits, seed 0) of the value's kind and its JSON. The documents show that Esri's numbers come of
/// another function, which is not published; so these are not Esri's.
enum ArcadeHash {
    /// The body of `Hash(value)`.
    static func hash(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        let bytes = try canonical(arguments[0], run)
        try run.charge(bytes.count >> 6)
        return .number(Double(murmur3(bytes)))
    }

    /// A byte for the kind, and what makes the value the one it is: zero without its sign, dates without their zone, names of dictionaries
    /// in lower case and in order.
    private static func canonical(_ value: ArcadeValue, _ run: ArcadeRun) throws(ArcadeFailure) -> [UInt8] {
        var output: [UInt8] = []
        try append(value, to: &output, depth: 0, run)
        return output
    }

    private static func append(_ value: ArcadeValue, to output: inout [UInt8], depth: Int, _ run: ArcadeRun) throws(ArcadeFailure) {
        try run.charge(1)
        switch value {
        case .array(let array):
            try check(depth)
            try run.append("[", to: &output)
            for element in array.elements { try append(element, to: &output, depth: depth + 1, run) }
            try run.append("]", to: &output)
        case .dictionary(let dictionary):
            try check(depth)
            let names = dictionary.keys.map(ArcadeName.init)
            try run.charge(names.count * 4)
            try run.append("{", to: &output)
            for name in names.sorted(by: { $0.folded.unicodeScalars.lexicographicallyPrecedes($1.folded.unicodeScalars) }) {
                try run.append("t" + ArcadeJSON.write(.text(name.folded), in: run), to: &output)
                try append(dictionary[name] ?? .null, to: &output, depth: depth + 1, run)
            }
            try run.append("}", to: &output)
        case .number(let number):
            try run.append("n" + ArcadeNumberText.text(of: number), to: &output)
        default:
            try run.append(kind(of: value) + ArcadeJSON.write(value, in: run), to: &output)
        }
    }

    private static func check(_ depth: Int) throws(ArcadeFailure) {
        if depth >= ArcadeJSON.maximumDepth {
            throw ArcadeFailure(.limitExceeded, "Hash takes values that are at most \(ArcadeJSON.maximumDepth) deep")
        }
    }

    private static func kind(of value: ArcadeValue) -> String {
        switch value {
        case .null: "0"
        case .boolean: "b"
        case .number: "n"
        case .text: "t"
        case .date: "d"
        case .dateOnly: "y"
        case .time: "c"
        case .array: "["
        case .dictionary: "{"
        case .feature: "f"
        case .geometry: "g"
        case .featureSet: "s"
        case .featureSetCollection: "m"
        case .function(let function): "F" + function.name
        }
    }

    static func murmur3(_ bytes: [UInt8]) -> UInt32 {
        func mixed(_ block: UInt32) -> UInt32 { rotated(block &* 0xCC9E_2D51, 15) &* 0x1B87_3593 }
        func rotated(_ value: UInt32, _ count: UInt32) -> UInt32 { value << count | value >> (32 - count) }
        var hash: UInt32 = 0
        var index = 0
        while index + 4 <= bytes.count {
            var block: UInt32 = 0
            for byte in bytes[index..<(index + 4)].reversed() { block = block << 8 | UInt32(byte) }
            hash = rotated(hash ^ mixed(block), 13) &* 5 &+ 0xE654_6B64
            index += 4
        }
        var block: UInt32 = 0
        for byte in bytes[index...].reversed() { block = block << 8 | UInt32(byte) }
        hash ^= mixed(block)
        hash ^= UInt32(truncatingIfNeeded: bytes.count)
        hash = (hash ^ hash >> 16) &* 0x85EB_CA6B
        hash = (hash ^ hash >> 13) &* 0xC2B2_AE35
        return hash ^ hash >> 16
    }
}
