// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry

/// Reads a document of GPX that is UTF-8: a core.
struct GPXReader {
    private let textLength: Int
    let options: FeedOptions
    var reader: XMLReader
    var lines: XMLLineCount
    var document = GPXDocument()
    /// The namespace of the document's own elements; nil where its prefix was not declared.
    var core: String?
    var pointCount: UInt64 = 0
    var isAtLimit = false

    init(_ text: UnsafeRawBufferPointer, line: Int, options: FeedOptions) {
        textLength = text.count
        self.options = options
        reader = XMLReader(text)
        lines = XMLLineCount(text, line: line)
    }

    /// Reads to the end; `isWhole` says whether the text is all of the document, or as much of it as is UTF-8.
    mutating func read(isWhole: Bool) -> GPXDocument {
        do throws(XMLError) {
            try readDocument()
        } catch {
            let cause =
                isWhole || error.offset < textLength
                ? error.message : "the text is not UTF-8 from here on; name its encoding in its first line"
            document.issues.append(
                FeedIssue(line: lines.line(at: error.offset), .invalidXML, "\(cause); what stands behind it is not read"))
        }
        return document
    }

    var isDone: Bool { isAtLimit || options.stopsAtFirstIssue && !document.issues.isEmpty }

    private mutating func readDocument() throws(XMLError) {
        while let event = try reader.next() {
            guard case .start(let root) = event else { continue }
            core = root.name.namespace
            document.version = root.attribute("version")
            document.creator = root.attribute("creator")
            try readContent()
            // What stands behind the place where reading was ended is of no interest.
            if isDone { return }
        }
    }

    /// The elements in `gpx`.
    private mutating func readContent() throws(XMLError) {
        while !isDone, let element = try nextChild() {
            switch coreName(element) {
            case "wpt": if let point = try readPoint(element) { document.waypoints.append(point) }
            case "rte":
                document.routes.append(GPXRoute())
                try readRoute(document.routes.count - 1)
            case "trk":
                document.tracks.append(GPXTrack())
                try readTrack(document.tracks.count - 1)
            case "metadata":
                while let child = try nextChild() {
                    let text = try readText()
                    if coreName(child) == "name" { document.name = text }
                }
            case "name": document.name = try readText()
            default: try skip()
            }
        }
    }

    private mutating func readRoute(_ index: Int) throws(XMLError) {
        while !isDone, let element = try nextChild() {
            if coreName(element) == "rtept" {
                if let point = try readPoint(element) { document.routes[index].points.append(point) }
            } else {
                var fields = document.routes[index].fields
                try readField(element, &fields)
                document.routes[index].fields = fields
            }
        }
    }

    private mutating func readTrack(_ index: Int) throws(XMLError) {
        while !isDone, let element = try nextChild() {
            guard coreName(element) == "trkseg" else {
                var fields = document.tracks[index].fields
                try readField(element, &fields)
                document.tracks[index].fields = fields
                continue
            }
            document.tracks[index].segments.append(GPXTrackSegment())
            let segment = document.tracks[index].segments.count - 1
            while !isDone, let element = try nextChild() {
                guard coreName(element) == "trkpt" else {
                    try skip()
                    continue
                }
                if let point = try readPoint(element) { document.tracks[index].segments[segment].points.append(point) }
            }
        }
    }
}
