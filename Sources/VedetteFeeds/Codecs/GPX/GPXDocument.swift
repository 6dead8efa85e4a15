// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A document of GPX 1.0 or 1.1: waypoints, routes and tracks.
///
/// Whatever is wrong with a point is in ``issues``, and the others are read. A document that is cut off gives what stands before that place. Nothing
/// outside of the document is read, and no entities are expanded.
public struct GPXDocument: Sendable {
    /// The longest document, in bytes.
    public static let maximumLength = 1 << 26
    /// The most points of a document.
    public static let maximumPointCount = 1_000_000

    /// The version that it says it is of, such as `1.1`.
    public internal(set) var version: String?
    /// What wrote it.
    public internal(set) var creator: String?
    public internal(set) var name: String?
    public internal(set) var waypoints: [GPXPoint] = []
    public internal(set) var routes: [GPXRoute] = []
    public internal(set) var tracks: [GPXTrack] = []
    /// What could not be read, and why, with its line.
    public internal(set) var issues: [FeedIssue] = []

    init() {}

    /// Reads a document in UTF-8, UTF-16, ISO-8859-1 or Windows-1252.
    ///
    /// - Throws: ``FeedError`` for what is no GPX at all, or longer than ``maximumLength``.
    public init(_ data: Data) throws {
        guard data.count <= Self.maximumLength else {
            throw FeedError(
                .unreadable, "the document has \(data.count) bytes, more than the \(Self.maximumLength) that are read; split it")
        }
        self = try data.withUnsafeBytes { bytes throws(FeedError) in
            try Self.check(bytes, line: 1)
            return Self.read(bytes, line: 1, options: FeedOptions())
        }
    }

    /// Whether it is GPX by its first element.
    ///
    /// - Throws: ``FeedError`` where it is not, or is in an encoding that is not read.
    static func check(_ bytes: UnsafeRawBufferPointer, line: Int) throws(FeedError) {
        var failure: XMLError?
        do throws(XMLError) {
            try XMLEncoding.withUTF8(bytes) { text, _ in
                var reader = XMLReader(text)
                do throws(XMLError) {
                    guard case .start(let root)? = try reader.next(), !GPXVocabulary.isRoot(root.name) else { return }
                    failure = XMLError(
                        "this is XML, but not GPX: its element is <\(Excerpt.of(root.name.local))>, not <gpx>", at: reader.eventOffset)
                } catch {
                    failure = error
                }
            }
        } catch {
            failure = error
        }
        if let failure { throw FeedError(.unknownFormat, line: line, failure.message) }
    }

    /// Reads what can be read; whatever is wrong is in ``issues``.
    static func read(_ bytes: UnsafeRawBufferPointer, line: Int, options: FeedOptions) -> GPXDocument {
        var document = GPXDocument()
        do throws(XMLError) {
            try XMLEncoding.withUTF8(bytes) { text, isWhole in
                var reader = GPXReader(text, line: line, options: options)
                document = reader.read(isWhole: isWhole)
            }
        } catch {
            document.issues.append(FeedIssue(line: line, .invalidXML, error.message))
        }
        return document
    }
}
