// The part of Foundation that needs no locales, and the C library. Foundation itself brings the 40 MB of ICU, which every
// program that starts a server would load.
#if canImport(FoundationEssentials)
    @_exported public import FoundationEssentials
#else
    @_exported public import Foundation
#endif
#if canImport(Glibc)
    @_exported public import Glibc
#elseif canImport(Darwin)
    @_exported public import Darwin
#endif
