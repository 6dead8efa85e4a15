// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
private let streamSocket = Int32(SOCK_STREAM.rawValue)
#else
import Darwin
private let streamSocket = SOCK_STREAM
#endif

/// A small HTTP server that answers each request with the next of some bodies, and then the last over and over.
final class StationServer: Sendable {
    let url: URL
    private let descriptor: Int32
    private let requests = Mutex(0)

    var requestCount: Int { requests.withLock { $0 } }

    init(bodies: [String]) throws {
        let descriptor = socket(AF_INET, streamSocket, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let port = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address -> in_port_t? in
                guard bind(descriptor, address, length) == 0, listen(descriptor, 16) == 0, getsockname(descriptor, address, &length) == 0
                else { return nil }
                return pointer.pointee.sin_port.bigEndian
            }
        }
        guard let port, let url = URL(string: "http://127.0.0.1:\(port)/iss-now.json") else { throw CocoaError(.fileReadUnknown) }
        (self.url, self.descriptor) = (url, descriptor)
        Thread { [weak self] in
            while true {
                let connection = accept(descriptor, nil, nil)
                guard connection >= 0 else { return }
                let number = self?.requests.withLock { number in
                    defer { number += 1 }
                    return number
                }
                Self.answer(connection, bodies[min(number ?? 0, bodies.count - 1)])
            }
        }.start()
    }

    private static func answer(_ connection: Int32, _ body: String) {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        _ = recv(connection, &buffer, buffer.count, 0)
        let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n"
        let bytes = Array((head + body).utf8)
        _ = send(connection, bytes, bytes.count, 0)
        close(connection)
    }

    deinit {
        shutdown(descriptor, Int32(SHUT_RDWR))
        close(descriptor)
    }
}
