// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

extension LiveMessages {
    /// Why nothing is changed in a view that is read-only.
    static let isReadOnly = "this view is read-only: its viewers change nothing that others see"

    /// In `hello`, of a view whose browsers look at the same.
    static func sharing(isSteered: Bool) -> [UInt8] {
        var object = Object()
        object.add("steer", isSteered)
        return object.text
    }

    /// Where all browsers of the view look.
    ///
    /// - Parameters:
    ///   - place: where.
    ///   - sequence: counted up with each move.
    ///   - seen: the newest move of the viewer himself that it has taken into account; 0 for none.
    /// - Returns: the message.
    static func sharedViewpoint(_ place: SharedViewpoint.Place, sequence: Int, seen: Int) -> [UInt8] {
        var object = Object()
        object.add("type", "shared-viewpoint")
        object.add("sequence", sequence)
        object.add("seen", seen)
        object.add("center", raw: self.place(place.longitude, place.latitude))
        object.add("scale", place.scale)
        object.add("rotation", place.rotation)
        return object.text
    }
}
