// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An HTTP connection to this machine that stays open until the object goes.
final class LocalConnection {
    private let descriptor: Int32

    init(port: UInt16) throws {
        #if os(Linux)
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        #else
        descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else { throw RunningCommand.Failure(description: "no connection to port \(port)") }
        // A server that does not answer fails the test and does not hold it up.
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit {
        close(descriptor)
    }

    /// Waits until the server says that it is ready: sources connect after it has begun to listen.
    func waitUntilReady() throws {
        for _ in 0..<1_000 {
            if try get("/readyz").hasPrefix("HTTP/1.1 200 ") { return }
            _ = poll(nil, 0, 20)
        }
        throw RunningCommand.Failure(description: "the server is not ready")
    }

    /// Asks for a path; the answer with its head and body.
    func get(_ path: String) throws -> String {
        let request = Array("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".utf8)
        _ = request.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, 0) }
        var answer: [UInt8] = []
        var wanted = Int.max
        while answer.count < wanted {
            var piece = [UInt8](repeating: 0, count: 1 << 16)
            let count = recv(descriptor, &piece, piece.count, 0)
            guard count > 0 else { throw RunningCommand.Failure(description: "no answer to \(path)") }
            answer += piece[..<count]
            guard wanted == Int.max, let end = String(decoding: answer, as: UTF8.self).range(of: "\r\n\r\n") else { continue }
            let head = String(decoding: answer, as: UTF8.self)[..<end.lowerBound]
            let length = head.lowercased().firstMatch(of: /content-length: (\d+)/).flatMap { Int($0.1) }
            guard let length else { throw RunningCommand.Failure(description: "no length in \(head)") }
            wanted = head.utf8.count + 4 + length
        }
        return String(decoding: answer, as: UTF8.self)
    }
}
