// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteExpressions

/// Reads every file of a folder as a script: `VEDETTE_ARCADE_SCRIPTS=FOLDER swift test --filter ArcadeScriptFolderTests`. What cannot be read, or does
/// not pass the checks in the free profile, is printed; the test fails where a script cannot be read.
@Suite struct ArcadeScriptFolderTests {
    static let folder = ProcessInfo.processInfo.environment["VEDETTE_ARCADE_SCRIPTS"]

    @Test(.enabled(if: folder != nil, "VEDETTE_ARCADE_SCRIPTS names no folder"))
    func scriptsOfAFolderAreRead() throws {
        let folder = try URL(filePath: #require(Self.folder))
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        var (readCount, passedCount) = (0, 0)
        for file in files.sorted(by: { $0.path < $1.path }) {
            let source = String(decoding: try Data(contentsOf: file), as: UTF8.self)
            do throws(ArcadeError) {
                let script = try ArcadeParser.parse(source)
                readCount += 1
                do throws(ArcadeError) {
                    try ArcadeChecker.check(script, profile: .any)
                    passedCount += 1
                } catch {
                    print("check \(file.lastPathComponent): \(error)")
                }
            } catch {
                print("parse \(file.lastPathComponent): \(error)")
            }
        }
        print("\(readCount) of \(files.count) scripts can be read, \(passedCount) pass the checks")
        #expect(readCount == files.count)
    }
}
