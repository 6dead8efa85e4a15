// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Synchronization
import VedetteModel

/// Asks a layer of a feature service, or a stream service, and reads its answers.
///
/// A question goes as GET while its address is short and holds no secret, else as POST: a token is never part of the address of a layer.
final class FeatureServiceClient: Sendable {
    /// What is asked.
    enum Subject: Sendable {
        case featureLayer
        /// Asked by GET alone, a token among the parameters: that is all that its interface promises.
        case streamService

        fileprivate var name: String { self == .featureLayer ? "feature service" : "stream service" }
        fileprivate var example: String {
            self == .featureLayer ? "a layer, such as …/FeatureServer/0" : "a service, such as …/StreamServer"
        }
    }

    private let options: FeatureServiceOptions
    private let token: String?
    private let subject: Subject
    /// Where the layer is: as it was given, or where a redirection led.
    private let layerAddress: Mutex<String>

    /// In seconds.
    private static let connectTimeout: Int64 = 10
    private static let maximumRedirectCount = 5

    /// Lives as long as the process. Repetitions are ours to make.
    private static let client: HTTPClient = {
        // A redirected form must stay one, and a token must not go elsewhere: redirections are followed here.
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow, timeout: .init(connect: .seconds(connectTimeout)))
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()

    init(url: URL, token: String?, options: FeatureServiceOptions, subject: Subject = .featureLayer) {
        (self.token, self.options, self.subject) = (token, options, subject)
        layerAddress = Mutex(Self.trimmed(url.absoluteString))
    }

    /// The address of the layer, without anything that was asked there.
    var address: String { layerAddress.withLock { $0 } }

    private static func trimmed(_ address: String) -> String {
        var base = address.prefix { $0 != "?" && $0 != "#" }
        while base.hasSuffix("/") { base = base.dropLast() }
        return String(base)
    }

    // MARK: Asking

    /// Asks, and again where that may help.
    ///
    /// - Parameters:
    ///   - request: the question.
    ///   - isSafe: whether it may be asked twice.
    /// - Returns: the answer, which is no error.
    /// - Throws: ``FeedError`` that says who did not answer and what to check, or what the service said; `CancellationError`.
    func answer(_ request: FeatureServiceRequest, isSafe: Bool = true) async throws -> FeatureSetReader {
        let scheme = URL(string: address)?.scheme?.lowercased()
        guard scheme == "http" || scheme == "https" else {
            throw FeedError(.unreachable, "\(address) is no address of a service; use one that begins with https:// or http://")
        }
        var delay = options.retryDelay
        for attempt in 0... {
            do {
                return try await ask(request)
            } catch let failure as Passing where attempt < options.retryCount && (isSafe || failure.wasNotSent) {
                try await Task.sleep(for: .seconds(min(failure.wish ?? delay, options.maximumRetryDelay)))
                delay *= 2
            } catch let failure as Passing {
                throw failure.error
            }
        }
        throw CancellationError()
    }

    /// A failure that may pass.
    private struct Passing: Error {
        let error: FeedError
        var wasNotSent = false
        /// How long the service wants to be left alone, in seconds.
        var wish: Double?
    }

    private func ask(_ request: FeatureServiceRequest) async throws -> FeatureSetReader {
        let deadline = NIODeadline.now() + .nanoseconds(Int64(min(max(options.requestTimeout, 0.001), 86_400) * 1e9))
        var http = httpRequest(request, address)
        for _ in 0...Self.maximumRedirectCount {
            let (response, body) = try await exchange(http, deadline)
            let answered = Self.trimmed(http.url)
            if (300..<400).contains(response.status.code), let location = response.headers.first(name: "Location") {
                http = try redirected(http, to: location)
                continue
            }
            try check(response, body, answered)
            let answer = try read(body, answered)
            let suffix = request.operation.isEmpty ? "" : "/" + request.operation
            if answered.hasSuffix(suffix) { layerAddress.withLock { $0 = String(answered.dropLast(suffix.count)) } }
            return answer
        }
        throw FeedError(.unreachable, "\(address) leads in circles: it redirects again and again; check the address")
    }

    /// One request and its whole answer.
    private func exchange(_ http: HTTPClientRequest, _ deadline: NIODeadline) async throws -> (HTTPClientResponse, ByteBuffer) {
        do {
            let response = try await Self.client.execute(http, deadline: deadline)
            return (response, try await response.body.collect(upTo: options.maximumAnswerLength))
        } catch {
            if error is CancellationError || Task.isCancelled { throw CancellationError() }
            let answered = Self.trimmed(http.url)
            guard !(error is NIOTooManyBytesError) else {
                throw FeedError(
                    .tooLarge,
                    "\(answered) answers with more than the \(options.maximumAnswerLength) bytes that are taken; ask for fewer fields or features, or raise maximumAnswerLength"
                )
            }
            throw failure(error, answered)
        }
    }

    /// The same request to where a redirection leads.
    private func redirected(_ http: HTTPClientRequest, to location: String) throws -> HTTPClientRequest {
        guard let from = URL(string: http.url), let url = URL(string: location, relativeTo: from)?.absoluteURL,
            ["http", "https"].contains(url.scheme?.lowercased())
        else { throw FeedError(.invalidAnswer, "\(address) redirects to what is no http or https address; check the address") }
        guard token == nil || url.host == from.host, !(from.scheme == "https" && url.scheme == "http") else {
            throw FeedError(
                .refused,
                "\(address) redirects to \(Self.trimmed(url.absoluteString)), which must not see the token; use that address if you trust it"
            )
        }
        var next = http
        next.url = url.absoluteString
        return next
    }

    /// - Throws: ``FeedError`` for a status that is no success.
    private func check(_ response: HTTPClientResponse, _ body: ByteBuffer, _ answered: String) throws {
        let status = response.status
        if [429, 502, 503, 504].contains(status.code) {
            let wish = response.headers.first(name: "Retry-After").flatMap(Double.init).flatMap { $0 >= 0 ? $0 : nil }
            throw Passing(
                error: FeedError(.refused, "\(answered) is too busy: it answers \(status.code) \(status.reasonPhrase); try again later"),
                wish: wish)
        }
        guard !(200..<300).contains(status.code) else { return }
        let answer = body.withUnsafeReadableBytes { try? JSONValue(text: $0) }
        let reason = answer?["error"]?["message"]?.text.map { ": \($0.prefix(500))" } ?? ""
        let isClosed = status.code == 401 || status.code == 403
        let mend = isClosed ? (token == nil ? "; give a token" : "; give another token") : status.code == 404 ? "; check the address" : ""
        throw FeedError(isClosed ? .unauthorized : .refused, "\(answered) answers \(status.code) \(status.reasonPhrase)\(reason)\(mend)")
    }

    private func httpRequest(_ request: FeatureServiceRequest, _ address: String) -> HTTPClientRequest {
        let target = request.operation.isEmpty ? address : "\(address)/\(request.operation)"
        var form = request.form
        let isShort = target.utf8.count + 1 + form.utf8.count <= FeatureServiceRequest.maximumAddressLength
        var http: HTTPClientRequest
        if subject == .streamService {
            if let token { form += "&" + FeatureServiceRequest.form([("token", token)]) }
            http = HTTPClientRequest(url: "\(target)?\(form)")
        } else if isShort, token == nil, request.operation != "applyEdits" {
            http = HTTPClientRequest(url: "\(target)?\(form)")
        } else {
            var secret = FeatureServiceRequest()
            if let token {
                secret.set("token", token)
                form = request.form + "&" + secret.form
            }
            http = HTTPClientRequest(url: target)
            http.method = .POST
            http.headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
            http.body = .bytes(ByteBuffer(string: form))
        }
        http.headers.add(name: "Accept", value: "application/json")
        http.headers.add(name: "User-Agent", value: "vedette")
        if let file = options.certificateAuthorityFile {
            var configuration = TLSConfiguration.makeClientConfiguration()
            configuration.trustRoots = .file(file)
            http.tlsConfiguration = configuration
        }
        return http
    }

    // MARK: Answers

    private func read(_ body: ByteBuffer, _ address: String) throws -> FeatureSetReader {
        let answer: FeatureSetReader
        do {
            answer = try body.withUnsafeReadableBytes { bytes throws(FeatureTableError) in try FeatureSetReader.esriJSON(bytes) }
        } catch {
            let start = String(decoding: body.readableBytesView.prefix(1_000), as: UTF8.self).drop { $0.isWhitespace }
            throw FeedError(
                .invalidAnswer,
                start.hasPrefix("<")
                    ? "\(address) answers with a page, not with JSON; use the address of \(subject.example)"
                    : "\(address) answers with what is not the JSON of a \(subject.name): \(error)")
        }
        if let error = answer.members["error"] { throw serviceError(error, address) }
        return answer
    }

    /// What a service says in an answer that looks like success (`{"error":{"code":…,"message":…,"details":[…]}}`).
    private func serviceError(_ error: JSONValue, _ address: String) -> FeedError {
        let code = error["code"]?.integer ?? 0
        let details = (error["details"]?.elements ?? []).compactMap(\.text).filter { !$0.isEmpty && $0 != error["message"]?.text }
        let said = ([error["message"]?.text ?? "no reason given"] + details).joined(separator: ": ")
        // Words of a service may be long, and may repeat what it was sent.
        let words = token.map { said.replacing($0, with: "…") } ?? said
        if code == 498 || code == 499 || code == 401 || code == 403 {
            return FeedError(
                .unauthorized,
                "\(address) answers \(code): \(words.prefix(500)); give \(token == nil ? "a token" : "another token, this one is not taken")"
            )
        }
        return FeedError(.refused, "\(address) answers \(code): \(words.prefix(500))")
    }

    // MARK: No answer

    private func failure(_ error: any Error, _ address: String) -> any Error {
        let check = "check the address and the network connection"
        switch error {
        case let error as HTTPClientError where error == .connectTimeout:
            return Passing(
                error: FeedError(.unreachable, "\(address) cannot be reached: no connection within \(Self.connectTimeout) s; \(check)"),
                wasNotSent: true)
        case let error as HTTPClientError where error == .deadlineExceeded || error == .readTimeout:
            return FeedError(
                .unreachable,
                "\(address) did not answer within \(options.requestTimeout) s; ask for less, raise requestTimeout, or \(check)")
        case let error as HTTPClientError where error == .invalidURL || error == .emptyHost || error == .emptyScheme:
            return FeedError(.unreachable, "\(address) is no http or https address; check it")
        case is NIOConnectionError, is IOError, is SocketAddressError:
            return Passing(
                error: FeedError(.unreachable, "\(address) cannot be reached: \(ConnectionFailure.reason(error)); \(check)"),
                wasNotSent: !(error is IOError))
        default:
            return Passing(
                error: FeedError(.unreachable, "\(address) cannot be reached, or broke off: \(ConnectionFailure.reason(error)); \(check)"))
        }
    }
}
