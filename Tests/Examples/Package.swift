// swift-tools-version: 6.2
import PackageDescription

let strobe = "strobe"

let package = Package(
    name: "examples",
    platforms: [.macOS(.v15)],
    traits: [
        // A release without the debug server: swift build -c release --disable-default-traits
        .trait(name: "Debugging", description: "The debug server is built and linked."),
        .default(enabledTraits: ["Debugging"]),
    ],
    dependencies: [
        // In a package of your own: .package(url: "https://…/strobe", from: "0.1.0", traits: […])
        .package(name: strobe, path: "../..", traits: ["ServiceLifecycle", "Tracing", "Metrics"]),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    ],
    targets: [
        .executableTarget(
            name: "shop",
            dependencies: [
                .product(name: "Strobe", package: strobe),
                .product(name: "StrobeServer", package: strobe, condition: .when(traits: ["Debugging"])),
            ]),
        .executableTarget(
            name: "sessions",
            dependencies: [
                .product(name: "Strobe", package: strobe),
                .product(name: "StrobeLogging", package: strobe),
                .product(name: "StrobeMetrics", package: strobe),
                .product(name: "StrobeServer", package: strobe),
                .product(name: "StrobeService", package: strobe),
                .product(name: "StrobeTracing", package: strobe),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ]),
        .executableTarget(
            name: "costs",
            dependencies: [
                .product(name: "Strobe", package: strobe),
                .product(name: "StrobeLogging", package: strobe),
                .product(name: "StrobeMetrics", package: strobe),
                .product(name: "StrobeTracing", package: strobe),
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ]),
        .testTarget(
            name: "ServerTests",
            dependencies: [
                .product(name: "Strobe", package: strobe),
                .product(name: "StrobeClient", package: strobe),
                .product(name: "StrobeLogging", package: strobe),
                .product(name: "StrobeMetrics", package: strobe),
                .product(name: "StrobeServer", package: strobe),
                .product(name: "StrobeService", package: strobe),
                .product(name: "StrobeTracing", package: strobe),
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatAllWarnings(as: .error),
    ]
}
