// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Vedette
import VedetteGeometry
import VedetteModel

/// What services say of themselves, in the words of the ArcGIS REST API.
enum StreamServiceDescription {
    /// The version of the API whose shapes these are.
    static let version = 11.3
    /// The most features in one answer of the layer.
    static let maximumRecordCount = 2_000

    static var info: JSONValue {
        .object([
            "currentVersion": .number(version), "fullVersion": .text("11.3.0"),
            "authInfo": .object(["isTokenBasedSecurity": .boolean(false)]),
        ])
    }

    /// The services of a folder.
    ///
    /// - Throws: 404 for a folder that is not there.
    static func catalogue(_ services: StreamServices, folder: String) throws(ServiceError) -> JSONValue {
        let all = services.publishers.map(\.name)
        let prefix = folder.isEmpty ? "" : folder.lowercased() + "/"
        let inside = all.filter { $0.key.hasPrefix(prefix) }
        guard folder.isEmpty || !inside.isEmpty else { throw .unknown("Folder \(folder.prefix(130))") }
        var folders: Set<String> = []
        var listed: [JSONValue] = []
        for name in inside {
            let rest = name.description.dropFirst(prefix.count)
            if let slash = rest.firstIndex(of: "/") {
                folders.insert(String(rest[..<slash]))
            } else {
                for type in ["FeatureServer", "StreamServer"] {
                    listed.append(.object(["name": .text(name.description), "type": .text(type)]))
                }
            }
        }
        return .object([
            "currentVersion": .number(version), "folders": .array(folders.sorted().map { .text($0) }), "services": .array(listed),
        ])
    }

    // MARK: Stream

    /// - Parameters:
    ///   - publisher: the service.
    ///   - host: how the client reaches the server, such as `localhost:8080`.
    ///   - isSecure: whether it does so by TLS.
    ///   - token: what it showed, where one is needed.
    /// - Returns: the description.
    static func stream(_ publisher: StreamPublisher, host: String, isSecure: Bool, token: String?) -> JSONValue {
        let fields = publisher.fields
        let source = publisher.source
        var urls: [String: JSONValue] = [
            "transport": .text("ws"),
            "urls": .array([.text("\(isSecure ? "wss" : "ws")://\(host)\(ServiceAddress.root)/ws/services/\(publisher.name)/StreamServer")]
            ),
        ]
        if let token { urls["token"] = .text(token) }
        var members = common(fields, source)
        let text = source.dataSource.sourceInfo?.description ?? ""
        members["description"] = .text(text.isEmpty ? source.name : text)
        members["timeInfo"] = timeInfo(fields)
        members["geometryField"] = .text("geometry")
        members["spatialReference"] = SpatialReference.wgs84.esriJSON
        members["capabilities"] = .text(source.isBroadcastAllowed ? "broadcast,subscribe" : "subscribe")
        members["streamUrls"] = .array([.object(urls)])
        let layer = "\(isSecure ? "https" : "http")://\(host)\(ServiceAddress.root)/rest/services/\(publisher.name)/FeatureServer/0"
        // The layer shows the latest observations as they are: it is never older than a second.
        members["keepLatestArchive"] = .object([
            "featuresUrl": .text(layer), "updateInterval": .integer(1), "maximumFeatureAge": .integer(0),
        ])
        return .object(members)
    }

    private static func common(_ fields: PublishedFields, _ source: LiveSource) -> [String: JSONValue] {
        let label = source.labelField.flatMap { fields.column(named: $0) }.map { fields.columns[$0].field.name }
        return [
            "currentVersion": .number(version), "objectIdField": .text(fields.objectIDName),
            "displayField": .text(label ?? fields.trackName),
            "geometryType": .text("esriGeometryPoint"), "fields": fieldList(fields.columns),
            "drawingInfo": .object(["renderer": renderer(source, fields)]), "hasZ": .boolean(fields.hasZ), "hasM": .boolean(false),
        ]
    }

    private static func timeInfo(_ fields: PublishedFields) -> JSONValue {
        .object([
            "trackIdField": .text(fields.trackName), "startTimeField": fields.timeName.map { .text($0) } ?? .null, "endTimeField": .null,
        ])
    }

    static func fieldList(_ columns: [PublishedFields.Column]) -> JSONValue {
        .array(
            columns.map { column in
                let field = column.field
                // A layer has one field of object ids, which is ours.
                let type = field.type == .oid && column.origin != .objectID ? FieldType.int64 : field.type
                var members: [String: JSONValue] = [
                    "name": .text(field.name), "type": .text(type.publishedName),
                    "alias": .text(field.alias.isEmpty ? field.name : field.alias), "nullable": .boolean(field.isNullable),
                ]
                if type.isPublishedAsText { members["length"] = .integer(Int64(field.length > 0 ? field.length : 1_024)) }
                return .object(members)
            })
    }

    /// A plain circle, or a triangle that points where the entity goes.
    private static func renderer(_ source: LiveSource, _ fields: PublishedFields) -> JSONValue {
        let heading = source.headingField.flatMap { fields.column(named: $0) }.map { fields.columns[$0].field.name }
        func colour(_ values: Int64...) -> JSONValue { .array(values.map { .integer($0) }) }
        var members: [String: JSONValue] = [
            "type": .text("simple"), "label": .text(source.many), "description": .text(""),
            "symbol": .object([
                "type": .text("esriSMS"), "style": .text(heading == nil ? "esriSMSCircle" : "esriSMSTriangle"),
                "color": colour(0, 112, 255, 255), "size": .integer(8), "angle": .integer(0), "xoffset": .integer(0),
                "yoffset": .integer(0),
                "outline": .object(["color": colour(255, 255, 255, 255), "width": .number(0.75)]),
            ]),
        ]
        if let heading {
            members["rotationType"] = .text("geographic")
            members["rotationExpression"] = .text("[\(heading)]")
        }
        return .object(members)
    }

    // MARK: Latest features

    static func features(_ publisher: StreamPublisher) -> JSONValue {
        .object([
            "currentVersion": .number(version),
            "serviceDescription": .text("The latest observation of each of the \(publisher.source.many)."),
            "capabilities": .text("Query"), "maxRecordCount": .integer(Int64(maximumRecordCount)), "supportedQueryFormats": .text("JSON"),
            "spatialReference": SpatialReference.wgs84.esriJSON, "hasStaticData": .boolean(false), "allowGeometryUpdates": .boolean(false),
            "layers": .array([
                .object([
                    "id": .integer(0), "name": .text(publisher.source.name), "type": .text("Feature Layer"),
                    "geometryType": .text("esriGeometryPoint"),
                ])
            ]), "tables": .array([]),
        ])
    }

    static func layer(_ publisher: StreamPublisher) -> JSONValue {
        let fields = publisher.fields
        var members = common(fields, publisher.source)
        members["id"] = .integer(0)
        members["name"] = .text(publisher.source.name)
        members["type"] = .text("Feature Layer")
        members["description"] = .text("The latest observation of each of the \(publisher.source.many).")
        members["extent"] = .object([
            "xmin": .integer(-180), "ymin": .integer(-90), "xmax": .integer(180), "ymax": .integer(90),
            "spatialReference": SpatialReference.wgs84.esriJSON,
        ])
        members["objectIdFieldName"] = .text(fields.objectIDName)
        members["capabilities"] = .text("Query")
        members["maxRecordCount"] = .integer(Int64(maximumRecordCount))
        members["standardMaxRecordCount"] = .integer(Int64(maximumRecordCount))
        members["supportedQueryFormats"] = .text("JSON")
        members["hasAttachments"] = .boolean(false)
        members["supportsStatistics"] = .boolean(false)
        members["supportsAdvancedQueries"] = .boolean(true)
        members["advancedQueryCapabilities"] = .object([
            "supportsPagination": .boolean(true), "supportsOrderBy": .boolean(true), "supportsReturningQueryExtent": .boolean(true),
            "supportsDistinct": .boolean(false), "supportsStatistics": .boolean(false), "supportsQueryWithDistance": .boolean(false),
            "useStandardizedQueries": .boolean(true),
        ])
        // Without end time, and with an unknown extent: `timeInfo` of a layer needs its start field.
        if let time = fields.timeName {
            members["timeInfo"] = .object(["trackIdField": .text(fields.trackName), "startTimeField": .text(time), "endTimeField": .null])
        }
        return .object(members)
    }
}
