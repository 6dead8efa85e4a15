// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import Synchronization
import VedetteDynamicEntities
import VedetteModel

/// The connections of one stream service, one after the other: what the driver of an ``ArcGISStreamService`` does.
final class StreamServiceSession: Sendable {
    struct State {
        var description: StreamServiceDescription?
        var filter: ArcGISStreamServiceFilter?
        /// Counted up whenever the filter is set.
        var filterRevision = 0
        /// The revision that the service was told.
        var sentRevision = 0
        var isSendingFilter = false
        var filterError: FeedError?
        var connection: WebSocketConnection?
        /// The endpoint to begin with next time: behind a lost one, the next.
        var nextEndpoint = 0
        var statistics = StreamServiceStatistics()
        var store: EntityStore?
    }

    let address: StreamServiceAddress
    let options: StreamServiceOptions
    let issueEvents = EventSource<FeedIssue>()
    let state = Mutex(State())
    private let client: FeatureServiceClient

    init(address: StreamServiceAddress, options: StreamServiceOptions) {
        (self.address, self.options) = (address, options)
        client = FeatureServiceClient(url: address.url, token: address.token, options: options.requests, subject: .streamService)
    }

    // MARK: Loading

    func load() async throws {
        let description = try await describe()
        state.withLock { $0.description = description }
    }

    private func describe() async throws -> StreamServiceDescription {
        let members = try await client.answer(FeatureServiceRequest()).members
        return try StreamServiceDescription(members, url: address.url, base: URL(string: client.address) ?? address.url)
    }

    // MARK: Running

    /// Opens a connection and takes what it brings until it is lost.
    func run(onOpen: @escaping @Sendable () -> Void, sink: FeedSink) async throws {
        let (description, filter, revision) = state.withLock { state in
            (state.description, state.filter?.values, state.filterRevision)
        }
        guard let description else { throw FeedError(.unreachable, "\(address.name) is not loaded; load the service") }
        let subscription = try StreamSubscription(filter, outFields: options.outFields, info: description.info)
        let connection = try await open(description, subscription)
        defer { end(connection) }
        if options.sendsFormat { try await connection.send(.text(subscription.formatMessage)) }
        let archive = options.fetchesLatestObservations ? description.info.archiveServiceURL : nil
        let store = state.withLock { $0.store }
        let intake = Intake(StreamIntake(description.info, expectsArchive: archive != nil, sink: sink, store: store))
        onOpen()
        state.withLock { state in
            (state.connection, state.sentRevision, state.isSendingFilter) = (connection, revision, false)
        }
        // It may have been set while the connection was opened.
        sendFilter()
        async let latest: Void = fetchLatest(archive, subscription, description.info, intake)
        try await receive(connection, intake)
        await latest
    }

    private func receive(_ connection: WebSocketConnection, _ intake: Intake) async throws {
        // What the service said last before it hung up.
        var complaint: String?
        do {
            while let message = try await connection.next() {
                try Task.checkCancellation()
                let reply = message.bytes.withUnsafeReadableBytes { bytes in
                    change(intake) { intake, issues in intake.take(bytes, &issues) }
                }
                switch reply {
                case .filter(let error): noteFilterReply(error)
                case .error(let words):
                    complaint = redacted(words)
                    report(.serviceError, "the service says: \(redacted(words))")
                case nil: break
                }
            }
        } catch let error as FeedError {
            guard let complaint else { throw error }
            throw FeedError(error.code, "\(error.message); before that it said: \(complaint)")
        }
    }

    private func end(_ connection: WebSocketConnection) {
        state.withLock { state in
            if state.connection === connection { state.connection = nil }
        }
        connection.close()
    }

    // MARK: Opening

    /// Tries the endpoints in turn, beginning behind the one that was lost.
    private func open(_ description: StreamServiceDescription, _ subscription: StreamSubscription) async throws -> WebSocketConnection {
        do {
            return try await openAny(description, subscription)
        } catch let error as FeedError where error.code == .unauthorized && description.hasOwnTokens {
            // The service's own tokens run out; it gives new ones to those who ask again.
            let renewed = try await describe()
            state.withLock { $0.description = renewed }
            return try await openAny(renewed, subscription)
        }
    }

    private func openAny(_ description: StreamServiceDescription, _ subscription: StreamSubscription) async throws -> WebSocketConnection {
        let endpoints = description.endpoints
        let first = state.withLock { $0.nextEndpoint } % endpoints.count
        var failure: (any Error)?
        for step in endpoints.indices {
            let number = (first + step) % endpoints.count
            let endpoint = endpoints[number]
            let token = endpoint.token ?? address.token(for: endpoint.url)
            do {
                let url = try WebSocketAddress(subscription.url(endpoint.url, token: token))
                let connection = try await WebSocketConnection.open(url, options: options.webSocket)
                state.withLock { $0.nextEndpoint = (number + 1) % endpoints.count }
                return connection
            } catch is CancellationError {
                throw CancellationError()
            } catch let error as FeedError where error.code == .unauthorized && token == nil && address.token != nil {
                let reason = "the token was not sent there, since it is another host than the service's, or not encrypted as the service is"
                failure = FeedError(.unauthorized, "\(error.message); \(reason)")
            } catch {
                // What needs a token says most of how to mend it.
                if failure == nil || (error as? FeedError)?.code == .unauthorized { failure = error }
            }
        }
        throw failure ?? CancellationError()
    }

    // MARK: The archive

    private func fetchLatest(
        _ url: URL?, _ subscription: StreamSubscription, _ info: ArcGISStreamServiceInfo, _ intake: Intake
    ) async {
        guard let url else { return }
        do {
            let archive = StreamServiceArchive(url: url, token: address.token(for: url), options: options.requests)
            let features = try await archive.features(subscription, fields: info.fields)
            for (index, feature) in features.enumerated() {
                try Task.checkCancellation()
                change(intake) { intake, issues in intake.takeArchived(feature, index + 1, &issues) }
            }
        } catch {
            if !(error is CancellationError) {
                report(.archiveUnavailable, "the latest observations cannot be fetched: \(redacted("\(error)"))")
            }
        }
        change(intake) { intake, _ in intake.endArchive() }
    }

    // MARK: What is counted and told

    /// The stream and the archive share an intake.
    private final class Intake: Sendable {
        let value: Mutex<StreamIntake>
        init(_ intake: StreamIntake) { value = Mutex(intake) }
    }

    private func change<Result>(_ intake: Intake, _ body: (inout StreamIntake, inout [FeedIssue]) -> Result) -> Result {
        var issues: [FeedIssue] = []
        let (result, counts) = intake.value.withLock { intake in
            let result = body(&intake, &issues)
            return (result, intake.drainStatistics())
        }
        state.withLock { $0.statistics.add(counts) }
        issues.forEach { issueEvents.send($0) }
        return result
    }

    private func report(_ code: FeedIssue.Code, _ message: String) {
        let count = state.withLock { state in
            state.statistics.issueCounts[code, default: 0] += 1
            return state.statistics.messageCount
        }
        var issue = FeedIssue(line: count, code, message)
        issue.unit = "message"
        issueEvents.send(issue)
    }

    /// Words of others without the tokens that they were given.
    private func redacted(_ words: String) -> String {
        let endpoints = state.withLock { $0.description }?.endpoints ?? []
        return ([address.token] + endpoints.map(\.token)).compactMap(\.self).reduce(words) { $0.replacing($1, with: "…") }
    }

    // MARK: The filter

    func setFilter(_ filter: ArcGISStreamServiceFilter?) {
        state.withLock { state in
            state.filter = filter
            state.filterRevision += 1
        }
        sendFilter()
    }

    /// Tells the service the newest filter, one message at a time: what was set meanwhile follows in one.
    private func sendFilter() {
        let job = state.withLock { state -> (WebSocketConnection, ArcGISStreamServiceFilter.Values?, ArcGISStreamServiceInfo)? in
            guard let connection = state.connection, let info = state.description?.info, !state.isSendingFilter,
                state.sentRevision != state.filterRevision
            else { return nil }
            state.sentRevision = state.filterRevision
            state.isSendingFilter = true
            return (connection, state.filter?.values, info)
        }
        guard let (connection, filter, info) = job else { return }
        do throws(FeedError) {
            let message = try StreamSubscription(filter, outFields: options.outFields, info: info).filterMessage
            connection.post(.text(message)) { [weak self] in self?.endSending(connection) }
        } catch {
            state.withLock { $0.filterError = error }
            report(.invalidFilter, error.message)
            endSending(connection)
        }
    }

    private func endSending(_ connection: WebSocketConnection) {
        let isCurrent = state.withLock { state in
            guard state.connection === connection else { return false }
            state.isSendingFilter = false
            return true
        }
        if isCurrent { sendFilter() }
    }

    private func noteFilterReply(_ error: String?) {
        let failure = error.map { FeedError(.invalidFilter, "\(address.name) does not take the filter: \(redacted($0))") }
        state.withLock { $0.filterError = failure }
        if let failure { report(.invalidFilter, failure.message) }
    }
}
