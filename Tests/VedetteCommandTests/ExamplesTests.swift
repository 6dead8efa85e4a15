// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("Examples", .timeLimit(.minutes(10)))
struct ExamplesTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    @Test("a program prints what its README says, and ends", arguments: ["BotanicGarden", "ChargingStations", "FirstWalk", "AskFeatures"])
    func examples(_ name: String) async throws {
        let readme = try String(contentsOf: Self.root.appendingPathComponent("Examples/\(name)/README.md"), encoding: .utf8)
        // Indented lines behind the command line are what it prints.
        let indented = readme.split(separator: "\n").filter { $0.hasPrefix("    ") }.map { String($0.dropFirst(4)) }
        #expect(indented.first == "swift run \(name)")
        let outcome = try await Program.shell("cd '\(Self.root.path)' && \"$(dirname \"$0\")/\(name)\"")
        #expect(outcome.ending == .exited(0), "\(outcome.errors)")
        #expect(outcome.lines == Array(indented.dropFirst()))
    }
}
