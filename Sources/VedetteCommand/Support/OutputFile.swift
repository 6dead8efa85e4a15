// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A file that a command writes whole at its end.
struct OutputFile {
    let path: String

    /// Makes sure that it can be written, before hours of work are lost because it cannot.
    ///
    /// - Throws: bad usage, named by the option that names the file.
    func check(_ option: String) throws {
        func fail(_ reason: String) -> CommandFailure {
            CommandFailure(status: CommandFailure.badUsage, "\(option): \(path) cannot be written: \(reason)")
        }
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
            throw fail("it is a folder; name a file in it")
        }
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
            throw fail("there is no folder \(folder)")
        }
        // It is written beside and put into place, so that what was there stays until all of it is written.
        guard FileManager.default.isWritableFile(atPath: folder) else { throw fail("nothing can be made in \(folder)") }
    }

    /// Writes it anew; what was there stays until all of it is written.
    func write(_ data: Data) throws {
        do {
            try data.write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw CommandFailure("\(path) cannot be written: \(error.localizedDescription)")
        }
    }
}
