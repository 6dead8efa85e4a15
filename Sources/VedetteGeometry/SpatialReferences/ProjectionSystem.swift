// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import CPROJ

/// A coordinate system of PROJ, freed when it goes. It belongs to the context that it was made in.
final class ProjectionSystem {
    let handle: OpaquePointer
    private let context: OpaquePointer

    private init(_ handle: OpaquePointer, _ context: OpaquePointer) {
        (self.handle, self.context) = (handle, context)
    }

    deinit {
        proj_destroy(handle)
    }

    private static func adopt(_ handle: OpaquePointer?, in context: OpaquePointer) -> ProjectionSystem? {
        handle.map { ProjectionSystem($0, context) }
    }

    // MARK: Making

    /// - Throws: ``GeometryError`` where PROJ cannot read the text.
    static func reading(_ text: String, in context: OpaquePointer) throws -> ProjectionSystem {
        var errors: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        defer { proj_string_list_destroy(errors) }
        guard let made = adopt(proj_create_from_wkt(context, text, nil, nil, &errors), in: context) else {
            let reason = errors?.pointee.map { String(cString: $0) } ?? "it is no well-known text"
            throw GeometryError(.unknownSpatialReference, "PROJ cannot read the text of a spatial reference: \(reason.prefix(300))")
        }
        return made
    }

    /// The system that EPSG has the number for, else the one of Esri.
    static func numbered(_ wkid: WKID, in context: OpaquePointer) throws -> ProjectionSystem {
        for authority in ["EPSG", "ESRI"] {
            if let made = adopt(
                proj_create_from_database(context, authority, String(wkid.rawValue), PJ_CATEGORY_CRS, 0, nil), in: context)
            {
                return made
            }
        }
        throw GeometryError(
            .unknownSpatialReference, "PROJ knows no spatial reference with the wkid \(wkid.rawValue); use an EPSG or ESRI number")
    }

    static func make(_ system: CoordinateSystem, in context: OpaquePointer) throws -> ProjectionSystem {
        switch system {
        case .id(let id): try numbered(id, in: context)
        case .text(let text): try reading(text, in: context)
        }
    }

    /// The system of places of a reference; where `withHeights`, together with that of its heights, if it has one.
    static func make(_ reference: SpatialReference, withHeights: Bool, in context: OpaquePointer) throws -> ProjectionSystem {
        guard let horizontal = try make(reference.horizontal, in: context).parts().horizontal else {
            throw GeometryError(
                .unknownSpatialReference, "\(reference) is no geographic or projected system, so that nothing can be placed by it")
        }
        guard withHeights, let system = reference.vertical else { return horizontal }
        guard let vertical = try make(system, in: context).parts().vertical else {
            throw GeometryError(.unknownSpatialReference, "the heights of \(reference) are in no vertical system that PROJ knows")
        }
        return try reading("COMPOUNDCRS[\"\",\(horizontal.secondText),\(vertical.secondText)]", in: context)
    }

    // MARK: Asking

    var kind: PJ_TYPE { proj_get_type(handle) }
    var name: String { proj_get_name(handle).map { String(cString: $0) } ?? "" }
    var isGeographic: Bool { kind == PJ_TYPE_GEOGRAPHIC_2D_CRS || kind == PJ_TYPE_GEOGRAPHIC_3D_CRS }

    /// What it is made of: a system of places and one of heights, either of which may be missing.
    func parts() throws -> (horizontal: ProjectionSystem?, vertical: ProjectionSystem?) {
        switch kind {
        case PJ_TYPE_COMPOUND_CRS:
            let horizontal = try Self.adopt(proj_crs_get_sub_crs(context, handle, 0), in: context)?.parts().horizontal
            let vertical = try Self.adopt(proj_crs_get_sub_crs(context, handle, 1), in: context)?.parts().vertical
            return (horizontal, vertical)
        case PJ_TYPE_BOUND_CRS:
            // A system with parameters to another one: its kind is that of the system itself.
            guard let source = Self.adopt(proj_get_source_crs(context, handle), in: context) else { return (nil, nil) }
            let parts = try source.parts()
            return (parts.horizontal == nil ? nil : self, parts.vertical == nil ? nil : self)
        case PJ_TYPE_VERTICAL_CRS: return (nil, self)
        default:
            // Whatever has no axes in degrees or metres of a map has no place here: geocentric, engineering and temporal systems.
            return isGeographic || isProjected ? (self, nil) : (nil, nil)
        }
    }

    private var isProjected: Bool {
        if kind == PJ_TYPE_PROJECTED_CRS { return true }
        guard kind == PJ_TYPE_OTHER_CRS || kind.rawValue > PJ_TYPE_OTHER_CRS.rawValue else { return false }
        // A projected system derived from another one has two axes of length and a geodetic system underneath.
        return Self.adopt(proj_crs_get_geodetic_crs(context, handle), in: context) != nil && axisCount == 2
    }

    private var axisCount: Int {
        guard let axes = Self.adopt(proj_crs_get_coordinate_system(context, handle), in: context) else { return 0 }
        return Int(proj_cs_get_axis_count(context, axes.handle))
    }

    /// The system without parameters to another one.
    var unbound: ProjectionSystem {
        kind == PJ_TYPE_BOUND_CRS ? Self.adopt(proj_get_source_crs(context, handle), in: context) ?? self : self
    }

    /// How the first axis is measured, and what one of that is in metres or radians; nil where PROJ does not say.
    var unit: (name: String, factor: Double)? {
        guard let axes = Self.adopt(proj_crs_get_coordinate_system(context, unbound.handle), in: context) else { return nil }
        var factor = 0.0
        var name: UnsafePointer<CChar>?
        guard proj_cs_get_axis_info(context, axes.handle, 0, nil, nil, nil, &factor, &name, nil, nil) != 0, factor > 0, let name else {
            return nil
        }
        return (String(cString: name), factor)
    }

    /// The geographic system underneath.
    var geodetic: ProjectionSystem? { Self.adopt(proj_crs_get_geodetic_crs(context, handle), in: context) }

    /// In the dialect of Esri where that has words for the system, else WKT 2.
    var wellKnownText: String {
        var options: [UnsafePointer<CChar>?] = [nil]
        return proj_as_wkt(context, handle, PJ_WKT1_ESRI, &options).map { String(cString: $0) } ?? secondText
    }

    /// WKT 2, which has words for everything, on one line.
    private var secondText: String {
        "MULTILINE=NO".withCString { option in
            var options: [UnsafePointer<CChar>?] = [option, nil]
            return proj_as_wkt(context, handle, PJ_WKT2_2019, &options).map { String(cString: $0) } ?? ""
        }
    }

    func isEquivalent(to other: ProjectionSystem) -> Bool {
        proj_is_equivalent_to_with_ctx(context, handle, other.handle, PJ_COMP_EQUIVALENT_EXCEPT_AXIS_ORDER_GEOGCRS) != 0
    }

    /// The number that EPSG or Esri has for this very system; nil where neither has.
    ///
    /// A number that the text claims counts only if the system of that number is the same: texts have been wrong.
    var recognisedID: WKID? {
        let system = unbound
        let claim = proj_get_id_code(system.handle, 0).map { String(cString: $0) }
        if let claim, let id = (Int(claim) ?? Self.numbersOfOGC[claim]).flatMap({ WKID($0) }),
            let known = try? Self.numbered(id, in: context), system.isEquivalent(to: known)
        {
            return id
        }
        for authority in ["EPSG", "ESRI"] {
            if let id = system.identified(by: authority) { return id }
        }
        return nil
    }

    /// Systems that OGC names because EPSG has their latitude first; here longitude always is.
    private static let numbersOfOGC = ["CRS84": 4326, "CRS83": 4269, "CRS27": 4267]

    private func identified(by authority: String) -> WKID? {
        var confidences: UnsafeMutablePointer<Int32>?
        guard let matches = proj_identify(context, handle, authority, nil, &confidences) else { return nil }
        defer {
            proj_int_list_destroy(confidences)
            proj_list_destroy(matches)
        }
        // 100: name and definition are the same; down to 60: the definition is, or the order of axes is another.
        guard let confidences, proj_list_get_count(matches) > 0, confidences[0] >= 60 else { return nil }
        guard let best = Self.adopt(proj_list_get(context, matches, 0), in: context), isEquivalent(to: best) else { return nil }
        return proj_get_id_code(best.handle, 0).flatMap { Int(String(cString: $0)) }.flatMap { WKID($0) }
    }
}
