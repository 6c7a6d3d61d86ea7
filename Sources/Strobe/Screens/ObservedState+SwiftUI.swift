#if canImport(SwiftUI)
    public import SwiftUI

    extension ObservedState {
        /// A part of the state for a control: `TextField("Name", text: form.binding(\.name, send: Event.typed))`.
        ///
        /// - Parameters:
        ///   - keyPath: What the control shows.
        ///   - send: The action that is dispatched when the control changes its value.
        ///   - file: Where the call is; recorded in debug builds only.
        ///   - line: Where the call is; recorded in debug builds only.
        public func binding<Value>(
            _ keyPath: KeyPath<State, Value>, send: @escaping (Value) -> Action, file: StaticString = #fileID,
            line: UInt32 = #line
        ) -> Binding<Value> {
            Bindable(ObservedField(self, keyPath, send: send, file: file, line: line)).value
        }
    }
#endif
