/// A coding key of any name.
package struct AnyKey: CodingKey {
    package let stringValue: String
    package let intValue: Int?

    package init(_ name: String) {
        stringValue = name
        intValue = Int(name)
    }

    package init?(stringValue: String) { self.init(stringValue) }
    package init?(intValue: Int) { self.init(String(intValue)) }
}
