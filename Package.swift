// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioEmbedded = Target.Dependency.product(name: "NIOEmbedded", package: "swift-nio")
let nioHTTP = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let nioWebSocket = Target.Dependency.product(name: "NIOWebSocket", package: "swift-nio")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let ordered = Target.Dependency.product(name: "OrderedCollections", package: "swift-collections")
let heap = Target.Dependency.product(name: "HeapModule", package: "swift-collections")
let deque = Target.Dependency.product(name: "DequeModule", package: "swift-collections")

// Needed with the trait alone: without it, the package is neither fetched nor built.
let lifecycle = Target.Dependency.product(
    name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: .when(traits: ["ServiceLifecycle"]))
let tracing = Target.Dependency.product(
    name: "Tracing", package: "swift-distributed-tracing", condition: .when(traits: ["Tracing"]))
let metrics = Target.Dependency.product(
    name: "CoreMetrics", package: "swift-metrics", condition: .when(traits: ["Metrics"]))

let package = Package(
    name: "strobe",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "Strobe", targets: ["Strobe"]),
        // For test targets: failures of test stores reach the testing library.
        .library(name: "StrobeTesting", targets: ["StrobeTesting", "StrobeTestReporting"]),
        // For programs, which cannot link a testing library.
        .library(name: "StrobeTestingCore", targets: ["StrobeTesting"]),
        .library(name: "StrobeServer", targets: ["StrobeServer"]),
        .library(name: "StrobeClient", targets: ["StrobeClient"]),
        .library(name: "StrobeRecording", targets: ["StrobeRecording"]),
        .library(name: "StrobePlayback", targets: ["StrobePlayback"]),
        .library(name: "StrobeLogging", targets: ["StrobeLogging"]),
        // For servers: each is empty without the trait that its comment names.
        .library(name: "StrobeService", targets: ["StrobeService"]),  // ServiceLifecycle
        .library(name: "StrobeTracing", targets: ["StrobeTracing"]),  // Tracing
        .library(name: "StrobeMetrics", targets: ["StrobeMetrics"]),  // Metrics
        .executable(name: "strobe", targets: ["Inspector"]),
        .executable(name: "strobe-demo", targets: ["StrobeDemo"]),
    ],
    traits: [
        .trait(name: "ServiceLifecycle", description: "StrobeService: the debug server in a group of services."),
        .trait(name: "Tracing", description: "StrobeTracing: actions and effects as spans."),
        .trait(name: "Metrics", description: "StrobeMetrics: counters and timers of stores and of the debug server."),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    ],
    targets: [
        .target(name: "StrobeSystem", swiftSettings: settings),
        .target(name: "StrobeTree", dependencies: ["StrobeSystem", ordered], swiftSettings: settings),
        .target(name: "StrobeReflection", dependencies: ["StrobeSystem", "StrobeTree"], swiftSettings: settings),
        .target(name: "Strobe", dependencies: [deque], swiftSettings: settings),
        .target(
            name: "StrobeTesting", dependencies: ["StrobeTree", "StrobeReflection", "Strobe", heap],
            swiftSettings: settings),
        .target(name: "CTestLoading"),
        .target(
            name: "StrobeTestReporting", dependencies: ["StrobeTesting", "CTestLoading"], swiftSettings: settings),
        .target(
            name: "StrobeHistory", dependencies: ["StrobeSystem", "StrobeTree", "StrobeReflection", "Strobe"],
            swiftSettings: settings),
        .target(name: "StrobeProtocol", dependencies: ["StrobeTree"], swiftSettings: settings),
        .target(
            name: "StrobeRecording", dependencies: ["StrobeSystem", "StrobeTree", "StrobeProtocol"],
            swiftSettings: settings),
        .target(
            name: "StrobeTransport",
            dependencies: ["StrobeSystem", "StrobeProtocol", nioCore, nioPosix, deque],
            swiftSettings: settings
        ),
        .target(
            name: "StrobeServer",
            dependencies: [
                "StrobeSystem", "StrobeTree", "StrobeReflection", "Strobe", "StrobeHistory", "StrobeProtocol",
                "StrobeRecording",
                "StrobeTransport", logging,
                deque,
            ],
            swiftSettings: settings
        ),
        .target(name: "StrobeLogging", dependencies: ["Strobe", logging], swiftSettings: settings),
        .target(
            name: "StrobeService", dependencies: ["Strobe", "StrobeServer", logging, lifecycle],
            swiftSettings: settings),
        .target(
            name: "StrobeTracing", dependencies: ["Strobe", "StrobeReflection", tracing], swiftSettings: settings),
        .target(
            name: "StrobeMetrics", dependencies: ["Strobe", "StrobeServer", metrics, lifecycle],
            swiftSettings: settings),
        .target(
            name: "StrobePlayback",
            dependencies: [
                "StrobeTree", "StrobeReflection", "Strobe", "StrobeHistory", "StrobeProtocol",
                "StrobeRecording",
                "StrobeTransport", "StrobeServer",
            ],
            swiftSettings: settings
        ),
        .target(
            name: "StrobeClient",
            dependencies: ["StrobeSystem", "StrobeTree", "StrobeProtocol", "StrobeTransport", deque],
            swiftSettings: settings
        ),
        .target(
            name: "StrobeConformance", dependencies: ["StrobeSystem", "StrobeTree", "StrobeTransport"],
            path: "protocols/conformance", swiftSettings: settings),
        .executableTarget(
            name: "StrobeDemo",
            dependencies: [
                "Strobe", "StrobeHistory", "StrobeServer", "StrobeProtocol", arguments, nioCore, nioHTTP, nioPosix,
            ],
            swiftSettings: settings
        ),
        .target(name: "CLibedit", linkerSettings: [.linkedLibrary("edit")]),
        .target(name: "LineEditing", dependencies: ["StrobeSystem", "CLibedit"], swiftSettings: settings),
        // What the inspector does without a prompt.
        // The files of the pages of `strobe report` and `strobe web`.
        .target(name: "InspectorPages", path: "Inspector/Pages", exclude: ["Report", "Live"]),
        .target(
            name: "InspectorCore",
            dependencies: [
                "InspectorPages", "StrobeSystem", "StrobeTree", "StrobeReflection", "StrobeProtocol", "StrobeRecording",
                "StrobeTransport", "StrobePlayback", "StrobeClient", "LineEditing",
            ],
            path: "Inspector/Core",
            swiftSettings: settings
        ),
        .target(
            name: "InspectorDAP",
            dependencies: ["StrobeSystem", "StrobeTree", "StrobeTransport", "StrobeClient", "InspectorCore"],
            path: "Inspector/DAP",
            swiftSettings: settings
        ),
        // The server of the Model Context Protocol.
        .target(
            name: "InspectorMCP",
            dependencies: [
                "StrobeSystem", "StrobeTree", "StrobeProtocol", "StrobeTransport", "StrobeClient", "LineEditing",
                "InspectorCore",
            ],
            path: "Inspector/MCP",
            swiftSettings: settings
        ),
        // A server on the loopback interface, and the page of a running program.
        .target(
            name: "InspectorWeb",
            dependencies: [
                "InspectorPages", "StrobeSystem", "StrobeTree", "StrobeProtocol", "StrobeTransport", "StrobeClient",
                "InspectorCore", nioCore, nioPosix, nioHTTP, nioWebSocket,
            ],
            path: "Inspector/Web",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "Inspector",
            dependencies: [
                "StrobeSystem", "StrobeTree", "StrobeReflection", "StrobeProtocol", "StrobeRecording",
                "StrobeTransport", "StrobePlayback", "StrobeClient", "StrobeConformance", "LineEditing",
                "InspectorCore", "InspectorDAP", "InspectorMCP", "InspectorWeb", arguments,
            ],
            path: "Inspector",
            exclude: [
                "Core", "DAP", "Editors", "MCP", "Pages", "Web", "README.md", "COMMANDS.md", "Installing/install.sh",
            ],
            swiftSettings: settings
        ),

        .target(
            name: "SeededTesting", dependencies: ["StrobeTree"], path: "Tests/SeededTesting", swiftSettings: settings),
        .target(
            name: "DeclarationTesting", dependencies: ["StrobeReflection"], path: "Tests/DeclarationTesting",
            swiftSettings: settings),
        .target(
            name: "OracleTesting", dependencies: ["StrobeTree", "StrobeReflection", "SeededTesting"],
            path: "Tests/OracleTesting",
            swiftSettings: settings),
        .target(
            name: "FuzzTesting",
            dependencies: [
                "SeededTesting", "Strobe", "StrobeTree", "StrobeReflection", "StrobeProtocol", "StrobeRecording",
                "StrobeTransport",
                "StrobeServer", "InspectorDAP", "InspectorMCP", "InspectorWeb", "WireTesting", logging, nioCore,
                nioHTTP,
                nioWebSocket, nioEmbedded,
            ],
            path: "Tests/FuzzTesting",
            swiftSettings: settings
        ),
        .testTarget(
            name: "FuzzTests",
            dependencies: [
                "FuzzTesting", "SeededTesting", "Inspector", "InspectorCore", "LineEditing", "Strobe", "StrobeTree",
                "StrobeReflection",
                "StrobeProtocol",
                "StrobeRecording", "StrobeTransport", "StrobeServer", "StrobeClient", logging,
            ],
            exclude: ["Regressions"], swiftSettings: settings),
        .target(
            name: "RecordingTesting", dependencies: ["StrobeClient", "StrobeProtocol", "StrobeRecording"],
            path: "Tests/RecordingTesting", swiftSettings: settings),
        .target(
            name: "WireTesting", dependencies: ["StrobeTransport"], path: "Tests/WireTesting", swiftSettings: settings),
        .target(
            name: "StreamTesting",
            dependencies: ["StrobeProtocol", "StrobeTransport", "StrobeTree", "StrobeReflection"],
            path: "Tests/StreamTesting", swiftSettings: settings),
        .target(name: "TerminalTesting", path: "Tests/TerminalTesting", swiftSettings: settings),
        .target(name: "UnreflectedTesting", path: "Tests/UnreflectedTesting", swiftSettings: settings),
        .testTarget(
            name: "StrobeTreeTests", dependencies: ["StrobeTree", "SeededTesting"], swiftSettings: settings),
        .testTarget(
            name: "StrobeReflectionTests",
            dependencies: [
                "DeclarationTesting", "StrobeTree", "StrobeReflection", "SeededTesting", "UnreflectedTesting",
            ],
            // Tests/README.md says how those of types without reflection are built and run.
            swiftSettings: settings
                + (Context.environment["STROBE_UNREFLECTED"] == nil ? [] : [.define("UNREFLECTED")])),
        // What a program of another package writes: the products, and none of the modules behind them.
        .testTarget(
            name: "ProgramTests",
            dependencies: ["Strobe", "StrobeServer", "StrobeClient", "StrobeRecording", "StrobePlayback"],
            swiftSettings: settings),
        // Examples of other libraries, written with this one: what a program of another package writes, and its tests.
        .testTarget(
            name: "PortTests", dependencies: ["Strobe", "StrobeTesting", "StrobeTestReporting"], packageAccess: false,
            swiftSettings: settings),
        // Stand-ins for libraries that do not resolve everywhere, under their names: the code on the pages imports them.
        .target(name: "ReSwift", path: "Tests/StandIns/ReSwift", swiftSettings: settings + [.swiftLanguageMode(.v5)]),
        .target(
            name: "ComposableArchitecture", path: "Tests/StandIns/ComposableArchitecture", swiftSettings: settings),
        .target(
            name: "MobiusCore", path: "Tests/StandIns/MobiusCore", swiftSettings: settings + [.swiftLanguageMode(.v5)]),
        .target(name: "Actomaton", path: "Tests/StandIns/Actomaton", swiftSettings: settings),
        .target(name: "Workflow", path: "Tests/StandIns/Workflow", swiftSettings: settings + [.swiftLanguageMode(.v5)]),
        .testTarget(
            name: "AdapterTests",
            dependencies: [
                "ReSwift", "ComposableArchitecture", "MobiusCore", "Actomaton", "Workflow", "StrobeServer",
                "StrobeClient",
            ],
            packageAccess: false, swiftSettings: settings),
        .testTarget(
            name: "StrobeTests",
            dependencies: ["Strobe", "StrobeTesting", "StrobeTestReporting", "SeededTesting"],
            swiftSettings: settings),
        .testTarget(
            name: "StrobeTestingTests",
            dependencies: [
                "DeclarationTesting", "StrobeTesting", "StrobeTestReporting", "Strobe", "StrobeTree",
                "StrobeReflection",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "StrobeHistoryTests",
            dependencies: [
                "DeclarationTesting", "StrobeHistory", "Strobe", "StrobeTree", "StrobeReflection", "SeededTesting",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "StrobeProtocolTests", dependencies: ["StrobeProtocol", "StrobeTree"],
            swiftSettings: settings),
        .testTarget(
            name: "StrobeRecordingTests",
            dependencies: ["StrobeRecording", "StrobeTree", "StrobeProtocol", "SeededTesting"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "StrobeTransportTests",
            dependencies: [
                "StrobeTransport", "StrobeSystem", "StrobeProtocol", "SeededTesting", "WireTesting", nioCore, nioPosix,
                nioEmbedded,
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "StrobeServerTests",
            dependencies: [
                "DeclarationTesting", "StrobeSystem",
                "StrobeServer", "Strobe", "StrobeHistory", "StrobeTree", "StrobeReflection", "StrobeProtocol",
                "StrobeRecording", "StrobePlayback",
                "StrobeTransport", "StrobeClient", "StrobeConformance", "SeededTesting", "OracleTesting",
                "RecordingTesting", "StreamTesting", "WireTesting",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "StrobeClientTests",
            dependencies: ["StrobeClient", "StrobeProtocol", "StrobeTransport", "StrobeTree"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "StrobeConformanceTests",
            dependencies: [
                "DeclarationTesting",
                "StrobeConformance", "StrobeServer", "StrobeProtocol", "Strobe", "StrobeTransport", "StrobeTree",
                "StrobeReflection",
                "SeededTesting", logging,
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "StrobeDemoTests",
            dependencies: [
                "StrobeDemo", "Strobe", "StrobeTesting", "StrobeTestReporting", "SeededTesting", "StrobeTree",
                "StrobeReflection", nioCore,
                nioPosix,
            ],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "LineEditingFixture",
            dependencies: ["LineEditing"],
            path: "Tests/LineEditingFixture",
            swiftSettings: settings
        ),
        .testTarget(
            name: "LineEditingTests",
            dependencies: ["SeededTesting", "LineEditing", "TerminalTesting", "LineEditingFixture"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "InspectorTests",
            dependencies: [
                "DeclarationTesting",
                "Inspector", "InspectorCore", "StrobeDemo", "Strobe", "LineEditing", "StrobeTree", "StrobeReflection",
                "StrobeProtocol",
                "StrobeRecording", "StrobePlayback",
                "StrobeServer", "StrobeClient", "StrobeTransport", "WireTesting", "SeededTesting", "OracleTesting",
                "StrobeTesting",
            ],
            exclude: ["Recordings"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "InspectorDAPTests",
            dependencies: [
                "InspectorDAP", "InspectorCore", "Inspector", "StrobeDemo", "Strobe", "StrobeSystem", "StrobeTree",
                "StrobeServer", "StrobeClient", "StrobeTransport", "TerminalTesting", logging,
            ],
            exclude: ["Clients"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "InspectorMCPTests",
            dependencies: [
                "InspectorMCP", "InspectorCore", "Inspector", "StrobeDemo", "Strobe", "StrobeServer", "StrobeClient",
                "StrobeProtocol", "StrobeTransport", "StrobeSystem", "StrobeTree", "SeededTesting", "TerminalTesting",
            ],
            exclude: ["Clients"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "InspectorWebTests",
            dependencies: [
                "DeclarationTesting", "InspectorWeb", "InspectorCore", "Strobe", "StrobeServer", "StrobeClient",
                "StrobeProtocol",
                "StrobeTree",
                "StrobeTransport", nioCore, nioEmbedded, nioHTTP, nioPosix, nioWebSocket,
            ],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "RecordingFixture",
            dependencies: ["Strobe", "StrobeHistory", "StrobeServer"],
            path: "Tests/RecordingFixture",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "HarmFixture", dependencies: ["Strobe", "StrobeServer"], path: "Tests/HarmFixture",
            swiftSettings: settings),
        .testTarget(
            name: "HarmTests",
            dependencies: [
                "HarmFixture", "StreamTesting", "TerminalTesting", "StrobeClient", "StrobeProtocol", "StrobeTransport",
                "StrobeTree",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "DeclarationTesting",
                "RecordingFixture", "HarmFixture", "StreamTesting", "TerminalTesting", "SeededTesting",
                "RecordingTesting", "Strobe", "StrobeServer",
                "StrobeClient", "StrobeProtocol", "StrobeRecording", "StrobeTransport", "StrobeTree", "Inspector",
                "InspectorCore",
                "StrobeDemo",
            ],
            exclude: ["Report/browse.py", "Live/firefox.py", "Live/measure.py"],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "SeededTesting", "StreamTesting", "StrobeTree", "StrobeReflection", "Strobe", "StrobeHistory",
                "StrobeServer", "StrobePlayback",
                "StrobeClient",
                "StrobeTransport", "StrobeProtocol", "StrobeRecording",
            ],
            path: "Tests/Benchmarks",
            exclude: ["counts.txt"],
            swiftSettings: settings
        ),
    ],
    swiftLanguageModes: [.v6]
)

// The fuzz driver has no `main` of its own: `swift build --sanitize=fuzzer` brings libFuzzer's. CONTRIBUTING.md says how.
if Context.environment["STROBE_FUZZ"] != nil {
    package.products.append(.executable(name: "strobe-fuzz", targets: ["FuzzDriver"]))
    package.targets.append(
        .executableTarget(
            name: "FuzzDriver", dependencies: ["FuzzTesting", "SeededTesting"], path: "Tests/FuzzDriver",
            swiftSettings: settings))
}

// With it, only these targets are built, and those that they depend on.
if let names = Context.environment["STROBE_ONLY"] {
    package.keepOnly(names.split(separator: ",").map(String.init))
}

// With it, `swift package generate-documentation` is there. CONTRIBUTING.md says how. Programs that use the package do without.
if Context.environment["STROBE_DOCS"] != nil {
    package.dependencies.append(.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"))
}

// With it, each target gets a Mutex and a continuation that ThreadSanitizer can follow. Tests/README.md says how and why.
if Context.environment["STROBE_SANITIZE"] == "thread" {
    for target in package.targets where !["CLibedit", "CTestLoading", "InspectorPages"].contains(target.name) {
        target.plugins = [.plugin(name: "ThreadSanitizing")]
    }
    package.targets.append(
        .plugin(name: "ThreadSanitizing", capability: .buildTool(), path: "Tests/ThreadSanitizing/Plugin"))
}

extension Package {
    /// Removes the products, and the targets that none of the named ones depends on.
    func keepOnly(_ names: [String]) {
        var (kept, found) = (Set(names), names)
        while let name = found.popLast() {
            for case .byNameItem(let other, _) in targets.first(where: { $0.name == name })?.dependencies ?? []
            where kept.insert(other).inserted {
                found.append(other)
            }
        }
        targets.removeAll { !kept.contains($0.name) }
        products = []
    }
}
