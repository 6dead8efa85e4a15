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
    /// The most characters of a message.
    static let messageLength = 1_000
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

    /// Keeps a notification. `message` is what is said of it; nil for who did what.
    mutating func append(_ info: FenceGeotriggerNotificationInfo, of watched: Watched, message: String? = nil, explanation: String? = nil) {
        let name = (info.fenceGeoElement.attributes["name"] as? String) ?? info.fenceID
        let kind = info.fenceNotificationType.rawValue
        var object = LiveMessages.Object()
        object.add("type", "notification")
        object.add("id", info.eventID.description)
        object.add("number", count + 1)
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
        object.add("location", raw: LiveMessages.place(info.place.x, info.place.y))
        object.add("message", message.map { LiveMessages.cut($0, Self.messageLength) } ?? "\(track) \(kind) \(name)")
        if let confirmed = info.confirmedAt { object.add("confirmedAt", confirmed.description) }
        if info.cause != .fix { object.add("cause", info.cause.rawValue) }
        if let explanation { object.add("explanation", LiveMessages.cut(explanation, Self.messageLength)) }
        if let seconds = endStay(info) { object.add("insideSeconds", (seconds * 10).rounded() / 10) }
        messages.append(object.text)
        count += 1
        if messages.count > 2 * Self.capacity { messages.removeFirst(messages.count - Self.capacity) }
    }

    /// Remembers an entry; for an exit, says how many seconds the stay has lasted where its entry is remembered.
    private mutating func endStay(_ info: FenceGeotriggerNotificationInfo) -> Double? {
        let stay = Stay(trigger: info.geotriggerMonitor.geotrigger.name, track: info.feedElementID, fence: info.fenceID)
        if info.fenceNotificationType == .entered, stays.count < Self.maximumStays { stays[stay] = info.time }
        guard info.fenceNotificationType == .exited else { return nil }
        return stays.removeValue(forKey: stay).map { info.time.seconds(since: $0) }
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

    /// Where a viewer goes on that has had all up to a number; nil for one that is not there yet.
    func cursor(after number: Int) -> Int? { (0...count).contains(number) ? number : nil }

    /// Where a new viewer begins.
    var newViewerCursor: Int { max(0, count - Self.backlog) }
}

/// How far a viewer has been told notifications, and by which start of the server.
struct NotificationPlace: Equatable, Sendable {
    var server: String
    var number: Int

    init(server: String, number: Int) {
        (self.server, self.number) = (server, number)
    }

    /// Reads `after` and `server` of the address of the socket; nil where they are not there.
    init?(address: String) {
        let values = ViewerAddress.values(of: address)
        guard let server = values["server"], let number = values["after"].flatMap({ Int($0) }), number >= 0 else { return nil }
        self.init(server: String(server), number: number)
    }
}

/// What a viewer says by the address that it opens.
struct ViewerAddress: Equatable, Sendable {
    /// How far it has been told notifications; nil for one that is new.
    var place: NotificationPlace?
    /// Whether it knows classes of symbols, labels, parts of the world and cells: `display=1`.
    var isDisplaying = false
    /// Whether it reads compact columns: `compact=1`.
    var isCompact = false

    init() {}

    init(_ address: String) {
        place = NotificationPlace(address: address)
        let values = Self.values(of: address)
        (isDisplaying, isCompact) = (values["display"] == "1", values["compact"] == "1")
    }

    /// The members of the query of an address; none where it is too long.
    fileprivate static func values(of address: String) -> [Substring: Substring] {
        guard let query = address.split(separator: "?", maxSplits: 1).dropFirst().first, query.utf8.count <= 200 else { return [:] }
        var values: [Substring: Substring] = [:]
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1)
            if parts.count == 2 { values[parts[0]] = parts[1] }
        }
        return values
    }
}
