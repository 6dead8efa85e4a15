// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

extension OrbitCameraController {
    // MARK: Limits

    /// The least distance; 0 unless set, and never less.
    public var minCameraDistance: Double {
        get { settings(\.distances.lowest) }
        set { set { $0.setMinimumDistance(newValue) } }
    }

    /// The greatest distance; infinite, for none, unless set.
    public var maxCameraDistance: Double {
        get { settings(\.distances.highest) }
        set { set { $0.setMaximumDistance(newValue) } }
    }

    /// The lower end of the headings; −180 unless set. Any angle.
    public var minCameraHeadingOffset: Double {
        get { settings(\.headings.lowest) }
        set { set { $0.setMinimumHeading(newValue) } }
    }

    /// The upper end of the headings; 180 unless set. Any angle: 360 or more above the lower end leaves all directions free.
    public var maxCameraHeadingOffset: Double {
        get { settings(\.headings.highest) }
        set { set { $0.setMaximumHeading(newValue) } }
    }

    /// The lower end of the pitches; −90 unless set, −180 at least.
    public var minCameraPitchOffset: Double {
        get { settings(\.pitches.lowest) }
        set { set { $0.setMinimumPitch(newValue) } }
    }

    /// The upper end of the pitches; 90 unless set, 180 at most.
    public var maxCameraPitchOffset: Double {
        get { settings(\.pitches.highest) }
        set { set { $0.setMaximumPitch(newValue) } }
    }

    // MARK: What the user may do

    /// Whether the user may move the camera nearer and farther; true unless set. The program always may, and so with the next two.
    public var cameraDistanceIsInteractive: Bool {
        get { settings(\.distanceIsInteractive) }
        set { set { $0.distanceIsInteractive = newValue } }
    }

    /// Whether the user may move the camera around; true unless set.
    public var cameraHeadingOffsetIsInteractive: Bool {
        get { settings(\.headingIsInteractive) }
        set { set { $0.headingIsInteractive = newValue } }
    }

    /// Whether the user may move the camera higher and lower; true unless set.
    public var cameraPitchOffsetIsInteractive: Bool {
        get { settings(\.pitchIsInteractive) }
        set { set { $0.pitchIsInteractive = newValue } }
    }

    // MARK: The screen

    /// How high on the screen is what the camera looks at, from 0 for its bottom to 1 for its top; 0.5 unless set.
    public var targetVerticalScreenFactor: Float {
        get { Float(settings(\.verticalScreenFactor)) }
        set { set { $0.setVerticalScreenFactor(Double(newValue)) } }
    }
}
