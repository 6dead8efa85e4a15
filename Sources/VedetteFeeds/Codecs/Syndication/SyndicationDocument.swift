// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A whole document of RSS or Atom.
enum SyndicationDocument {
    /// The longest, in bytes.
    static let maximumLength = 1 << 24

    static func explanation(_ root: XMLName) -> String {
        GPXVocabulary.isRoot(root)
            ? "this is GPX, neither RSS nor Atom: its element is <gpx>; read it as gpx"
            : "this is XML, but neither RSS nor Atom nor GPX: its element is <\(Excerpt.of(root.local))>; check the address"
    }

    /// Whether it is RSS or Atom by its first element.
    ///
    /// - Throws: ``FeedError`` where it is not, or is in an encoding that is not read.
    static func check(_ bytes: UnsafeRawBufferPointer, line: Int) throws(FeedError) {
        var failure: XMLError?
        do throws(XMLError) {
            try XMLEncoding.withUTF8(bytes) { text, _ in
                var reader = XMLReader(text)
                do throws(XMLError) {
                    guard case .start(let root)? = try reader.next() else { return }
                    if SyndicationVocabulary(root: root.name) == nil { failure = XMLError(explanation(root.name), at: reader.eventOffset) }
                } catch {
                    failure = error
                }
            }
        } catch {
            failure = error
        }
        if let failure { throw FeedError(.unknownFormat, line: line, failure.message) }
    }
}
