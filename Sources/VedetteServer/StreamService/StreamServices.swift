// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import NIOHTTP1
import Synchronization
import Vedette
import VedetteModel

/// All published sources of a server, found by their names, and who may use them.
final class StreamServices: Sendable {
    /// A request for a socket that may be opened.
    enum Socket {
        case subscribe(StreamPublisher, BoundStreamFilter)
        case broadcast(StreamPublisher, BroadcastDynamicEntityDataSource)
    }

    let publishers: [StreamPublisher]
    let settings: StreamSettings
    let gate: SocketGate
    private let named: [String: StreamPublisher]
    private let tokens: [[UInt8]]
    private let loops = Mutex<[ObjectIdentifier: Int]>([:])

    /// - Throws: ``LiveServerError`` for names that cannot be used.
    init(_ sources: [LiveSource], configuration: LiveServerConfiguration, gate: SocketGate, clock: @escaping @Sendable () -> Instant) throws
    {
        self.gate = gate
        publishers = try sources.compactMap { source in
            guard let text = source.serviceName else {
                guard !source.isBroadcastAllowed else {
                    throw LiveServerError(.invalidServiceName, "\"\(source.name)\" takes broadcasts and has no service name; give it one")
                }
                return nil
            }
            guard let name = ServiceName(text) else {
                throw LiveServerError(
                    .invalidServiceName,
                    "\"\(text)\" cannot be the name of a service; use letters, digits, _, - and ., and / between folders")
            }
            guard !source.isBroadcastAllowed || source.dataSource is BroadcastDynamicEntityDataSource else {
                throw LiveServerError(
                    .invalidServiceName,
                    "\"\(text)\" cannot take broadcasts: only a BroadcastDynamicEntityDataSource has nobody else to feed it")
            }
            return StreamPublisher(name: name, source: source)
        }
        named = Dictionary(publishers.map { ($0.name.key, $0) }) { first, _ in first }
        if named.count < publishers.count {
            throw LiveServerError(.invalidServiceName, "two services have one name, but for its case; name them apart")
        }
        tokens = configuration.streamTokens.map { Array($0.utf8) }
        var settings = StreamSettings(clock: clock)
        settings.patience = .nanoseconds(Int64(min(max(configuration.patience, 0.001), 1e6) * 1e9))
        settings.pingInterval = .nanoseconds(Int64(min(max(configuration.streamPingInterval, 0.001), 1e6) * 1e9))
        self.settings = settings
    }

    func publisher(named name: String) throws(ServiceError) -> StreamPublisher {
        guard let publisher = named[name.lowercased()] else { throw .unknown("Service \(name.prefix(130))") }
        return publisher
    }

    /// The number of an event loop: subscribers on one loop are one lane.
    func lane(of loop: any EventLoop) -> Int {
        loops.withLock { loops in
            let key = ObjectIdentifier(loop)
            if let known = loops[key] { return known }
            loops[key] = loops.count
            return loops.count - 1
        }
    }

    // MARK: Who may

    /// Whether a token is needed to use the services.
    var needsToken: Bool { !tokens.isEmpty }

    /// - Throws: codes 499 without a token and 498 with a wrong one, as ArcGIS has them.
    func checkToken(_ parameters: FormParameters, authorization: String?) throws(ServiceError) {
        guard needsToken else { return }
        let bearer = authorization.flatMap { text in
            text.lowercased().hasPrefix("bearer ") ? text.dropFirst(7).trimmingCharacters(in: .whitespaces) : nil
        }
        guard let token = parameters["token"] ?? bearer else { throw ServiceError(499, "Token Required") }
        let given = Array(token.utf8)
        var isKnown = false
        // All are compared to the end, so that the time tells nothing.
        for known in tokens where Self.isEqual(known, given) { isKnown = true }
        guard isKnown else { throw ServiceError(498, "Invalid Token") }
    }

    private static func isEqual(_ first: [UInt8], _ second: [UInt8]) -> Bool {
        var difference: UInt8 = first.count == second.count ? 0 : 1
        for index in first.indices { difference |= first[index] ^ (index < second.count ? second[index] : ~first[index]) }
        return difference == 0
    }

    // MARK: Sockets

    /// Whether an address is one of the sockets of the services.
    static func isSocket(_ address: ServiceAddress?) -> Bool {
        switch address {
        case .subscribe, .broadcast, .stream: true
        default: false
        }
    }

    /// What a request for a socket is for.
    ///
    /// - Throws: why it may not be opened.
    func socket(_ uri: String, _ headers: HTTPHeaders) throws(ServiceError) -> Socket {
        if let refusal = gate.visitorRefusal(headers) { throw ServiceError(Int(refusal.status), refusal.message) }
        let parameters = FormParameters(ofAddress: uri)
        let authorization = headers.first(name: "X-Esri-Authorization") ?? headers.first(name: "Authorization")
        try checkToken(parameters, authorization: authorization)
        switch ServiceAddress(path: uri.prefix { $0 != "?" }) {
        case .subscribe(let name), .stream(let name):
            let publisher = try publisher(named: name)
            let filter = try StreamFilter(parameters)
            return .subscribe(publisher, try BoundStreamFilter(filter, fields: publisher.fields, now: settings.clock()))
        case .broadcast(let name):
            let publisher = try publisher(named: name)
            guard publisher.source.isBroadcastAllowed, let target = publisher.source.dataSource as? BroadcastDynamicEntityDataSource else {
                throw ServiceError(403, "\(publisher.name) takes no broadcasts; the server's configuration must allow them")
            }
            return .broadcast(publisher, target)
        default: throw .unknown("Service")
        }
    }

    // MARK: Metrics

    /// The counters of all services, in the text format of Prometheus.
    var metrics: String {
        guard !publishers.isEmpty else { return "" }
        var output = ""
        for description in StreamCounters.descriptions {
            output += "# HELP vedette_\(description.name) \(description.help)\n# TYPE vedette_\(description.name) \(description.kind)\n"
            for publisher in publishers {
                output += "vedette_\(description.name){service=\"\(publisher.name)\"} \(description.value(publisher.counters))\n"
            }
        }
        return output
    }
}
