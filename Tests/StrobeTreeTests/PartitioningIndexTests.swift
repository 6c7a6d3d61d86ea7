import StrobeTree
import Testing

@Suite("Where a sorted collection is divided")
struct PartitioningIndexTests {
    @Test("the first element of the second part is found, wherever it is and however many there are")
    func everywhere() {
        for count in 0...40 {
            let numbers = Array(100..<(100 + count))
            for place in 0...count {
                let found = numbers.partitioningIndex { $0 >= 100 + place }
                #expect(found == place, "\(place) of \(count)")
            }
        }
    }

    @Test("indices that do not begin with 0 are those of the collection")
    func slices() {
        let slice = [1, 3, 5, 7, 9, 11][2...]
        #expect(slice.partitioningIndex { $0 > 6 } == 3)
        #expect(slice.partitioningIndex { _ in true } == 2)
        #expect(slice.partitioningIndex { _ in false } == 6)
    }

    @Test("a million elements take 20 questions")
    func questions() {
        var asked = 0
        let found = (0..<1_000_000).partitioningIndex { number in
            asked += 1
            return number >= 765_432
        }
        #expect(found == 765_432)
        #expect(asked <= 20)
    }
}
