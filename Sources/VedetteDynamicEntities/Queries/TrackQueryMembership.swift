// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Who matches a query, and how that changes: the core of continuous queries.
///
/// It can be pushed (``judge(_:in:)`` after each change of a track) or pulled (``changes(in:)`` from time to time, where several changes of a track
/// become one), and also now the one, now the other. A query in which tracks depend on each other (``TrackQuery/dependsOnOthers``) can only be pulled.
package struct TrackQueryMembership: Sendable {
    package struct Change: Equatable, Sendable {
        package enum Kind: UInt8, Sendable {
            /// It matches, and did not.
            case added
            /// It matches still, by another observation.
            case updated
            /// It matches no longer.
            case removed
        }

        package var kind: Kind
        package var number: UInt32
        package var entity: UInt64
    }

    package let query: TrackQuery

    private struct Member: Equatable {
        var entity: UInt64
        /// Which observation of the entity it matched by when it was last told.
        var sequence: UInt32
    }

    private var members: [UInt32: Member] = [:]

    package init(query: TrackQuery) {
        self.query = query
    }

    /// How many match.
    package var count: Int { members.count }

    /// The numbers of those that match, in no order.
    package var numbers: some Sequence<UInt32> { members.keys }

    /// What has changed since the last call: removals first, then the others, each in ascending order of entity id.
    ///
    /// - Complexity: that of ``TrackStore/matches(of:)``, and O(members).
    package mutating func changes(in store: borrowing TrackStore) -> [Change] {
        var removed: [Change] = []
        var others: [Change] = []
        var kept: [UInt32: Member] = [:]
        for match in store.matches(of: query) {
            guard let entity = store.entity(match.number) else { continue }
            let member = Member(entity: entity, sequence: match.row.sequence)
            kept[match.number] = member
            let before = members[match.number]
            guard before != member else { continue }
            others.append(Change(kind: before?.entity == entity ? .updated : .added, number: match.number, entity: entity))
        }
        for (number, member) in members where kept[number]?.entity != member.entity {
            removed.append(Change(kind: .removed, number: number, entity: member.entity))
        }
        members = kept
        return removed.sorted { $0.entity < $1.entity } + others.sorted { $0.entity < $1.entity }
    }

    /// What the last change of a track means for the query; call it after each change of a track, late observations and purges included, and when
    /// the track is gone. Two changes where the number stands for another entity now.
    package mutating func judge(_ number: UInt32, in store: borrowing TrackStore) -> [Change] {
        judge(CollectionOfOne(number), in: store)
    }

    /// What the last changes of some tracks mean for the query, in the order of the numbers; as ``judge(_:in:)``, and cheaper for many.
    ///
    /// - Complexity: O(numbers).
    package mutating func judge(_ numbers: some Sequence<UInt32>, in store: borrowing TrackStore) -> [Change] {
        var result: [Change] = []
        var test = query.condition.map { TrackTest($0, store) }
        for number in numbers {
            var before = members[number]
            let entity = store.entity(number)
            if let member = before, member.entity != entity {
                members[number] = nil
                before = nil
                result.append(Change(kind: .removed, number: number, entity: member.entity))
            }
            guard let entity else { continue }
            // The attributes of an observation never change: what matched by it does still.
            if query.time == nil, let before, before.sequence == store.latest(number).sequence { continue }
            if let row = store.match(number, query, &test) {
                let member = Member(entity: entity, sequence: row.sequence)
                guard before != member else { continue }
                members[number] = member
                result.append(Change(kind: before == nil ? .added : .updated, number: number, entity: entity))
            } else if before != nil {
                members[number] = nil
                result.append(Change(kind: .removed, number: number, entity: entity))
            }
        }
        return result
    }
}
