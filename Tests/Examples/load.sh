#!/usr/bin/env bash
# Drives the sessions server with wrk in turn: without a debug server, with one that listens, with an inspector attached that
# waits at its prompt, and with one that is told of every transition. Prints requests a second, and medians at the end.
#   load.sh FOLDER-OF-SESSIONS STROBE [ROUNDS] [SECONDS]
set -euo pipefail
sessions=$1/sessions strobe=$2 rounds=${3:-5} seconds=${4:-5}
command -v wrk >/dev/null || { echo "load.sh needs wrk"; exit 1; }
folder=$(mktemp -d)
export XDG_RUNTIME_DIR=$folder
server='' client=''
trap 'kill $server $client 2>/dev/null || true; rm -rf "$folder"' EXIT

# until COMMAND...: waits until a command succeeds, at most a minute.
until_() {
    local end=$((SECONDS + 60))
    until "$@" >/dev/null 2>&1; do
        [ $SECONDS -lt $end ] || { echo "did not happen: $*" >&2; exit 1; }
        sleep 0.05
    done
}

measure() {
    local kind=$1 port arguments=() commands=()
    [ "$kind" != none ] || arguments=(--no-server)
    rm -f "$folder/err" "$folder/client"
    STROBE=1 "$sessions" "${arguments[@]}" >"$folder/out" 2>"$folder/err" &
    server=$!
    until_ grep -q 'listening on port' "$folder/err"
    port=$(sed -n 's/.*listening on port //p' "$folder/err")
    id=$(curl -sS -X POST "http://127.0.0.1:$port/sessions")
    case $kind in
        # The prompt of the inspector, which is told that there were transitions, and prints none.
        attached | watching)
            mkfifo "$folder/in"
            "$strobe" attach "$server" <"$folder/in" >"$folder/client" 2>&1 &
            client=$!
            exec 9>"$folder/in"
            [ "$kind" = attached ] || echo watch >&9
            echo state >&9
            until_ grep -q 'items' "$folder/client"
            ;;
    esac
    wrk -t1 -c16 -d1 "http://127.0.0.1:$port/sessions/$id/hit" >/dev/null
    local rate cpu before
    before=$(awk '{ print $14 + $15 }' /proc/$server/stat)
    rate=$(wrk -t1 -c16 -d"$seconds" "http://127.0.0.1:$port/sessions/$id/hit" | awk '/Requests\/sec/ { print $2 }')
    cpu=$(awk -v b="$before" -v r="$rate" -v s="$seconds" '{ printf "%.1f", ($14 + $15 - b) * 10000 / (r * s) }' /proc/$server/stat)
    echo "$kind $rate $cpu $(awk '/VmRSS/ { print $2 }' /proc/$server/status) $(cut -d' ' -f1 /proc/loadavg)"
    if [ -n "$client" ]; then exec 9>&-; wait "$client" || true; client=''; rm "$folder/in"; fi
    kill -TERM "$server"
    wait "$server"
    server=''
}

echo "kind requests/s µs-of-CPU/request RSS-kB load"
for _ in $(seq "$rounds"); do
    for kind in none listening attached watching; do measure "$kind"; done
done | tee "$folder/results"
python3 - "$folder/results" <<'END'
import statistics, sys
rows = {}
for line in open(sys.argv[1]):
    kind, rate, cpu, *_ = line.split()
    rows.setdefault(kind, []).append((float(rate), float(cpu)))
base = statistics.median(rate for rate, _ in rows["none"])
for kind, values in rows.items():
    rates = sorted(rate for rate, _ in values)
    median = statistics.median(rates)
    print(f"{kind:10} median {median:8.0f}/s ({median / base - 1:+.1%}), {rates[0]:.0f} to {rates[-1]:.0f},"
          f" {statistics.median(cpu for _, cpu in values):.1f} µs of CPU a request")
END
