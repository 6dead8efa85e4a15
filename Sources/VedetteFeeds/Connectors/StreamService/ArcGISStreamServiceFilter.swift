// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
public import VedetteGeometry

/// Which observations an ``ArcGISStreamService`` sends.
///
/// It takes effect when it becomes the service's ``ArcGISStreamService/filter``: at once where the service is connected. What is changed in a
/// filter later takes effect when it is set again, or with the next connection.
public final class ArcGISStreamServiceFilter: Sendable {
    struct Values: Sendable {
        var geometry: Geometry?
        var whereClause = ""
    }

    private let state = Mutex(Values())

    public init() {}

    /// Where observations have to be; nil for anywhere. The service looks at the envelope of the geometry alone. It may be in any spatial
    /// reference; without one it is meant in that of the service.
    public var geometry: Geometry? {
        get { state.withLock { $0.geometry } }
        set { state.withLock { $0.geometry = newValue } }
    }

    /// What must be true of their attributes, in SQL as the service understands it; empty for anything.
    public var whereClause: String {
        get { state.withLock { $0.whereClause } }
        set { state.withLock { $0.whereClause = newValue } }
    }

    var values: Values { state.withLock { $0 } }
}
