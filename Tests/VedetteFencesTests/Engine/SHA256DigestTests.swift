// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import VedetteFences

@Suite("SHA-256")
struct SHA256DigestTests {
    private func digest(_ text: String) -> String {
        var digest = SHA256Digest()
        digest.append(text)
        return Self.text(&digest)
    }

    private static func text(_ digest: inout SHA256Digest) -> String {
        let words = digest.finish()
        return (0..<8).map { String(UInt64(words[$0]) | 1 << 32, radix: 16).dropFirst() }.joined()
    }

    @Test("the examples of FIPS 180-4: nothing, 24, 448 and 896 bits, a million letters")
    func examples() {
        #expect(digest("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(digest("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(
            digest("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
                == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
        #expect(
            digest("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu")
                == "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1")
        #expect(
            digest(String(repeating: "a", count: 1_000_000)) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    @Test("every length from 0 to 130 bytes, whichever way the bytes are handed over")
    func lengths() {
        // The digest of the digests of n bytes 0, 1, 2 … for n from 0 to 130, by Python's hashlib.
        var all = SHA256Digest()
        for length in 0...130 {
            let bytes = (0..<length).map { UInt8($0) }
            var one = SHA256Digest()
            for byte in bytes { one.append(byte) }
            var other = SHA256Digest()
            bytes[..<(length / 3)].withUnsafeBytes { other.append($0) }
            bytes[(length / 3)...].withUnsafeBytes { other.append($0) }
            let (first, second) = (Self.text(&one), Self.text(&other))
            #expect(first == second)
            all.append(first)
        }
        #expect(Self.text(&all) == "287ec38b0ef48cad9a69255fec0a3dd90bd752a394316d26a81b6c9b71e29a55")
    }

    @Test("numbers go in lowest byte first")
    func numbers() {
        var one = SHA256Digest()
        one.append(0x0403_0201 as UInt32)
        one.append(0x0c0b_0a09_0807_0605 as UInt64)
        var other = SHA256Digest()
        for byte in 1...12 as ClosedRange<UInt8> { other.append(byte) }
        #expect(Self.text(&one) == Self.text(&other))
    }
}
