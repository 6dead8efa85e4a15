// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOSSL

/// A certificate for `localhost` and 127.0.0.1, valid from 2020 to 2125, and the authority that signed it. For tests; they guard nothing.
enum TestCertificates {
    static let authority = """
        -----BEGIN CERTIFICATE-----
        MIIBZjCCAQugAwIBAgIBATAKBggqhkjOPQQDAjAhMR8wHQYDVQQDDBZWZWRldHRl
        IHRlc3QgYXV0aG9yaXR5MCAXDTIwMDEwMTAwMDAwMFoYDzIxMjUwMTAxMDAwMDAw
        WjAhMR8wHQYDVQQDDBZWZWRldHRlIHRlc3QgYXV0aG9yaXR5MFkwEwYHKoZIzj0C
        AQYIKoZIzj0DAQcDQgAE5F3c08g41kXDsAD0EVZjoP8xGdLUVLb4zZCPfG6EGCrH
        mNeeR6MyzJ3DKX/j2omY7ZPsEUgQT8H/QVUvnduTAKMyMDAwDwYDVR0TAQH/BAUw
        AwEB/zAdBgNVHQ4EFgQUCfMMy35gc2IHh0EHdKB8ynkKEv8wCgYIKoZIzj0EAwID
        SQAwRgIhANb9FN1i+tCmygb7XWUGQpZHwj47HUHQXiR8JFgH5FZnAiEA2dUxiTf3
        OprrouDGPlC2iLBl1voCvK2kH89F66Ya5Lg=
        -----END CERTIFICATE-----

        """

    private static let server = """
        -----BEGIN CERTIFICATE-----
        MIIBmTCCAT+gAwIBAgIBAjAKBggqhkjOPQQDAjAhMR8wHQYDVQQDDBZWZWRldHRl
        IHRlc3QgYXV0aG9yaXR5MCAXDTIwMDEwMTAwMDAwMFoYDzIxMjUwMTAxMDAwMDAw
        WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNC
        AARXZYtwHVV0F9e86S3MFqaqISvcU/NGSpWjvc5wfIJ2tbNNLGHq3bRXBvUHS6MU
        xWthFdjKJ+4hcCU0AkYCEx4zo3MwcTAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8A
        AAEwEwYDVR0lBAwwCgYIKwYBBQUHAwEwHQYDVR0OBBYEFL5BDXRJabdwR+7HF1F7
        jWeW6te9MB8GA1UdIwQYMBaAFAnzDMt+YHNiB4dBB3SgfMp5ChL/MAoGCCqGSM49
        BAMCA0gAMEUCIQD/MnQzxzzk5NiHI6Z32MgURXnQ0Wg104+Wxw6l8mk00QIgYuVp
        KPzKA4mIbfwgwB8oJCYa/SnOmf8F40W1PpP2QIU=
        -----END CERTIFICATE-----

        """

    private static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgF+R2fh0MevZAS5x6
        rzr/I9jUekM/73NfzBMHgkLDznGhRANCAARXZYtwHVV0F9e86S3MFqaqISvcU/NG
        SpWjvc5wfIJ2tbNNLGHq3bRXBvUHS6MUxWthFdjKJ+4hcCU0AkYCEx4z
        -----END PRIVATE KEY-----

        """

    static func serverContext() throws -> NIOSSLContext {
        try NIOSSLContext(
            configuration: .makeServerConfiguration(
                certificateChain: NIOSSLCertificate.fromPEMBytes(Array(server.utf8)).map { .certificate($0) },
                privateKey: .privateKey(NIOSSLPrivateKey(bytes: Array(key.utf8), format: .pem))))
    }

    /// Runs `body` with the path of a file that holds the authority.
    static func withAuthorityFile<Result>(_ body: (String) async throws -> Result) async throws -> Result {
        let url = FileManager.default.temporaryDirectory.appending(component: "vedette-\(UUID().uuidString).pem")
        try Data(authority.utf8).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        return try await body(url.path)
    }
}
