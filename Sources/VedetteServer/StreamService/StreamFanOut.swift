// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import VedetteDynamicEntities
import VedetteGeometry
import VedetteModel

/// Somebody to whom a stream is sent.
protocol StreamMember: Hashable, Sendable {
    /// Members of one lane are served together, by one thread.
    var lane: Int { get }
}

/// Turns batches of observations into frames for many subscribers: a core.
///
/// Subscribers with equal filters are one group: an observation is judged once for each group, written once for each set of out fields and
/// spatial reference, and the frames of a group are made once.
struct StreamFanOut<Member: StreamMember>: Sendable {
    /// Frames for some members, by lane.
    struct Delivery: Sendable {
        var lanes: [Int: [Member]]
        var chunks: [StreamChunk]
    }

    /// The size at which a chunk is closed, in bytes: what is dropped for a slow subscriber is dropped by chunks.
    static var chunkSize: Int { 16 << 10 }

    private struct Group {
        var filter: BoundStreamFilter
        var members: Set<Member>
        /// The members by lane; nil after a change.
        var lanes: [Int: [Member]]?
    }

    /// What decides how an observation is written.
    private struct ShapeKey: Hashable {
        var outFields: [String]?
        var spatialReferenceID: String
    }

    private var groups: [StreamFilter: Group] = [:]
    private var filters: [Member: StreamFilter] = [:]
    private var shapes: [ShapeKey: FeatureShape] = [:]
    private var shapeColumnCount = -1
    private var fields: PublishedFields?
    private let makeFields: @Sendable (ObservationSchema) -> PublishedFields
    /// The object id of the next observation.
    private(set) var nextObjectID: Int64 = 1

    /// - Parameter makeFields: makes the fields of a source from the columns of its batches.
    init(makeFields: @escaping @Sendable (ObservationSchema) -> PublishedFields) {
        self.makeFields = makeFields
    }

    var memberCount: Int { filters.count }
    var groupCount: Int { groups.count }

    /// Adds a member, or gives it another filter.
    mutating func set(_ filter: BoundStreamFilter, for member: Member) {
        remove(member)
        filters[member] = filter.filter
        groups[filter.filter, default: Group(filter: filter, members: [])].members.insert(member)
        groups[filter.filter]?.lanes = nil
    }

    mutating func remove(_ member: Member) {
        guard let filter = filters.removeValue(forKey: member) else { return }
        groups[filter]?.members.remove(member)
        groups[filter]?.lanes = nil
        if groups[filter]?.members.isEmpty == true { groups[filter] = nil }
    }

    /// The frames for a run of batches, in order.
    ///
    /// - Complexity: O(observations × groups), and what is written of each.
    mutating func deliveries(of arrivals: [ObservationArrival]) -> [Delivery] {
        var builders = groups.mapValues { FrameBuilder(isBatched: $0.filter.filter.isBatched, chunkSize: Self.chunkSize) }
        for arrival in arrivals {
            refresh(arrival.batch.schema)
            build(arrival, &builders)
        }
        var result: [Delivery] = []
        for (filter, builder) in builders {
            var builder = builder
            let chunks = builder.finish()
            guard !chunks.isEmpty, let lanes = lanes(of: filter) else { continue }
            result.append(Delivery(lanes: lanes, chunks: chunks))
        }
        return result
    }

    private mutating func build(_ arrival: ObservationArrival, _ builders: inout [StreamFilter: FrameBuilder]) {
        guard let fields else { return }
        let batch = arrival.batch
        let received = arrival.receivedAt.microsecondsSince1970
        let first = nextObjectID
        nextObjectID += Int64(batch.count)
        // Made when the first group needs them, then kept for the others.
        var attributes = [[String: any Sendable]?](repeating: nil, count: batch.count)
        var written: [ShapeKey: (bytes: [UInt8], ranges: [Range<Int>?])] = [:]
        for (filter, group) in groups {
            let key = Self.key(filter)
            guard let shape = shape(key, filter, fields), var builder = builders.removeValue(forKey: filter) else { continue }
            var store = written.removeValue(forKey: key) ?? ([], Array(repeating: nil, count: batch.count))
            for index in 0..<batch.count {
                let row = PublishedRow(index: index, objectID: first + Int64(index), receivedAt: received)
                let isMatch = group.filter.matches(row, in: batch) {
                    if let known = attributes[index] { return known }
                    let made = fields.attributes(of: row, in: batch)
                    attributes[index] = made
                    return made
                }
                guard isMatch else { continue }
                let range: Range<Int>
                if let known = store.ranges[index] {
                    range = known
                } else {
                    let start = store.bytes.count
                    shape.append(row, of: batch, to: &store.bytes)
                    range = start..<store.bytes.count
                    store.ranges[index] = range
                }
                builder.append(store.bytes[range])
            }
            written[key] = store
            builders[filter] = builder
        }
    }

    // MARK: Kept

    private mutating func refresh(_ schema: ObservationSchema) {
        guard schema.fields.count != shapeColumnCount else { return }
        fields = makeFields(schema)
        shapes = [:]
        shapeColumnCount = schema.fields.count
    }

    private static func key(_ filter: StreamFilter) -> ShapeKey {
        ShapeKey(outFields: filter.outFields, spatialReferenceID: filter.outSpatialReference.description)
    }

    private mutating func shape(_ key: ShapeKey, _ filter: StreamFilter, _ fields: PublishedFields) -> FeatureShape? {
        if let known = shapes[key] { return known }
        // The names were checked when the filter was bound, and columns are never taken away.
        guard let columns = try? fields.columns(named: filter.outFields) else { return nil }
        let shape = FeatureShape(fields, columns: columns, spatialReference: filter.outSpatialReference)
        shapes[key] = shape
        return shape
    }

    private mutating func lanes(of filter: StreamFilter) -> [Int: [Member]]? {
        if let known = groups[filter]?.lanes { return known }
        let made = (groups[filter]?.members).map { Dictionary(grouping: $0, by: \.lane) }
        groups[filter]?.lanes = made
        return made
    }
}

/// Gathers features into frames, and frames into chunks.
struct FrameBuilder: Sendable {
    private let isBatched: Bool
    private let chunkSize: Int
    private var chunks: [StreamChunk] = []
    private var bytes: [UInt8] = []
    private var observationCount = 0

    private static let head = Array(#"{"type":"featureResult","features":["#.utf8)

    init(isBatched: Bool, chunkSize: Int) {
        (self.isBatched, self.chunkSize) = (isBatched, chunkSize)
    }

    mutating func append(_ feature: ArraySlice<UInt8>) {
        if !bytes.isEmpty, bytes.count + feature.count > chunkSize { close() }
        if isBatched {
            bytes.append(contentsOf: observationCount == 0 ? Self.head[...] : [UInt8(ascii: ",")])
        } else {
            SocketFrame.appendHeader(.text, count: feature.count, to: &bytes)
        }
        bytes.append(contentsOf: feature)
        observationCount += 1
    }

    mutating func finish() -> [StreamChunk] {
        close()
        return chunks
    }

    private mutating func close() {
        guard observationCount > 0 else { return }
        if isBatched {
            bytes.append(contentsOf: "]}".utf8)
            chunks.append(StreamChunk(buffer: SocketFrame.bytes(.text, bytes), messageCount: 1, observationCount: observationCount))
        } else {
            chunks.append(
                StreamChunk(buffer: ByteBuffer(bytes: bytes), messageCount: observationCount, observationCount: observationCount))
        }
        bytes.removeAll(keepingCapacity: true)
        observationCount = 0
    }
}
