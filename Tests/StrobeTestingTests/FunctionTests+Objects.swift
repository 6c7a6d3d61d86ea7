import DeclarationTesting
import Strobe
import StrobeTesting
import Testing

extension FunctionTests {
    @Test("another object is not equal; the same one is")
    func objects() async {
        let object = Object()
        let store = store(.object(object))
        await store.send(.load)
        store.expect(.object(object))
        await store.send(.load)
        store.expect(.object(Object()))
        await store.finish()
        #expect(reports.messages.count == 1)
        #expect(
            reports.messages.last?.contains("    .object  is another Object; what is in it cannot be compared") == true)
    }

    final class Storage: Sendable {
        let values = Protected<[Int]>([])
    }

    /// Keeps its values in an object, and encodes them.
    struct List: Encodable, Sendable {
        let storage = Storage()

        init(_ values: Int...) { storage.values.withLock { [values] in $0 = values } }

        func encode(to encoder: any Encoder) throws { try storage.values.withLock { $0 }.encode(to: encoder) }
    }

    final class Cart: Encodable, Sendable {
        let values = Protected(0)
        func encode(to encoder: any Encoder) throws { try values.withLock { $0 }.encode(to: encoder) }
    }

    struct Shelf: Encodable, Sendable {
        var list: List
        var cart: Cart
    }

    @Test("an object in which a value keeps what it encodes does not count, one that encodes itself does")
    func encodedObjects() async {
        let cart = Cart()
        let store = TestStore(initial: 0, report: { [log = reports.log] in log.add($0) }) {
            (_: inout Int, _: Int) -> [Shelf] in [Shelf(list: List(1, 2), cart: cart)]
        }
        await store.send(1)
        store.expect(Shelf(list: List(1, 2), cart: cart))
        #expect(reports.messages == [])
        await store.send(1)
        store.expect(Shelf(list: List(1, 3), cart: cart))
        await store.send(1)
        store.expect(Shelf(list: List(1, 2), cart: Cart()))
        await store.finish()
        #expect(
            reports.messages.map { $0.prefix(30) } == [
                "send(1) returned another effec", "send(1) returned an effect tha",
            ])
        #expect(reports.messages.last?.contains("    .cart  is another Cart") == true)
    }

    @Test("an object that cannot change is compared by what is in it", .readsDeclarations)
    func constants() async {
        final class Constant: Sendable {
            let name: String
            init(_ name: String) { self.name = name }
        }
        let constants = TestStore(initial: 0, report: { [log = reports.log] in log.add($0) }) {
            (_: inout Int, _: Int) -> [Constant] in [Constant("a")]
        }
        await constants.send(1)
        constants.expect(Constant("a"))
        #expect(reports.messages == [])
        await constants.send(1)
        constants.expect(Constant("b"))
        await constants.finish()
        #expect(reports.messages.map { $0.prefix(30) } == ["send(1) returned another effec"])
    }
}
