// swift-tools-version: 6.1
// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let package = Package(
    name: "FirstWalk",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "vedette", path: "../..")],
    targets: [.executableTarget(name: "FirstWalk", dependencies: [.product(name: "Vedette", package: "vedette")])]
)
