// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a viewer wants done with a drawn fence.
struct FenceWish: Equatable, Sendable {
    enum Action: Equatable, Sendable {
        /// A new fence where ``FenceWish/fence`` is nil.
        case put(DrawnFenceChange)
        /// Another shape while a hand drags it: of several only the newest counts, and none is answered.
        case move(DrawnShape)
        case delete
        /// What cannot be done.
        case refused(FenceRefusal)
    }

    static let types: Set<String> = ["put-fence", "move-fence", "delete-fence"]

    /// A number of the viewer's choice.
    var request: Int
    var fence: String?
    var action: Action

    private struct Head: Decodable {
        var request: Int
        var fence: String?
    }

    private struct Shape: Decodable {
        var geometry: DrawnShape
    }

    init(request: Int, fence: String?, action: Action) {
        (self.request, self.fence, self.action) = (request, fence, action)
    }

    /// Reads a message; nil where it is none of the protocol. What is one and cannot be done is ``Action/refused(_:)``.
    init?(type: String, _ data: Data) {
        guard let head = try? JSONDecoder().decode(Head.self, from: data), (head.fence?.utf8.count ?? 0) <= 100 else { return nil }
        (request, fence) = (head.request, head.fence)
        guard type == "put-fence" || fence != nil else { return nil }
        do {
            switch type {
            case "put-fence": action = .put(try JSONDecoder().decode(DrawnFenceChange.self, from: data))
            case "move-fence": action = .move(try JSONDecoder().decode(Shape.self, from: data).geometry)
            default: action = .delete
            }
        } catch let refusal as FenceRefusal {
            action = .refused(refusal)
        } catch {
            return nil
        }
    }
}
