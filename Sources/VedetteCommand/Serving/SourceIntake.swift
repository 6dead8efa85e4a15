// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Vedette
import VedetteFeeds

extension ServeConfiguration {
    /// How a source comes by its observations: which kind of source it is, and how fast or how often it reads.
    struct Intake: Decodable {
        enum Kind: String, Decodable, CaseIterable {
            /// Read once, from its beginning to its end.
            case feed
            /// Asked again and again.
            case poll
            /// A layer of a feature service, asked again and again.
            case featureService = "feature-service"
            /// A stream service.
            case streamService = "stream-service"
        }

        var kind = Kind.feed
        /// Observations a second.
        var rate: Double?
        /// How many times as fast as it was recorded.
        var speed: Double?
        /// In seconds.
        var maximumGap: Double?
        var repeats = false
        /// In seconds.
        var interval: Double?
        var deletesMissing = false
        var whereClause: String?
        /// In seconds.
        var overlap: Double?
        var token: String?

        private typealias Keys = Source.Keys

        init() {}

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            rate = try container.decodeIfPresent(Double.self, forKey: .rate)
            speed = try container.decodeIfPresent(Double.self, forKey: .speed)
            maximumGap = try container.decodeIfPresent(Double.self, forKey: .maximumGap)
            repeats = try container.decodeIfPresent(Bool.self, forKey: .repeats) ?? false
            interval = try container.decodeIfPresent(Double.self, forKey: .poll)
            deletesMissing = try container.decodeIfPresent(Bool.self, forKey: .deletesMissing) ?? false
            whereClause = try container.decodeIfPresent(String.self, forKey: .whereClause)
            overlap = try container.decodeIfPresent(Double.self, forKey: .overlap)
            token = try container.decodeIfPresent(String.self, forKey: .token)
            kind = try Self.kind(container)
            try container.require(.rate, "above 0 observations a second", rate.map { $0 > 0 && $0.isFinite } ?? true)
            try container.require(.speed, "above 0 times as fast as it was recorded", speed.map { $0 > 0 && $0.isFinite } ?? true)
            try container.require(.maximumGap, "0 seconds or more", maximumGap.map { $0 >= 0 && $0.isFinite } ?? true)
            try container.require(.poll, "from 0.05 to 604800 seconds", interval.map { (0.05...604_800).contains($0) } ?? true)
            try container.require(.overlap, "0 seconds or more", overlap.map { $0 >= 0 && $0.isFinite } ?? true)
            try checkKeys(container)
        }

        /// The kind that is named; a source with an interval is polled without its being said.
        private static func kind(_ container: KeyedDecodingContainer<Keys>) throws -> Kind {
            guard let name = try container.decodeIfPresent(String.self, forKey: .kind) else {
                return container.contains(.poll) ? .poll : .feed
            }
            if let kind = Kind(rawValue: name) { return kind }
            let known = Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw DecodingError.dataCorruptedError(
                forKey: .kind, in: container, debugDescription: "there is no kind \"\(name)\"; the kinds are \(known)")
        }

        /// A key that would do nothing is a mistake.
        private func checkKeys(_ container: KeyedDecodingContainer<Keys>) throws {
            let uses: [(keys: [Keys], kinds: [Kind])] = [
                ([.rate, .speed, .maximumGap, .repeats], [.feed]), ([.poll], [.poll, .featureService]),
                ([.deletesMissing], [.poll, .featureService]), ([.overlap], [.featureService]),
                ([.whereClause, .token], [.featureService, .streamService]), ([.format, .longitudeField, .latitudeField], [.feed, .poll]),
            ]
            for use in uses where !use.kinds.contains(kind) {
                guard let key = use.keys.first(where: { container.contains($0) }) else { continue }
                let kinds = use.kinds.map { "\"\($0.rawValue)\"" }.joined(separator: " and ")
                throw DecodingError.dataCorruptedError(
                    forKey: key, in: container,
                    debugDescription: "is a key of sources of kind \(kinds), and this is one of kind \"\(kind.rawValue)\"")
            }
            func require(_ key: Keys, _ isRight: Bool, _ message: String) throws {
                if !isRight { throw DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: message) }
            }
            try require(.speed, speed == nil || rate == nil, "cannot go with rate; name one of them")
            try require(.maximumGap, maximumGap == nil || rate == nil, "goes with speed, not with rate")
            let hasTime = container.contains(.timeField)
            try require(.overlap, overlap == nil || hasTime, "needs time-field, the field by whose times the service is asked")
            try require(
                .deletesMissing, !deletesMissing || kind != .featureService || !hasTime,
                "cannot go with time-field: answers by time do not hold every entity")
        }

        // MARK: Making

        /// How fast a feed is read. A longest gap alone is for the pace of the recording.
        var pace: FeedPace {
            if let rate { return .observationsPerSecond(rate) }
            return speed == nil && maximumGap == nil ? .asFastAsPossible : .recorded(speed: speed ?? 1, longestGap: maximumGap)
        }

        /// The data source.
        ///
        /// - Parameters:
        ///   - address: where it reads.
        ///   - options: how.
        ///   - place: where it is configured, for messages.
        /// - Returns: the source, not yet connected.
        /// - Throws: ``CommandFailure`` where the address does not suit the kind.
        func source(_ address: FeedAddress, _ options: FeedOptions, named place: String) throws -> DynamicEntityDataSource {
            var polling = PollingOptions()
            if let interval { polling.interval = interval }
            polling.deletesMissingEntities = deletesMissing
            switch kind(of: address) {
            case .feed:
                if repeats, address == .standardInput {
                    throw CommandFailure(status: CommandFailure.badUsage, "\(place): standard input cannot be read again; leave repeat out")
                }
                return FeedDynamicEntityDataSource(address: address, options: options, pace: pace, repeats: repeats)
            case .poll: return PollingDynamicEntityDataSource(url: try url(address, place), options: options, polling: polling)
            case .featureService:
                return FeatureServiceDynamicEntityDataSource(
                    url: try url(address, place), trackFieldName: options.trackField, timeFieldName: options.timeField,
                    whereClause: whereClause ?? "",
                    overlap: overlap ?? 60, token: token, polling: polling)
            case .streamService:
                let service = ArcGISStreamService(url: try url(address, place), token: token)
                if let whereClause {
                    let filter = ArcGISStreamServiceFilter()
                    filter.whereClause = whereClause
                    service.filter = filter
                }
                return service
            }
        }

        /// An address that ends as stream services do is one; what it answers to a browser would be no feed.
        private func kind(of address: FeedAddress) -> Kind {
            guard kind == .feed, case .url(let url) = address, url.lastPathComponent == "StreamServer" else { return kind }
            return .streamService
        }

        private func url(_ address: FeedAddress, _ place: String) throws -> URL {
            if case .url(let url) = address { return url }
            throw CommandFailure(
                status: CommandFailure.badUsage,
                "\(place): a source of kind \"\(kind.rawValue)\" needs an http or https address, not \(address.name)")
        }
    }
}
