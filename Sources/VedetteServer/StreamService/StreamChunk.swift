// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOWebSocket

/// WebSocket frames that are sent as they are, to any number of subscribers: they share the bytes.
struct StreamChunk: Sendable {
    var buffer: ByteBuffer
    /// How many frames there are in it.
    var messageCount: Int
    var observationCount: Int
}

/// Writes WebSocket frames of a server (RFC 6455, 5.2): whole and without a mask.
enum SocketFrame {
    enum Kind: UInt8 {
        case text = 0x81
        case close = 0x88
        case ping = 0x89
        case pong = 0x8A
    }

    static func appendHeader(_ kind: Kind, count: Int, to output: inout [UInt8]) {
        output.append(kind.rawValue)
        switch count {
        case ..<126: output.append(UInt8(count))
        case ..<65_536: output += [126, UInt8(count >> 8), UInt8(count & 255)]
        default:
            output.append(127)
            for shift in stride(from: 56, through: 0, by: -8) { output.append(UInt8(truncatingIfNeeded: count >> shift)) }
        }
    }

    static func bytes(_ kind: Kind, _ payload: some Collection<UInt8>) -> ByteBuffer {
        var output: [UInt8] = []
        appendHeader(kind, count: payload.count, to: &output)
        output.append(contentsOf: payload)
        return ByteBuffer(bytes: output)
    }

    /// A close frame; the reason is cut to what fits.
    static func close(_ code: UInt16, _ reason: String) -> ByteBuffer {
        var payload = [UInt8(code >> 8), UInt8(code & 255)]
        for character in reason where payload.count + character.utf8.count <= 125 { payload.append(contentsOf: character.utf8) }
        return bytes(.close, payload)
    }

    /// Sends a close frame and then nothing more; the connection ends when the other side ends it, at the latest a second from now. Ended at once,
    /// with bytes of the other side unread, it would be reset, and the reason lost on the way.
    static func end(_ channel: any Channel, _ wire: ChannelHandlerContext, _ code: WebSocketErrorCode, _ reason: String) {
        let promise = channel.eventLoop.makePromise(of: Void.self)
        promise.futureResult.whenComplete { _ in channel.close(mode: code == .normalClosure ? .all : .output, promise: nil) }
        wire.writeAndFlush(NIOAny(close(UInt16(webSocketErrorCode: code), reason)), promise: promise)
        channel.eventLoop.scheduleTask(in: .seconds(1)) { channel.close(promise: nil) }
    }
}
