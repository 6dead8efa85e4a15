// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import Vedette

@testable import VedetteServer

@Suite("What viewers say of locations")
struct LocationWishTests {
    private func read(_ text: String) -> ViewerMessage? { ViewerMessage(text, sourceCount: 0, locationCount: 2) }

    @Test("is understood")
    func good() {
        #expect(read(#"{"type":"show-location","location":1}"#) == .location(.show(1)))
        #expect(read(#"{"type":"show-location","location":null}"#) == .location(.show(nil)))
        #expect(read(#"{"type":"show-location","location":0,"autoPanMode":"off"}"#) == .location(.show(0, mode: .off)))
        #expect(read(#"{"type":"auto-pan","mode":"compassNavigation","more":[]}"#) == .location(.autoPan(.compassNavigation)))
        #expect(
            read(#"{"type":"location-display","wanderExtentFactor":0,"showsAccuracy":false}"#)
                == .location(.display(.init(wanderExtentFactor: 0, showsAccuracy: false))))
        #expect(
            read(#"{"type":"view","width":800,"height":600.5,"center":[-190,45],"scale":34000,"rotation":-20,"user":true,"sequence":7}"#)
                == .location(
                    .view(.init(width: 800, height: 600.5, center: [-190, 45], scale: 34_000, rotation: -20, user: true, sequence: 7))))
    }

    @Test(
        "is refused where it is wrong",
        arguments: [
            #"{"type":"show-location","location":2}"#, #"{"type":"show-location","location":-1}"#,
            #"{"type":"show-location","location":[1,2]}"#, #"{"type":"show-location","location":0,"autoPanMode":"sideways"}"#,
            #"{"type":"auto-pan"}"#, #"{"type":"auto-pan","mode":"sideways"}"#, #"{"type":"location-display","opacity":1.1}"#,
            #"{"type":"location-display","initialZoomScale":-1}"#, #"{"type":"location-display","showsLocation":1}"#, #"{"type":"view"}"#,
            #"{"type":"view","width":0,"height":600,"center":[0,0],"scale":34000,"rotation":0}"#,
            #"{"type":"view","width":800,"height":16385,"center":[0,0],"scale":34000,"rotation":0}"#,
            #"{"type":"view","width":800,"height":600,"center":[541,0],"scale":34000,"rotation":0}"#,
            #"{"type":"view","width":800,"height":600,"center":[0,91],"scale":34000,"rotation":0}"#,
            #"{"type":"view","width":800,"height":600,"center":[0],"scale":34000,"rotation":0}"#,
            #"{"type":"view","width":800,"height":600,"center":[0,0],"scale":0.5,"rotation":0}"#,
            #"{"type":"view","width":800,"height":600,"center":[0,0],"scale":1e300,"rotation":0}"#,
            #"{"type":"view","width":800,"height":600,"center":[0,0],"scale":34000,"rotation":1e300}"#,
            #"{"type":"view","width":1e999,"height":600,"center":[0,0],"scale":34000,"rotation":0}"#,
        ])
    func bad(text: String) {
        #expect(read(text) == nil)
    }
}
