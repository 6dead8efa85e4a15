// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// The body of an HTTP answer, as it comes.
final class HTTPByteSource: ByteSource {
    private let pieces: Pieces

    /// Lives as long as the process. An address that does not answer is told at once rather than tried again and again: whoever reads
    /// the feed decides about that.
    private static let client: HTTPClient = {
        var configuration = HTTPClient.Configuration(timeout: .init(connect: .seconds(10)))
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()

    init(url: URL) async throws {
        pieces = try await Pieces(url: url)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) async throws -> Int {
        let piece = try await pieces.next(maximum: buffer.count)
        guard let piece else { return 0 }
        buffer.copyBytes(from: piece.readableBytesView)
        return piece.readableBytes
    }

    /// Hands out the body in pieces of at most the size asked for.
    private actor Pieces {
        private let url: URL
        private var iterator: HTTPClientResponse.Body.AsyncIterator
        private var rest = ByteBuffer()

        init(url: URL) async throws {
            self.url = url
            var request = HTTPClientRequest(url: url.absoluteString)
            request.headers.add(name: "Accept", value: "application/geo+json, application/x-ndjson, application/json, text/csv, */*;q=0.1")
            request.headers.add(name: "User-Agent", value: "vedette")
            let response: HTTPClientResponse
            do {
                response = try await HTTPByteSource.client.execute(request, deadline: .distantFuture)
            } catch {
                throw FeedError(.unreadable, "\(url.absoluteString) does not answer: \(ConnectionFailure.reason(error))")
            }
            guard (200..<300).contains(response.status.code) else {
                throw FeedError(.unreadable, "\(url.absoluteString) answers \(response.status.code) \(response.status.reasonPhrase)")
            }
            iterator = response.body.makeAsyncIterator()
        }

        func next(maximum: Int) async throws -> ByteBuffer? {
            while rest.readableBytes == 0 {
                // Out of the actor's state while it waits; only one read is made at a time.
                var current = iterator
                do {
                    guard let piece = try await current.next(isolation: self) else { return nil }
                    rest = piece
                } catch {
                    throw FeedError(.unreadable, "\(url.absoluteString) broke off: \(ConnectionFailure.reason(error))")
                }
                iterator = current
            }
            return rest.readSlice(length: min(maximum, rest.readableBytes))
        }
    }
}
