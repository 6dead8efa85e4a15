// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Who moves the camera of a scene view, and how: what its kinds have in common. A view has one at a time, a ``GlobeCameraController``
/// unless set.
///
/// With any other, the viewpoint of the view cannot be set: who tries is ignored. No controller heeds what is in the way, such as buildings
/// and other graphics.
// Sendable by hand: the class is open only inside this module, and what changes in its subclasses is behind locks.
public class CameraController: @unchecked Sendable {
    init() {}
}
