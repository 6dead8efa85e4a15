// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteDynamicEntities
import VedetteModel

/// What one viewer sees of a query: the list of its members, of which it is told what changes. A core.
///
/// An entity that matches no longer stays in the list, and is told of, until the viewer dismisses it, it is gone, or too many others have followed.
struct ViewerQuery: Sendable {
    /// How an entity in the list stands to the query.
    enum Standing: String, Sendable {
        case matches
        /// It matched, and is there still.
        case former
        /// It matched, and is no longer there.
        case gone
    }

    private struct Row {
        var entity: UInt64
        var number: UInt32
        var track: String
        var standing = Standing.matches
        /// Since when it matches no longer.
        var since: Instant?
        /// The latest observation that was told; nil to tell it anew.
        var sentStamp: Int64?
    }

    /// The viewer's number for it.
    let number: Int
    let shared: SharedQuery
    /// The fields that the viewer wants of each entity; nil for all.
    let fields: Set<String>?
    /// Whether the viewer was told that the query runs.
    var isAnnounced = false
    /// Tracks of which the viewer wants all fields.
    private var expanded: Set<String> = []
    private var rows: [Row] = []
    /// Tracks that have left the list unasked.
    private var dropped: [String] = []
    private var sentCount: Int?
    /// The store's last change and the version of the answer that the viewer has been told; nil where something is left to tell.
    private var seen: (stamp: Int64, version: Int)?

    init(number: Int, shared: SharedQuery, fields: [String]?) {
        (self.number, self.shared, self.fields) = (number, shared, fields.map { Set($0) })
    }

    // MARK: What the viewer says

    /// The viewer wants all fields of these tracks, and of no others.
    mutating func expand(_ tracks: [String]) {
        let before = expanded
        expanded = Set(tracks)
        for index in rows.indices where before.contains(rows[index].track) != expanded.contains(rows[index].track) {
            rows[index].sentStamp = nil
        }
        seen = nil
    }

    /// The viewer wants to hear no more of these tracks, unless they match; nil for all that do not.
    mutating func dismiss(_ tracks: [String]?) {
        let unwanted = tracks.map { Set($0) }
        rows.removeAll { $0.standing != .matches && unwanted?.contains($0.track) ?? true }
    }

    // MARK: What the viewer is told

    /// The message about what has changed since the last one; nil where nothing has.
    ///
    /// - Complexity: O(rows), and O(bytes) of what is told.
    mutating func results(
        of finding: SharedQuery.Finding, in store: borrowing TrackStore, source: LiveSource, now: Instant
    ) -> [UInt8]? {
        let present = (stamp: store.lastStamp, version: finding.version)
        if let seen, seen == present { return nil }
        let count = judge(finding, in: store, now: now) + fill(from: finding, in: store)
        dropOldest()
        let (written, hasMore) = write(store, source)
        seen = hasMore ? nil : present
        guard sentCount != count || !written.isEmpty || !dropped.isEmpty else { return nil }
        sentCount = count
        defer { dropped = [] }
        return LiveMessages.results(of: number, count: count, rows: written, dropped: dropped, hasMore: hasMore)
    }

    /// Finds how each row stands; says how many match in all.
    ///
    /// The answer may be older than the store. Those in the list are judged as they are now, so that no attributes are shown that
    /// contradict the query.
    private mutating func judge(_ finding: SharedQuery.Finding, in store: borrowing TrackStore, now: Instant) -> Int {
        let answer = finding.answer
        let removed = store.lastStamp == answer.stamp ? [] : Set(store.removals.numbers(after: answer.stamp) ?? [])
        var count = answer.count
        for index in rows.indices {
            let row = rows[index]
            guard store.entity(row.number) == row.entity else {
                if row.standing != .gone {
                    rows[index].standing = .gone
                    if row.standing == .matches { rows[index].since = now }
                    rows[index].sentStamp = nil
                }
                if removed.contains(row.number), answer.contains(row.number) { count -= 1 }
                continue
            }
            let matched = answer.contains(row.number)
            let matches = Self.matches(row.number, finding, in: store)
            if matches != matched { count += matches ? 1 : -1 }
            guard matches != (row.standing == .matches) else { continue }
            rows[index].standing = matches ? .matches : .former
            rows[index].since = matches ? nil : now
            rows[index].sentStamp = nil
        }
        return count
    }

    private static func matches(_ number: UInt32, _ finding: SharedQuery.Finding, in store: borrowing TrackStore) -> Bool {
        let matched = finding.answer.contains(number)
        // Who is among the nearest depends on all others: for that the answer counts as it is.
        guard store.stamps(number).changed > finding.answer.stamp, let query = finding.query, query.nearest == nil else { return matched }
        return store.isMatch(number, of: query)
    }

    /// Puts members into the list while there is room; says by how much they change the count.
    private mutating func fill(from finding: SharedQuery.Finding, in store: borrowing TrackStore) -> Int {
        var room = QueryLimits.listed - rows.count { $0.standing == .matches }
        guard room > 0 else { return 0 }
        var change = 0
        let known = Set(rows.lazy.filter { $0.standing != .gone }.map(\.number))
        for number in finding.answer.members where !known.contains(number) {
            guard room > 0 else { break }
            guard let entity = store.entity(number), store.stamps(number).created <= finding.answer.stamp else { continue }
            guard Self.matches(number, finding, in: store) else {
                change -= 1
                continue
            }
            guard store.withName(number, { $0.count <= QueryLimits.listedTrackLength }) else { continue }
            let track = store.name(number)
            // A track that is back takes the place of what is left of it.
            rows.removeAll { $0.standing == .gone && $0.track == track }
            rows.append(Row(entity: entity, number: number, track: track))
            room -= 1
        }
        return change
    }

    private mutating func dropOldest() {
        let old = rows.indices.filter { rows[$0].standing != .matches }
        guard old.count > QueryLimits.former else { return }
        let oldest = old.sorted { (rows[$0].since ?? .distantPast, $0) < (rows[$1].since ?? .distantPast, $1) }
        let unwanted = Set(oldest.prefix(old.count - QueryLimits.former))
        dropped += unwanted.sorted().map { rows[$0].track }
        rows = rows.indices.filter { !unwanted.contains($0) }.map { rows[$0] }
    }

    /// Writes the rows that are not as the viewer has them, as many as a message takes.
    private mutating func write(_ store: borrowing TrackStore, _ source: LiveSource) -> (rows: [[UInt8]], hasMore: Bool) {
        var written: [[UInt8]] = []
        var size = 0
        let all = LiveMessages.ordered(store.schema.namedFields, source)
        for index in rows.indices {
            let row = rows[index]
            let isGone = row.standing == .gone
            let stamp = isGone ? 0 : store.stamps(row.number).changed
            guard row.sentStamp != stamp else { continue }
            guard size < QueryLimits.messageSize else { return (written, true) }
            let wanted = expanded.contains(row.track) ? nil : fields
            let shown = wanted.map { names in all.filter { names.contains($0.name) } } ?? all
            let number = isGone ? nil : row.number
            var text = LiveMessages.row(row.track, row.standing.rawValue, since: row.since, number: number, fields: shown, in: store)
            if text.count > QueryLimits.rowSize {
                text = LiveMessages.row(row.track, row.standing.rawValue, since: row.since, number: number, fields: [], in: store)
            }
            size += text.count
            written.append(text)
            rows[index].sentStamp = stamp
        }
        return (written, false)
    }
}

extension Instant {
    fileprivate static let distantPast = Instant(microsecondsSince1970: .min)
}
