// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization
public import VedetteLocation
import VedetteModel

/// A location source that plays a track of a GPX file, or a route, at the times that the file has.
///
/// A location comes as long after the first as its time is after that one's, divided by ``speed``, and keeps the time stamp that the file has, in every
/// round. A point without a time has no time stamp; it comes between its neighbours as it lies along the way, and of a track or route without any times
/// one comes each second. Speed and course are the file's, or else derived from the neighbouring points: the geodesic's length over the time, and
/// its azimuth. Heights (`ele`) are the z of positions.
///
/// At its end it begins anew, unless ``repeats`` is false: then it stays there, started, and goes on when ``currentLocationIndex`` is set. Stopped and
/// started, it goes on with the location that it told last.
public final class GPXLocationDataSource: LocationDataSource, @unchecked Sendable {
    // Sendable by hand: what changes is in the player, behind its lock.
    private let player: GPXPlayer

    /// The locations that are played, in their order.
    public var recordedLocations: [Location] { player.path.locations }

    /// What could not be read of the file, and why.
    public let issues: [FeedIssue]

    /// Plays a file: its first track that has points, else its first route that has.
    ///
    /// - Throws: ``FeedError`` where it cannot be read, is no GPX, or has neither a track nor a route with points.
    public convenience init(url: URL) throws {
        try self.init(data: GPXFile.read(url))
    }

    /// Plays a document: its first track that has points, else its first route that has.
    ///
    /// - Throws: ``FeedError`` where it is no GPX, or has neither a track nor a route with points.
    public convenience init(data: Data) throws {
        let document = try GPXDocument(data)
        if let track = document.tracks.first(where: { $0.segments.contains { !$0.points.isEmpty } }) {
            self.init(segments: track.segments.map(\.points), issues: document.issues)
        } else if let route = document.routes.first(where: { !$0.points.isEmpty }) {
            self.init(segments: [route.points], issues: document.issues)
        } else {
            let reason = document.issues.first.map { " (\($0))" } ?? ""
            throw FeedError(.noLocations, "the document has no track and no route with points\(reason); choose one that has")
        }
    }

    /// Plays a track, all its segments one after the other.
    public convenience init(track: GPXTrack) {
        self.init(segments: track.segments.map(\.points), issues: [])
    }

    /// Plays a route.
    public convenience init(route: GPXRoute) {
        self.init(segments: [route.points], issues: [])
    }

    init(segments: [[GPXPoint]], issues: [FeedIssue], timing: SourceTiming = .system) {
        let player = GPXPlayer(GPXPath(segments), timing: timing)
        (self.player, self.issues) = (player, issues)
        super.init(driver: LocationDriver { sink in try await player.run(sink) })
    }

    /// Seconds of the recording that are played in a second; 1 unless set. One that is not above 0 counts as 1. It can be set at any time.
    public var speed: Double {
        get { player.speed }
        set { player.speed = newValue }
    }

    /// Whether the recording begins anew at its end, a second behind its last location; true unless set.
    public var repeats: Bool {
        get { player.repeats }
        set { player.repeats = newValue }
    }

    /// The number of the location that was told last, or that a start tells first, from 0. Set while the source runs, that location comes at once;
    /// numbers beyond the ends are those of the ends.
    public var currentLocationIndex: Int {
        get { player.currentIndex }
        set { player.currentIndex = newValue }
    }
}

extension FeedError.Code {
    /// A recording has no locations that can be played.
    public static let noLocations = FeedError.Code(rawValue: "noLocations")
}

/// Reads a file of GPX as a whole.
private enum GPXFile {
    static func read(_ url: URL) throws -> Data {
        guard url.isFileURL else {
            throw FeedError(.unreadable, "\(url.absoluteString) is no file; load it, and play the data")
        }
        do {
            let values = try url.resourceValues(forKeys: [.isRegularFileKey, .fileSizeKey])
            guard values.isRegularFile == true else { throw FeedError(.unreadable, "\(url.path) is no file that can be read as a whole") }
            guard values.fileSize ?? 0 <= GPXDocument.maximumLength else {
                let limit = GPXDocument.maximumLength
                throw FeedError(.unreadable, "\(url.path) is longer than the \(limit) bytes that are read; split it")
            }
            return try Data(contentsOf: url)
        } catch let error as FeedError {
            throw error
        } catch {
            throw FeedError(.unreadable, "\(url.path) cannot be read: \((error as NSError).localizedDescription)")
        }
    }
}
