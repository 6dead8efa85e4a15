// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Vedette
import VedetteModel

/// The newest notifications, numbered, ready to be sent: a core.
struct NotificationLog: Sendable {
    /// How many are kept.
    static let capacity = 1_000
    /// How many a new viewer is told.
    static let backlog = 100
    /// How many stays are remembered in order to say how long they were.
    private static let maximumStays = 100_000

    /// Whom an event is about: a track of a source, or the device of a location.
    enum Watched: Equatable, Sendable {
        case source(Int)
        case location(Int, name: String)
    }

    private var messages: [[UInt8]] = []
    /// The number of the newest message; messages are numbered from 1.
    private(set) var count = 0

    private struct Stay: Hashable {
        var trigger: String
        var track: String
        var fence: String
    }

    private var stays: [Stay: Instant] = [:]

    mutating func append(_ info: FenceGeotriggerNotificationInfo, of watched: Watched) {
        let name = (info.fenceGeoElement.attributes["name"] as? String) ?? info.fenceID
        let kind = info.fenceNotificationType.rawValue
        var object = LiveMessages.Object()
        object.add("type", "notification")
        object.add("id", info.eventID.description)
        object.add("kind", kind)
        let track: String
        switch watched {
        case .source(let source):
            track = info.feedElementID
            object.add("source", source)
        case .location(let location, let name):
            track = name
            object.add("device", location)
        }
        object.add("track", track)
        object.add("fence", info.fenceID)
        object.add("fenceName", name)
        object.add("time", info.time.description)
        object.add("location", raw: LiveMessages.place(info.feedLocation.position.x, info.feedLocation.position.y))
        object.add("message", "\(track) \(kind) \(name)")
        if let seconds = endStay(info) { object.add("insideSeconds", (seconds * 10).rounded() / 10) }
        messages.append(object.text)
        count += 1
        if messages.count > 2 * Self.capacity { messages.removeFirst(messages.count - Self.capacity) }
    }

    /// Remembers an entry; for an exit, says how many seconds the stay has lasted where its entry is remembered.
    private mutating func endStay(_ info: FenceGeotriggerNotificationInfo) -> Double? {
        let stay = Stay(trigger: info.geotriggerMonitor.geotrigger.name, track: info.feedElementID, fence: info.fenceID)
        switch info.fenceNotificationType {
        case .entered:
            if stays.count < Self.maximumStays { stays[stay] = info.time }
            return nil
        case .exited: return stays.removeValue(forKey: stay).map { info.time.seconds(since: $0) }
        }
    }

    /// The messages after number `cursor`, which is moved on, and how many that were between are gone.
    func messages(after cursor: inout Int, maximum: Int) -> (messages: [[UInt8]], missed: Int) {
        let oldest = count - messages.count
        let missed = max(0, oldest - cursor)
        let start = max(cursor, oldest)
        let end = min(count, start + maximum)
        cursor = end
        return (Array(messages[(start - oldest)..<(end - oldest)]), missed)
    }

    /// Where a new viewer begins.
    var newViewerCursor: Int { max(0, count - Self.backlog) }
}
