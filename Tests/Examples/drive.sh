#!/usr/bin/env bash
# Uses the examples as their users do: starts them, attaches the inspector, asks over HTTP, and ends them.
#   drive.sh FOLDER-OF-EXAMPLES STROBE
set -euo pipefail
examples=$1 strobe=$2
folder=$(mktemp -d)
export XDG_RUNTIME_DIR=$folder
server='' client=''
trap 'status=$?; kill $server $client 2>/dev/null || true
      [ $status = 0 ] || tail -n 30 "$folder"/*.out; rm -rf "$folder"' EXIT

fail() { echo "drive.sh: $*"; exit 1; }
says() { echo "ok: $*"; }

# happens COMMAND...: waits until a command succeeds, at most a minute.
happens() {
    local end=$((SECONDS + 60))
    until ("$@") >/dev/null 2>&1; do
        [ $SECONDS -lt $end ] || fail "did not happen: $*"
        sleep 0.05
    done
}

# has TEXT COMMAND...: whether the output of a command has a text.
has() {
    local text=$1 output
    shift
    output=$("$@" 2>&1) || fail "$* failed: $output"
    [[ $output == *"$text"* ]] || fail "$* says: $output, and not: $text"
}

# The shop, with a server that is there from the beginning.
mkfifo "$folder/shop"
STROBE=1 "$examples/shop" <"$folder/shop" >"$folder/shop.out" 2>&1 &
server=$!
exec 8>"$folder/shop"
echo tea >&8
happens grep -q 'started the debug server' "$folder/shop.out"
has '.add("tea")' "$strobe" attach "$server" -e 'wait count(.items) > 0 timeout 60s' -e log
has '~ .isPaid' "$strobe" attach "$server" -e 'send .pay'
echo cake >&8
exec 8>&-
wait "$server" || fail "the shop ended with $?"
grep -q '2 items, paid' "$folder/shop.out" || fail "the shop was not changed"
server=''
says "the shop is inspected and changed, and ends with its input"

# The sessions, whose server is woken by a signal.
"$examples/sessions" --trace --count >"$folder/sessions.out" 2>"$folder/log.out" &
server=$!
happens grep -q 'listening on port' "$folder/log.out"
url="http://127.0.0.1:$(sed -n 's/.*listening on port //p' "$folder/log.out")"
ask() { curl -sS --fail-with-body --max-time 60 -X "$1" "$url/$2"; }

[ "$(ask POST sessions)$(ask POST sessions)" = 12 ] || fail "two sessions have other ids than 1 and 2"
has session-2 "$strobe" attach --wake "$server" -e stores
ask POST sessions/1/items/tea >/dev/null
has '"tea"' "$strobe" attach "$server" -e 'use session-1' -e state
ask POST sessions/1/payment/4111 >/dev/null
happens has '"paid"' ask GET sessions/1
has paid "$strobe" attach "$server" -e 'use session-1' -e log
says "each session is a store, which can be inspected"

grep -q 'seq=2 store=session-1.*charging 3' "$folder/log.out" || fail "the line of the effect has no store and seq"
says "log lines of effects have the store and the transition"

spans=$(ask GET spans)
parent_of() { awk -v name="$1" '$4 " " $5 == name { print $3; exit }' <<<"$spans"; }
span_of() { awk -v name="$1" '$4 " " $5 == name { print $2; exit }' <<<"$spans"; }
[ "$(parent_of 'session paid')" = "$(span_of 'session charge')" ] || fail "the answer is not in the effect's span: $spans"
[ "$(parent_of 'session charge')" = "$(span_of 'session checkOut')" ] || fail "the effect is not in the action's: $spans"
grep -q "^[^ ]* $(parent_of 'session checkOut') " <<<"$spans" || fail "the action is not in the request's span: $spans"
[[ $spans != *4111* ]] || fail "a payload is in the spans"
says "request, action, effect and answer are one trace, without payloads"

ask DELETE sessions/2
[[ $("$strobe" attach "$server" -e stores) != *session-2* ]] || fail "the store of a session that ended is there"
says "the store of a session that ended is gone"

# An inspector that stays, and holds what a request waits for.
mkfifo "$folder/prompt"
"$strobe" attach "$server" <"$folder/prompt" >"$folder/client.out" 2>&1 &
client=$!
exec 9>"$folder/prompt"
ask POST sessions >/dev/null
printf 'use session-3\npause\n' >&9
happens grep -qi 'pause' "$folder/client.out"
ask POST sessions/3/items/cake >"$folder/answer.out" &
request=$!
happens has cake "$strobe" attach "$server" --read-only -e 'use session-3' -e held
[ ! -s "$folder/answer.out" ] || fail "a held action was reduced"
begin=$(date +%s%N)
kill -TERM "$server"
wait "$server" || fail "the server ended with $?"
milliseconds=$((($(date +%s%N) - begin) / 1000000))
server=''
wait "$request" || fail "the request whose action was held failed"
[ "$(cat "$folder/answer.out")" = 1 ] || fail "the request was answered: $(cat "$folder/answer.out")"
exec 9>&-
wait "$client" || true
client=''
grep -q 'the server is stopping' "$folder/client.out" || fail "the client was not told"
[ -z "$(find "$folder" -type s -o -name '*.json')" ] || fail "left behind: $(find "$folder" -type s -o -name '*.json')"
[ $milliseconds -lt 10000 ] || fail "it took $milliseconds ms to end"
says "SIGTERM with a client attached and an action held: answered, told, removed, in $milliseconds ms"
