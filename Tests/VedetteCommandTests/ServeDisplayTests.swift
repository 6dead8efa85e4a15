// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite("How vedette serve is told to display a source", .timeLimit(.minutes(10)))
struct ServeDisplayTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        _ = try folder.file("feed.ndjson", Worlds.feature("a", "0.5", "0.5"))
    }

    private static let source = "sources:\n  - name: Things\n    feed: feed.ndjson\n    display:\n      "
    private static let marker = "symbol: {style: circle}"

    @Test(
        "a wrong display ends it with status 2 and says where it is wrong, by the path of the member",
        arguments: [
            ("renderer: {kind: heat-map}\n", "display.renderer", "simple, unique-value, class-breaks"),
            ("renderer: {kind: simple}\n", "display.renderer", "symbol"),
            ("renderer: {kind: simple, symbol: {style: star}}\n", "display.renderer.symbol", "aircraft"),
            ("renderer: {kind: simple, symbol: {color: red}}\n", "display.renderer.symbol", "#C8102E"),
            ("renderer: {kind: simple, symbol: {size: 0}}\n", "display.renderer.symbol", "size"),
            ("renderer: {kind: simple, symbol: {text: A, style: x}}\n", "display.renderer.symbol", "style"),
            ("renderer: {kind: simple, symbol: {picture: nowhere.png}}\n", "Things", "nowhere.png"),
            ("renderer: {kind: simple, \(marker), rotation: \"[a +\"}\n", "display.renderer", "rotation"),
            ("renderer: {kind: unique-value, classes: [{values: [1], \(marker)}]}\n", "display.renderer", "fields"),
            ("renderer: {kind: unique-value, fields: [a, b], classes: [{values: [1], \(marker)}]}\n", "display.renderer", "class 1"),
            ("renderer: {kind: class-breaks, field: a, classes: [{from: 2, to: 1, \(marker)}]}\n", "display.renderer", "class 1"),
            ("renderer: {kind: class-breaks, field: a, classes: [{from: 1, to: 2}]}\n", "display.renderer.classes[0]", "symbol"),
            ("labels: [{text: \"[a]\", arcade: \"1\"}]\n", "display.labels[0]", "text"),
            ("labels: [{arcade: \"1 +\"}]\n", "display.labels[0]", "arcade"),
            ("labels: [{text: \"[a]\", where: \"a >\"}]\n", "display.labels[0]", "where"),
            ("labels: [{text: \"[a]\", placement: nearby}]\n", "display.labels[0]", "above-left"),
            ("track: {maximum-observations: 0}\n", "display.track", "maximum-observations"), ("opacity: 2\n", "display", "opacity"),
            ("colour: red\n", "display", "renderer"),
        ])
    func wrong(text: String, path: String, expected: String) async throws {
        let file = try folder.file("serve.yaml", Self.source + text)
        let outcome = try await Program.run("serve", "--config", file, "--port", "0")
        #expect(outcome.ending == .exited(2) && outcome.output.isEmpty)
        #expect(outcome.errors.contains(path) && outcome.errors.contains(expected), "\(outcome.errors)")
    }

    @Test("who may control sources is none or shared")
    func control() async throws {
        let file = try folder.file("serve.yaml", "source-control: everybody\n" + Self.source + "opacity: 1\n")
        let outcome = try await Program.run("serve", "--config", file, "--port", "0")
        #expect(outcome.ending == .exited(2) && outcome.errors.contains("none or shared"), "\(outcome.errors)")
    }
}
