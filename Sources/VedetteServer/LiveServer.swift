// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle
import UnixSignals
public import Vedette
import VedetteModel

/// Shows dynamic entities, locations, fences and their notifications live in browsers: the page, its socket, and how the server is, on one port.
///
///     let server = LiveServer(sources: [LiveSource(dataSource: source, name: "Vessels")], monitors: [monitor])
///     try await server.run()
///
/// Several views, each at an address of its own:
///
///     let server = LiveServer(views: [
///         LiveView(sources: [vessels]),
///         LiveView(path: "harbour", title: "Harbour", sources: [vessels], monitors: [monitor], isReadOnly: true),
///     ])
///
/// A source with a ``LiveSource/serviceName`` is also published as an ArcGIS stream service, `docs/stream-service-server.md`:
///
///     var vessels = LiveSource(dataSource: source, name: "Vessels")
///     vessels.serviceName = "harbour/vessels"
///
/// The server connects its sources, starts its locations, again where they fail, and its monitors; it does not disconnect or stop them.
public struct LiveServer: Sendable {
    private let site: LiveSite
    private let logger: Logger

    /// Makes a server that shows one view, at its address itself; nothing is opened before ``run(onListening:)``.
    public init(
        configuration: LiveServerConfiguration = LiveServerConfiguration(), sources: [LiveSource] = [], locations: [LiveLocation] = [],
        monitors: [GeotriggerMonitor] = []
    ) {
        self.init(configuration: configuration, views: [LiveView(sources: sources, locations: locations, monitors: monitors)])
    }

    /// Makes a server that shows several views; nothing is opened, and no path is checked, before ``run(onListening:)``.
    ///
    /// - Parameters:
    ///   - configuration: what counts for the server, and for each view that says nothing else.
    ///   - views: what is shown where. What is at no view's path is answered with a list of the views.
    public init(configuration: LiveServerConfiguration = LiveServerConfiguration(), views: [LiveView]) {
        site = LiveSite(configuration: configuration, views: views)
        var logger = Logger(label: "vedette.server")
        logger.logLevel = .warning
        self.logger = logger
    }

    /// How long viewers may take to leave when the task is cancelled, in seconds.
    private static let patience = 5.0

    /// Runs it until the process is told to stop, or the task is cancelled: then too it ends in an orderly way, and viewers are told.
    private static func run(_ application: some ApplicationProtocol, _ logger: Logger) async throws {
        let group = ServiceGroup(
            configuration: .init(services: [application], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
        // A task of its own, which the cancellation does not reach.
        let running = Task { try await group.run() }
        try await withTaskCancellationHandler {
            try await running.value
        } onCancel: {
            Task {
                await group.triggerGracefulShutdown()
                try? await Task.sleep(for: .seconds(patience))
                running.cancel()
            }
        }
    }

    /// Serves until the task is cancelled, or the process is told to stop (SIGTERM or SIGINT).
    ///
    /// - Parameter onListening: called with the page's address once it can be opened.
    /// - Throws: ``LiveServerError`` where the address may not be used or cannot be listened on, or a view or a
    ///   service cannot be shown or published as asked.
    public func run(onListening: @escaping @Sendable (String) -> Void = { _ in }) async throws {
        let configuration = site.configuration
        try LiveView.check(site.views)
        guard SocketGate.isAddress(configuration.address) else {
            throw LiveServerError(.cannotListen, "\(configuration.address) is no IP address to listen on; 127.0.0.1 is this machine alone")
        }
        let isLoopback = SocketGate.isLoopbackAddress(configuration.address)
        guard isLoopback || configuration.isPublicAllowed else {
            throw LiveServerError(
                .publicAddress,
                "\(configuration.address) can be reached from other machines, and there is no sign-in: listen on 127.0.0.1, or allow it with --insecure-public"
            )
        }
        guard site.hubs.allSatisfy({ $0.sources.count <= 255 && $0.locations.count <= 255 }) else {
            throw LiveServerError(.tooManySources, "there are more than 255 sources or locations in a view; use several views")
        }
        for hub in site.hubs { try hub.fences?.load() }
        let gate = SocketGate(allowedOrigins: configuration.allowedOrigins, isLoopbackOnly: isLoopback)
        let services = try StreamServices(site.published, configuration: configuration, gate: gate, clock: site.clock)
        let routes = LiveRoutes(site: site, gate: gate, services: services)
        let site = site
        let peers = PeerCounter(maximum: configuration.maximumConnectionsPerPeer)
        let server = HTTPServerBuilder { responder in
            LiveChannel(responder: responder, site: site, services: services, gate: gate, peers: peers)
        }
        let application = Application(
            router: routes.makeRouter(), server: server,
            configuration: ApplicationConfiguration(
                address: .hostname(configuration.address, port: configuration.port),
                availableConnectionsDelegate: MaximumAvailableConnections(configuration.maximumConnections)),
            services: [LiveService(site: site)],
            onServerRunning: { channel in
                let port = channel.localAddress?.port ?? configuration.port
                let host = configuration.address.contains(":") ? "[\(configuration.address)]" : configuration.address
                onListening("http://\(host == "0.0.0.0" ? "127.0.0.1" : host):\(port)/")
            },
            logger: logger)
        do {
            try await Self.run(application, logger)
        } catch let error as IOError {
            let place = "\(configuration.address):\(configuration.port)"
            let advice =
                switch error.errnoCode {
                case EADDRINUSE: "; choose another --port"
                case EACCES: "; choose a --port above 1023"
                case EADDRNOTAVAIL: "; --bind an address of this machine"
                default: ""
                }
            let reason = String(cString: strerror(error.errnoCode))
            throw LiveServerError(.cannotListen, "\(place) cannot be listened on: \(reason)\(advice)")
        }
    }
}

/// Connects the sources, starts the monitors and gathers their notifications while the server runs.
private struct LiveService: Service {
    let site: LiveSite

    func run() async throws {
        // Streams first, so that no notification is missed; monitors before sources, so that no observation is.
        let streams = site.hubs.map { hub in
            (hub: hub, streams: hub.monitors.map { (watched: hub.watched(by: $0), notifications: $0.notifications) })
        }
        for monitor in site.monitors { try await monitor.start() }
        await withTaskGroup(of: Void.self) { group in
            for (hub, streams) in streams {
                group.addTask { await cancelWhenGracefulShutdown { await hub.gatherNotifications(streams) } }
                group.addTask { await cancelWhenGracefulShutdown { await hub.watchDrawnFences() } }
            }
            for source in site.sources {
                group.addTask { await cancelWhenGracefulShutdown { await connect(source.dataSource) } }
            }
            for location in site.locations {
                let keeper = LocationKeeper(location: location, timing: .system)
                group.addTask { await cancelWhenGracefulShutdown { await keeper.run() } }
            }
            group.addTask { try? await gracefulShutdown() }
        }
    }

    /// A source that cannot connect is shown as failed; the others go on. One that is connected again after a loss is also tried again from the
    /// beginning: who follows a service may be started before it.
    private func connect(_ source: DynamicEntityDataSource) async {
        while !Task.isCancelled {
            do {
                return try await source.connect()
            } catch {
                let isWorthIt = (error as? any ConnectionError)?.allowsReconnection ?? false
                guard source.connectsAgain, isWorthIt else { return }
            }
            try? await Task.sleep(for: .seconds(max(1, source.reconnectionInterval)))
        }
    }
}
