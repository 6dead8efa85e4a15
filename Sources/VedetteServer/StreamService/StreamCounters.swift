// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteModel

/// What a published stream counts.
final class StreamCounters: Sendable {
    let subscribers = Counter()
    let subscribersTotal = Counter()
    let stalled = Counter()
    let frames = Counter()
    let bytes = Counter()
    let dropped = Counter()
    let skipped = Counter()
    let badMessages = Counter()
    let broadcasters = Counter()
    let broadcastMessages = Counter()
    let broadcastObservations = Counter()
    let broadcastRejected = Counter()

    /// All of them, as the metrics name them.
    static let descriptions: [(name: String, kind: String, help: String, value: @Sendable (StreamCounters) -> Int)] = [
        ("stream_subscribers", "gauge", "Subscribers of a stream service connected now.", { $0.subscribers.value }),
        ("stream_subscribers_total", "counter", "Subscribers of a stream service that have connected.", { $0.subscribersTotal.value }),
        ("stream_subscribers_stalled_total", "counter", "Subscribers closed because they read nothing.", { $0.stalled.value }),
        ("stream_frames_total", "counter", "Frames of observations handed over to be sent.", { $0.frames.value }),
        ("stream_bytes_total", "counter", "Bytes handed over to be sent.", { $0.bytes.value }),
        ("stream_dropped_observations_total", "counter", "Observations not sent to a subscriber that was too slow.", { $0.dropped.value }),
        (
            "stream_skipped_observations_total", "counter", "Observations sent to no subscriber because the server was too slow.",
            { $0.skipped.value }
        ),
        (
            "stream_bad_messages_total", "counter", "Messages of subscribers that were not understood or asked for what cannot be.",
            {
                $0.badMessages.value
            }
        ),
        ("stream_broadcasters", "gauge", "Writers connected now.", { $0.broadcasters.value }),
        ("stream_broadcast_messages_total", "counter", "Messages of writers.", { $0.broadcastMessages.value }),
        (
            "stream_broadcast_observations_total", "counter", "Observations of writers that were taken in.",
            { $0.broadcastObservations.value }
        ),
        ("stream_broadcast_rejected_total", "counter", "Features of writers that were not taken in.", { $0.broadcastRejected.value }),
    ]
}
