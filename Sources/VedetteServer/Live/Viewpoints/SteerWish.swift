// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A viewer has moved his browser, which takes along those of all who share the viewpoint.
struct SteerWish: Equatable, Sendable {
    static let type = "steer"

    private struct Numbered: Decodable {
        var move: Int
    }

    /// The viewer's own number of the move: greater with each.
    var move: Int
    var view: LocationWish.View

    var place: SharedViewpoint.Place {
        SharedViewpoint.Place(longitude: view.center[0], latitude: view.center[1], scale: view.scale, rotation: view.rotation)
    }

    /// Reads a message; nil where it is wrong.
    init?(_ data: Data) {
        let decoder = JSONDecoder()
        guard let numbered = try? decoder.decode(Numbered.self, from: data), numbered.move > 0,
            let view = try? decoder.decode(LocationWish.View.self, from: data), view.isRight
        else { return nil }
        (move, self.view) = (numbered.move, view)
    }
}
