// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import VedetteDynamicEntities
public import VedetteGeometry

/// What users do with a view, as whoever draws it tells.
extension MapView {
    /// A user has moved the view, or is moving it. Ends following, auto-pan and whatever the view was on its way to.
    ///
    /// - Parameter viewpoint: where the view looks now; what it does not say stays as it is.
    /// - Returns: false where the viewpoint is none for this map.
    @discardableResult
    public func move(to viewpoint: Viewpoint) -> Bool {
        change(because: .user) { state, now in state.core.go(to: viewpoint, at: now) }
    }

    /// A user has tapped on the view: calls what was given to ``onSingleTapGesture(perform:)``, in that order.
    ///
    /// - Parameter screenPoint: points from the upper left corner, to the right and down.
    public func tap(at screenPoint: CGPoint) {
        let place = proxy.location(fromScreenPoint: screenPoint)
        for handler in withState({ $0.tapHandlers }) { handler(screenPoint, place) }
    }

    /// Calls a function with each tap: with the point of the screen, and the place of the map there, nil where there is none.
    ///
    /// - Returns: the view.
    @discardableResult
    public func onSingleTapGesture(perform action: @escaping @Sendable (_ screenPoint: CGPoint, _ mapPoint: Point?) -> Void) -> MapView {
        withState { $0.tapHandlers.append(action) }
        return self
    }
}

/// Following an entity, which the ArcGIS Maps SDK does not have.
extension MapView {
    /// Takes the view along with an entity, which stays in the middle; scale and turn stay as they are. It ends when a user moves the view, when a program sends it
    /// somewhere, when the entity is purged, and with ``unfollow()``. An auto-pan mode of the location display ends.
    ///
    /// The view goes to the entity at once, and follows each observation that becomes its newest: within half a second, and sooner where they come faster.
    public func follow(_ entity: DynamicEntity) {
        unfollow()
        withState { $0.display }?.autoPanMode = .off
        // Listened to from before the place is looked at, so that nothing is missed.
        let changes = entity.changes(bufferSize: 1)
        let (view, now) = (view, now)
        let follower = Task { [weak self] in
            for await _ in changes { self?.place(entity) }
            self?.unfollow(from: entity)
        }
        withState { state in
            var following = EntityFollowing()
            following.updateView(view, because: .own, at: now)
            (state.following, state.follower) = (following, follower)
        }
        setFollowedEntity(entity)
        place(entity)
    }

    /// Follows nothing any more; the view stays where it is.
    public func unfollow() {
        let follower = withState { state -> Task<Void, Never>? in
            defer { (state.following, state.follower) = (nil, nil) }
            return state.follower
        }
        follower?.cancel()
        setFollowedEntity(nil)
    }

    private func unfollow(from entity: DynamicEntity) {
        if !Task.isCancelled, followedEntity == entity { unfollow() }
    }

    private func place(_ entity: DynamicEntity) {
        guard let place = entity.geometry as? Point else { return }
        keepFollowing { $0.receive(place, at: $1) }
    }

    /// Tells what is followed of something, and goes where it sends the view.
    func keepFollowing(_ body: (inout EntityFollowing, Instant) -> Void) {
        let now = now
        let command = withState { state -> ViewpointCommand? in
            guard var following = state.following else { return nil }
            body(&following, now)
            let command = following.nextViewpoint(at: now)
            state.following = following
            return command
        }
        if let command { obey(.following(command)) }
    }
}
