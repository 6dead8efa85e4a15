// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The tracks for which a rule waits, the one due first on top: a binary heap that knows where each track is in it.
///
/// A track's time here is never after its next due time, and may be before: then it is looked at in vain once and put back.
struct TimerQueue: Sendable {
    private struct Entry: Sendable {
        var due: Int64
        var track: UInt32
    }

    private var heap: [Entry] = []
    /// Where a track is in the heap; −1 where it is not.
    private var places: [Int32] = []

    var count: Int { heap.count }

    /// Sees to it that a track is looked at when `due` has come. O(1) where it already will be, else O(log tracks).
    mutating func schedule(_ track: UInt32, at due: Int64) {
        while places.count <= Int(track) { places.append(-1) }
        let place = Int(places[Int(track)])
        if place < 0 {
            heap.append(Entry(due: due, track: track))
            places[Int(track)] = Int32(heap.count - 1)
            rise(heap.count - 1)
        } else if heap[place].due > due {
            heap[place].due = due
            rise(place)
        }
    }

    /// Takes a track whose time has come; nil where none has.
    mutating func next(upTo now: Int64) -> UInt32? {
        guard let first = heap.first, first.due <= now else { return nil }
        let last = heap.removeLast()
        places[Int(first.track)] = -1
        if !heap.isEmpty {
            heap[0] = last
            places[Int(last.track)] = 0
            sink(0)
        }
        return first.track
    }

    mutating func removeAll() {
        heap.removeAll(keepingCapacity: true)
        places.removeAll(keepingCapacity: true)
    }

    private mutating func rise(_ start: Int) {
        var place = start
        while place > 0, heap[(place - 1) / 2].due > heap[place].due {
            swap(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    private mutating func sink(_ start: Int) {
        var place = start
        while true {
            var least = place
            for child in [2 * place + 1, 2 * place + 2] where child < heap.count && heap[child].due < heap[least].due { least = child }
            guard least != place else { return }
            swap(place, least)
            place = least
        }
    }

    private mutating func swap(_ first: Int, _ second: Int) {
        heap.swapAt(first, second)
        places[Int(heap[first].track)] = Int32(first)
        places[Int(heap[second].track)] = Int32(second)
    }
}
