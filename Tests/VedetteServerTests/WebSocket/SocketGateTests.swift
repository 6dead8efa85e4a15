// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import NIOHTTP1
import Testing

@testable import VedetteServer

@Suite("Socket gate")
struct SocketGateTests {
    private func refusal(_ headers: [(String, String)], loopback: Bool = true, allowed: Set<String> = []) -> UInt? {
        SocketGate(allowedOrigins: allowed, isLoopbackOnly: loopback).refusal(path: "/live", headers: HTTPHeaders(headers))?.status
    }

    @Test("lets in its own pages and programs, and nobody else's pages")
    func origins() {
        let host = ("Host", "127.0.0.1:8080")
        #expect(refusal([host]) == nil)
        #expect(refusal([host, ("Origin", "http://127.0.0.1:8080")]) == nil)
        #expect(refusal([host, ("Origin", "http://127.0.0.1:9090")]) == 403)
        #expect(refusal([host, ("Origin", "https://example.org")]) == 403)
        #expect(refusal([host, ("Origin", "null")]) == 403)
        #expect(refusal([host, ("Origin", "https://example.org")], allowed: ["https://example.org"]) == nil)
    }

    @Test("on this machine only, answers to this machine's names only")
    func hosts() {
        for host in ["localhost:1", "LOCALHOST", "127.0.0.1", "127.1.2.3:80", "[::1]:8080", "x.localhost"] {
            #expect(refusal([("Host", host)]) == nil, "\(host)")
        }
        for host in ["", "example.org", "evil.com:8080", "127.0.0.1.evil.com", "128.0.0.1", "localhost.evil.com", "[::2]"] {
            #expect(refusal([("Host", host)]) == 403, "\(host)")
            #expect(refusal([("Host", host)], loopback: false) == nil)
        }
    }

    @Test("speaks one version")
    func versions() {
        let host = ("Host", "localhost")
        #expect(refusal([host, ("Sec-WebSocket-Protocol", "vedette.live.1")]) == nil)
        #expect(refusal([host, ("Sec-WebSocket-Protocol", "vedette.live.2, vedette.live.1")]) == nil)
        #expect(refusal([host, ("Sec-WebSocket-Protocol", "vedette.live.2")]) == 400)
    }

    @Test("knows which addresses only this machine reaches")
    func addresses() {
        for address in ["127.0.0.1", "127.9.9.9", "::1", "localhost"] { #expect(SocketGate.isLoopbackAddress(address)) }
        for address in ["0.0.0.0", "::", "192.168.1.1", "127.0.0.1.example.org", "", "127.0.0"] {
            #expect(!SocketGate.isLoopbackAddress(address))
        }
    }

    @Test("a peer may have so many connections, and again when one has gone")
    func peers() {
        let peers = PeerCounter(maximum: 2)
        #expect(peers.enter("a") && peers.enter("a") && !peers.enter("a") && peers.enter("b"))
        peers.leave("a")
        #expect(peers.enter("a") && !peers.enter("a"))
        peers.leave("nobody")
    }
}
