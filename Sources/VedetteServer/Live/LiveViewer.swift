// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteModel

/// What the server remembers of one viewer: a core that decides what may be sent to it when.
struct LiveViewer: Sendable {
    /// The most frames sent and not acknowledged, beside those that continue one.
    static let maximumUnacknowledged = 2
    /// A viewer is sent a frame at least this often, in seconds, so that it knows that the connection lives.
    static let heartbeat = 1.0
    /// The most messages that a viewer may send in a second.
    static let maximumMessagesPerSecond = 200

    /// One for each source.
    var cursors: [LiveCursor]
    /// The last frame sent.
    var sequence: UInt32 = 0
    /// The last frames of each group that was sent and is not yet acknowledged, oldest first.
    private var unacknowledged: [UInt32] = []
    private(set) var lastFrameAt: Instant?
    private(set) var lastAcknowledgementAt: Instant

    /// Whether it knows classes of symbols, labels, parts of the world and cells.
    var isDisplaying = false
    /// Whether it reads frames with compact columns.
    var isCompact = false
    /// Whether it draws a scene now.
    var isDrawingScene = false
    /// What it has been told of graphics, and of the camera of a scene.
    var graphicsCursor: GraphicsBoard.Cursor = []
    var sceneCursor = SceneBoard.Cursor()
    /// What it sees, where it has said so.
    var view: LocationWish.View?
    /// What it looks for by name, and has not been answered yet.
    var find: FindWish?
    /// What it has been told beside frames, one for each source.
    var scenes: [ViewerScene]

    /// The queries that it runs.
    var queries: [ViewerQuery] = []

    /// The location that it shows.
    var location = ViewerLocation()

    /// What it knows of drawn fences; nil for nothing.
    var fenceCursor: Int?
    var fenceFaultRevision = 0

    /// The viewpoint of a view that shares its own which it was told last; nil for none.
    var viewpointSequence: Int?
    /// The newest of its own moves that the server has taken; 0 for none.
    var move = 0

    /// The selected track.
    private(set) var selection: Selection?
    /// Notifications with numbers up to this one were sent or missed.
    var notificationCursor: Int

    private var messageWindow = Instant(microsecondsSince1970: 0)
    private var messageCount = 0

    struct Selection: Equatable, Sendable {
        var source: Int
        var track: String
        /// The stamp of what was sent last; nil to send it anew.
        var sentStamp: Int64?
        /// Whether the viewer was told that the track is not there.
        var isToldGone = false
    }

    init(sourceCount: Int, notificationCursor: Int, now: Instant) {
        cursors = Array(repeating: LiveCursor(), count: sourceCount)
        scenes = Array(repeating: ViewerScene(), count: sourceCount)
        self.notificationCursor = notificationCursor
        lastAcknowledgementAt = now
    }

    /// Whether the viewer can take another frame.
    var isReadyForFrame: Bool { unacknowledged.count < Self.maximumUnacknowledged }

    /// Whether a frame is due even if nothing has changed.
    func isHeartbeatDue(at now: Instant) -> Bool {
        lastFrameAt.map { now.seconds(since: $0) >= Self.heartbeat } ?? true
    }

    /// Whether the viewer has left frames unacknowledged for `patience` seconds.
    func isStalled(at now: Instant, patience: Double) -> Bool {
        !unacknowledged.isEmpty && now.seconds(since: lastAcknowledgementAt) > patience
    }

    /// Notes that a group of frames was sent, the last of which has the number ``sequence``.
    mutating func didSendFrames(at now: Instant) {
        // Patience begins anew for a viewer that had nothing to acknowledge.
        if unacknowledged.isEmpty { lastAcknowledgementAt = now }
        unacknowledged.append(sequence)
        lastFrameAt = now
    }

    mutating func acknowledge(_ frame: UInt32, at now: Instant) {
        let before = unacknowledged.count
        unacknowledged.removeAll { $0 <= frame }
        if unacknowledged.count < before { lastAcknowledgementAt = now }
    }

    mutating func select(_ track: String?, of source: Int) {
        selection = track.map { Selection(source: source, track: $0) }
    }

    mutating func didSendSelection(stamp: Int64?) {
        selection?.sentStamp = stamp
        selection?.isToldGone = stamp == nil
    }

    /// Counts a message from the viewer; false where there are too many.
    mutating func countMessage(at now: Instant) -> Bool {
        if now.seconds(since: messageWindow) >= 1 {
            messageWindow = now
            messageCount = 0
        }
        messageCount += 1
        return messageCount <= Self.maximumMessagesPerSecond
    }
}
