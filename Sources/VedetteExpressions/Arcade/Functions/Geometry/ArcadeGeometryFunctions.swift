// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The functions that documents list under “geometry”.
package enum ArcadeGeometryFunctions {
    package static let definitions: [ArcadeFunctionDefinition] = [
        ArcadeFunctionDefinition(
            "Angle", .geometry, .geometry, since: "1.7", 2...3,
            [
                "Angle(pointA: Point|Feature, pointB: Point|Feature) -> Number",
                "Angle(pointA: Point|Feature, pointB: Point|Feature, pointC: Point|Feature) -> Number",
            ], ArcadeGeometryMeasures.angle),
        ArcadeFunctionDefinition(
            "Area", .geometry, .geometry, since: "1.7", 1...2,
            [
                "Area(polygon: Polygon|Feature|Array<Point>, unit?: Text|Number) -> Number",
                "Area(features: FeatureSet, unit?: Text|Number) -> Number",
            ], ArcadeGeometryMeasures.area),
        ArcadeFunctionDefinition(
            "AreaGeodetic", .geometry, .geometry, since: "1.7", 1...2,
            [
                "AreaGeodetic(polygon: Polygon|Feature|Array<Point>, unit?: Text|Number) -> Number",
                "AreaGeodetic(features: FeatureSet, unit?: Text|Number) -> Number",
            ], ArcadeGeometryMeasures.areaGeodetic),
        ArcadeFunctionDefinition(
            "Bearing", .geometry, .geometry, since: "1.7", 2...3,
            [
                "Bearing(pointA: Point|Feature, pointB: Point|Feature) -> Number",
                "Bearing(pointA: Point|Feature, pointB: Point|Feature, pointC: Point|Feature) -> Number",
            ], ArcadeGeometryMeasures.bearing),
        ArcadeFunctionDefinition(
            "Buffer", .geometry, .geometry, since: "1.3", 2...3,
            [
                "Buffer(inputGeometry: Geometry|Feature, distance: Number, unit?: Text|Number) -> Polygon"
            ], ArcadeGeometryShapes.buffer),
        ArcadeFunctionDefinition(
            "BufferGeodetic", .geometry, .geometry, since: "1.3", 2...3,
            [
                "BufferGeodetic(inputGeometry: Geometry|Feature, distance: Number, unit?: Text|Number) -> Polygon"
            ], ArcadeGeometryShapes.bufferGeodetic),
        ArcadeFunctionDefinition(
            "Centroid", .geometry, .geometry, since: "1.7", 1...1,
            [
                "Centroid(polygon: Polygon|Feature|Array<Point>) -> Point"
            ], ArcadeGeometryShapes.centroid),
        ArcadeFunctionDefinition(
            "Clip", .geometry, .geometry, since: "1.3", 2...2,
            [
                "Clip(inputGeometry: Geometry|Feature, envelope: Extent) -> Geometry"
            ], ArcadeGeometryOverlays.clip),
        ArcadeFunctionDefinition(
            "Contains", .geometry, .geometry, since: "1.7", 2...2,
            [
                "Contains(containerGeometry: Geometry|Feature, insideGeometry: Geometry|Feature) -> Boolean",
                "Contains(containerGeometry: Geometry|Feature, insideFeatures: FeatureSet) -> FeatureSet",
            ], ArcadeGeometryRelations.contains),
        ArcadeFunctionDefinition(
            "ConvertDirection", .geometry, .geometry, since: "1.13", 3...3,
            [
                "ConvertDirection(input: Array<Number|Text>|Number|Text, inputSpec: Dictionary, outputSpec: Dictionary) -> Array<Number|Text>,Number,Text"
            ], ArcadeConvertDirection.convertDirection),
        ArcadeFunctionDefinition(
            "ConvexHull", .geometry, .geometry, since: "1.19", 1...1,
            [
                "ConvexHull(inputGeometry: Geometry|Feature) -> Geometry"
            ], ArcadeGeometryShapes.convexHull),
        ArcadeFunctionDefinition(
            "Crosses", .geometry, .geometry, since: "1.3", 2...2,
            [
                "Crosses(geometry1: Geometry|Feature, geometry2: Geometry|Feature) -> Boolean",
                "Crosses(features: FeatureSet, crossingGeometry: Geometry|Feature) -> FeatureSet",
            ], ArcadeGeometryRelations.crosses),
        ArcadeFunctionDefinition(
            "Cut", .geometry, .geometry, since: "1.3", 2...2,
            [
                "Cut(polylineOrPolygon: Polyline|Polygon|Feature, cutter: Polyline|Feature) -> Array<Geometry>"
            ], ArcadeGeometryOverlays.cut),
        ArcadeFunctionDefinition(
            "Densify", .geometry, .geometry, since: "1.11", 2...3,
            [
                "Densify(inputGeometry: Geometry|Feature, maxSegmentLength: Number, unit?: Text|Number) -> Geometry"
            ], ArcadeGeometryShapes.densify),
        ArcadeFunctionDefinition(
            "DensifyGeodetic", .geometry, .geometry, since: "1.11", 2...3,
            [
                "DensifyGeodetic(inputGeometry: Geometry|Feature, maxSegmentLength: Number, unit?: Text|Number) -> Geometry"
            ], ArcadeGeometryShapes.densifyGeodetic),
        ArcadeFunctionDefinition(
            "Difference", .geometry, .geometry, since: "1.3", 2...2,
            [
                "Difference(inputGeometry: Geometry|Feature, subtractor: Geometry|Feature) -> Geometry"
            ], ArcadeGeometryOverlays.difference),
        ArcadeFunctionDefinition(
            "Disjoint", .geometry, .geometry, since: "1.3", 2...2,
            [
                "Disjoint(geometry1: Geometry|Feature, geometry2: Geometry|Feature) -> Boolean"
            ], ArcadeGeometryRelations.disjoint),
        ArcadeFunctionDefinition(
            "Distance", .geometry, .geometry, since: "1.7", 2...3,
            [
                "Distance(geometry1: Geometry|Feature|Array<Point>, geometry2: Geometry|Feature|Array<Point>, unit?: Text|Number) -> Number"
            ], ArcadeGeometryMeasures.distance),
        ArcadeFunctionDefinition(
            "DistanceGeodetic", .geometry, .geometry, since: "1.8", 2...3,
            [
                "DistanceGeodetic(point1: Point|Feature, point2: Point|Feature, units?: Text|Number) -> Number"
            ], ArcadeGeometryMeasures.distanceGeodetic),
        ArcadeFunctionDefinition(
            "EnvelopeIntersects", .geometry, .geometry, since: "1.11", 2...2,
            [
                "EnvelopeIntersects(geometry1: Geometry|Feature, geometry2: Geometry|Feature) -> Boolean",
                "EnvelopeIntersects(features: FeatureSet, envelope: Geometry|Feature) -> FeatureSet",
            ], ArcadeGeometryRelations.envelopeIntersects),
        ArcadeFunctionDefinition(
            "Equals", .geometry, .core, since: "1.3", 2...2,
            [
                "Equals(geometry1: Geometry|Feature, geometry2: Geometry|Feature) -> Boolean",
                "Equals(value1: Any, value2: Any) -> Boolean",
            ], ArcadeGeometryRelations.equals),
        ArcadeFunctionDefinition(
            "Extent", .geometry, .geometry, since: "1.0", 1...1,
            [
                "Extent(geometryDefinition: Dictionary) -> Extent",
                "Extent(inputGeometry: Geometry|Feature) -> Extent",
                "Extent(jsonDefinition: Text) -> Extent",
            ], ArcadeGeometryConstructors.extent),
        ArcadeFunctionDefinition(
            "Generalize", .geometry, .geometry, since: "1.11", 2...4,
            [
                "Generalize(inputGeometry: Geometry|Feature, maxDeviation: Number, removeDegenerateParts?: Boolean, maxDeviationUnit?: Text|Number) -> Geometry"
            ], ArcadeGeometryGeneralization.generalize),
        ArcadeFunctionDefinition(
            "Geometry", .geometry, .geometry, since: "1.0", 1...1,
            [
                "Geometry(inputFeature: Feature|Dictionary|Text) -> Geometry"
            ], ArcadeGeometryConstructors.geometry),
        ArcadeFunctionDefinition(
            "Intersection", .geometry, .geometry, since: "1.3", 2...2,
            [
                "Intersection(geometry1: Geometry|Feature, geometry2: Geometry|Feature) -> Geometry"
            ], ArcadeGeometryOverlays.intersection),
        ArcadeFunctionDefinition(
            "Intersects", .geometry, .geometry, since: "1.3", 2...2,
            [
                "Intersects(geometry1: Geometry|Feature, geometry2: Geometry|Feature) -> Boolean",
                "Intersects(features: FeatureSet, inputGeometry: Geometry|Feature) -> FeatureSet",
            ], ArcadeGeometryRelations.intersects),
        ArcadeFunctionDefinition(
            "IsSelfIntersecting", .geometry, .geometry, since: "1.8", 1...1,
            [
                "IsSelfIntersecting(inputGeometry: Geometry|Feature) -> Boolean"
            ], ArcadeGeometryShapes.isSelfIntersecting),
        ArcadeFunctionDefinition(
            "IsSimple", .geometry, .geometry, since: "1.11", 1...1,
            [
                "IsSimple(inputGeometry: Geometry|Feature) -> Boolean"
            ], ArcadeGeometryShapes.isSimple),
        ArcadeFunctionDefinition(
            "Length", .geometry, .geometry, since: "1.7", 1...2,
            [
                "Length(inputGeometry: Geometry|Feature|Array<Point>, unit?: Text|Number) -> Number",
                "Length(features: FeatureSet, unit?: Text|Number) -> Number",
            ], ArcadeGeometryMeasures.length),
        ArcadeFunctionDefinition(
            "Length3D", .geometry, .geometry, since: "1.14", 1...2,
            [
                "Length3D(inputGeometry: Geometry|Feature|Array<Point>, unit?: Text|Number) -> Number",
                "Length3D(features: FeatureSet, unit?: Text|Number) -> Number",
            ], ArcadeGeometryMeasures.length3D),
        ArcadeFunctionDefinition(
            "LengthGeodetic", .geometry, .geometry, since: "1.7", 1...2,
            [
                "LengthGeodetic(inputGeometry: Geometry|Feature|Array<Point>, unit?: Text|Number) -> Number",
                "LengthGeodetic(features: FeatureSet, unit?: Text|Number) -> Number",
            ], ArcadeGeometryMeasures.lengthGeodetic),
        ArcadeFunctionDefinition(
            "MultiPartToSinglePart", .geometry, .geometry, since: "1.3", 1...1,
            [
                "MultiPartToSinglePart(inputGeometry: Geometry|Feature) -> Array<Geometry>"
            ], ArcadeGeometryOverlays.singleParts),
        ArcadeFunctionDefinition(
            "Multipoint", .geometry, .geometry, since: "1.0", 1...1,
            [
                "Multipoint(geometryDefinition: Dictionary) -> Multipoint",
                "Multipoint(jsonDefinition: Text) -> Multipoint",
            ], ArcadeGeometryConstructors.multipoint),
        ArcadeFunctionDefinition(
            "NearestCoordinate", .geometry, .geometry, since: "1.23", 2...2,
            [
                "NearestCoordinate(inputGeometry: Geometry|Feature, searchPoint: Point|Feature) -> Dictionary"
            ], ArcadeGeometryProximity.nearestCoordinate),
        ArcadeFunctionDefinition(
            "NearestVertex", .geometry, .geometry, since: "1.23", 2...2,
            [
                "NearestVertex(inputGeometry: Geometry|Feature, searchPoint: Point|Feature) -> Dictionary"
            ], ArcadeGeometryProximity.nearestVertex),
        ArcadeFunctionDefinition(
            "Offset", .geometry, .geometry, since: "1.11", 2...6,
            [
                "Offset(inputGeometry: Geometry|Feature, offsetDistance: Number, offsetUnit?: Text|Number, joinType?: Text, bevelRatio?: Number, flattenError?: Number) -> Geometry"
            ], ArcadeGeometryShapes.offset),
        ArcadeFunctionDefinition(
            "Overlaps", .geometry, .geometry, since: "1.3", 2...2,
            [
                "Overlaps(geometry1: Geometry|Feature, geometry2: Geometry|Feature) -> Boolean",
                "Overlaps(overlappingFeatures: FeatureSet, inputGeometry: Geometry|Feature) -> FeatureSet",
            ], ArcadeGeometryRelations.overlaps),
        ArcadeFunctionDefinition(
            "Point", .geometry, .geometry, since: "1.0", 1...1,
            [
                "Point(geometryDefinition: Dictionary) -> Point",
                "Point(jsonDefinition: Text) -> Point",
            ], ArcadeGeometryConstructors.point),
        ArcadeFunctionDefinition(
            "Polygon", .geometry, .geometry, since: "1.0", 1...1,
            [
                "Polygon(geometryDefinition: Dictionary) -> Polygon",
                "Polygon(jsonDefinition: Text) -> Polygon",
            ], ArcadeGeometryConstructors.polygon),
        ArcadeFunctionDefinition(
            "Polyline", .geometry, .geometry, since: "1.0", 1...1,
            [
                "Polyline(geometryDefinition: Dictionary) -> Polyline",
                "Polyline(jsonDefinition: Text) -> Polyline",
            ], ArcadeGeometryConstructors.polyline),
        ArcadeFunctionDefinition(
            "Relate", .geometry, .geometry, since: "1.11", 3...3,
            [
                "Relate(geometry1: Geometry|Feature, geometry2: Geometry|Feature, relation: Text) -> Boolean"
            ], ArcadeGeometryRelations.relate),
        ArcadeFunctionDefinition(
            "RingIsClockwise", .geometry, .geometry, since: "1.7", 1...1,
            [
                "RingIsClockwise(points: Array<Point>) -> Boolean"
            ], ArcadeGeometryMeasures.ringIsClockwise),
        ArcadeFunctionDefinition(
            "Rotate", .geometry, .geometry, since: "1.11", 2...3,
            [
                "Rotate(inputGeometry: Geometry|Feature, angle: Number, rotationOrigin?: Point) -> Geometry"
            ], ArcadeGeometryShapes.rotate),
        ArcadeFunctionDefinition(
            "SetGeometry", .geometry, .geometry, since: "1.3", 2...2,
            [
                "SetGeometry(inputFeature: Feature, inputGeometry: Geometry) -> Null"
            ], ArcadeGeometryConstructors.setGeometry),
        ArcadeFunctionDefinition(
            "Simplify", .geometry, .geometry, since: "1.11", 1...1,
            [
                "Simplify(inputGeometry: Geometry|Feature) -> Geometry"
            ], ArcadeGeometryShapes.simplify),
        ArcadeFunctionDefinition(
            "SymmetricDifference", .geometry, .geometry, since: "1.3", 2...2,
            [
                "SymmetricDifference(leftGeometry: Geometry|Feature, rightGeometry: Geometry|Feature) -> Geometry"
            ], ArcadeGeometryOverlays.symmetricDifference),
        ArcadeFunctionDefinition(
            "Touches", .geometry, .geometry, since: "1.3", 2...2,
            [
                "Touches(geometry1: Geometry|Feature, geometry2: Geometry|Feature) -> Boolean",
                "Touches(touchingFeatures: FeatureSet, inputGeometry: Geometry|Feature) -> FeatureSet",
            ], ArcadeGeometryRelations.touches),
        ArcadeFunctionDefinition(
            "Union", .geometry, .geometry, since: "1.3", 1...ArcadeFunctionDefinition.unlimited,
            [
                "Union(geometries: Array<Geometry>|Array<Feature>) -> Geometry",
                "Union(geometry1: Geometry|Feature, [geometry2, ..., geometryN]?: Geometry|Feature) -> Geometry",
            ], ArcadeGeometryOverlays.union),
        ArcadeFunctionDefinition(
            "Within", .geometry, .geometry, since: "1.7", 2...2,
            [
                "Within(innerGeometry: Geometry|Feature, outerGeometry: Geometry|Feature) -> Boolean",
                "Within(innerGeometry: Geometry|Feature, outerFeatures: FeatureSet) -> FeatureSet",
            ], ArcadeGeometryRelations.within),
    ]
}
