// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Feeds bytes to one parser. Built by `script/fuzz`, libFuzzer makes the bytes; built otherwise, the files named on the command line are
/// replayed. See README.md beside this file.
@main
struct Fuzzing {
    /// The environment variable that names the target: libFuzzer has the command line to itself.
    private static let variable = "VEDETTE_FUZZ_TARGET"

    /// The target that this process is for.
    static let target: FuzzTarget = {
        let name = ProcessInfo.processInfo.environment[variable] ?? ""
        guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
            fail(name.isEmpty ? "set \(variable) to the name of a target" : "there is no target \"\(name)\"")
        }
        return target
    }()

    static func main() {
        if CommandLine.arguments.dropFirst() == ["--list"] {
            FuzzTarget.all.forEach { print($0.name) }
            return
        }
        #if FUZZING
        _ = target
        exit(LibFuzzer.run())
        #else
        let paths = CommandLine.arguments.dropFirst()
        guard !paths.isEmpty else { fail("name the files to replay") }
        for path in paths {
            guard let data = FileManager.default.contents(atPath: path) else { fail("\(path) cannot be read") }
            // On its own in memory, as libFuzzer hands it over, so that a step too far is seen.
            Array(data).withUnsafeBytes { target.run($0) }
            print("\(target.name): \(path) passed")
        }
        #endif
    }

    private static func fail(_ message: String) -> Never {
        let usage = """
            usage: \(variable)=TARGET Fuzzing FILE...    replays files
                   Fuzzing --list                         names the targets
            """
        FileHandle.standardError.write(Data("error: \(message)\n\(usage)\n".utf8))
        exit(2)
    }
}
