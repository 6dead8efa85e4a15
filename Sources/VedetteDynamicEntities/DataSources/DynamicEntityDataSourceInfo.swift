// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
public import VedetteGeometry
public import VedetteModel

/// What a stream is about: its fields, which of them is the track id, and where its positions are.
///
// Sendable by hand: subclasses exist only inside this package and add immutable state; what changes is behind a lock.
open class DynamicEntityDataSourceInfo: @unchecked Sendable {
    /// The field whose value says to which entity an observation belongs.
    public let entityIDFieldName: String

    private struct State {
        var fields: [Field]
        var spatialReference: SpatialReference?
        var description = ""
        var timeFieldName: String?
    }

    private let state: Mutex<State>

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

    package func setFields(_ fields: [Field]) {
        state.withLock { $0.fields = fields }
    }
}
