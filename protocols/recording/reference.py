"""What the questions in queries/ have to find, by a reading of recordings of its own, without a data engine."""

import collections
import datetime
import gzip
import json
import re
import statistics
import urllib.parse


def text(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def lines(file):
    with (gzip.open if file.suffix == ".gz" else open)(file, "rb") as stream:
        for line in stream:
            try:
                yield json.loads(line)
            except ValueError:
                pass  # torn


def files(root):
    """The lines of every file that is there once or twice, with the columns that its folders say."""
    known = {}
    for file in sorted(root.glob("day=*/program=*/host=*/instance=*/*.jsonl*")):
        found = list(lines(file))
        header = found[0]
        columns = dict(part.split("=", 1) for part in file.relative_to(root).parts[:-1])
        for name, value in columns.items():
            columns[name] = None if value == "__HIVE_DEFAULT_PARTITION__" else urllib.parse.unquote(value)
        columns |= {"recording": header["id"], "version": header["process"].get("version")}
        known.setdefault((header["id"], header.get("part", 1)), (columns, found))
    return known.values()


def entered(value):
    return re.match(r'[{]?"?([^"{},:]+)', text(value)).group(1)


def clock(micros):
    time = datetime.datetime(1970, 1, 1) + datetime.timedelta(microseconds=micros)
    return f"{time:%Y-%m-%d %H:%M:%S.%f}".rstrip("0").rstrip(".")


def percentile(numbers, part):
    numbers, place = sorted(numbers), part * (len(numbers) - 1)
    low = numbers[int(place)]
    return low + (numbers[min(int(place) + 1, len(numbers) - 1)] - low) * (place % 1)


def expected(root):
    """The rows of every query, by its name."""
    runs, stores, gaps, begun = collections.defaultdict(dict), {}, [], {}
    for columns, found in files(root):
        process = tuple(columns[name] for name in ("program", "host", "instance", "version"))
        begun[process] = min(found[0]["startMicros"], begun.get(process, found[0]["startMicros"]))
        for line in found:
            key = (columns["recording"], line.get("store"))
            if line["kind"] == "transition":
                name = re.match(r"[.]?[^( {]+", line["label"]).group()
                runs[key][line["seq"]] = columns | {"name": name} | line
            elif line["kind"] == "gap":
                gaps.append((*[columns[name] for name in ("program", "host", "instance")], line["store"], line["fromSeq"],
                             line["toSeq"], line["reason"]))
            for store in line.get("stores", []) + [line[name] for name in ("description",) if name in line]:
                at = stores.setdefault((columns["recording"], store["id"]), columns | store)
                if store["seq"] < at["seq"]:
                    stores[columns["recording"], store["id"]] = columns | store
    transitions = [line for run in runs.values() for line in run.values()]

    def grouped(key, items=transitions):
        groups = collections.defaultdict(list)
        for item in items:
            groups[key(item)].append(item)
        return groups.items()

    def by(*names):
        return lambda line: tuple(line[name] for name in names)

    changes = [line | {"change": change} for line in transitions for change in line.get("changes", [])]
    answers = [(runs[line["recording"], line["store"]][line["cause"]], line) for line in transitions
               if line.get("cause") in runs[line["recording"], line["store"]]]
    measured = [line for line in transitions if "durationNanos" in line]
    return {
        "runs": [
            (*key, len(times), clock(min(times)), clock(max(times)))
            for key, processes in grouped(lambda item: (item[0][0], item[0][1], item[0][3]), begun.items())
            for times in [[micros for _, micros in processes]]],
        "actions": [
            (*key, len(lines), sum(line.get("changes") == [] for line in lines), sum("error" in line for line in lines))
            for key, lines in grouped(by("program", "store", "name"))],
        "places": [
            (*key, len(lines))
            for key, lines in grouped(lambda line: (line["program"], line["store"], line["change"]["path"]), changes)],
        "effects": [
            (*key, len(pairs), statistics.median(b["t"] - a["t"] for a, b in pairs))
            for key, pairs in grouped(lambda pair: (*by("program", "store", "name")(pair[0]), pair[1]["name"]), answers)],
        "gaps": gaps,
        "slowest-actions": [
            (*key, len(nanos), percentile(nanos, 0.5), percentile(nanos, 0.99), max(nanos))
            for key, lines in grouped(by("program", "version", "store", "name"), measured)
            for nanos in [[line["durationNanos"] for line in lines]]],
        "first-divergence": divergences(runs, stores),
        "path-to-failure": failures(runs),
        "funnel": funnel(runs, stores),
    }


def divergences(runs, stores):
    """Goes through all runs of a program at once, a tree of actions and what came of them."""
    tree = collections.defaultdict(lambda: collections.Counter())
    for key, run in runs.items():
        store = stores.get(key)
        if not store or store["seq"] != 0 or store["version"] is None:
            continue
        past = (store["program"], key[1], text(store.get("state")))
        for seq in range(1, len(run) + 1):
            line = run.get(seq)
            if not line or line.get("changes") is None or "fromSeq" in line:
                break
            outcome = line.get("error") or text(line["changes"])
            given = text(line["action"]) if line.get("action") is not None else line["label"]
            tree[past, given][line["label"], line["version"], outcome] += 1
            past = (past, given, outcome)
    rows = collections.Counter()
    for (past, _), counts in tree.items():
        if len({version for _, version, _ in counts}) > 1 and len({outcome for *_, outcome in counts}) > 1:
            seq = 1
            while len(past) == 3 and isinstance(past[0], tuple):
                past, seq = past[0], seq + 1
            for (label, version, outcome), number in counts.items():
                rows[past[0], past[1], seq, label, version, outcome] += number
    return [(*key[:5], number, key[5]) for key, number in rows.items()]


def failures(runs):
    rows = collections.defaultdict(list)
    for run in runs.values():
        last = []
        for seq in sorted(run):
            line = run[seq]
            last = (last + [line["name"]])[-4:]
            for change in line.get("changes", []):
                if change.get("value") is not None and entered(change["value"]).lower().startswith(("fail", "error")):
                    rows[line["program"], line["store"], change["path"], entered(change["value"]), " ".join(last)].append(
                        line["instance"])
    return [(*key, len(found), len(set(found))) for key, found in rows.items()]


def funnel(runs, stores):
    reached, begun = collections.defaultdict(list), collections.Counter()
    for key, store in stores.items():
        if store["kind"] != "machine" or store["seq"] != 0:
            continue
        machine = (store["program"], store["version"], store["id"])
        begun[machine] += 1
        first = {entered(store["state"]): 0}
        for seq, line in sorted(runs[key].items()):
            for change in line.get("changes", []):
                if change["path"] == "":
                    first.setdefault(entered(change["value"]), seq)
        for state, seq in first.items():
            reached[machine, state].append(seq)
    return [(*machine, state, len(seqs), len(seqs) / begun[machine], statistics.mean(seqs))
            for (machine, state), seqs in reached.items()]
