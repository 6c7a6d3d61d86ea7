// Written by protocols/generate.py.

extension RuleBook {
    /// All rules, in the order of the specification.
    static let all: [Rule] = [
        Rule(
            id: "framing.lf", section: "2",
            text: "Every message is one JSON object on one line that ends with LF."),
        Rule(
            id: "framing.crlf", section: "2",
            text: "A CR before the LF is not part of the line."),
        Rule(
            id: "framing.empty", section: "2",
            text: "Empty lines are ignored."),
        Rule(
            id: "framing.bom", section: "2",
            text: "A byte order mark is refused like any other byte that is not JSON: -32700."),
        Rule(
            id: "framing.split", section: "2",
            text: "A line means the same however the stream is split into pieces, and several may come in one piece."),
        Rule(
            id: "framing.last", section: "2",
            text: "Bytes after the last line feed are a line once their sender has ended its output."),
        Rule(
            id: "framing.half-closed", section: "2",
            text: "A client that ends its output still gets the answers to its earlier requests."),
        Rule(
            id: "framing.too-long", section: "2",
            text: "A line longer than lineBytes is skipped, answered with -33003 and the id null, and the next "
                + "line is read."),
        Rule(
            id: "framing.stdout", section: "2",
            text: "Only protocol lines are written to standard output."),
        Rule(
            id: "json.malformed", section: "2",
            text: "A line that is not JSON (RFC 8259, nothing more and nothing less) is -32700 with data.offset."),
        Rule(
            id: "json.utf8", section: "2",
            text: "A line that is not UTF-8 is -32700."),
        Rule(
            id: "json.surrogates", section: "2",
            text: "Half of a surrogate pair alone, as an escape, is -32700."),
        Rule(
            id: "json.integers", section: "2",
            text: "Integers are exact to 64 bits, with or without sign."),
        Rule(
            id: "json.range", section: "2",
            text: "Integers of answers and notifications are from 0 to 2^53, times from -2^53; others are malformed."),
        Rule(
            id: "json.doubles", section: "2",
            text: "Numbers with a fraction or exponent are IEEE doubles and come back bit for bit; beyond their "
                + "range is -32700."),
        Rule(
            id: "json.duplicates", section: "2",
            text: "If several members have one name, the last counts."),
        Rule(
            id: "json.depth", section: "2",
            text: "A line that nests deeper than limits.depth is -33010."),
        Rule(
            id: "json.null", section: "2",
            text: "A member that is optional and null is absent, except where any JSON value is allowed."),
        Rule(
            id: "message.object", section: "2",
            text: "JSON that is not an object is -32600; there are no batches."),
        Rule(
            id: "message.version", section: "2",
            text: "A jsonrpc other than \"2.0\" is -32600."),
        Rule(
            id: "message.id", section: "2",
            text: "An id is a string or a signed 64-bit integer, and is returned unchanged; any other is -32600 "
                + "with the id null."),
        Rule(
            id: "message.error-id", section: "2",
            text: "The error of a wrong line has the line's id if it can be read, else null."),
        Rule(
            id: "message.params", section: "2",
            text: "params that are not an object are -32602; absent params mean the empty object."),
        Rule(
            id: "message.unknown-members", section: "2",
            text: "Members that are not described are ignored."),
        Rule(
            id: "message.misspelt", section: "2",
            text: "A member of params that differs from a parameter only in letter case, _ or - is -32602 with "
                + "data.suggestion."),
        Rule(
            id: "message.unknown-method", section: "2",
            text: "A request of an unknown method is -32601 with data.method."),
        Rule(
            id: "message.notification", section: "2",
            text: "A notification is never answered; a request's method without an id does nothing."),
        Rule(
            id: "message.answer", section: "2",
            text: "A server ignores valid answers."),
        Rule(
            id: "message.schema", section: "2",
            text: "Results, the params of notifications and errors have the forms that schema.json gives them."),
        Rule(
            id: "message.once", section: "2",
            text: "Every request gets exactly one answer."),
        Rule(
            id: "session.initialize", section: "3",
            text: "The first message is the request initialize; its answer opens the session and describes the "
                + "server, the access granted and its limits."),
        Rule(
            id: "session.first-line", section: "3",
            text: "A connection whose first line is anything but a valid initialize is closed without an answer "
                + "and has no effect."),
        Rule(
            id: "session.first-byte", section: "3",
            text: "A connection whose first byte is not { is closed at once, without an answer."),
        Rule(
            id: "session.first-length", section: "3",
            text: "A first line longer than handshakeLineBytes closes the connection without an answer."),
        Rule(
            id: "session.timeout", section: "3",
            text: "If initialize does not come within 5 seconds, the connection is closed without an answer."),
        Rule(
            id: "session.waiting", section: "3",
            text: "Many silent connections do not keep other clients out: the oldest of them is closed."),
        Rule(
            id: "session.failures", section: "3",
            text: "Too many failed handshakes within a second close TCP for the next second only."),
        Rule(
            id: "session.version", section: "3",
            text: "Another protocolVersion is -33002 with data.supported, and the connection closes."),
        Rule(
            id: "session.full", section: "3",
            text: "One session too many is -33009 with data.limit, and the connection closes."),
        Rule(
            id: "session.second", section: "3",
            text: "A second initialize is -32600, and the session does not change."),
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
            text: "shutdown is answered after all earlier requests, no request that is handled after it is "
                + "answered, then the connection closes."),
        Rule(
            id: "session.end", section: "3",
            text: "The end of a session, whatever its cause, does not change the stores and ends what belongs to it."),
        Rule(
            id: "session.closing", section: "3",
            text: "A server that ends a session itself sends server/closing as the last line."),
        Rule(
            id: "access.peer", section: "3",
            text: "On a Unix socket a process of another user gets no answer."),
        Rule(
            id: "access.loopback", section: "3",
            text: "TCP is bound to the loopback address only."),
        Rule(
            id: "access.token", section: "3",
            text: "Over TCP a missing or wrong token is -33001, and the connection closes."),
        Rule(
            id: "access.http", section: "3",
            text: "An HTTP request, whatever its body, gets no answer and does nothing."),
        Rule(
            id: "access.default", section: "3",
            text: "A session that requests no access gets read."),
        Rule(
            id: "access.least", section: "3",
            text: "A session gets the lesser of the access it requests and what the server was started with."),
        Rule(
            id: "access.read-only", section: "3",
            text: "A request that changes something is -33008 in a session with read access, and changes nothing."),
        Rule(
            id: "access.dry-run", section: "3",
            text: "Decoding an action needs control, even in a dry run."),
        Rule(
            id: "access.live", section: "3",
            text: "Reading a store neither reads nor writes what the program may be writing."),
        Rule(
            id: "access.own", section: "3",
            text: "A session with read access changes only its own bookmarks and branches; others are -33008."),
        Rule(
            id: "access.redaction", section: "3",
            text: "Nothing reveals a hidden value: not values, changes, labels, texts, errors, searches or "
                + "conditions."),
        Rule(
            id: "access.in-place", section: "3",
            text: "Changes that move or copy a hidden value of an action are -32602."),
        Rule(
            id: "store.only", section: "4",
            text: "store is optional if there is exactly one."),
        Rule(
            id: "store.unknown", section: "4",
            text: "An unknown store, or none named among several, is -33004 with data.stores."),
        Rule(
            id: "path.pointer", section: "4",
            text: "A path is a JSON Pointer (RFC 6901), ~0 and ~1 included; the empty text is the whole."),
        Rule(
            id: "path.id", section: "4",
            text: "A token [id=42] is the element whose member id has that text."),
        Rule(
            id: "path.changed", section: "4",
            text: "What is at a path changed if the value before differs from the value after."),
        Rule(
            id: "path.missing", section: "4",
            text: "A path that leads nowhere is -33005 with data.path, the longest part of it that exists."),
        Rule(
            id: "position.live", section: "4",
            text: "\"live\" is the current state, and the default."),
        Rule(
            id: "position.seq", section: "4",
            text: "Every answer with a state, or a part of one, has the seq it read; that seq in at returns the "
                + "same state."),
        Rule(
            id: "position.ahead", section: "4",
            text: "A seq in the future is -32602 with the last one in data.seq."),
        Rule(
            id: "position.evicted", section: "4",
            text: "A seq whose state is no longer kept is -33006 with data.firstSeq."),
        Rule(
            id: "position.branch", section: "4",
            text: "\"branch:ID\" and \"branch:ID@SEQ\" are states of a branch; an unknown branch is -32602."),
        Rule(
            id: "value.form", section: "4",
            text: "States and actions have the JSON form of section 4."),
        Rule(
            id: "state.live", section: "5",
            text: "If at is absent, a state is the store's own at that moment, not a computed one."),
        Rule(
            id: "action.schema", section: "5",
            text: "An action made from action/schema can be decoded."),
        Rule(
            id: "action.dispatch", section: "5",
            text: "A dispatch is answered with the transition's seq, whether it changed the state, and how."),
        Rule(
            id: "action.applied", section: "5",
            text: "The transition of an answer is the one that the action caused, or applied is false."),
        Rule(
            id: "action.undecodable", section: "5",
            text: "An action that cannot be decoded is -33007 with data.path, and the store is untouched."),
        Rule(
            id: "action.dry-run", section: "5",
            text: "A dry run reports what would happen and touches nothing."),
        Rule(
            id: "action.rejected", section: "5",
            text: "An action that a store rejects is a transition with error, which changes nothing."),
        Rule(
            id: "log.numbers", section: "5",
            text: "Transitions are numbered 1, 2, 3... without a gap, and entries are only appended to the log."),
        Rule(
            id: "log.restore", section: "5",
            text: "A restored or edited state is a new transition of origin restore or edit, without action."),
        Rule(
            id: "log.incomplete", section: "5",
            text: "What is unknown is not reported as unchanged: incomplete says why."),
        Rule(
            id: "log.filter", section: "5",
            text: "With a filter, pages have all entries that match it, and no others."),
        Rule(
            id: "condition.refused", section: "5",
            text: "A condition that cannot be read, or names what the shapes do not have, is -32602 with data.offset."),
        Rule(
            id: "branch.aside", section: "5",
            text: "Making, reading and deleting a branch touches neither the store nor its log."),
        Rule(
            id: "gate.hold", section: "5",
            text: "A paused gate holds actions in order, and answers their dispatches at once with held."),
        Rule(
            id: "gate.step", section: "5",
            text: "gate/step lets through the given number of actions."),
        Rule(
            id: "gate.drop", section: "5",
            text: "An action dropped at the gate is not a transition, and the log has a note about it."),
        Rule(
            id: "gate.edit", section: "5",
            text: "The entry of an action that was edited at the gate has editedFrom, the label of the dispatched "
                + "action."),
        Rule(
            id: "gate.leave", section: "5",
            text: "When the last client that used a gate is gone it opens, and its breakpoints are removed."),
        Rule(
            id: "replay.effects", section: "5",
            text: "While a session replays with suppress or recorded, the store performs no effects; the replay "
                + "ends with the session."),
        Rule(
            id: "change.apply", section: "6",
            text: "Changes, applied in order by RFC 6902 to the first state, give the second."),
        Rule(
            id: "change.old", section: "6",
            text: "old is the value at the path before a remove or replace."),
        Rule(
            id: "order.answers", section: "8",
            text: "Requests of one session are answered in the order in which they came, except ping and cancelled "
                + "ones."),
        Rule(
            id: "order.fair", section: "8",
            text: "Other sessions are answered while a request is handled, also about the same store, and "
                + "cancelling ends it."),
        Rule(
            id: "order.ping", section: "8",
            text: "ping is answered at once, before requests that wait."),
        Rule(
            id: "order.cause", section: "8",
            text: "What a transition sends to a session's subscriptions comes before the answer to the request "
                + "that caused it."),
        Rule(
            id: "order.subscribe", section: "8",
            text: "A subscription sends nothing before the answer to subscribe."),
        Rule(
            id: "order.unsubscribe", section: "8",
            text: "A subscription sends nothing after the answer to unsubscribe."),
        Rule(
            id: "order.log", section: "8",
            text: "log/appended reports every entry once, in the order of seqs."),
        Rule(
            id: "order.state", section: "8",
            text: "state/changed leads from state to state: fromSeq is never before the seq of the one before it."),
        Rule(
            id: "order.if-seq", section: "8",
            text: "ifSeq is checked in one step with the change; if it differs, -32801 with data.seq."),
        Rule(
            id: "paging.log", section: "8",
            text: "Pages of the log, followed by next or previous, have every entry once; an absent next is the end."),
        Rule(
            id: "paging.tree", section: "8",
            text: "Pages of children, followed by start and more at one seq, have every child once."),
        Rule(
            id: "paging.lowered", section: "8",
            text: "A count or limit over limits.page is lowered to it."),
        Rule(
            id: "subscription.all", section: "8",
            text: "Without store a subscription covers all stores, including later ones."),
        Rule(
            id: "subscription.from-seq", section: "8",
            text: "With fromSeq what came after it is sent first, without a gap; -33006 if the log does not go "
                + "back that far."),
        Rule(
            id: "subscription.return", section: "8",
            text: "A client that lost its connection continues after the last seq it got, or reports what is missing."),
        Rule(
            id: "subscription.paths", section: "8",
            text: "With paths only what changes one of them is sent."),
        Rule(
            id: "subscription.limits", section: "8",
            text: "One subscription or path too many is -33010 with data.limit."),
        Rule(
            id: "subscription.unknown", section: "8",
            text: "unsubscribe of an unknown id is -32602."),
        Rule(
            id: "lag.dispatch", section: "8",
            text: "Stores and other sessions do not wait for a client that does not read."),
        Rule(
            id: "lag.answers", section: "8",
            text: "Answers are never dropped."),
        Rule(
            id: "lag.marker", section: "8",
            text: "Notifications that do not fit queueBytes are dropped and replaced by one stream/lagged."),
        Rule(
            id: "lag.bounded", section: "8",
            text: "What waits for a client is bounded, however long it does not read."),
        Rule(
            id: "cancel.waiting", section: "8",
            text: "A waiting request that is cancelled is answered with -32800 and does nothing."),
        Rule(
            id: "cancel.reading", section: "8",
            text: "A running request that only reads is answered with -32800 if it is cancelled."),
        Rule(
            id: "cancel.changing", section: "8",
            text: "A running request that changes a store is answered as if it had not been cancelled."),
        Rule(
            id: "cancel.unknown", section: "8",
            text: "Cancelling an unknown or answered id is ignored."),
        Rule(
            id: "limits.declared", section: "9",
            text: "The answer to initialize declares every limit."),
        Rule(
            id: "limits.nodes", section: "9",
            text: "An answer over limits.nodes or limits.answerBytes is -33010, or shorter if its method says so."),
        Rule(
            id: "limits.initialize", section: "9",
            text: "The answer to initialize is bounded by 16777216 bytes, not by answerBytes."),
        Rule(
            id: "limits.outstanding", section: "9",
            text: "With outstandingRequests unanswered a server stops reading; every request is answered in the end."),
        Rule(
            id: "error.form", section: "10",
            text: "An error has code, message and data with kind, the name that belongs to the code."),
        Rule(
            id: "error.harmless", section: "10",
            text: "A request that is answered with an error changed nothing, and the session continues."),
        Rule(
            id: "compatibility.unknown", section: "11",
            text: "Both sides ignore members, notifications, kinds, codes and events that they do not know."),
    ]
}
