// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Vedette

/// Small files of text that options name.
enum TextFile {
    /// Files beyond this are no script and no context, in bytes.
    private static let maximumSize = 64 << 20

    /// Reads a file or a pipe; `-` is standard input.
    static func contents(of path: String) throws -> String {
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
            throw CommandFailure("\(path) is a folder; name a file in it")
        }
        guard let file = path == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: path) else {
            throw CommandFailure("\(path) cannot be read: \(String(cString: strerror(errno)))")
        }
        var bytes = Data()
        do {
            // A pipe has no size, so what comes is counted.
            while let more = try file.read(upToCount: 1 << 20), !more.isEmpty {
                bytes.append(more)
                guard bytes.count <= maximumSize else { throw CommandFailure("\(path) is longer than \(maximumSize) bytes") }
            }
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw CommandFailure("\(path) cannot be read: \(error.localizedDescription)")
        }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        guard let text = String(bytes: bytes, encoding: .utf8) else {
            throw CommandFailure(status: CommandFailure.badUsage, "\(path) is not UTF-8 text")
        }
        return text
    }
}
