// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteExpressions
import VedetteGeometry
import VedetteModel

/// Why a service does not do what it was asked, as the ArcGIS REST API tells it.
struct ServiceError: Error, Equatable, Sendable {
    /// The status, which is also that of the answer but for 498 and 499: those become 401.
    var code: Int
    var message: String

    init(_ code: Int, _ message: String) {
        (self.code, self.message) = (code, message)
    }

    /// What went wrong with the parameters of a request.
    init(_ error: any Error, in name: String) {
        let text =
            switch error {
            case let error as ExpressionError: "\(error)"
            case let error as FeatureTableError: "\(error)"
            case let error as GeometryError: "\(error)"
            case let error as ServiceError: error.message
            default: "\(error)"
            }
        self.init(400, "\(name): \(text)")
    }

    static func unknown(_ what: String) -> ServiceError { ServiceError(404, "\(what) not found") }

    var status: Int { code == 498 || code == 499 ? 401 : code }

    var json: JSONValue {
        .object(["error": .object(["code": .integer(Int64(code)), "message": .text(message), "details": .array([])])])
    }
}
