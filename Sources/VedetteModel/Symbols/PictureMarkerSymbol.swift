// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A marker that is a picture.
public final class PictureMarkerSymbol: MarkerSymbol, @unchecked Sendable {
    /// Where the picture is. It is read by whoever draws it.
    public let url: URL
    /// In points; 0, for the width of the picture itself, unless set.
    @Synchronized public var width: CGFloat = 0
    /// In points; 0, for the height of the picture itself, unless set.
    @Synchronized public var height: CGFloat = 0
    /// From 0 for not to be seen to 1, as it is unless set.
    @Synchronized public var opacity: Float = 1

    /// Makes a marker of the picture in a file or at an HTTP address.
    public init(url: URL) {
        self.url = url
        super.init()
    }
}
