internal import StrobeRecording

extension RecordingReader {
    /// The number of the last state that was written whole, at or before a number; `nil` where there is none.
    func keyframeSeq(atOrBefore seq: Int, of store: String) -> Int? {
        (try? keyframe(atOrBefore: seq, of: store))?.seq
    }
}
