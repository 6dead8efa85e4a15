// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Texts in URLs (RFC 3986, as ECMAScript's encodeURIComponent).
extension ArcadeTextFunctions {
    /// `UrlEncode(textOrDictionary)`: all but letters, digits and `-_.!~*'()` as bytes of UTF-8 in per cent. A dictionary becomes a query,
    /// `name=value&…`, in the order of its names, null as nothing.
    static func urlEncode(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        var output: [UInt8] = []
        if case .dictionary(let dictionary) = arguments[0] {
            let names = dictionary.keys
            try run.charge(names.count * 4)
            for name in names.sorted(by: { $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars) }) {
                if !output.isEmpty { output.append(UInt8(ascii: "&")) }
                try appendEncoded(name, to: &output, run)
                output.append(UInt8(ascii: "="))
                try appendEncoded(run.text(dictionary[name] ?? .null), to: &output, run)
            }
        } else {
            try appendEncoded(run.text(arguments[0]), to: &output, run)
        }
        return .text(String(decoding: output, as: UTF8.self))
    }

    private static let upperHexDigits = Array("0123456789ABCDEF".utf8)

    private static func appendEncoded(_ text: String, to output: inout [UInt8], _ run: ArcadeRun) throws(ArcadeFailure) {
        try run.charge(text.utf8.count >> 5)
        let start = output.count
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: "~"), UInt8(ascii: "*"),
                UInt8(ascii: "'"), UInt8(ascii: "("), UInt8(ascii: ")"):
                output.append(byte)
            default:
                output.append(UInt8(ascii: "%"))
                output.append(upperHexDigits[Int(byte >> 4)])
                output.append(upperHexDigits[Int(byte & 15)])
            }
        }
        try run.chargeText(output, from: start)
    }
}
