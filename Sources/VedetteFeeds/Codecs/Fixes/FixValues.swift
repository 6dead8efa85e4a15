// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteDynamicEntities

/// What a record says of a fix, texts as places in the block.
struct FixValues {
    var longitude: Int32 = 0
    var latitude: Int32 = 0
    var time = ObservationBatch.noTime
    var accuracy = Double.nan
    var speed = Double.nan
    /// The feature's own id.
    var id = 0..<0
    /// The track id.
    var track = 0..<0
}
