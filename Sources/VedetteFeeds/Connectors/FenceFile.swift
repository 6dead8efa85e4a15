// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteFences

/// Reads fences from GeoJSON: a FeatureCollection, features one a line, or a single feature or geometry.
package enum FenceFile {
    /// The longest single fence, in bytes.
    private static let maximumRecordLength = 1 << 26

    /// - Parameters:
    ///   - address: where the file is.
    ///   - idField: the property that holds a fence's id; nil for the feature's own id, else its place in the file.
    ///   - keepsGeometry: whether the geometries are wanted for drawing.
    ///   - making: what becomes of geometries: a buffer, repair.
    ///   - threadCount: how many threads read.
    ///   - onIssue: told of each fence that cannot be used; the others are.
    ///   - onProgress: told now and then how many fences there are so far.
    /// - Returns: the fences that can be used, in the order of the file.
    /// - Throws: ``FeedError`` where the file cannot be read to its end, two fences have the same id, or there are too many.
    package static func read(
        _ address: FeedAddress, idField: String?, keepsGeometry: Bool = false, making: FenceMaking = FenceMaking(), threadCount: Int = 1,
        onIssue: (FeedIssue) -> Void, onProgress: (Int) -> Void = { _ in }
    ) async throws -> FenceSet {
        var options = FeedOptions(format: .geojson)
        options.maximumRecordLength = maximumRecordLength
        let reader = try await FeedReader(address, options: options)
        var collector = FenceCollector(
            decoder: FenceDecoder(idField: idField, keepsGeometry: keepsGeometry, making: making), threadCount: threadCount)
        while let block = try await reader.next() {
            var issues = block.issues
            try collector.add(block.records, in: block.bytes, issues: &issues)
            issues.sort { $0.line < $1.line }
            issues.forEach(onIssue)
            onProgress(collector.fences.count)
        }
        do throws(FenceIndexError) {
            return try FenceSet(collector.fences)
        } catch {
            throw FeedError(.tooManyFences, error.description)
        }
    }
}
