// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import VedetteDynamicEntities
package import VedetteModel

/// A data source that reads records of which some may be bad.
package protocol FeedIssueReporting: DynamicEntityDataSource {
    /// What is wrong with records, from now on.
    var issues: EventStream<FeedIssue> { get }
    /// Where the records come from, for messages.
    var addressName: String { get }
}

extension FeedDynamicEntityDataSource: FeedIssueReporting {
    package var addressName: String { address.name }
}

extension PollingDynamicEntityDataSource: FeedIssueReporting {
    package var addressName: String { url.absoluteString }
}

extension FeatureServiceDynamicEntityDataSource: FeedIssueReporting {
    package var addressName: String { url.absoluteString }
}

extension ArcGISStreamService: FeedIssueReporting {
    /// Without what stands behind the `?`: it may be a token.
    package var addressName: String {
        var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        parts?.query = nil
        return parts?.string ?? "stream service"
    }
}
