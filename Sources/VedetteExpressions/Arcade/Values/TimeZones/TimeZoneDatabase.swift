// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// The zones of the IANA time zone database as the system has it, each read once.
enum TimeZoneDatabase {
    /// Where systems keep it.
    private static let folders = ["/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo", "/etc/zoneinfo"]

    /// Paths of files by the name of the zone in lower case, with the name as it is spelled.
    private static let files: [String: (name: String, path: String)] = {
        guard let folder = folders.first(where: { FileManager.default.fileExists(atPath: $0 + "/Etc/UTC") }) else { return [:] }
        var files: [String: (name: String, path: String)] = [:]
        // Copies of all zones under other rules, and files that are no zones.
        let others: Set = ["posix", "right", "posixrules", "localtime", "Factory"]
        func visit(_ path: String, depth: Int) {
            for entry in (try? FileManager.default.contentsOfDirectory(atPath: folder + path)) ?? [] {
                guard !(path.isEmpty && others.contains(entry)), entry.first?.isUppercase == true || !path.isEmpty,
                    !entry.contains(".")
                else { continue }
                var isFolder: ObjCBool = false
                let file = path + "/" + entry
                guard FileManager.default.fileExists(atPath: folder + file, isDirectory: &isFolder) else { continue }
                if isFolder.boolValue {
                    if depth < 3 { visit(file, depth: depth + 1) }
                } else {
                    let name = String(file.dropFirst())
                    files[name.lowercased()] = (name, folder + file)
                }
            }
        }
        visit("", depth: 0)
        return files
    }()

    /// What was read; nil for files that could not be. There are no more entries than the database has names.
    private static let tables = Mutex<[String: TimeZoneTable?]>([:])

    /// Whether the system has a database at all.
    static var isInstalled: Bool { !files.isEmpty }

    static var names: some Collection<String> { files.values.lazy.map(\.name) }

    /// The zone called `name`, in any case.
    static func zone(named name: String) -> (name: String, table: TimeZoneTable)? {
        let key = name.lowercased()
        guard let (name, path) = files[key] else { return nil }
        let table = tables.withLock { tables in
            if let known = tables[key] { return known }
            let table = FileManager.default.contents(atPath: path).flatMap { TimeZoneFile.table(Array($0)) }
            tables[key] = .some(table)
            return table
        }
        return table.map { (name, $0) }
    }
}
