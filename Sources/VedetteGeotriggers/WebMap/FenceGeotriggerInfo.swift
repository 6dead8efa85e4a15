// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import VedetteExpressions
public import VedetteGeometry
public import VedetteLocation
public import VedetteModel

/// A fence geotrigger as a web map keeps it: a description, from which triggers are made.
public struct FenceGeotriggerInfo: Hashable, Sendable {
    /// Where the fences of a description are.
    public enum FenceSource: Hashable, Sendable {
        /// In a layer of the web map, by its id.
        case layer(id: String)
        /// In a layer of a feature service.
        case url(URL)
    }

    public var name = ""
    public var ruleType: FenceRuleType
    public var fenceSource: FenceSource
    /// Metres, 0 or more.
    public var bufferDistance = 0.0
    /// Which features are fences, as a where clause; empty for all.
    public var whereClause = ""
    /// Where features have to be to be fences; nil for anywhere.
    public var geometry: Geometry?
    /// Which locations are used; nil for all.
    public var filter: ArcadeExpression?
    public var filterTitle = ""
    public var feedAccuracyMode = FenceGeotriggerFeedAccuracyMode.useGeometry
    /// Where the text names none it is ``FenceEnterExitSpatialRelationship/enterContainsAndExitDoesNotIntersect``, as the web map specification says: another
    /// one than that of a ``FenceGeotrigger`` that is made by a program.
    public var enterExitSpatialRelationship = FenceEnterExitSpatialRelationship.enterContainsAndExitDoesNotIntersect
    public var messageExpression: ArcadeExpression?
    public var messageTitle = ""
    public var requestedActions: [String] = []

    /// Members that are not known here; they are written back.
    private var others: [String: JSONValue] = [:]

    public init(ruleType: FenceRuleType, fenceSource: FenceSource) {
        (self.ruleType, self.fenceSource) = (ruleType, fenceSource)
    }

    /// Describes a trigger whose fences are features; nil for another. What goes beyond web maps (detection, rules, lateness) is not in it.
    ///
    /// - Parameters:
    ///   - trigger: with ``FeatureFenceParameters``.
    ///   - fenceSource: where others find its features.
    public init?(_ trigger: FenceGeotrigger, fenceSource: FenceSource) {
        guard let parameters = trigger.fenceParameters as? FeatureFenceParameters else { return nil }
        self.init(ruleType: trigger.ruleType, fenceSource: fenceSource)
        name = trigger.name
        bufferDistance = parameters.bufferDistance
        whereClause = parameters.filter?.whereClause ?? ""
        geometry = parameters.filter?.geometry
        filter = (trigger.feed as? LocationGeotriggerFeed)?.filter
        (feedAccuracyMode, enterExitSpatialRelationship) = (trigger.feedAccuracyMode, trigger.enterExitSpatialRelationship)
        (messageExpression, requestedActions) = (trigger.messageExpression, trigger.requestedActions)
    }

    /// Makes the trigger.
    ///
    /// - Parameters:
    ///   - locationDataSource: the device.
    ///   - featureTable: the features that ``fenceSource`` stands for.
    /// - Returns: a trigger with a feed of its own.
    public func makeGeotrigger(locationDataSource: LocationDataSource, featureTable: any FeatureTable) -> FenceGeotrigger {
        let parameters = FeatureFenceParameters(featureTable: featureTable, bufferDistance: bufferDistance)
        if !whereClause.isEmpty || geometry != nil {
            let query = QueryParameters(whereClause: whereClause)
            query.geometry = geometry
            parameters.filter = query
        }
        let trigger = FenceGeotrigger(
            feed: LocationGeotriggerFeed(locationDataSource: locationDataSource, filter: filter), ruleType: ruleType,
            fenceParameters: parameters, messageExpression: messageExpression, name: name)
        (trigger.feedAccuracyMode, trigger.enterExitSpatialRelationship) = (feedAccuracyMode, enterExitSpatialRelationship)
        trigger.requestedActions = requestedActions
        return trigger
    }
}

// MARK: - JSON

extension FenceGeotriggerInfo {
    private static let knownNames: Set<String> = [
        "type", "name", "feed", "fenceNotificationRule", "feedAccuracyMode", "enterExitRule", "fenceParameters", "notificationOptions",
    ]

    init(_ value: JSONValue) throws(GeotriggerError) {
        guard case .object(let members) = value, let parameters = value["fenceParameters"] else {
            throw GeotriggerError(.invalidJSON, "\"fenceParameters\" is missing")
        }
        self.init(
            ruleType: try Self.word(value, "fenceNotificationRule", FenceRuleType.self),
            fenceSource: try Self.source(parameters["fenceSource"]))
        others = members.filter { !Self.knownNames.contains($0.key) }
        name = value["name"]?.text ?? ""
        if let type = value["feed"]?["type"]?.text, type != "deviceLocation" {
            throw GeotriggerError(.invalidJSON, "the feed is of type \"\(type.prefix(40))\"; the only one known is \"deviceLocation\"")
        }
        (filter, filterTitle) = Self.expression(value["feed"]?["filterExpression"])
        feedAccuracyMode = try Self.word(value, "feedAccuracyMode", FenceGeotriggerFeedAccuracyMode.self, .useGeometry)
        enterExitSpatialRelationship = try Self.word(
            value, "enterExitRule", FenceEnterExitSpatialRelationship.self, .enterContainsAndExitDoesNotIntersect)
        bufferDistance = try Self.buffer(parameters["bufferDistance"])
        whereClause = parameters["filter"]?["where"]?.text ?? ""
        if let area = parameters["filter"]?["geometry"] {
            do {
                geometry = try Geometry.fromJSON(area.json)
            } catch {
                throw GeotriggerError(.invalidJSON, "the geometry of the filter cannot be read: \(error)", underlyingError: error)
            }
        }
        (messageExpression, messageTitle) = Self.expression(value["notificationOptions"]?["expressionInfo"])
        requestedActions = value["notificationOptions"]?["requestedActions"]?.elements?.compactMap(\.text) ?? []
    }

    private static func expression(_ value: JSONValue?) -> (ArcadeExpression?, String) {
        (value?["expression"]?.text.map { ArcadeExpression(expression: $0) }, value?["title"]?.text ?? "")
    }

    private static func word<Word: RawRepresentable & CaseIterable>(
        _ value: JSONValue, _ name: String, _ type: Word.Type, _ missing: Word? = nil
    ) throws(GeotriggerError) -> Word where Word.RawValue == String {
        if value[name] == nil, let missing { return missing }
        guard let word = value[name]?.text.flatMap({ Word(rawValue: $0) }) else {
            let known = Word.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
            throw GeotriggerError(.invalidJSON, "\"\(name)\" must be one of \(known)")
        }
        return word
    }

    private static func buffer(_ value: JSONValue?) throws(GeotriggerError) -> Double {
        let metres: Double
        switch value {
        case nil: return 0
        case .integer(let number)?: metres = Double(number)
        case .number(let number)?: metres = number
        default: metres = .nan
        }
        guard metres >= 0, metres.isFinite else {
            throw GeotriggerError(.invalidJSON, "\"bufferDistance\" must be a number of metres, 0 or more")
        }
        return metres
    }

    private static func source(_ value: JSONValue?) throws(GeotriggerError) -> FenceSource {
        if let text = value?["layerUrl"]?.text, let url = URL(string: text) { return .url(url) }
        if let id = value?["layerId"]?.text { return .layer(id: id) }
        throw GeotriggerError(.invalidJSON, "\"fenceSource\" must have a \"layerId\" or a \"layerUrl\"")
    }

    /// The geotrigger as JSON.
    var value: JSONValue {
        var members = others
        members["type"] = .text("fence")
        members["name"] = .text(name)
        members["feed"] = Self.object(["type": .text("deviceLocation"), "filterExpression": Self.value(of: filter, title: filterTitle)])
        members["fenceNotificationRule"] = .text(ruleType.rawValue)
        members["feedAccuracyMode"] = .text(feedAccuracyMode.rawValue)
        members["enterExitRule"] = .text(enterExitSpatialRelationship.rawValue)
        let source: JSONValue =
            switch fenceSource {
            case .layer(let id): .object(["layerId": .text(id)])
            case .url(let url): .object(["layerUrl": .text(url.absoluteString)])
            }
        var condition: [String: JSONValue?] = [:]
        if !whereClause.isEmpty { condition["where"] = .text(whereClause) }
        if let geometry { condition["geometry"] = Self.value(of: geometry) }
        members["fenceParameters"] = Self.object([
            "type": .text("features"), "bufferDistance": .number(bufferDistance), "fenceSource": source,
            "filter": condition.isEmpty ? nil : Self.object(condition),
        ])
        if messageExpression != nil || !requestedActions.isEmpty {
            members["notificationOptions"] = Self.object([
                "expressionInfo": Self.value(of: messageExpression, title: messageTitle),
                "requestedActions": .array(requestedActions.map { .text($0) }),
            ])
        }
        return .object(members)
    }

    private static func object(_ members: [String: JSONValue?]) -> JSONValue { .object(members.compactMapValues { $0 }) }

    private static func value(of expression: ArcadeExpression?, title: String) -> JSONValue? {
        expression.map { expression in
            object(["expression": .text(expression.expression), "title": title.isEmpty ? nil : .text(title)])
        }
    }

    private static func value(of geometry: Geometry) -> JSONValue? {
        var text = geometry.toJSON()
        return text.withUTF8 { try? JSONValue(text: UnsafeRawBufferPointer($0)) }
    }
}
