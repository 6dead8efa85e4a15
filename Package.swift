// swift-tools-version: 6.1
// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let languageSettings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

// script/fuzz sets this, and then our own modules, not those of others, are built for libFuzzer.
let isForFuzzing = Context.environment["VEDETTE_FUZZING"] != nil
let sanitizers = ["-sanitize=address", "-sanitize=fuzzer"]
let settings =
    languageSettings + (isForFuzzing ? [.unsafeFlags(sanitizers + ["-O", "-assert-config", "Debug"]), .define("FUZZING")] : [])

// .ci/run sets this: what the tests compute for minutes in is optimized then, with all its checks.
let isForQuickTests = Context.environment["VEDETTE_QUICK_TESTS"] != nil
let coreSettings = settings + (isForQuickTests ? [.unsafeFlags(["-O", "-assert-config", "Debug"])] : [])

// script/sanitize sets this: the thread sanitizer is then shown Swift's own locks.
let isForThreadSanitizer = Context.environment["VEDETTE_SANITIZE"] != nil

let package = Package(
    name: "vedette",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "Vedette", targets: ["Vedette"]),
        .library(name: "VedetteServer", targets: ["VedetteServer"]),
        .library(name: "VedetteTesting", targets: ["VedetteTesting"]),
        .executable(name: "vedette", targets: ["VedetteCommand"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        // System libraries: module maps, nothing else.
        .systemLibrary(name: "CGEOS", pkgConfig: "geos", providers: [.apt(["libgeos-dev"]), .brew(["geos"])]),
        .systemLibrary(name: "CPROJ", pkgConfig: "proj", providers: [.apt(["libproj-dev"]), .brew(["proj"])]),

        // Hints to the processor, which Swift has no words for: a header.
        .target(name: "CPrefetch"),

        // The library, floor by floor: each imports only floors below it.
        .target(name: "VedetteGeometry", dependencies: ["CGEOS", "CPROJ"], swiftSettings: coreSettings),
        .target(name: "VedetteValues", dependencies: isForThreadSanitizer ? ["SanitizedMutex"] : [], swiftSettings: coreSettings),
        .target(name: "VedetteExpressions", dependencies: ["VedetteValues", "VedetteGeometry"], swiftSettings: settings),
        .target(name: "VedetteFences", dependencies: ["CPrefetch", "VedetteValues", "VedetteGeometry"], swiftSettings: coreSettings),
        .target(
            name: "VedetteModel", dependencies: ["VedetteExpressions", "VedetteValues", "VedetteGeometry"], swiftSettings: settings),
        .target(
            name: "VedetteDynamicEntities",
            dependencies: ["CPrefetch", "VedetteModel", "VedetteExpressions", "VedetteValues", "VedetteGeometry"],
            swiftSettings: settings),
        .target(
            name: "VedetteLocation", dependencies: ["VedetteModel", "VedetteExpressions", "VedetteGeometry"], swiftSettings: settings),
        .target(
            name: "VedetteMapping",
            dependencies: [
                "VedetteDynamicEntities", "VedetteLocation", "VedetteModel", "VedetteExpressions", "VedetteGeometry",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings),
        .target(
            name: "VedetteGeotriggers",
            dependencies: [
                "VedetteDynamicEntities", "VedetteLocation", "VedetteModel", "VedetteFences", "VedetteExpressions", "VedetteGeometry",
            ],
            swiftSettings: settings
        ),
        .target(
            name: "VedetteFeeds",
            dependencies: [
                "VedetteGeotriggers", "VedetteDynamicEntities", "VedetteLocation", "VedetteModel", "VedetteFences", "VedetteExpressions",
                "VedetteValues", "VedetteGeometry",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPCompression", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
            ],
            swiftSettings: settings
        ),
        .target(
            name: "VedetteStores",
            dependencies: [
                "VedetteModel", "VedetteExpressions", "VedetteValues", "VedetteGeometry", "CPROJ",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: settings
        ),
        .target(
            name: "Vedette",
            dependencies: [
                "VedetteStores", "VedetteFeeds", "VedetteGeotriggers", "VedetteMapping", "VedetteDynamicEntities", "VedetteLocation",
                "VedetteModel", "VedetteFences", "VedetteExpressions", "VedetteValues", "VedetteGeometry",
            ],
            swiftSettings: settings
        ),

        // Around the library: time and traffic for tests and demonstrations, the server, the command line.
        .target(name: "VedetteTesting", dependencies: ["Vedette"], swiftSettings: settings),
        .target(
            name: "VedetteServer",
            dependencies: [
                "Vedette",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            swiftSettings: settings,
            plugins: ["EmbedWebFiles"]
        ),
        .executableTarget(
            name: "VedetteCommand",
            dependencies: [
                "Vedette", "VedetteServer", "VedetteTesting",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Yams", package: "Yams"),
            ],
            swiftSettings: settings
        ),

        // The programs of the README, built with everything else so that they stay true.
        .executableTarget(
            name: "FirstWalk", dependencies: ["Vedette"], path: "Examples/FirstWalk",
            exclude: ["README.md", "ferries.ndjson", "harbour.geojson", "serve.yaml"], sources: ["main.swift"], swiftSettings: settings),
        .executableTarget(
            name: "AskFeatures", dependencies: ["Vedette"], path: "Examples/AskFeatures", exclude: ["README.md", "terminals.geojson"],
            sources: ["main.swift"], swiftSettings: settings),

        .executableTarget(
            name: "ChargingStations", dependencies: ["Vedette"], path: "Examples/ChargingStations",
            exclude: ["README.md", "areas.geojson"],
            sources: ["main.swift"], swiftSettings: settings),
        .executableTarget(
            name: "RideAlong", dependencies: ["Vedette", "VedetteServer", "VedetteTesting"], path: "Examples/RideAlong",
            exclude: ["README.md", "turn.csv"], swiftSettings: settings),
        .executableTarget(
            name: "BotanicGarden", dependencies: ["Vedette"], path: "Examples/BotanicGarden",
            exclude: ["README.md", "displays.geojson", "sections.geojson"], sources: ["main.swift"], swiftSettings: settings),

        // The page's own files travel inside the binary: a tool writes them into a Swift file at build time.
        .executableTarget(name: "EmbedWebFilesTool", swiftSettings: languageSettings),
        .plugin(name: "EmbedWebFiles", capability: .buildTool(), dependencies: ["EmbedWebFilesTool"]),

        // script/bench; here because what it measures is not public. Nobody who depends on Vedette builds it.
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "VedetteFeeds", "VedetteGeotriggers", "VedetteDynamicEntities", "VedetteLocation", "VedetteMapping", "VedetteModel",
                "VedetteFences",
                "VedetteExpressions", "VedetteValues", "VedetteGeometry", "VedetteTesting", "CGEOS",
            ],
            path: "Benchmarks", exclude: ["README.md", "FenceBench", "JavaScript", "Python"], swiftSettings: settings),
        // The fence engine by itself, on files of the peers' format.
        .executableTarget(
            name: "fence-bench", dependencies: ["VedetteFences", "VedetteValues", "VedetteGeometry"], path: "Benchmarks/FenceBench",
            swiftSettings: settings),

        // script/fuzz; here for the same reason. Built with libFuzzer there; elsewhere it replays inputs.
        .executableTarget(
            name: "Fuzzing",
            dependencies: [
                "VedetteStores", "VedetteFeeds", "VedetteGeotriggers", "VedetteDynamicEntities", "VedetteLocation", "VedetteModel",
                "VedetteFences", "VedetteExpressions", "VedetteValues", "VedetteGeometry",
            ],
            path: "Fuzzing", exclude: ["README.md", "Corpus", "Dictionaries"], swiftSettings: settings,
            linkerSettings: isForFuzzing ? [.unsafeFlags(sanitizers + ["-use-ld=lld"])] : []),

        // Tests mirror the sources, path for path.
        .testTarget(name: "VedetteGeometryTests", dependencies: ["VedetteGeometry", "VedetteTesting"], swiftSettings: settings),
        .testTarget(
            name: "VedetteFencesTests", dependencies: ["VedetteFences", "VedetteValues", "VedetteGeometry", "VedetteTesting"],
            swiftSettings: settings),
        .testTarget(name: "VedetteValuesTests", dependencies: ["VedetteValues", "VedetteTesting"], swiftSettings: settings),
        .testTarget(
            name: "VedetteExpressionsTests",
            dependencies: ["VedetteExpressions", "VedetteValues", "VedetteGeometry", "VedetteTesting"],
            swiftSettings: settings),
        .testTarget(
            name: "VedetteModelTests",
            dependencies: ["VedetteModel", "VedetteExpressions", "VedetteGeometry", "VedetteTesting"], swiftSettings: settings),
        .testTarget(
            name: "VedetteStoresTests",
            dependencies: ["VedetteStores", "VedetteModel", "VedetteExpressions", "VedetteGeometry", "VedetteTesting"],
            swiftSettings: settings),
        .testTarget(
            name: "VedetteDynamicEntitiesTests",
            dependencies: ["VedetteDynamicEntities", "VedetteModel", "VedetteExpressions", "VedetteGeometry", "VedetteTesting"],
            swiftSettings: settings),
        .testTarget(
            name: "VedetteMappingTests",
            dependencies: [
                "VedetteMapping", "VedetteDynamicEntities", "VedetteLocation", "VedetteModel", "VedetteGeometry", "VedetteTesting",
            ],
            swiftSettings: settings),
        // Programs as users write them: they import the library alone, and in their own way.
        .testTarget(name: "VedetteTests", dependencies: ["Vedette"], exclude: ["StreamService/stream_service.py"]),
        // How a program that imports the SDK moves here. In no product: a package that has a module of this name must not meet another.
        .target(name: "ArcGIS", dependencies: ["Vedette"], path: "Tests/ArcGIS"),
        .testTarget(name: "ArcGISTests", dependencies: ["ArcGIS"]),
        .testTarget(
            name: "VedetteLocationTests", dependencies: ["VedetteLocation", "VedetteModel", "VedetteGeometry", "VedetteTesting"],
            swiftSettings: settings),
        .testTarget(
            name: "VedetteGeotriggersTests",
            dependencies: [
                "VedetteGeotriggers", "VedetteDynamicEntities", "VedetteLocation", "VedetteModel", "VedetteFences", "VedetteGeometry",
                "VedetteTesting",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "VedetteFeedsTests",
            dependencies: [
                "VedetteFeeds", "VedetteGeotriggers", "VedetteDynamicEntities", "VedetteLocation", "VedetteModel", "VedetteFences",
                "VedetteGeometry", "VedetteTesting",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
            ],
            swiftSettings: settings),
        .testTarget(name: "VedetteTestingTests", dependencies: ["VedetteTesting", "Vedette"], swiftSettings: settings),
        .testTarget(
            name: "VedetteServerTests",
            dependencies: [
                "VedetteServer", "Vedette", "VedetteTesting",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
            ],
            swiftSettings: settings),
        // Black-box tests of the built program; building the tests builds it too.
        .testTarget(
            name: "VedetteCommandTests", dependencies: ["VedetteTesting"], exclude: ["Arcade/language.jsonl"], swiftSettings: settings),
    ]
)

if isForThreadSanitizer {
    package.targets.append(.target(name: "SanitizedMutex", path: "Tests/SanitizedMutex"))
}
