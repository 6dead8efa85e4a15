// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import NIOPosix

/// A TCP connection that sends a text and reads an HTTP answer, or until the other side closes.
enum PlainSocket {
    static func exchange(_ text: String, port: Int) async throws -> String {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton).connect(host: "127.0.0.1", port: port) {
            channel in
            channel.eventLoop.makeCompletedFuture {
                try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
            }
        }
        return try await channel.executeThenClose { inbound, outbound in
            if !text.isEmpty { try await outbound.write(ByteBuffer(string: text)) }
            var answer = ""
            for try await buffer in inbound {
                answer += String(buffer: buffer)
                if isWhole(answer) { break }
            }
            return answer
        }
    }

    /// Whether the answer's body is as long as its headers say.
    private static func isWhole(_ answer: String) -> Bool {
        guard let end = answer.range(of: "\r\n\r\n"), let field = answer.range(of: "content-length: ", options: .caseInsensitive) else {
            return false
        }
        let length = Int(answer[field.upperBound...].prefix { $0.isNumber }) ?? 0
        return answer[end.upperBound...].utf8.count >= length
    }
}
