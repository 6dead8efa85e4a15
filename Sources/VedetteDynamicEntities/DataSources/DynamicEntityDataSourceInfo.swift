// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
public import VedetteGeometry
public import VedetteModel

/// What a stream is about: its fields, which of them is the track id, and where its positions are.
///
/// Open so that services can say more of themselves.
///
// Sendable by hand: what changes is behind a lock, and subclasses add immutable state only.
open class DynamicEntityDataSourceInfo: @unchecked Sendable {
    /// The field whose value says to which entity an observation belongs. Its case does not matter.
    public let entityIDFieldName: String

    private struct State {
        var fields: [Field]
        var spatialReference: SpatialReference?
        var description = ""
        var timeFieldName: String?
        var fullExtent: Envelope?
    }

    private let state: Mutex<State>

    /// - Parameters:
    ///   - entityIDFieldName: the field whose value says to which entity an observation belongs.
    ///   - fields: the fields of an observation.
    public init(entityIDFieldName: String, fields: [Field]) {
        self.entityIDFieldName = entityIDFieldName
        state = Mutex(State(fields: fields))
    }

    /// The fields of an observation. Sources that learn their fields from the data add to them as they go.
    public var fields: [Field] { state.withLock { $0.fields } }

    /// The coordinate system of observations whose geometry does not name one. nil is taken for WGS 84.
    public var spatialReference: SpatialReference? {
        get { state.withLock { $0.spatialReference } }
        set { state.withLock { $0.spatialReference = newValue } }
    }

    /// The field that holds the time of an observation (event time): a `Date`, seconds or milliseconds since 1970, or RFC 3339 text.
    ///
    /// nil, or an observation without a value that can be read there: event time is not known, and arrival counts. Must be set before the
    /// source connects.
    public var timeFieldName: String? {
        get { state.withLock { $0.timeFieldName } }
        set { state.withLock { $0.timeFieldName = newValue } }
    }

    /// A sentence for people.
    public var description: String {
        get { state.withLock { $0.description } }
        set { state.withLock { $0.description = newValue } }
    }

    /// Where the entities are to be expected, as far as that is known. Nothing is refused for lying elsewhere.
    public var fullExtent: Envelope? {
        get { state.withLock { $0.fullExtent } }
        set { state.withLock { $0.fullExtent = newValue } }
    }

    package func setFields(_ fields: [Field]) {
        state.withLock { $0.fields = fields }
    }
}
