package import StrobePlayback
package import StrobeTree

extension RecordedHiding {
    /// The names of some places, shortened.
    package static func text(_ places: [Path]) -> String {
        let names = places.prefix(5).map { ChangeRendering.name(of: $0) }
        return names.joined(separator: ", ") + (places.count > 5 ? " and \(places.count - 5) more" : "")
    }
}
