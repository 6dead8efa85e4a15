// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A spatial reference as Esri JSON writes it: ids, or text where there is no id.
package struct EsriSpatialReference: Codable {
    package var wkid: Int?
    package var latestWkid: Int?
    package var vcsWkid: Int?
    package var latestVcsWkid: Int?
    package var wkt: String?

    package init() {}

    init(wkid: Int? = nil, latestWkid: Int? = nil, vcsWkid: Int? = nil, latestVcsWkid: Int? = nil, wkt: String? = nil) {
        (self.wkid, self.latestWkid, self.vcsWkid) = (wkid, latestWkid, vcsWkid)
        (self.latestVcsWkid, self.wkt) = (latestVcsWkid, wkt)
    }
}

extension SpatialReference {
    /// What Esri JSON has for the reference.
    package var esriForm: EsriSpatialReference {
        func latest(_ stated: WKID?, _ id: WKID?) -> Int? {
            guard let now = stated ?? id?.current, now != id || stated != nil else { return nil }
            return now.rawValue
        }
        guard let wkid else { return EsriSpatialReference(wkt: wkText) }
        return EsriSpatialReference(
            wkid: wkid.rawValue, latestWkid: latest(latestWKID, wkid), vcsWkid: verticalWKID?.rawValue,
            latestVcsWkid: latest(latestVerticalWKID, verticalWKID))
    }

    /// Reads what Esri JSON has for a reference.
    ///
    /// Text counts only where there is no id, or none that PROJ knows.
    ///
    /// - Returns: nil where it says nothing.
    /// - Throws: ``GeometryError`` with ``GeometryError/Code/unknownSpatialReference`` for an id that is none, or a text that is none.
    package static func make(_ form: EsriSpatialReference) throws(GeometryError) -> SpatialReference? {
        func id(_ number: Int?) throws(GeometryError) -> WKID? {
            guard let number, number != 0 else { return nil }
            guard let id = WKID(number) else {
                throw GeometryError(.unknownSpatialReference, "the wkid \(number) is not a whole number above zero")
            }
            return id
        }
        let (stated, latest) = (try id(form.wkid), try id(form.latestWkid))
        let (vertical, latestVertical) = (try id(form.vcsWkid), try id(form.latestVcsWkid))
        let numbered = (stated ?? latest).map { id in
            SpatialReference(
                wkid: id, latestWKID: latest == id ? nil : latest, verticalWKID: vertical ?? latestVertical,
                latestVerticalWKID: latestVertical)
        }
        guard let text = form.wkt, !text.isEmpty, numbered.map({ !$0.isGeographic && !$0.isProjected }) ?? true else { return numbered }
        do {
            return SpatialReference(try CoordinateSystemText.read(text))
        } catch {
            if let numbered { return numbered }
            throw error as? GeometryError ?? GeometryError(.unknownSpatialReference, "\(error)")
        }
    }
}

extension EsriSpatialReference {
    /// Writes it as Esri JSON.
    func append(to output: inout [UInt8]) {
        var isFirst = true
        func begin(_ name: String, to output: inout [UInt8]) {
            output.append(UInt8(ascii: isFirst ? "{" : ","))
            isFirst = false
            JSONWriter.append(name, to: &output)
            output.append(UInt8(ascii: ":"))
        }
        for (name, id) in [("wkid", wkid), ("latestWkid", latestWkid), ("vcsWkid", vcsWkid), ("latestVcsWkid", latestVcsWkid)] {
            guard let id else { continue }
            begin(name, to: &output)
            JSONWriter.append(Int64(id), to: &output)
        }
        if let wkt {
            begin("wkt", to: &output)
            JSONWriter.append(wkt, to: &output)
        }
        output.append(contentsOf: (isFirst ? "{}" : "}").utf8)
    }
}

extension GeometryReader {
    /// Reads `{"wkid":…,"latestWkid":…,"vcsWkid":…,"latestVcsWkid":…}` or `{"wkt":…}`; nil for `null` and for a reference that says
    /// nothing.
    mutating func readSpatialReference() throws -> SpatialReference? {
        if let first = try? cursor.peekValue(), first == UInt8(ascii: "n") {
            try readNull()
            return nil
        }
        var form = EsriSpatialReference()
        try readMembers { name, reader in
            switch name {
            case "wkid": form.wkid = try reader.readIdentifier()
            case "latestWkid": form.latestWkid = try reader.readIdentifier()
            case "vcsWkid": form.vcsWkid = try reader.readIdentifier()
            case "latestVcsWkid": form.latestVcsWkid = try reader.readIdentifier()
            case "wkt":
                if try reader.isNull() { try reader.readNull() } else { form.wkt = try reader.readText() }
            default: try reader.skip()
            }
        }
        return try SpatialReference.make(form)
    }

    mutating func isNull() throws -> Bool {
        try strictly { cursor throws(JSONSyntaxError) in try cursor.peekValue() == UInt8(ascii: "n") }
    }

    mutating func readNull() throws {
        try strictly { cursor throws(JSONSyntaxError) in try cursor.readWord("null") }
    }

    /// A whole number, or nil for `null`.
    private mutating func readIdentifier() throws -> Int? {
        let id = try readNumberOrNaN()
        guard !id.isNaN else { return nil }
        guard let number = Int(exactly: id) else {
            throw GeometryError(.unknownSpatialReference, "the wkid \(id) is not a whole number above zero", offset: cursor.offset)
        }
        return number
    }
}
