// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Who matches a query, and how that changes: the core of continuous queries.
///
/// It can be pushed (``judge(_:in:)`` after each change of a track) or pulled (``changes(in:)`` from time to time, where several changes of a track
/// become one).
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

    private struct Member {
        var entity: UInt64
        /// The stamp of the latest observation when it was last told.
        var stamp: Int64
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
    package mutating func changes(in store: borrowing TrackStore) -> [Change] {
        var removed: [Change] = []
        var others: [Change] = []
        var kept: [UInt32: Member] = [:]
        for match in store.matches(of: query) {
            guard let entity = store.entity(match.number) else { continue }
            let stamp = store.stamps(match.number).changed
            kept[match.number] = Member(entity: entity, stamp: stamp)
            let before = members[match.number]
            if before?.entity != entity {
                others.append(Change(kind: .added, number: match.number, entity: entity))
            } else if before?.stamp != stamp {
                others.append(Change(kind: .updated, number: match.number, entity: entity))
            }
        }
        for (number, member) in members where kept[number]?.entity != member.entity {
            removed.append(Change(kind: .removed, number: number, entity: member.entity))
        }
        members = kept
        return removed.sorted { $0.entity < $1.entity } + others.sorted { $0.entity < $1.entity }
    }

    /// What the last change of a track means for the query; call it after each change of a track's latest observation, and when the track is gone.
    /// Two changes where the number stands for another entity now.
    package mutating func judge(_ number: UInt32, in store: borrowing TrackStore) -> [Change] {
        var result: [Change] = []
        let entity = store.entity(number)
        if let member = members[number], member.entity != entity {
            members[number] = nil
            result.append(Change(kind: .removed, number: number, entity: member.entity))
        }
        guard let entity else { return result }
        let stamp = store.stamps(number).changed
        let wasMember = members[number] != nil
        if store.isMatch(number, of: query) {
            guard members[number]?.stamp != stamp else { return result }
            members[number] = Member(entity: entity, stamp: stamp)
            result.append(Change(kind: wasMember ? .updated : .added, number: number, entity: entity))
        } else if wasMember {
            members[number] = nil
            result.append(Change(kind: .removed, number: number, entity: entity))
        }
        return result
    }
}
