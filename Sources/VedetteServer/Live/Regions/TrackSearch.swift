// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteDynamicEntities
import VedetteGeometry
import VedetteModel

/// What a viewer looks for by name in sources that it is told only a part of.
struct FindWish: Equatable, Sendable {
    /// The longest text, in bytes.
    static let maximumLength = 100

    var request: Int
    var text: String
}

/// Finds tracks by a part of their names: a core.
enum TrackSearch {
    /// The most tracks of an answer.
    static let maximumCount = 20

    struct Found: Equatable {
        var number: UInt32
        /// Whether the name begins with the text.
        var isBeginning: Bool
    }

    /// The tracks whose id has a text in it, those first that begin with it, then in the order of their numbers. ASCII letters count in any case, others as they
    /// are.
    ///
    /// - Returns: at most ``maximumCount``, and how many there are in all.
    /// - Complexity: O(bytes of all ids).
    static func tracks(with text: String, in store: borrowing TrackStore) -> (found: [Found], count: Int) {
        let wanted = text.utf8.map(folded)
        guard let first = wanted.first else { return ([], 0) }
        var beginnings: [Found] = []
        var others: [Found] = []
        var count = 0
        for number in 0..<UInt32(store.numberCount) where store.entity(number) != nil {
            let place = store.withName(number) { name -> Int? in
                guard name.count >= wanted.count else { return nil }
                for start in 0...(name.count - wanted.count) where folded(name[start]) == first {
                    var length = 1
                    while length < wanted.count, folded(name[start + length]) == wanted[length] { length += 1 }
                    if length == wanted.count { return start }
                }
                return nil
            }
            guard let place else { continue }
            count += 1
            if place == 0 {
                if beginnings.count < maximumCount { beginnings.append(Found(number: number, isBeginning: true)) }
            } else if others.count < maximumCount {
                others.append(Found(number: number, isBeginning: false))
            }
        }
        return (Array((beginnings + others).prefix(maximumCount)), count)
    }

    private static func folded(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }
}

extension LiveHub {
    /// The answer to what the viewer looks for, of the sources that it is told only a part of; the newest wish alone counts.
    func findMessage(for viewer: inout LiveViewer) -> [UInt8]? {
        guard let wish = viewer.find else { return nil }
        viewer.find = nil
        var rows: [[UInt8]] = []
        var count = 0
        for (index, source) in sources.enumerated() where viewer.cursors[index].region != nil {
            let (told, all) = source.dataSource.entityStore.withStore { store -> ([[UInt8]], Int) in
                let (found, count) = TrackSearch.tracks(with: wish.text, in: store)
                return (found.map { LiveMessages.foundTrack($0.number, of: store, source: index) }, count)
            }
            rows += told.prefix(TrackSearch.maximumCount - rows.count)
            count += all
        }
        var object = LiveMessages.Object()
        object.add("type", "found")
        object.add("request", wish.request)
        object.add("count", count)
        object.add("tracks", raw: LiveMessages.array(rows))
        return object.text
    }
}

extension LiveMessages {
    static func foundTrack(_ number: UInt32, of store: borrowing TrackStore, source: Int) -> [UInt8] {
        var object = Object()
        object.add("source", source)
        object.add("track", store.name(number))
        if let position = store.latest(number).position {
            object.add("location", raw: place(position.longitudeDegrees, position.latitudeDegrees))
        }
        return object.text
    }
}
