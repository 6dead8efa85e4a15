// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOWebSocket
import Testing

@testable import VedetteFeeds

@Suite("The frames of a WebSocket")
struct WebSocketAssemblerTests {
    private func frame(_ opcode: WebSocketOpcode, _ text: String, isLast: Bool = true, mask: WebSocketMaskingKey? = nil) -> WebSocketFrame {
        WebSocketFrame(fin: isLast, opcode: opcode, maskKey: mask, data: ByteBuffer(string: text))
    }

    @Test("fragments become one message, and control frames may come between them")
    func fragments() throws {
        var assembler = WebSocketAssembler(maximumLength: 100)
        #expect(try assembler.take(frame(.text, "a", isLast: false)) == nil)
        #expect(try assembler.take(frame(.ping, "p")) == .ping(ByteBuffer(string: "p")))
        #expect(try assembler.take(frame(.continuation, "", isLast: false)) == nil)
        #expect(try assembler.take(frame(.pong, "q")) == .pong(ByteBuffer(string: "q")))
        #expect(try assembler.take(frame(.continuation, "bc")) == .message(.text("abc")))
        #expect(try assembler.take(frame(.binary, "d")) == .message(WebSocketMessage(bytes: ByteBuffer(string: "d"), isText: false)))
    }

    @Test("a message as long as allowed is taken, one byte more is refused with 1009, in one frame or in many")
    func length() throws {
        let whole = String(repeating: "x", count: 10)
        var assembler = WebSocketAssembler(maximumLength: 10)
        #expect(try assembler.take(frame(.text, whole)) == .message(.text(whole)))
        #expect(throws: WebSocketAssembler.Violation(code: 1009, message: "sent a message of more than the 10 bytes that are taken")) {
            try assembler.take(frame(.text, whole + "x"))
        }
        for _ in 0..<10 { _ = try assembler.take(frame(assembler.isInside ? .continuation : .text, "x", isLast: false)) }
        let violation = #expect(throws: WebSocketAssembler.Violation.self) { try assembler.take(frame(.continuation, "x")) }
        #expect(violation?.code == 1009)
    }

    @Test("what is against the rules is refused with 1002")
    func violations() {
        func code(_ frames: [WebSocketFrame]) -> UInt16? {
            var assembler = WebSocketAssembler(maximumLength: 100)
            do throws(WebSocketAssembler.Violation) {
                for frame in frames { _ = try assembler.take(frame) }
                return nil
            } catch {
                return error.code
            }
        }
        #expect(code([frame(.continuation, "a")]) == 1002)
        #expect(code([frame(.text, "a", isLast: false), frame(.text, "b")]) == 1002)
        #expect(code([frame(WebSocketOpcode(encodedWebSocketOpcode: 5)!, "a")]) == 1002)
        #expect(code([WebSocketFrame(fin: true, rsv1: true, opcode: .text, data: ByteBuffer(string: "a"))]) == 1002)
        #expect(code([frame(.connectionClose, "a")]) == 1002)
        #expect(code([frame(.text, "a", isLast: false), frame(.continuation, "b"), frame(.text, "c")]) == nil)
    }

    @Test("a goodbye has a code and words, or neither")
    func close() throws {
        var assembler = WebSocketAssembler(maximumLength: 100)
        var bytes = ByteBuffer(integer: UInt16(1001))
        bytes.writeString("so\u{1B}[2Jlong")
        let event = try assembler.take(WebSocketFrame(fin: true, opcode: .connectionClose, data: bytes))
        #expect(event == .close(code: 1001, reason: "so\u{FFFD}[2Jlong"))
        #expect(try assembler.take(frame(.connectionClose, "")) == .close(code: nil, reason: ""))
    }
}
