// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import VedetteDynamicEntities
public import VedetteGeometry
import VedetteModel

/// What an ArcGIS stream service says of itself.
public final class ArcGISStreamServiceInfo: DynamicEntityDataSourceInfo, @unchecked Sendable {
    /// Features that a service names besides its own, whose attributes can be joined to the observations.
    public struct RelatedService: Sendable, Hashable {
        /// Where they are.
        public let url: URL
        /// The field by which they are joined.
        public let joinField: String?
        /// Their fields of interest; empty for all.
        public let outFields: [String]
    }

    /// Where the service is: the address that it was asked at, without what stood behind a `?`.
    public let url: URL

    /// The version of the server, such as `11.1`; empty where it does not say.
    public let version: String

    /// The class of the geometries, `Point.self`; nil where observations have none.
    public let geometryType: Geometry.Type?

    /// The field whose value is a number of its own for each observation.
    public let objectIDField: String?

    /// The field with a text for people.
    public let displayField: String?

    /// The field with the time of an observation, or with the time at which it began to hold.
    public let startTimeField: String?

    /// The field with the time at which it ceased to hold.
    public let endTimeField: String?

    /// The feature service that keeps the latest observation of each entity, where there is one.
    public let archiveServiceURL: URL?

    /// How often the archive is brought up to date, in seconds.
    public let archiveUpdateInterval: Double?

    public let relatedServices: [RelatedService]

    /// How observations should be drawn, as the JSON that the service sends.
    public let drawingInfoJSON: String?

    /// What may be done, in lower case, such as `subscribe` and `broadcast`.
    public let capabilities: [String]

    init(_ members: [String: JSONValue], entityIDField: String, fields: [Field], url: URL, base: URL) {
        func address(_ value: JSONValue?) -> URL? { value?["featuresUrl"]?.text.flatMap { URL(string: $0, relativeTo: base)?.absoluteURL } }
        func name(_ value: JSONValue?) -> String? {
            value?.text.flatMap { text in text.isEmpty ? nil : StreamServiceDescription.declaredName(text, fields) }
        }
        self.url = url
        version = members["currentVersion"]?.attribute.map { "\($0)" } ?? ""
        geometryType = members["geometryType"]?.geometryType
        objectIDField = name(members["objectIdField"])
        displayField = name(members["displayField"])
        startTimeField = name(members["timeInfo"]?["startTimeField"])
        endTimeField = name(members["timeInfo"]?["endTimeField"])
        archiveServiceURL = address(members["keepLatestArchive"])
        archiveUpdateInterval = members["keepLatestArchive"]?["updateInterval"]?.double
        let related = members["relatedFeatures"]
        relatedServices = (related?.elements ?? [related].compactMap(\.self)).compactMap { value in
            address(value).map {
                let names =
                    value["outFields"]?.elements?.compactMap(\.text) ?? value["outFields"]?.text?.split(separator: ",").map(String.init)
                return RelatedService(url: $0, joinField: value["joinField"]?.text, outFields: (names ?? []).filter { $0 != "*" })
            }
        }
        drawingInfoJSON = members["drawingInfo"]?.attribute as? String
        let words = members["capabilities"]?.text ?? members["currentUserPermission"]?.text ?? ""
        capabilities = words.lowercased().split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        super.init(entityIDFieldName: entityIDField, fields: fields)
        spatialReference = members["spatialReference"]?.spatialReference
        description = members["description"]?.text ?? members["serviceDescription"]?.text ?? ""
        timeFieldName = startTimeField
    }
}

extension JSONValue {
    fileprivate var double: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }
}
