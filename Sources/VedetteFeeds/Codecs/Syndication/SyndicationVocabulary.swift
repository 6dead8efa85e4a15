// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// What the elements of RSS and Atom mean, whatever version a feed is of.
struct SyndicationVocabulary: Equatable {
    enum Meaning: Equatable {
        /// Its text is a value of that field.
        case field(String)
        case link
        case author
        case category
        case enclosure
        /// Elements that say where the item is.
        case place
        /// About something else than the item.
        case foreign
        /// An extension, or an element without a meaning of its own.
        case other
    }

    static let atom = "http://www.w3.org/2005/Atom"
    private static let atoms = [atom, "http://purl.org/atom/ns#"]
    private static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
    private static let rss1 = [
        "http://purl.org/rss/1.0/", "http://my.netscape.com/rdf/simple/0.9/", "http://channel.netscape.com/rdf/simple/0.9/",
    ]
    private static let dublinCore = "http://purl.org/dc/elements/1.1/"
    private static let dublinTerms = "http://purl.org/dc/terms/"
    private static let content = "http://purl.org/rss/1.0/modules/content/"
    static let georss = "http://www.georss.org/georss"
    static let gml = ["http://www.opengis.net/gml", "http://www.opengis.net/gml/3.2", "http://www.opengis.net/gml/3.3"]
    static let basicGeo = "http://www.w3.org/2003/01/geo/wgs84_pos#"

    let isAtom: Bool
    /// The namespaces of the elements of RSS or Atom themselves.
    private let core: [String]

    /// The vocabulary of a document, by its first element; nil where that is neither of RSS nor of Atom.
    init?(root: XMLName) {
        guard let namespace = root.namespace else { return nil }
        switch root.local {
        case "feed" where Self.atoms.contains(namespace): (isAtom, core) = (true, [namespace])
        case "rss": (isAtom, core) = (false, [namespace])
        case "RDF" where namespace == Self.rdf: (isAtom, core) = (false, Self.rss1)
        default: return nil
        }
    }

    /// The names of the fields in their order; extensions follow.
    static let fields = ["id", "title", "link", "summary", "content", "author", "categories", "published", "updated", "enclosure"]

    func isItem(_ name: XMLName) -> Bool {
        name.local == (isAtom ? "entry" : "item") && isCore(name)
    }

    private func isCore(_ name: XMLName) -> Bool {
        name.namespace.map { core.contains($0) } ?? false
    }

    /// The identity of an item of RSS 1.0.
    func about(_ element: XMLElement) -> String? { element.attribute("about", in: Self.rdf) }

    func meaning(of name: XMLName) -> Meaning {
        guard let namespace = name.namespace else { return .other }
        if isCore(name) { return isAtom ? atomMeaning(name.local) : rssMeaning(name.local) }
        switch (namespace, name.local) {
        case (Self.georss, "point"), (Self.georss, "where"), (Self.georss, "line"), (Self.georss, "polygon"), (Self.georss, "box"),
            (Self.georss, "circle"), (Self.georss, "elev"):
            return .place
        case (Self.basicGeo, "Point"), (Self.basicGeo, "lat"), (Self.basicGeo, "long"), (Self.basicGeo, "lon"), (Self.basicGeo, "alt"):
            return .place
        case (Self.dublinCore, "date"), (Self.dublinTerms, "created"), (Self.dublinTerms, "issued"): return .field("published")
        case (Self.dublinTerms, "modified"): return .field("updated")
        case (Self.dublinCore, "creator"): return .field("author")
        case (Self.dublinCore, "subject"): return .field("categories")
        case (Self.content, "encoded"): return .field("content")
        case (Self.atom, "link"): return .foreign
        default:
            if Self.gml.contains(namespace) { return .place }
            return Self.atoms.contains(namespace) ? atomMeaning(name.local) : .other
        }
    }

    private func rssMeaning(_ name: String) -> Meaning {
        switch name {
        case "guid": .field("id")
        case "title", "link", "author": .field(name)
        case "description": .field("summary")
        case "pubDate": .field("published")
        case "category": .category
        case "enclosure": .enclosure
        default: .other
        }
    }

    private func atomMeaning(_ name: String) -> Meaning {
        switch name {
        case "id", "title", "summary", "content", "published", "updated": .field(name)
        case "issued", "created": .field("published")
        case "modified": .field("updated")
        case "link": .link
        case "author": .author
        case "category": .category
        case "source", "contributor": .foreign
        default: .other
        }
    }
}
