// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// How something that was found stands among the others: the least comes first.
struct HitOrder: Hashable, Comparable, Sendable {
    /// Points from what was asked for to what is drawn; 0 on it.
    var distance: Double
    /// How deep it lies under others: 0 for what is on top.
    var depth = 0
    /// Points from what was asked for to the place itself, or to the middle of the line.
    var nearness = 0.0
    /// The newer one has the greater.
    var time: Int64 = 0
    /// The one that came later has the greater.
    var number: UInt64 = 0

    static func < (first: HitOrder, second: HitOrder) -> Bool {
        if first.distance != second.distance { return first.distance < second.distance }
        if first.depth != second.depth { return first.depth < second.depth }
        if first.nearness != second.nearness { return first.nearness < second.nearness }
        return (first.time, first.number) > (second.time, second.number)
    }
}

/// The first of what was found, as many as are wanted.
struct HitList<Element> {
    private var hits: [(order: HitOrder, element: Element)] = []
    private let limit: Int
    /// What is behind it is not wanted any more; nil as long as all is.
    private(set) var last: HitOrder?

    /// - Parameters:
    ///   - limit: at least 1.
    ///   - bound: what comes behind it is not wanted in any case.
    init(limit: Int, bound: HitOrder? = nil) { (self.limit, last) = (max(1, limit), bound) }

    /// Takes note that nothing is wanted that comes behind another hit.
    mutating func narrow(to bound: HitOrder?) {
        if let bound, last.map({ bound < $0 }) ?? true { last = bound }
    }

    mutating func insert(_ element: @autoclosure () -> Element?, _ order: HitOrder) {
        if let last, last < order { return }
        guard let element = element() else { return }
        hits.append((order, element))
        // Sorted when it is full for the first time, and then, a long one, each time that as many more have come.
        if hits.count == limit || (hits.count > limit && (limit <= 32 || hits.count - limit >= limit)) { tidy() }
    }

    private mutating func tidy() {
        hits.sort { $0.order < $1.order }
        if hits.count > limit { hits.removeLast(hits.count - limit) }
        if hits.count == limit { narrow(to: hits.last?.order) }
    }

    /// The hits, first to last.
    mutating func sorted() -> [(order: HitOrder, element: Element)] {
        tidy()
        return hits
    }

    /// Whether nothing that is farther away than some points can be wanted any more.
    ///
    /// - Parameters:
    ///   - points: how far the places of all others are at least.
    ///   - reach: how far from its place something may be drawn.
    ///   - depth: how deep it lies under others.
    /// - Returns: false as long as the list is not full, and nothing bounds it.
    func isSettled(beyond points: Double, reach: Double, depth: Int = 0) -> Bool {
        guard let last else { return false }
        let least = max(0, points - reach)
        if last.distance != least { return last.distance < least }
        return last.depth != depth ? last.depth < depth : last.nearness < points
    }
}
