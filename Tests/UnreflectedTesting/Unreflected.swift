/// Types compiled without reflection, like those of programs that hide their names.
public enum Unreflected {
    public enum Action: Codable, Sendable, Equatable {
        case tick
        case set(Int)
        case move(to: Place)
    }

    public struct Place: Codable, Sendable, Equatable {
        public var x = 1
        public var names = ["a"]

        public init() {}
    }

    public struct Plain {
        public var number = 1

        public init() {}
    }

    public enum Choice {
        case one
        case two(Int)
    }

    public final class Object {
        public var number = 1

        public init() {}
    }

    public struct Reflecting: CustomReflectable {
        public init() {}

        public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
    }
}
