// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Vedette

/// Why a command ends without having done its work, and with which exit status.
struct CommandFailure: Error {
    static let workFailed: Int32 = 1
    static let badUsage: Int32 = 2
    static let interrupted: Int32 = 130

    let status: Int32
    /// For standard error: what is wrong and how to mend it.
    let message: String

    init(status: Int32 = workFailed, _ message: String) {
        self.status = status
        self.message = "vedette: \(message)"
    }

    /// - Parameters:
    ///   - error: what reading it threw.
    ///   - source: the name of the file or address that was read.
    init(_ error: FeedError, source: String?) {
        let isUsage = [.unknownFormat, .missingColumn, .duplicateFence].contains(error.code)
        // An unreadable source is named in the message already.
        let prefix = error.code == .unreadable ? "" : source.map { "\($0): " } ?? ""
        self.init(status: isUsage ? Self.badUsage : Self.workFailed, "\(prefix)\(error)")
    }

    /// Names the source in whatever reading it throws.
    static func naming<Result>(_ address: FeedAddress, _ body: () async throws -> Result) async throws -> Result {
        do {
            return try await body()
        } catch let error as FeedError {
            throw CommandFailure(error, source: address.name)
        }
    }
}
