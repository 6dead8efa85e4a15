// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// One connection to a GeoPackage: one caller at a time, others wait for their turn.
struct GeoPackageDatabase: Sendable {
    private static let sqliteMagic = Data("SQLite format 3\0".utf8)
    /// "GPKG", and "GP10" and "GP11" of files before version 1.2.
    private static let applicationIDs: Set<Int> = [0x4750_4B47, 0x4750_3130, 0x4750_3131]
    private static let applicationID = 0x4750_4B47
    /// Version 1.3.0.
    private static let userVersion = 10_300

    private let queue: DatabaseQueue
    let path: String
    let isReadOnly: Bool

    // MARK: Opening

    /// Opens a file that is there.
    ///
    /// - Throws: ``StoreError`` that says what the file is not.
    init(opening path: String) throws {
        self.path = path
        try Self.checkFile(path)
        isReadOnly = !FileManager.default.isWritableFile(atPath: path)
        do {
            queue = try DatabaseQueue(path: path, configuration: Self.configuration(isReadOnly: isReadOnly))
        } catch {
            throw Self.storeError(error, path)
        }
        try perform(queue.read) { database in
            guard try database.tableExists("gpkg_contents"), try database.tableExists("gpkg_spatial_ref_sys") else {
                let id = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
                throw StoreError(
                    .wrongFormat,
                    Self.applicationIDs.contains(id)
                        ? "\(path) calls itself a GeoPackage but lacks the tables gpkg_contents and gpkg_spatial_ref_sys; it was not finished"
                        : "\(path) is an SQLite database but no GeoPackage: it has no table gpkg_contents; convert it, for example with ogr2ogr"
                )
            }
        }
    }

    /// Makes a new file.
    init(creating path: String) throws {
        self.path = path
        isReadOnly = false
        guard !FileManager.default.fileExists(atPath: path) else {
            throw StoreError(.alreadyExists, "\(path) is there already; open it, or choose another name")
        }
        let folder = (path as NSString).deletingLastPathComponent
        guard folder.isEmpty || FileManager.default.fileExists(atPath: folder) else {
            throw StoreError(.notFound, "the folder \(folder) is not there; make it first")
        }
        do {
            queue = try DatabaseQueue(path: path, configuration: Self.configuration(isReadOnly: false))
        } catch {
            throw Self.storeError(error, path)
        }
        try perform(queue.write) { database in
            try database.execute(sql: "PRAGMA application_id = \(Self.applicationID)")
            try database.execute(sql: "PRAGMA user_version = \(Self.userVersion)")
            try database.execute(sql: GeoPackageSpatialReferences.table)
            try GeoPackageSpatialReferences.insertRequired(in: database)
            try database.execute(sql: GeoPackageContents.tables)
        }
    }

    /// SQLite's rollback journal, not its write-ahead log: a file that is handed on must be whole by itself.
    private static func configuration(isReadOnly: Bool) -> Configuration {
        var configuration = Configuration()
        configuration.readonly = isReadOnly
        configuration.busyMode = .timeout(10)
        configuration.label = "vedette.geopackage"
        configuration.prepareDatabase { GeoPackageFunctions.register(in: $0) }
        return configuration
    }

    /// Tells files that are something else, or cut off, before SQLite says less about them.
    private static func checkFile(_ path: String) throws {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw StoreError(.notFound, "\(path) is not there; check the name (a program makes a new one with GeoPackage.create)")
        }
        guard !isFolder.boolValue else { throw StoreError(.wrongFormat, "\(path) is a folder; name a .gpkg file in it") }
        guard let handle = FileHandle(forReadingAtPath: path) else {
            throw StoreError(.failed, "\(path) cannot be read; check who may read it")
        }
        defer { try? handle.close() }
        guard let size = try? handle.seekToEnd(), (try? handle.seek(toOffset: 0)) != nil else {
            throw StoreError(.failed, "\(path) cannot be read; check the disk")
        }
        // Nothing is read at the end of a file.
        let head = (try? handle.read(upToCount: 100)) ?? Data()
        guard head.prefix(16) == sqliteMagic else {
            throw StoreError(
                .wrongFormat,
                size == 0
                    ? "\(path) is empty; it is no GeoPackage yet; delete it (a program makes a new one with GeoPackage.create)"
                    : "\(path) is not a GeoPackage: it does not begin as an SQLite database does")
        }
        guard head.count == 100 else { throw StoreError(.corrupt, "\(path) is cut off; get a whole copy") }
        func number(_ offset: Int) -> UInt64 { head[offset..<offset + 4].reduce(0) { $0 << 8 | UInt64($1) } }
        // The count of pages holds only where the change counter says that it was written with it (SQLite file format, 1.3.7).
        let pageSize = number(16) >> 16 == 1 ? 65_536 : number(16) >> 16
        if number(24) == number(92), number(28) > 0, size < number(28) * pageSize {
            throw StoreError(.corrupt, "\(path) is cut off: it has \(size) of \(number(28) * pageSize) bytes; get a whole copy")
        }
    }

    // MARK: Using

    func read<Result: Sendable>(_ body: @escaping @Sendable (Database) throws -> Result) async throws -> Result {
        try await told { try await queue.read(body) }
    }

    /// Runs `body` in a transaction: all of it, or nothing.
    func write<Result: Sendable>(_ body: @escaping @Sendable (Database) throws -> Result) async throws -> Result {
        guard !isReadOnly else { throw StoreError(.readOnly, "\(path) may only be read; make it writable, or work on a copy") }
        return try await told { try await queue.write(body) }
    }

    private func told<Result>(_ body: () async throws -> Result) async throws -> Result {
        do {
            return try await body()
        } catch let error as DatabaseError {
            throw Self.storeError(error, path)
        }
    }

    private func perform<Result>(_ access: ((Database) throws -> Result) throws -> Result, _ body: (Database) throws -> Result) throws
        -> Result
    {
        do {
            return try withoutActuallyEscaping(body) { try access($0) }
        } catch let error as DatabaseError {
            throw Self.storeError(error, path)
        }
    }

    private static func storeError(_ error: any Error, _ path: String) -> any Error {
        guard let error = error as? DatabaseError else { return error }
        let (code, mend): (StoreError.Code, String) =
            switch error.resultCode {
            case .SQLITE_CORRUPT, .SQLITE_NOTADB: (.corrupt, "is damaged; get a whole copy")
            case .SQLITE_BUSY, .SQLITE_LOCKED: (.busy, "is being written by another program; try again when it is done")
            case .SQLITE_READONLY, .SQLITE_PERM: (.readOnly, "cannot be written; make it writable, or work on a copy")
            case .SQLITE_CANTOPEN: (.failed, "cannot be opened; check the folder and who may write to it")
            case .SQLITE_FULL: (.failed, "cannot grow: the disk is full; make room")
            case .SQLITE_IOERR: (.failed, "cannot be read or written; check the disk")
            case .SQLITE_INTERRUPT: (.failed, "was interrupted")
            case .SQLITE_CONSTRAINT: (.invalidDefinition, "has a rule that the change breaks")
            default: (.failed, "cannot be used as asked")
            }
        return StoreError(code, "\(path) \(mend) (SQLite: \(error.message ?? "no reason given"))", cause: error)
    }
}
