/// A key that was pressed.
public enum Key: Sendable, Hashable {
    /// A character.
    case character(Character)
    /// A letter with Ctrl, in lower case.
    case control(Character)
    /// Enter.
    case enter
    /// Tab.
    case tab
    /// Tab with Shift.
    case backTab
    /// Esc.
    case escape
    /// The key that deletes to the left.
    case backspace
    /// The key that deletes to the right.
    case delete
    /// An arrow key.
    case up, down, left, right
    /// Home.
    case home
    /// End.
    case end
    /// Page up.
    case pageUp
    /// Page down.
    case pageDown
}

/// What happens to a view of the whole terminal.
public enum ScreenEvent: Sendable, Hashable {
    /// A key was pressed.
    case key(Key)
    /// A text was pasted, with line breaks as line feeds.
    case paste(String)
    /// The left button of the mouse was pressed; row and column from 0.
    case click(row: Int, column: Int)
    /// The wheel was turned up (-1) or down (1); row and column from 0.
    case wheel(Int, row: Int, column: Int)
    /// The terminal has this size, also at the beginning.
    case resized(rows: Int, columns: Int)
    /// Another part of the program printed this line, which is shown once the view is closed.
    case printed(String)
    /// SIGTERM or SIGHUP came, or the terminal went away: time to leave.
    case terminated
}
