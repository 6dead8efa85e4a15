// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

extension FeedError.Code {
    /// Nothing answers at an address, or not in time.
    public static let unreachable = FeedError.Code(rawValue: "unreachable")
    /// A service answers that it will not or cannot.
    public static let refused = FeedError.Code(rawValue: "refused")
    /// A service wants a token, or another one.
    public static let unauthorized = FeedError.Code(rawValue: "unauthorized")
    /// An answer is not what the interface of the service promises.
    public static let invalidAnswer = FeedError.Code(rawValue: "invalidAnswer")
    /// An answer is larger than allowed.
    public static let tooLarge = FeedError.Code(rawValue: "tooLarge")
}
