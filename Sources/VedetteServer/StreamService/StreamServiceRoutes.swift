// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1
import Vedette
import VedetteDynamicEntities
import VedetteModel

/// The HTTP side of the services: descriptions, the catalogue, and queries of the latest features.
struct StreamServiceRoutes: Sendable {
    /// The longest form of a query.
    private static let maximumFormLength = 1 << 20

    let services: StreamServices
    let allowedOrigins: Set<String>

    func add(to router: Router<BasicRequestContext>) {
        router.get("/arcgis/**") { request, _ in await respond(request) }
        router.post("/arcgis/**") { request, _ in await respond(request) }
    }

    private func respond(_ request: Request) async -> Response {
        var parameters = FormParameters(ofAddress: request.head.path ?? "")
        var response: Response
        do throws(ServiceError) {
            if request.method == .post { parameters = try await form(of: request, parameters) }
            response = try answer(request, parameters)
        } catch {
            response = Self.json(error.json, parameters, status: .init(code: error.status))
        }
        // Pages that may open the sockets may read the descriptions too.
        if let origin = request.headers[.origin], allowedOrigins.contains(origin) {
            response.headers[.accessControlAllowOrigin] = origin
        }
        response.headers[.vary] = "Origin"
        return response
    }

    private func form(of request: Request, _ parameters: FormParameters) async throws(ServiceError) -> FormParameters {
        let body: ByteBuffer
        do {
            body = try await request.body.collect(upTo: Self.maximumFormLength)
        } catch {
            throw ServiceError(413, "a form may have \(Self.maximumFormLength) bytes")
        }
        var form = FormParameters(String(buffer: body))
        form.merge(parameters)
        return form
    }

    private func answer(_ request: Request, _ parameters: FormParameters) throws(ServiceError) -> Response {
        guard let address = ServiceAddress(path: request.uri.path[...]) else { throw .unknown("Resource") }
        if address == .info {
            return Self.described(StreamServiceDescription.info, parameters, "Services")
        }
        let header = HTTPField.Name("X-Esri-Authorization").flatMap { request.headers[$0] } ?? request.headers[.authorization]
        switch address {
        case .subscribe, .broadcast: return try socketAnswer(request, parameters)
        default: try services.checkToken(parameters, authorization: header)
        }
        switch address {
        case .catalogue(let folder):
            return Self.described(try StreamServiceDescription.catalogue(services, folder: folder), parameters, "Services")
        case .stream(let name):
            let publisher = try services.publisher(named: name)
            let bearer = header.map { String($0.dropFirst(7)).trimmingCharacters(in: .whitespaces) }
            let description = StreamServiceDescription.stream(
                publisher, host: request.head.authority ?? "localhost", isSecure: Self.isSecure(request),
                token: services.needsToken ? parameters["token"] ?? bearer : nil)
            return Self.described(description, parameters, "\(publisher.name) (StreamServer)")
        case .features(let name):
            let publisher = try services.publisher(named: name)
            return Self.described(StreamServiceDescription.features(publisher), parameters, "\(publisher.name) (FeatureServer)")
        case .layer(let name):
            let publisher = try services.publisher(named: name)
            return Self.described(StreamServiceDescription.layer(publisher), parameters, "\(publisher.name) (FeatureServer), layer 0")
        case .query(let name): return try queryAnswer(try services.publisher(named: name), parameters)
        case .info, .subscribe, .broadcast: throw .unknown("Resource")
        }
    }

    private func queryAnswer(_ publisher: StreamPublisher, _ parameters: FormParameters) throws(ServiceError) -> Response {
        if let format = parameters["f"]?.lowercased(), !["json", "pjson", "html"].contains(format) {
            throw ServiceError(400, "f: only json is answered")
        }
        let store = publisher.source.dataSource.entityStore
        let fields = publisher.fields
        let storeFields = store.withStore { $0.schema.namedFields }
        let query = try LatestFeaturesQuery(parameters, fields: fields, storeFields: storeFields, now: services.settings.clock())
        return Self.response(LatestFeatures(fields: fields, query: query).answer(store), type: "application/json")
    }

    /// Why a request for a socket was not upgraded.
    private func socketAnswer(_ request: Request, _ parameters: FormParameters) throws(ServiceError) -> Response {
        var headers = HTTPHeaders()
        for field in request.headers { headers.add(name: field.name.rawName, value: field.value) }
        if let host = request.head.authority { headers.replaceOrAdd(name: "host", value: host) }
        _ = try services.socket(request.head.path ?? "", headers)
        throw ServiceError(426, "this address is a WebSocket; open it as one")
    }

    /// A proxy says so; where it does not, the addresses are those of a server without encryption.
    private static func isSecure(_ request: Request) -> Bool {
        HTTPField.Name("X-Forwarded-Proto").flatMap { request.headers[$0] }?.lowercased() == "https"
    }

    // MARK: Responses

    private static func response(_ bytes: [UInt8], type: String, status: HTTPResponse.Status = .ok) -> Response {
        var headers = HTTPFields()
        headers[.contentType] = type
        headers[.cacheControl] = "no-cache"
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    private static func json(_ value: JSONValue, _ parameters: FormParameters, status: HTTPResponse.Status = .ok) -> Response {
        let isPretty = parameters["f"]?.lowercased() == "pjson"
        return response(JSONText.bytes(value, isPretty: isPretty), type: "application/json", status: status)
    }

    /// A description as `f` asks for it; without it, or as `html`, a page for people.
    private static func described(_ value: JSONValue, _ parameters: FormParameters, _ title: String) -> Response {
        let format = parameters["f"]?.lowercased()
        if format == "json" || format == "pjson" { return json(value, parameters) }
        guard format == nil || format == "html" else {
            return json(ServiceError(400, "f: only json, pjson and html are answered").json, parameters, status: .badRequest)
        }
        let text = escaped(String(decoding: JSONText.bytes(value, isPretty: true), as: UTF8.self))
        let name = escaped(title)
        let page = """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8"><title>\(name)</title></head>
            <body><h1>\(name)</h1><p>For programs: <a href="?f=json">JSON</a>.</p><pre>\(text)</pre></body></html>

            """
        return response(Array(page.utf8), type: "text/html; charset=utf-8")
    }

    private static func escaped(_ text: String) -> String {
        text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;").replacingOccurrences(
            of: ">", with: "&gt;")
    }
}
