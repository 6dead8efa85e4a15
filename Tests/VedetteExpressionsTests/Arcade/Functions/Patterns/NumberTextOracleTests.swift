// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import VedetteExpressions

/// Random numbers as Python's `repr` and `decimal` have them, which share nothing with ours.
@Suite(.enabled(if: NumberTextOracle.isInstalled, "Vendor/python is missing; run script/bootstrap test"))
struct NumberTextOracleTests {
    @Test func numbersAreWrittenAsTheOracleWritesThem() throws {
        let cases = try NumberTextOracle.cases(count: 2_000, seed: 20_261_122)
        #expect(cases.count == 2_000)
        for it in cases {
            let value = try Double(bitPattern: #require(UInt64(it.bits, radix: 16)))
            #expect(ArcadeNumberText.text(of: value) == it.text)
            let pattern = "#,##0" + (it.places > 0 ? "." + String(repeating: "0", count: it.places) : "")
            #expect(ArcadeNumberPattern(pattern).text(of: value) == it.rounded, "\(it.text) to \(it.places) places")
            #expect(ArcadeNumberPattern(pattern).number(in: it.rounded) == Double(it.rounded.replacing(",", with: "")))
        }
    }
}

/// The cases of `Tests/Oracles/number_text_oracle.py`.
struct NumberTextOracle: Decodable {
    /// The double, in hexadecimal.
    let bits: String
    let text: String
    let places: Int
    let rounded: String

    private static let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().pathComponents.dropLast(6).joined(separator: "/")
        .dropFirst()
    private static let python = String(root + "/Vendor/python/bin/python")

    static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: python) }

    struct Failure: Error {}

    static func cases(count: Int, seed: Int) throws -> [NumberTextOracle] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: python)
        process.arguments = [root + "/Tests/Oracles/number_text_oracle.py", "\(count)", "\(seed)"]
        process.environment = ProcessInfo.processInfo.environment.merging(["PYTHONDONTWRITEBYTECODE": "1"]) { $1 }
        process.standardInput = FileHandle.nullDevice
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure() }
        return try data.split(separator: UInt8(ascii: "\n")).map { try JSONDecoder().decode(NumberTextOracle.self, from: $0) }
    }
}
