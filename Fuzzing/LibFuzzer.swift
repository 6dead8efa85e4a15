// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

#if FUZZING
/// libFuzzer as a library: it takes the command line, and calls back with one input after another.
enum LibFuzzer {
    /// Runs until libFuzzer has had enough; says with which status to exit.
    static func run() -> Int32 {
        var count = CommandLine.argc
        var arguments = CommandLine.unsafeArgv
        return runDriver(&count, &arguments, testOneInput)
    }

    // Swift's convention and C's are the same for these few arguments.
    @_silgen_name("LLVMFuzzerRunDriver")
    private static func runDriver(
        _ count: UnsafeMutablePointer<Int32>,
        _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
        _ callback: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
    ) -> Int32
}

/// libFuzzer's own main function, which is linked too but is not the one that runs, wants it by this name.
@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    Fuzzing.target.run(UnsafeRawBufferPointer(start: bytes, count: count))
    return 0
}
#endif
