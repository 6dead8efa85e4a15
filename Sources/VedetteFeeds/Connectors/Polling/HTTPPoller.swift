// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix
import Synchronization
import VedetteModel

/// Asks an address whether it has something new.
final class HTTPPoller: Sendable {
    /// What the server said of the latest answer that was read to its end.
    private struct Validators {
        var tag: String?
        var modified: String?
    }

    private let url: URL
    private let options: PollingOptions
    private let date: @Sendable () -> Instant
    private let validators = Mutex(Validators())

    private static let maximumRedirectCount = 5

    /// Lives as long as the process. Repetitions and redirections are ours to make: headers may hold secrets.
    private static let client: HTTPClient = {
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow, timeout: .init(connect: .seconds(10)), decompression: .enabled(limit: .size(1 << 28)))
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()

    init(url: URL, options: PollingOptions, date: @escaping @Sendable () -> Instant) {
        (self.url, self.options, self.date) = (url, options, date)
    }

    /// An answer: its body, and what is to be called once that has been read; nil where nothing has changed.
    typealias Answer = (body: ByteBuffer, accept: @Sendable () -> Void)

    /// Asks once.
    ///
    /// - Throws: ``PollFailure`` that says who did not answer, or what is wrong with the answer; `CancellationError`.
    func ask() async throws -> Answer? {
        let timeout = options.requestTimeout > 0 ? min(options.requestTimeout, 86_400) : 30
        let deadline = NIODeadline.now() + .nanoseconds(Int64(timeout * 1e9))
        var target = url
        for _ in 0...Self.maximumRedirectCount {
            let (response, body) = try await exchange(request(target), deadline, timeout)
            if [301, 302, 303, 307, 308].contains(response.status.code), let location = response.headers.first(name: "Location") {
                target = try redirected(from: target, to: location)
                continue
            }
            if response.status == .notModified { return nil }
            guard (200..<300).contains(response.status.code) else { throw failure(response) }
            let found = Validators(tag: response.headers.first(name: "ETag"), modified: response.headers.first(name: "Last-Modified"))
            return (body, { [self] in validators.withLock { $0 = found } })
        }
        throw PollFailure(error: FeedError(.unreachable, "\(url.absoluteString) redirects again and again; check the address"))
    }

    private func request(_ target: URL) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: target.absoluteString)
        request.headers.add(
            name: "Accept",
            value: "application/geo+json, application/json, application/rss+xml, application/atom+xml, text/csv, */*;q=0.1")
        request.headers.add(name: "Accept-Encoding", value: "gzip, deflate")
        request.headers.add(name: "User-Agent", value: "vedette")
        let known = validators.withLock { $0 }
        if let tag = known.tag { request.headers.add(name: "If-None-Match", value: tag) }
        if let modified = known.modified { request.headers.add(name: "If-Modified-Since", value: modified) }
        if target.host == url.host, target.port == url.port, target.scheme == url.scheme {
            for (name, value) in options.headers { request.headers.replaceOrAdd(name: name, value: value) }
        }
        return request
    }

    private func redirected(from target: URL, to location: String) throws -> URL {
        guard let next = URL(string: location, relativeTo: target)?.absoluteURL, ["http", "https"].contains(next.scheme?.lowercased())
        else {
            throw PollFailure(
                error: FeedError(
                    .invalidAnswer, "\(target.absoluteString) redirects to what is no http or https address; check the address"))
        }
        return next
    }

    private func exchange(
        _ request: HTTPClientRequest, _ deadline: NIODeadline, _ timeout: Double
    ) async throws -> (HTTPClientResponse, ByteBuffer) {
        do {
            let response = try await Self.client.execute(request, deadline: deadline)
            return (response, try await response.body.collect(upTo: options.maximumAnswerLength))
        } catch {
            if error is CancellationError || Task.isCancelled { throw CancellationError() }
            throw PollFailure(error: Self.explained(error, request.url, options.maximumAnswerLength, timeout))
        }
    }

    private func failure(_ response: HTTPClientResponse) -> PollFailure {
        let status = response.status
        let isClosed = status.code == 401 || status.code == 403
        let mend =
            switch status.code {
            case 401, 403: "check what it wants to be sent (headers)"
            case 408, 425, 429, 500...: "try again later"
            default: "check the address"
            }
        let error = FeedError(
            isClosed ? .unauthorized : .refused, "\(url.absoluteString) answers \(status.code) \(status.reasonPhrase); \(mend)")
        let wish = response.headers.first(name: "Retry-After").flatMap {
            RetryAfter.seconds($0, date: response.headers.first(name: "Date"), now: date())
        }
        return PollFailure(error: error, wish: wish)
    }

    // MARK: No answer

    private static func explained(_ error: any Error, _ address: String, _ limit: Int, _ timeout: Double) -> FeedError {
        switch error {
        case is NIOTooManyBytesError:
            return FeedError(.tooLarge, "\(address) answers with more than the \(limit) bytes that are taken; raise maximumAnswerLength")
        case let error as HTTPClientError where error == .deadlineExceeded || error == .readTimeout:
            return FeedError(
                .unreachable, "\(address) did not answer within \(timeout) s; raise requestTimeout, or check the network connection")
        default:
            return FeedError(
                .unreachable, "\(address) does not answer: \(ConnectionFailure.reason(error)); check the address and the network")
        }
    }
}
