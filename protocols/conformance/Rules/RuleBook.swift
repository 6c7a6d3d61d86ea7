/// The rules of the specification, with the sections that they stand in.
enum RuleBook {
    /// All that have a name, in the order in which they are told.
    static let all: [Rule] = [
        Rule(id: "framing.lf", section: "2", text: "Every message is one JSON object on one line that ends with LF."),
        Rule(id: "framing.crlf", section: "2", text: "A CR before the LF is no part of the line."),
        Rule(id: "framing.empty", section: "2", text: "Lines without any byte are passed over."),
        Rule(
            id: "framing.bom", section: "2",
            text: "A byte order mark is refused as any other byte that is no JSON: -32700."),
        Rule(
            id: "framing.split", section: "2",
            text: "A line means the same however the stream is cut into pieces, and several may come in one piece."),
        Rule(
            id: "framing.last", section: "2",
            text: "Bytes after the last line feed are a line once their sender has ended its output."),
        Rule(
            id: "framing.half-closed", section: "2",
            text: "A client that ends its output still gets the answers to what it asked before."),
        Rule(
            id: "framing.too-long", section: "2",
            text: "A line longer than lineBytes is skipped, answered with -33003 and the id null, and "
                + "the next line is read."),
        Rule(id: "framing.stdout", section: "2", text: "On standard output nothing but protocol is written."),
        Rule(
            id: "json.malformed", section: "2",
            text: "A line that is no JSON (RFC 8259, nothing more and nothing less) is -32700 with data.offset."),
        Rule(id: "json.utf8", section: "2", text: "A line that is not UTF-8 is -32700."),
        Rule(id: "json.surrogates", section: "2", text: "Half of a surrogate pair alone, as an escape, is -32700."),
        Rule(id: "json.integers", section: "2", text: "Integers are exact to 64 bits, with or without sign."),
        Rule(
            id: "json.range", section: "2",
            text:
                "The integers of answers and notifications are from 0 to 2^53, times from -2^53; others are malformed."),
        Rule(
            id: "json.doubles", section: "2",
            text: "Numbers with a fraction or exponent are IEEE doubles and come back bit for bit; "
                + "beyond their range is -32700."),
        Rule(id: "json.duplicates", section: "2", text: "Of several members of one name the last counts."),
        Rule(id: "json.depth", section: "2", text: "A line that nests deeper than limits.depth is -33010."),
        Rule(
            id: "json.null", section: "2",
            text: "A member that is optional and null is absent, save where any JSON value may stand."),
        Rule(id: "message.object", section: "2", text: "JSON that is no object is -32600; there are no batches."),
        Rule(id: "message.version", section: "2", text: "A jsonrpc other than \"2.0\" is -32600."),
        Rule(
            id: "message.id", section: "2",
            text: "An id is a string or an integer of 64 bits with sign, and comes back as it was; any "
                + "other is -32600 with the id null."),
        Rule(
            id: "message.error-id", section: "2",
            text: "The error of a wrong line has the id of the line where that can be read, else null."),
        Rule(
            id: "message.params", section: "2",
            text: "params that are no object are -32602; left out they mean the empty object."),
        Rule(id: "message.unknown-members", section: "2", text: "Members that are not described are passed over."),
        Rule(
            id: "message.misspelt", section: "2",
            text: "A member of params that differs from a parameter only in letter case, _ or - is "
                + "-32602 with data.suggestion."),
        Rule(
            id: "message.unknown-method", section: "2",
            text: "A request of an unknown method is -32601 with data.method."),
        Rule(
            id: "message.notification", section: "2",
            text: "A notification is never answered; a request's method without an id does nothing."),
        Rule(
            id: "message.answer", section: "2",
            text: "A line with a result or an error that a server gets is passed over."),
        Rule(
            id: "message.schema", section: "2",
            text: "Results, the params of notifications and errors have the forms that schema.json gives them."),
        Rule(id: "message.once", section: "2", text: "Every request gets exactly one answer."),
        Rule(
            id: "session.initialize", section: "3",
            text: "The first message is the request initialize; its answer opens the session and says "
                + "what the server is, grants and keeps to."),
        Rule(
            id: "session.first-line", section: "3",
            text: "A connection whose first line is anything but a valid initialize is closed without "
                + "an answer, and nothing is done."),
        Rule(
            id: "session.first-byte", section: "3",
            text: "A connection whose first byte is not { is closed at once, without an answer."),
        Rule(
            id: "session.first-length", section: "3",
            text: "A first line longer than handshakeLineBytes closes the connection without an answer."),
        Rule(
            id: "session.timeout", section: "3",
            text: "Without initialize within 5 seconds the connection is closed without an answer."),
        Rule(
            id: "session.waiting", section: "3",
            text:
                "Whoever opens many connections and says nothing keeps out nobody who speaks: the oldest of them goes."),
        Rule(
            id: "session.failures", section: "3",
            text: "Too many failed handshakes within a second close TCP for the next one, and no longer."),
        Rule(
            id: "session.version", section: "3",
            text: "Another protocolVersion is -33002 with data.supported, and the connection closes."),
        Rule(
            id: "session.second", section: "3",
            text: "A second initialize is -32600, and the session stays as it is."),
        Rule(
            id: "session.full", section: "3",
            text: "One session too many is -33009 with data.limit, and the connection closes."),
        Rule(
            id: "session.pipelining", section: "3",
            text: "A client may send further lines before the answer to initialize has come."),
        Rule(
            id: "session.methods", section: "3",
            text: "capabilities.methods lists exactly the methods that are answered with anything but -32601."),
        Rule(
            id: "session.describe", section: "3",
            text: "protocol/describe describes every method and notification of the server."),
        Rule(
            id: "session.shutdown", section: "3",
            text: "shutdown is answered after all that was asked before, nothing after it is answered, "
                + "then the connection closes."),
        Rule(
            id: "session.end", section: "3",
            text: "The end of a session, however it comes, leaves the stores as they are and ends what belongs to it."),
        Rule(
            id: "session.closing", section: "3",
            text: "A server that ends a session by its own wish tells it with server/closing as the last line."),
        Rule(id: "access.default", section: "3", text: "A session that asks for no access gets read."),
        Rule(
            id: "access.least", section: "3",
            text: "A session gets the lesser of what it asks for and what the server was started with."),
        Rule(
            id: "access.read-only", section: "3",
            text: "What changes something is -33008 in a session with read access, and changes nothing."),
        Rule(id: "access.dry-run", section: "3", text: "What decodes an action needs control, a dry run too."),
        Rule(
            id: "access.live", section: "3",
            text: "What the program may be writing to is neither read nor written by a look."),
        Rule(
            id: "access.token", section: "3",
            text: "Over TCP a missing or wrong token is -33001, and the connection closes."),
        Rule(id: "access.loopback", section: "3", text: "TCP is bound to the loopback address only."),
        Rule(
            id: "access.http", section: "3",
            text: "An HTTP request, whatever its body, gets no answer and does nothing."),
        Rule(id: "access.peer", section: "3", text: "On a Unix socket a process of another user gets no answer."),
        Rule(
            id: "access.own", section: "3",
            text: "A session with read access changes its own bookmarks and branches only; others are -33008."),
        Rule(
            id: "access.redaction", section: "3",
            text: "What is hidden is told nowhere: not in values, changes, labels, texts, errors, "
                + "searches or conditions."),
        Rule(
            id: "access.in-place", section: "3",
            text: "What is hidden in an action is neither moved nor copied by changes of it: they are -32602."),
        Rule(id: "store.only", section: "4", text: "store may be left out when there is exactly one."),
        Rule(
            id: "store.unknown", section: "4",
            text: "A store that is not there, or none named among several, is -33004 with data.stores."),
        Rule(
            id: "path.pointer", section: "4",
            text: "A path is a JSON Pointer (RFC 6901), ~0 and ~1 included; the empty text is the whole."),
        Rule(id: "path.id", section: "4", text: "A token [id=42] is the element whose member id has that text."),
        Rule(
            id: "path.changed", section: "4",
            text: "What is at a path changed when what is there before is not what is there after."),
        Rule(
            id: "path.missing", section: "4",
            text: "A path that leads nowhere is -33005 with data.path, the longest part of it that exists."),
        Rule(
            id: "position.seq", section: "4",
            text: "Every answer that reads a store has the seq it saw; a seq in at gives that state again."),
        Rule(id: "position.live", section: "4", text: "\"live\", and nothing, mean the present state."),
        Rule(
            id: "position.branch", section: "4",
            text: "\"branch:ID\" and \"branch:ID@SEQ\" are states of a branch; a branch that is not there is -32602."),
        Rule(
            id: "position.ahead", section: "4",
            text: "A seq that is not reached yet is -32602 with the last one in data.seq."),
        Rule(
            id: "position.evicted", section: "4",
            text: "A seq whose state is not kept any more is -33006 with data.firstSeq."),
        Rule(id: "value.form", section: "4", text: "States and actions have the JSON form of section 4."),
        Rule(
            id: "change.apply", section: "6",
            text: "Changes, applied in order by RFC 6902 to the first state, give the second."),
        Rule(id: "change.old", section: "6", text: "old is what stood at the path before a remove or replace."),
        Rule(
            id: "error.form", section: "10",
            text: "An error has code, message and data with kind, the name that belongs to the code."),
        Rule(
            id: "error.harmless", section: "10",
            text: "A request that is answered with an error changed nothing, and the session goes on."),
        Rule(
            id: "order.answers", section: "8",
            text: "Requests of one session are answered in the order in which they came, save ping and "
                + "cancelled ones."),
        Rule(
            id: "order.fair", section: "8",
            text: "While one session's question takes long, others are answered, and so is its cancellation."),
        Rule(id: "order.ping", section: "8", text: "ping is answered at once, before requests that wait."),
        Rule(
            id: "order.cause", section: "8",
            text: "What a transition tells a session's subscriptions comes before the answer to the "
                + "request that caused it."),
        Rule(id: "order.subscribe", section: "8", text: "What is subscribed to comes after the answer to subscribe."),
        Rule(
            id: "order.unsubscribe", section: "8",
            text: "Nothing of a subscription comes after the answer to unsubscribe."),
        Rule(id: "order.log", section: "8", text: "log/appended tells every entry once, in the order of seqs."),
        Rule(
            id: "order.state", section: "8",
            text: "state/changed leads from state to state: fromSeq is never before the seq of the one before it."),
        Rule(
            id: "order.if-seq", section: "8",
            text: "ifSeq is checked in one step with what is done; otherwise -32801 with data.seq."),
        Rule(
            id: "paging.log", section: "8",
            text: "Pages of the log, followed by next or previous, give every entry once; the end is an absent next."),
        Rule(
            id: "paging.tree", section: "8",
            text: "Pages of children, followed by start and more, at one seq, give every child once."),
        Rule(id: "paging.lowered", section: "8", text: "A count or limit over limits.page is lowered to it."),
        Rule(
            id: "subscription.all", section: "8",
            text: "Without store a subscription covers all stores, those included that come later."),
        Rule(
            id: "subscription.from-seq", section: "8",
            text: "With fromSeq what came since is told first, without a gap; -33006 when the log does "
                + "not go back so far."),
        Rule(
            id: "subscription.return", section: "8",
            text:
                "Who lost the connection to a process goes on after the last seq it was told, or says what is missing."),
        Rule(
            id: "subscription.paths", section: "8",
            text: "With paths only what changes one of them is told."),
        Rule(
            id: "subscription.limits", section: "8",
            text: "One subscription or path too many is -33010 with data.limit."),
        Rule(id: "subscription.unknown", section: "8", text: "unsubscribe of an unknown id is -32602."),
        Rule(
            id: "lag.dispatch", section: "8",
            text: "Neither the stores nor other sessions wait for a client that does not read."),
        Rule(
            id: "lag.marker", section: "8",
            text: "Notifications that do not fit queueBytes are dropped, and one stream/lagged stands "
                + "where they would."),
        Rule(id: "lag.answers", section: "8", text: "Answers are never dropped."),
        Rule(
            id: "lag.bounded", section: "8",
            text: "What waits for a client is bounded, however long it does not read."),
        Rule(
            id: "cancel.waiting", section: "8",
            text: "A waiting request that is cancelled is answered with -32800 and does nothing."),
        Rule(
            id: "cancel.reading", section: "8",
            text: "A running request that only reads is answered with -32800 when it is cancelled."),
        Rule(
            id: "cancel.changing", section: "8",
            text: "A running request that changes a store is answered as if it had not been cancelled."),
        Rule(id: "cancel.unknown", section: "8", text: "Cancelling an unknown or answered id is passed over."),
        Rule(id: "limits.declared", section: "9", text: "The answer to initialize declares every limit."),
        Rule(
            id: "limits.nodes", section: "9",
            text: "An answer over limits.nodes or limits.answerBytes is -33010, or shorter where its method says so."),
        Rule(
            id: "limits.initialize", section: "9",
            text: "The answer to initialize is bounded by 16777216 bytes, and not by answerBytes."),
        Rule(
            id: "limits.outstanding", section: "9",
            text: "With outstandingRequests unanswered a server stops reading; every request is answered in the end."),
        Rule(
            id: "log.numbers", section: "5",
            text: "Transitions are numbered 1, 2, 3... without a gap, and the log is only ever appended to."),
        Rule(
            id: "log.restore", section: "5",
            text: "A restored or edited state is a new transition of origin restore or edit, without action."),
        Rule(
            id: "log.incomplete", section: "5",
            text: "What is not known is not told as unchanged: incomplete says why it is not."),
        Rule(
            id: "log.filter", section: "5",
            text: "With a filter a page has only entries that fit all of it, and pages leave out none that does."),
        Rule(
            id: "condition.refused", section: "5",
            text: "A condition that cannot be read, or names what the shapes do not have, is -32602 with data.offset."),
        Rule(
            id: "state.live", section: "5",
            text: "Without at a state is the store's own at that moment, and none that was worked out."),
        Rule(
            id: "action.applied", section: "5",
            text: "The transition of an answer is the one that came of the action, or applied is false."),
        Rule(
            id: "action.dispatch", section: "5",
            text: "A dispatch is answered with the transition's seq, whether it changed the state, and how."),
        Rule(
            id: "action.undecodable", section: "5",
            text: "An action that does not decode is -33007 with data.path, and the store is untouched."),
        Rule(id: "action.dry-run", section: "5", text: "A dry run tells what would happen and touches nothing."),
        Rule(
            id: "action.rejected", section: "5",
            text: "An action that a store rejects is a transition with error, which changes nothing."),
        Rule(id: "action.schema", section: "5", text: "An action made by action/schema decodes."),
        Rule(
            id: "gate.hold", section: "5",
            text: "A paused gate holds actions in order, and answers their dispatches at once with held."),
        Rule(id: "gate.step", section: "5", text: "gate/step lets through as many as it says."),
        Rule(
            id: "gate.drop", section: "5",
            text: "What is dropped at the gate is no transition, and a remark in the log says so."),
        Rule(
            id: "gate.edit", section: "5",
            text: "The entry of an action that was edited at the gate has editedFrom, the label of what was dispatched."
        ),
        Rule(
            id: "gate.leave", section: "5",
            text: "When the last client that used a gate is gone it opens, and its breakpoints are removed."),
        Rule(
            id: "branch.aside", section: "5",
            text: "Making, reading and deleting a branch touches neither the store nor its log."),
        Rule(
            id: "replay.effects", section: "5",
            text: "While a session replays with suppress or recorded, the store performs no effects; "
                + "the end of the session ends that."),
        Rule(
            id: "compatibility.unknown", section: "11",
            text: "Both sides pass over members, notifications, kinds, codes and events that they do not know."),
    ]

    /// The rule of a name; one that only this program knows has no section.
    static func rule(_ id: String) -> Rule {
        byID[id] ?? Rule(id: id, section: "", text: id)
    }

    private static let byID = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
}
