// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Lets the user move the camera anywhere, and the program set viewpoints.
public final class GlobeCameraController: CameraController, @unchecked Sendable {
    public override init() { super.init() }
}
