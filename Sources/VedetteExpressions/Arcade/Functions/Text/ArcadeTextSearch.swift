// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Finds one text in another, byte by byte, so that composed and decomposed letters are different.
enum ArcadeTextSearch {
    /// The first byte at or behind `start` at which `part` stands in `text`; an empty part stands everywhere.
    static func place(of part: String, in text: String, from start: Int = 0) -> Int? {
        var (part, text) = (part, text)
        return part.withUTF8 { part in
            text.withUTF8 { text in
                start > text.count ? nil : LikePattern.find(UnsafeRawBufferPointer(part), in: UnsafeRawBufferPointer(text), from: start)
            }
        }
    }

    /// The bytes at which `part`, which is not empty, stands in `text`, none within another.
    static func places(of part: String, in text: String) -> [Int] {
        var (part, text) = (part, text)
        return part.withUTF8 { part in
            text.withUTF8 { text in
                var places: [Int] = []
                var start = 0
                while let place = LikePattern.find(UnsafeRawBufferPointer(part), in: UnsafeRawBufferPointer(text), from: start) {
                    places.append(place)
                    start = place + part.count
                }
                return places
            }
        }
    }
}
