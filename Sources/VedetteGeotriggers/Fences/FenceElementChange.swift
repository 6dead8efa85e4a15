// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteModel

/// What tells the elements of one set of fences apart, as long as they are in it.
package enum FenceKey: Hashable, Sendable {
    /// A graphic; whoever holds the key holds the graphic as well, so that its address is not given to another.
    case graphic(ObjectIdentifier)
    /// A feature, by its object id.
    case feature(Int64)
    /// A dynamic entity, by its track id.
    case track(String)
}

/// An element that is meant to be a fence.
package struct FenceElement: Sendable {
    package let key: FenceKey
    package let element: any GeoElement

    /// The id that its events have: the object id of a feature, the track id of an entity, the text of a graphic's attribute `id`; nil where it has none.
    var preferredID: String? {
        switch key {
        case .feature(let id): String(id)
        case .track(let id): id
        case .graphic: element.attributes["id"].map { "\($0)" }
        }
    }
}

/// What has become of the elements that are fences. The geometry is read when the change is carried out.
package enum FenceElementChange: Sendable {
    /// The element is new, or another object stands for it.
    case added(FenceElement)
    /// The geometry of the element that is there is another. Where it is not there any more, nothing.
    case changed(FenceKey)
    case removed(FenceKey)
    /// The elements cannot be read just now; nil where they can be again.
    case unavailable(GeotriggerError?)
}
