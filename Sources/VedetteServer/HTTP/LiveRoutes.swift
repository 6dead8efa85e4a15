// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1
import Vedette
import VedetteDynamicEntities

/// The HTTP side of a live server: the page, its assets, the fences, and how the server is.
struct LiveRoutes: Sendable {
    let site: LiveSite
    let gate: SocketGate
    let services: StreamServices
    let page: PageFiles
    let assets: AssetFolder?

    init(site: LiveSite, gate: SocketGate, services: StreamServices) {
        self.site = site
        self.gate = gate
        self.services = services
        page = PageFiles(folder: site.configuration.webFolder)
        assets = site.configuration.assets.map { AssetFolder(path: $0) }
    }

    func makeRouter() -> Router<BasicRequestContext> {
        let router = Router(options: .autoGenerateHeadEndpoints)
        router.add(middleware: SecurityHeaders())
        router.add(middleware: HostCheck(site: site, gate: gate))
        router.add(middleware: UnknownPaths(list: ViewList(site.hubs)))
        router.get("/") { _, _ in try viewPage("") }
        router.get("/healthz") { _, _ in Self.text("ok\n") }
        router.get("/readyz") { _, _ in readiness() }
        router.get("/metrics") { _, _ in
            Self.text(site.metricsText + services.metrics, type: "text/plain; version=0.0.4; charset=utf-8")
        }
        for hub in site.hubs { addView(hub, to: router) }
        router.get("/live/pictures/:number") { _, context in
            guard let picture = context.parameters.get("number").flatMap({ Int($0) }).flatMap({ site.files.pictures.picture($0) }) else {
                return Self.text("There is no such picture.\n", status: .notFound)
            }
            return Self.response(picture.bytes, type: picture.contentType, cacheSeconds: 0)
        }
        router.get("/live/models/:number") { _, context in
            guard let model = context.parameters.get("number").flatMap({ Int($0) }).flatMap({ site.files.models.model($0) }) else {
                return Self.text("There is no such model.\n", status: .notFound)
            }
            return Self.response(model.bytes, type: model.contentType, cacheSeconds: 0)
        }
        StreamServiceRoutes(services: services, allowedOrigins: gate.allowedOrigins).add(to: router)
        router.get("/assets/**") { request, _ in assetFile(request) }
        for folder in page.folders {
            router.get("/\(folder)/:file") { _, context in try pageFile("\(folder)/\(context.parameters.get("file") ?? "")") }
        }
        router.get("/:file") { _, context in try pageFile(context.parameters.get("file") ?? "") }
        return router
    }

    /// The page of a view that has a path, and what it asks for, beside what is the same for all.
    private func addView(_ hub: LiveHub, to router: Router<BasicRequestContext>) {
        if !hub.place.path.isEmpty {
            router.get("\(hub.prefix)") { request, _ in
                // The page's own addresses go on from there.
                request.uri.path.hasSuffix("/")
                    ? try viewPage(hub.place.path)
                    : Self.redirection(to: "\(hub.place.path)/" + (request.uri.query.map { "?\($0)" } ?? ""))
            }
        }
        router.get("\(hub.prefix)/live") { request, _ in refusal(request) }
        router.get("\(hub.prefix)/live/fences.geojson") { _, _ in
            Self.response(FenceDrawing.collection(of: hub.monitors), type: "application/geo+json", cacheSeconds: 0)
        }
        router.get("\(hub.prefix)/live/drawn-fences.geojson") { _, _ in
            Self.response(
                DrawnFenceFile.collection(
                    hub.fences?.entries ?? [], sources: hub.sources.map(\.name), locations: hub.locations.map(\.description.name)),
                type: "application/geo+json", cacheSeconds: 0)
        }
        router.get("\(hub.prefix)/live/landmarks.geojson") { _, _ in
            hub.configuration.landmarks.isEmpty
                ? Self.text("There are no landmarks.\n", status: .notFound)
                : Self.response(hub.configuration.landmarks, type: "application/geo+json", cacheSeconds: 0)
        }
        router.get("\(hub.prefix)/live/locations/:file") { _, context in location(context.parameters.get("file") ?? "", of: hub) }
    }

    /// The page of the view at a path; of the server's own address, where no view is there, the list of them.
    private func viewPage(_ path: String) throws -> Response {
        guard site.hub(at: path) == nil else { return try pageFile("index.html") }
        return Self.response(ViewList(site.hubs).page(isFound: true), type: ViewList.contentType, cacheSeconds: 0)
    }

    private func pageFile(_ name: String) throws -> Response {
        guard let file = page.file(named: name) else { throw HTTPError(.notFound) }
        return Self.response(file.bytes, type: file.contentType, cacheSeconds: 0)
    }

    private func assetFile(_ request: Request) -> Response {
        let path = String(request.uri.path.dropFirst("/assets/".count)).removingPercentEncoding ?? ""
        guard let assets, assets.exists else {
            return Self.text(
                "The browser libraries are missing; run script/bootstrap, or name their folder with --assets.\n", status: .notFound)
        }
        guard let file = assets.file(at: path) else { return Self.text("There is no such asset.\n", status: .notFound) }
        return Self.response(file.bytes, type: file.contentType, cacheSeconds: 3_600)
    }

    private func location(_ file: String, of hub: LiveHub) -> Response {
        guard file.hasSuffix(".geojson"), let number = Int(file.dropLast(".geojson".count)), hub.locations.indices.contains(number) else {
            return Self.text("There is no such location.\n", status: .notFound)
        }
        return Self.response(LocationDrawing.collection(of: hub.locations[number]), type: "application/geo+json", cacheSeconds: 0)
    }

    /// Ready once every source is connected and every location started, or read to its end, and the page has what it needs.
    private func readiness() -> Response {
        var reasons: [String] = []
        for source in site.sources {
            let status = source.dataSource.connectionStatus
            // A feed that has come to its end has been read.
            if status != .connected, !source.dataSource.connectionHasEnded { reasons.append("\(source.name) is \(status)") }
        }
        for location in site.locations {
            let status = location.description.dataSource.status
            // A recording that has come to its end has been played.
            let hasEnded = status == .stopped && location.latest != nil
            if status != .started, !hasEnded { reasons.append("\(location.description.name) is \(status)") }
        }
        if assets.map({ !$0.hasLibraries }) ?? true { reasons.append("the browser libraries are missing: run script/bootstrap") }
        return reasons.isEmpty ? Self.text("ready\n") : Self.text(reasons.joined(separator: "\n") + "\n", status: .serviceUnavailable)
    }

    /// Says why a request for the socket was not upgraded.
    private func refusal(_ request: Request) -> Response {
        var headers = HTTPHeaders()
        for field in request.headers { headers.add(name: field.name.rawName, value: field.value) }
        if let host = request.head.authority { headers.replaceOrAdd(name: "host", value: host) }
        if let refusal = gate.refusal(path: SocketGate.path, headers: headers) {
            return Self.text(refusal.message + "\n", status: .init(code: Int(refusal.status)))
        }
        return Self.text("This address is a WebSocket of the live-view protocol (\(SocketGate.subprotocol)).\n", status: .upgradeRequired)
    }

    // MARK: Responses

    fileprivate static func text(
        _ text: String, status: HTTPResponse.Status = .ok, type: String = "text/plain; charset=utf-8"
    ) -> Response {
        var response = response(Array(text.utf8), type: type, cacheSeconds: 0)
        response.status = status
        return response
    }

    private static func redirection(to address: String) -> Response {
        Response(status: .permanentRedirect, headers: [.location: address, .cacheControl: "no-cache"])
    }

    fileprivate static func response(_ bytes: [UInt8], type: String, cacheSeconds: Int) -> Response {
        var headers = HTTPFields()
        headers[.contentType] = type
        headers[.cacheControl] = cacheSeconds > 0 ? "public, max-age=\(cacheSeconds)" : "no-cache"
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}

/// Turns away requests for other hosts: where only this machine is served, they come from a page of another site whose name was
/// made to mean this machine.
private struct HostCheck: RouterMiddleware {
    typealias Context = BasicRequestContext

    let site: LiveSite
    let gate: SocketGate

    func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response) async throws -> Response {
        // The socket's own route says why itself.
        guard site.hub(ofSocket: request.uri.path) == nil, let refusal = gate.hostRefusal(request.head.authority ?? "") else {
            return try await next(request, context)
        }
        return LiveRoutes.text(refusal.message + "\n", status: .init(code: Int(refusal.status)))
    }
}

/// Answers what is nowhere with a list of what there is.
private struct UnknownPaths: RouterMiddleware {
    typealias Context = BasicRequestContext

    let list: ViewList

    func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPError where error.status == .notFound {
            var response = LiveRoutes.response(list.page(isFound: false), type: ViewList.contentType, cacheSeconds: 0)
            response.status = .notFound
            return response
        }
    }
}

/// Headers that keep a browser from doing more with the page than it should.
private struct SecurityHeaders: RouterMiddleware {
    typealias Context = BasicRequestContext

    private static let policy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'",
        "worker-src 'self' blob:", "manifest-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'self'",
    ].joined(separator: "; ")

    func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response) async throws -> Response {
        var response = try await next(request, context)
        guard let policyName = HTTPField.Name("Content-Security-Policy"), let optionsName = HTTPField.Name("X-Content-Type-Options"),
            let referrerName = HTTPField.Name("Referrer-Policy")
        else { return response }
        response.headers[policyName] = Self.policy
        response.headers[optionsName] = "nosniff"
        response.headers[referrerName] = "no-referrer"
        return response
    }
}
