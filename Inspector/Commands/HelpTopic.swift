/// Something that `help` explains besides the commands.
struct HelpTopic: Sendable {
    let name: String
    let lines: [String]

    static let all = [
        HelpTopic(
            name: "paths",
            lines: [
                "A path names a part of the state. Tab shows what is there.",
                "  .session.user.name       members, one after the other",
                "  .items[3].title          the fourth element",
                "  .items[id=42]            the element whose `id` is 42",
                "  .[\"odd key\"]             a key with characters of its own",
                "  /items/3/title           the same as a JSON Pointer (RFC 6901)",
                "Below an enum the name of its present case comes next: .session.loaded.name",
            ]),
        HelpTopic(
            name: "literals",
            lines: [
                "Actions are typed as in Swift, or as JSON:",
                "  send .reset",
                "  send .increment(by: 3)",
                "  send .loaded(User(id: 1, name: \"Ada\", tags: [\"x\"], email: nil))",
                "  send {\"increment\": {\"by\": 3}}",
                "Where actions are types of their own, each is typed by its name: send .Refresh, send Update(items: []).",
                "Dates (ISO 8601), URLs and UUIDs are strings, data is base64.",
                "`actions` shows the declarations, `actions CASE` an example; Tab completes.",
            ]),
        HelpTopic(
            name: "positions",
            lines: [
                "Every action that was reduced has a number, its seq: 1, 2, 3... Seq 0 is the initial state.",
                "`goto 3` stands at the state after action 3 (the prompt shows `@3`): `state`, `tree`, `get` and",
                "`diff` read there. The process goes on all the while. `back`, `next`, `first`, `last` move;",
                "`live` comes back. `jump` restores the state where one stands in the live store.",
                "Where a command takes a seq it takes `-1` and `+1` (from here), `first`, `last` and `live` as well,",
                "and the names that `mark` gives: `mark before`, then `diff before live`, `state --at before`.",
            ]),
        HelpTopic(
            name: "conditions",
            lines: [
                "`find`, `minimize` and `break --if` take a condition over the state after an action:",
                "  .cart.total < 0                  == != < <= > >= over paths, numbers, texts, true, false, null",
                "  .session == .loaded              the present case; also .session.case like \"load*\"",
                "  count(.items) > 100              elements, members or characters",
                "  exists(.user.email)              whether something is there; nil is there, and == null",
                "  changed(.cart)                   whether the action changed it",
                "  .n > before(.n) + 10             what it was before the action; + and - of numbers",
                "  .name startsWith \"A\"            contains (also of lists), startsWith, endsWith",
                "  .name matches /^a.*z$/i          a regular expression; like \"a*\" takes * and ?",
                "  action like \".load*\"           the action; origin, seq, duration > 16ms as well",
                "  !(…) && (… || …)                 not, and, or",
                "A comparison with what is not there is false.",
            ]),
        HelpTopic(
            name: "stopping",
            lines: [
                "The gate of a store stands before its reducer. While it is closed what the program dispatches is held",
                "there, in order; its threads go on.",
                "  pause                            hold whatever comes",
                "  break .loaded*                   stop before actions that fit",
                "  break --path .cart.total         stop before something there changes",
                "  break .add* --if .cart.total < 0 stop where it would hold after the action",
                "  held                             where it stopped, what it would change, what is held behind it",
                "  step, step 3                     let through so many",
                "  edit .add(item: 4), drop         change or discard the first one that is held",
                "  set, jump, send                  work all the while; what is sent is held as well",
                "  commands 1 state .cart; resume   run that whenever breakpoint 1 is hit",
                "  logpoint total {.cart.total}     print and go on",
                "  resume                           let through all that is held",
                "The prompt shows the number of actions that are held: `shop paused 2>`.",
            ]),
        HelpTopic(
            name: "scripts",
            lines: [
                "  strobe attach NAME -e 'send .load' -e 'diff -1'    commands in order",
                "  strobe attach NAME -f FILE                         one command a line, # begins a comment",
                "  printf 'state\\nlog\\n' | strobe attach NAME         commands on standard input",
                "The first command that fails stops the run; --keep-going goes on. Exit codes: 0 all went well,",
                "1 a command failed, 2 the connection is lost or could not be made, 64 wrong usage.",
                "--json prints the protocol's result objects, one a line, and errors as objects on standard error.",
            ]),
    ]
}
