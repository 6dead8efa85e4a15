// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import VedetteDynamicEntities
import VedetteGeometry
public import VedetteModel

/// A data source over a layer of an ArcGIS feature service that is asked again and again.
///
/// With a time field, each question is for rows whose time is not before the latest one seen, less an overlap for rows that come late; rows
/// without a time are then never asked for again. Without one, each question is for all rows. Either way only what is new or has changed is taken in, as a
/// ``PollingDynamicEntityDataSource`` does, with the same rules for pauses, failures and lost connections. All pages of an answer are fetched. Points, and
/// features without a geometry, are taken; a layer of other shapes is refused.
///
/// What has been seen is remembered when the source is disconnected and connected again.
public final class FeatureServiceDynamicEntityDataSource: DynamicEntityDataSource, @unchecked Sendable {
    /// Where the layer is, such as `https://…/FeatureServer/0`.
    public let url: URL
    private let poller: FeatureServicePoller
    private let loop: PollingLoop

    /// - Parameters:
    ///   - url: the address of a layer: that of its service and a number.
    ///   - trackFieldName: the field that holds track ids, in any case; nil for the object id.
    ///   - timeFieldName: the field that holds event times: a date, or a number of seconds or milliseconds since 1970; nil for none.
    ///   - whereClause: the rows that are wanted, in the service's SQL; blank for all.
    ///   - overlap: how much older than the latest row seen a row may be that comes late, in seconds.
    ///   - token: what the service wants to see; it is sent in the body of requests, never in an address.
    ///   - polling: how often the service is asked, and what is made of failures.
    ///   - service: patience and limits of single requests.
    public convenience init(
        url: URL, trackFieldName: String? = nil, timeFieldName: String? = nil, whereClause: String = "", overlap: Double = 60,
        token: String? = nil, polling: PollingOptions = PollingOptions(), service: FeatureServiceOptions = FeatureServiceOptions()
    ) {
        self.init(
            url: url,
            question: FeatureServicePoller.Question(
                trackFieldName: trackFieldName, timeFieldName: timeFieldName, whereClause: whereClause, overlap: overlap),
            token: token, polling: polling, service: service, timing: .system)
    }

    init(
        url: URL, question: FeatureServicePoller.Question, token: String?, polling: PollingOptions, service: FeatureServiceOptions,
        timing: FeedTiming
    ) {
        self.url = url
        var options = polling
        // Answers to questions for the latest rows do not hold every entity there is.
        if question.timeFieldName != nil { options.deletesMissingEntities = false }
        let poller = FeatureServicePoller(
            table: ServiceFeatureTable(url: url, token: token, options: service), question: question, date: timing.date)
        let loop = PollingLoop(options: options, timing: timing) { schema in try await poller.ask(schema) }
        (self.poller, self.loop) = (poller, loop)
        super.init(
            fields: [],
            driver: FeedDriver(
                info: { poller.info }, canReconnect: true, load: { try await poller.load() },
                run: { onOpen, sink in try await loop.run(onOpen: onOpen, sink: sink) }))
    }

    /// What is wrong with rows, from now on: the number of an issue's line is the place of the row in its answer, from 1.
    public var issues: EventStream<FeedIssue> { loop.issueEvents.stream() }

    /// What came of the questions so far.
    public var statistics: PollingStatistics { loop.statistics }
}
