// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

extension MapView {
    /// What is covered round the middle of a view, in points. What is no length counts as 0.
    public struct EdgeInsets: Hashable, Sendable {
        public let top: Double
        /// On the left.
        public let leading: Double
        public let bottom: Double
        /// On the right.
        public let trailing: Double

        public init(top: Double = 0, leading: Double = 0, bottom: Double = 0, trailing: Double = 0) {
            func length(_ value: Double) -> Double { value.isFinite ? max(0, value) : 0 }
            (self.top, self.leading, self.bottom, self.trailing) = (length(top), length(leading), length(bottom), length(trailing))
        }
    }
}
