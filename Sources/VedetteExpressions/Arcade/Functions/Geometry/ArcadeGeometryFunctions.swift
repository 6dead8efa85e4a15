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
            ], pending),
        ArcadeFunctionDefinition(
            "Area", .geometry, .geometry, since: "1.7", 1...2,
            [
                "Area(polygon: Polygon|Feature|Array<Point>, unit?: Text|Number) -> Number",
                "Area(features: FeatureSet, unit?: Text|Number) -> Number",
            ], pending),
        ArcadeFunctionDefinition(
            "AreaGeodetic", .geometry, .geometry, since: "1.7", 1...2,
            [
                "AreaGeodetic(polygon: Polygon|Feature|Array<Point>, unit?: Text|Number) -> Number",
                "AreaGeodetic(features: FeatureSet, unit?: Text|Number) -> Number",
            ], pending),
        ArcadeFunctionDefinition(
            "Bearing", .geometry, .geometry, since: "1.7", 2...3,
            [
                "Bearing(pointA: Point|Feature, pointB: Point|Feature) -> Number",
                "Bearing(pointA: Point|Feature, pointB: Point|Feature, pointC: Point|Feature) -> Number",
            ], pending),
        ArcadeFunctionDefinition(
            "Buffer", .geometry, .geometry, since: "1.3", 2...3,
            [
                "Buffer(inputGeometry: Geometry|Feature, distance: Number, unit?: Text|Number) -> Polygon"
            ], pending),
        ArcadeFunctionDefinition(
            "BufferGeodetic", .geometry, .geometry, since: "1.3", 2...3,
            [
                "BufferGeodetic(inputGeometry: Geometry|Feature, distance: Number, unit?: Text|Number) -> Polygon"
            ], pending),
        ArcadeFunctionDefinition(
            "Centroid", .geometry, .geometry, since: "1.7", 1...1,
            [
                "Centroid(polygon: Polygon|Feature|Array<Point>) -> Point"
            ], pending),
        ArcadeFunctionDefinition(
            "Clip", .geometry, .geometry, since: "1.3", 2...2,
            [
                "Clip(inputGeometry: Geometry|Feature, envelope: Extent) -> Geometry"
            ], pending),
        ArcadeFunctionDefinition(
            "Contains", .geometry, .geometry, since: "1.7", 2...2,
            [
                "Contains(containerGeometry: Geometry|Feature, insideGeometry: Geometry|Feature) -> Boolean",
                "Contains(containerGeometry: Geometry|Feature, insideFeatures: FeatureSet) -> FeatureSet",
            ], pending),
        ArcadeFunctionDefinition(
            "ConvertDirection", .geometry, .geometry, since: "1.13", 3...3,
            [
                "ConvertDirection(input: Array<Number|Text>|Number|Text, inputSpec: Dictionary, outputSpec: Dictionary) -> Array<Number|Text>,Number,Text"
            ], pending),
        ArcadeFunctionDefinition(
            "ConvexHull", .geometry, .geometry, since: "1.19", 1...1,
            [
                "ConvexHull(inputGeometry: Geometry|Feature) -> Geometry"
            ], pending),
        ArcadeFunctionDefinition(
            "Crosses", .geometry, .geometry, since: "1.3", 2...2,
            [
                "Crosses(geometry1: Geometry|Feature, geometry2: Geometry|Feature) -> Boolean",
                "Crosses(features: FeatureSet, crossingGeometry: Geometry|Feature) -> FeatureSet",
            ], pending),
        ArcadeFunctionDefinition(
            "Cut", .geometry, .geometry, since: "1.3", 2...2,
            [
                "Cut(polylineOrPolygon: Polyline|Polygon|Feature, cutter: Polyline|Feature) -> Array<Geometry>"
            ], pending),
        ArcadeFunctionDefinition(
            "Densify", .geometry, .geometry, since: "1.11", 2...3,
            [
                "Densify(inputGeometry: Geometry|Feature, maxSegmentLength: Number, unit?: Text|Number) -> Geometry"
            ], pending),
        ArcadeFunctionDefinition(
            "DensifyGeodetic", .geometry, .geometry, since: "1.11", 2...3,
            [
                "DensifyGeodetic(inputGeometry: Geometry|Feature, maxSegmentLength: Number, unit?: Text|Number) -> Geometry"
            ], pending),
        ArcadeFunctionDefinition(
            "Difference", .geometry, .geometry, since: "1.3", 2...2,
            [
                "Difference(inputGeometry: Geometry|Feature, subtractor: Geometry|Feature) -> Geometry"
            ], pending),
        ArcadeFunctionDefinition(
            "Disjoint", .geometry, .geometry, since: "1.3", 2...2,
            [
                "Disjoint(geometry1: Geometry|Feature, geometry2: Geometry|Feature) -> Boolean"
            ], pending),
        ArcadeFunctionDefinition(
            "Distance", .geometry, .geometry, since: "1.7", 2...3,
            [
                "Distance(geometry1: Geometry|Feature|Array<Point>, geometry2: Geometry|Feature|Array<Point>, unit?: Text|Number) -> Number"
            ], pending),
        ArcadeFunctionDefinition(
            "DistanceGeodetic", .geometry, .geometry, since: "1.8", 2...3,
            [
                "DistanceGeodetic(point1: Point|Feature, point2: Point|Feature, units?: Text|Number) -> Number"
            ], pending),
        ArcadeFunctionDefinition(
            "EnvelopeIntersects", .geometry, .geometry, since: "1.11", 2...2,
            [
                "EnvelopeIntersects(geometry1: Geometry|Feature, geometry2: Geometry|Feature) -> Boolean",
                "EnvelopeIntersects(features: FeatureSet, envelope: Geometry|Feature) -> FeatureSet",
            ], pending),
        ArcadeFunctionDefinition(
            "Equals", .geometry, .geometry, since: "1.3", 2...2,
            [
                "Equals(geometry1: Geometry|Feature, geometry2: Geometry|Feature) -> Boolean",
                "Equals(value1: Any, value2: Any) -> Boolean",
            ], pending),
        ArcadeFunctionDefinition(
            "Extent", .geometry, .geometry, since: "1.0", 1...1,
            [
                "Extent(geometryDefinition: Dictionary) -> Extent",
                "Extent(inputGeometry: Geometry|Feature) -> Extent",
                "Extent(jsonDefinition: Text) -> Extent",
            ], pending),
        ArcadeFunctionDefinition(
            "Generalize", .geometry, .geometry, since: "1.11", 2...4,
            [
                "Generalize(inputGeometry: Geometry|Feature, maxDeviation: Number, removeDegenerateParts?: Boolean, maxDeviationUnit?: Text|Number) -> Geometry"
            ], pending),
        ArcadeFunctionDefinition(
            "Geometry", .geometry, .geometry, since: "1.0", 1...1,
            [
                "Geometry(inputFeature: Feature|Dictionary|Text) -> Geometry"
            ], pending),
        ArcadeFunctionDefinition(
            "Intersection", .geometry, .geometry, since: "1.3", 2...2,
            [
                "Intersection(geometry1: Geometry|Feature, geometry2: Geometry|Feature) -> Geometry"
            ], pending),
        ArcadeFunctionDefinition(
            "Intersects", .geometry, .geometry, since: "1.3", 2...2,
            [
                "Intersects(geometry1: Geometry|Feature, geometry2: Geometry|Feature) -> Boolean",
                "Intersects(features: FeatureSet, inputGeometry: Geometry|Feature) -> FeatureSet",
            ], pending),
        ArcadeFunctionDefinition(
            "IsSelfIntersecting", .geometry, .geometry, since: "1.8", 1...1,
            [
                "IsSelfIntersecting(inputGeometry: Geometry|Feature) -> Boolean"
            ], pending),
        ArcadeFunctionDefinition(
            "IsSimple", .geometry, .geometry, since: "1.11", 1...1,
            [
                "IsSimple(inputGeometry: Geometry|Feature) -> Boolean"
            ], pending),
        ArcadeFunctionDefinition(
            "Length", .geometry, .geometry, since: "1.7", 1...2,
            [
                "Length(inputGeometry: Geometry|Feature|Array<Point>, unit?: Text|Number) -> Number",
                "Length(features: FeatureSet, unit?: Text|Number) -> Number",
            ], pending),
        ArcadeFunctionDefinition(
            "Length3D", .geometry, .geometry, since: "1.14", 1...2,
            [
                "Length3D(inputGeometry: Geometry|Feature|Array<Point>, unit?: Text|Number) -> Number",
                "Length3D(features: FeatureSet, unit?: Text|Number) -> Number",
            ], pending),
        ArcadeFunctionDefinition(
            "LengthGeodetic", .geometry, .geometry, since: "1.7", 1...2,
            [
                "LengthGeodetic(inputGeometry: Geometry|Feature|Array<Point>, unit?: Text|Number) -> Number",
                "LengthGeodetic(features: FeatureSet, unit?: Text|Number) -> Number",
            ], pending),
        ArcadeFunctionDefinition(
            "MultiPartToSinglePart", .geometry, .geometry, since: "1.3", 1...1,
            [
                "MultiPartToSinglePart(inputGeometry: Geometry|Feature) -> Array<Geometry>"
            ], pending),
        ArcadeFunctionDefinition(
            "Multipoint", .geometry, .geometry, since: "1.0", 1...1,
            [
                "Multipoint(geometryDefinition: Dictionary) -> Multipoint",
                "Multipoint(jsonDefinition: Text) -> Multipoint",
            ], pending),
        ArcadeFunctionDefinition(
            "NearestCoordinate", .geometry, .geometry, since: "1.23", 2...2,
            [
                "NearestCoordinate(inputGeometry: Geometry|Feature, searchPoint: Point|Feature, coordinate: Point, distance: Number) -> Dictionary"
            ], pending),
        ArcadeFunctionDefinition(
            "NearestVertex", .geometry, .geometry, since: "1.23", 2...2,
            [
                "NearestVertex(inputGeometry: Geometry|Feature, searchPoint: Point|Feature, coordinate: Point, distance: Number) -> Dictionary"
            ], pending),
        ArcadeFunctionDefinition(
            "Offset", .geometry, .geometry, since: "1.11", 2...6,
            [
                "Offset(inputGeometry: Geometry|Feature, offsetDistance: Number, offsetUnit?: Text|Number, joinType?: Text, bevelRatio?: Number, flattenError?: Number) -> Geometry"
            ], pending),
        ArcadeFunctionDefinition(
            "Overlaps", .geometry, .geometry, since: "1.3", 2...2,
            [
                "Overlaps(geometry1: Geometry|Feature, geometry2: Geometry|Feature) -> Boolean",
                "Overlaps(overlappingFeatures: FeatureSet, inputGeometry: Geometry|Feature) -> FeatureSet",
            ], pending),
        ArcadeFunctionDefinition(
            "Point", .geometry, .geometry, since: "1.0", 1...1,
            [
                "Point(geometryDefinition: Dictionary) -> Point",
                "Point(jsonDefinition: Text) -> Point",
            ], pending),
        ArcadeFunctionDefinition(
            "Polygon", .geometry, .geometry, since: "1.0", 1...1,
            [
                "Polygon(geometryDefinition: Dictionary) -> Polygon",
                "Polygon(jsonDefinition: Text) -> Polygon",
            ], pending),
        ArcadeFunctionDefinition(
            "Polyline", .geometry, .geometry, since: "1.0", 1...1,
            [
                "Polyline(geometryDefinition: Dictionary) -> Polyline",
                "Polyline(jsonDefinition: Text) -> Polyline",
            ], pending),
        ArcadeFunctionDefinition(
            "Relate", .geometry, .geometry, since: "1.11", 3...3,
            [
                "Relate(geometry1: Geometry|Feature, geometry2: Geometry|Feature, relation: Text) -> Boolean"
            ], pending),
        ArcadeFunctionDefinition(
            "RingIsClockwise", .geometry, .geometry, since: "1.7", 1...1,
            [
                "RingIsClockwise(points: Array<Point>) -> Boolean"
            ], pending),
        ArcadeFunctionDefinition(
            "Rotate", .geometry, .geometry, since: "1.11", 2...3,
            [
                "Rotate(inputGeometry: Geometry|Feature, angle: Number, rotationOrigin?: Point) -> Geometry"
            ], pending),
        ArcadeFunctionDefinition(
            "SetGeometry", .geometry, .geometry, since: "1.3", 2...2,
            [
                "SetGeometry(inputFeature: Feature, inputGeometry: Geometry) -> Null"
            ], pending),
        ArcadeFunctionDefinition(
            "Simplify", .geometry, .geometry, since: "1.11", 1...1,
            [
                "Simplify(inputGeometry: Geometry|Feature) -> Geometry"
            ], pending),
        ArcadeFunctionDefinition(
            "SymmetricDifference", .geometry, .geometry, since: "1.3", 2...2,
            [
                "SymmetricDifference(leftGeometry: Geometry|Feature, rightGeometry: Geometry|Feature) -> Geometry"
            ], pending),
        ArcadeFunctionDefinition(
            "Touches", .geometry, .geometry, since: "1.3", 2...2,
            [
                "Touches(geometry1: Geometry|Feature, geometry2: Geometry|Feature) -> Boolean",
                "Touches(touchingFeatures: FeatureSet, inputGeometry: Geometry|Feature) -> FeatureSet",
            ], pending),
        ArcadeFunctionDefinition(
            "Union", .geometry, .geometry, since: "1.3", 1...ArcadeFunctionDefinition.unlimited,
            [
                "Union(geometries: Array<Geometry>|Array<Feature>) -> Geometry",
                "Union(geometry1: Geometry|Feature, [geometry2, ..., geometryN]?: Geometry|Feature) -> Geometry",
            ], pending),
        ArcadeFunctionDefinition(
            "Within", .geometry, .geometry, since: "1.7", 2...2,
            [
                "Within(innerGeometry: Geometry|Feature, outerGeometry: Geometry|Feature) -> Boolean",
                "Within(innerGeometry: Geometry|Feature, outerFeatures: FeatureSet) -> FeatureSet",
            ], pending),
    ]

    private static let pending: ArcadeFunctionDefinition.Body = { _, _ throws(ArcadeFailure) in .null }
}
