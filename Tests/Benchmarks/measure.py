"""Measures a build of tickers beside its peers: python3 measure.py ROUNDS TICKERS

Prints Markdown: ratios first, then figures, each the median of so many rounds in which the commands
take turns. The stages of a poll are read from .build/stages.tsv.
"""

import os
import pathlib
import platform
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from statistics import median

import sizes
from commands import HERE, drain, exchange, run, start, table, turns

BUILD = HERE.parent.parent / ".build"
ROUNDS, TICKERS = int(sys.argv[1]), sys.argv[2]
JQ = """sort_by(.symbol)[] | (.last_trade_price - .price_24h) as $change
  | [.symbol, .last_trade_price, $change,
     (if .price_24h == 0 then "–" else $change / .price_24h * 100 end), .volume_24h] | @tsv"""


def waiting(milliseconds):
    """Wall and CPU of tickers and of curl where the exchange takes so long to answer."""
    with exchange(milliseconds) as url:
        commands = {
            "tickers": [TICKERS, "list", "--once", "--url", url],
            "curl": ["curl", "-s", "-o", "/dev/null", f"{url}/tickers"],
        }
        return [result[:2] for result in turns(commands, ROUNDS).values()]


def once(url):
    """Wall, CPU and memory of each way to print all prices once, by its name."""
    commands = {
        "`tickers list --once`": [TICKERS, "list", "--once", "--url", url],
        "`curl`, output discarded": ["curl", "-s", "-o", "/dev/null", f"{url}/tickers"],
        "`curl \\| jq \\| column`": [
            "sh", "-c", f"curl -s {url}/tickers | jq -r '{JQ}' | column -t"],
        "Python, urllib": [sys.executable, str(HERE / "urllib_table.py"), url],
    }
    if (BUILD / "ccxt/done").exists():
        python = str(BUILD / "ccxt/bin/python")
        commands["Python, ccxt"] = [python, str(HERE / "ccxt_table.py"), url]
    return turns(commands, ROUNDS)


def polling(url, count, options=()):
    return [TICKERS, "list", "--url", url, "--interval", "0.1", "--count", str(count), *options]


def each_poll(url, on_terminal):
    """Seconds of CPU and bytes of a poll: what twice as many cost more."""
    count, rounds = ROUNDS, max(3, ROUNDS // 10)
    more = [
        [b - a for a, b in zip(*(run(polling(url, n), on_terminal) for n in (count, 2 * count)))]
        for _ in range(rounds)
    ]
    _, cpu, _, written = (median(column) / count for column in zip(*more))
    return cpu, written


# What valgrind counts, by the name of the count: a tool, and the count in its log.
COUNTS = {
    "allocations": (["--tool=memcheck"], r"total heap usage: ([\d,]+) allocs"),
    "instructions": (
        ["--tool=callgrind", "--callgrind-out-file=/dev/null"], r"Collected : ([\d,]+)"),
}


def counted(name, url, on_terminal, options=()):
    """What a further poll adds to a count of valgrind, as text; a dash without valgrind."""
    if not shutil.which("valgrind"):
        return "–"
    tool, pattern = COUNTS[name]
    counts = []
    for count in (3, 6):
        with tempfile.NamedTemporaryFile("r") as log:
            command = polling(url, count, options)
            run(["valgrind", *tool, f"--log-file={log.name}", *command], on_terminal)
            counts.append(int(re.search(pattern, log.read())[1].replace(",", "")))
    return f"{(counts[1] - counts[0]) / 3:,.0f}"


def alerts():
    """The rows of a table: instructions of a further poll of 3,000 pairs, with alerts and without."""
    conditions = [
        "last > {}", "percent < -{}", "abs(percent) >= {} and volume > 0",
        "quote == USD and percent > {}", "last < open * 0.{}", "volume * last > {}0000"]
    options = [
        word for number in range(100)
        for word in ("--alert", f"a{number}: {conditions[number % 6].format(number + 20)}")]
    with exchange(pairs=3_000) as url:
        return [[name, counted("instructions", url, False, words)]
                for name, words in (("no alerts", []), ("100 alerts", options + ["--quiet"]))]


def idle_minute(url, on_terminal):
    """Seconds of CPU and context switches of a minute between two polls."""

    def sample():
        # The CPU-time clock of another process, as clock_getcpuclockid(3) makes it.
        cpu = time.clock_gettime(~pid << 3 | 2)
        switches = {}
        for thread in pathlib.Path(f"/proc/{pid}/task").iterdir():
            lines = (thread / "status").read_text().splitlines()
            switches[thread] = sum(int(line.split()[1]) for line in lines if "ctxt" in line)
        return cpu, switches

    pid, output = start([TICKERS, "list", "--url", url, "--interval", "600"], on_terminal)
    threading.Thread(target=drain, args=[output], daemon=True).start()
    time.sleep(10)  # by then the threads that the first poll needed have ended
    seconds = min(ROUNDS, 20)
    cpu, switches = sample()
    time.sleep(seconds)
    cpu_then, switches_then = sample()
    os.kill(pid, signal.SIGTERM)
    os.waitpid(pid, 0)
    switched = sum(count - switches.get(thread, 0) for thread, count in switches_then.items())
    return (cpu_then - cpu) * 60 / seconds, switched * 60 / seconds


def machine():
    info = pathlib.Path("/proc/cpuinfo").read_text()
    models = [line.split(": ")[1] for line in info.splitlines() if "model name" in line]
    system = platform.freedesktop_os_release()["PRETTY_NAME"]
    return (f"{os.cpu_count()} × {models[0] if models else platform.machine()}, {system}, "
            f"Linux {platform.release()}, load {os.getloadavg()[0]:.1f} at the start")


def stages():
    rows = {}
    for line in (BUILD / "stages.tsv").read_text().splitlines():
        name, size, _, microseconds = line.split("\t")
        rows.setdefault((name, int(size)), []).append(int(microseconds))
    return rows


def report(url):
    print(f"Medians of {ROUNDS} rounds; 200 pairs; {machine()}.\n")
    ways = once(url)
    ours = next(iter(ways.values()))
    places = {"pipe": False, "terminal": True}
    polls = {place: each_poll(url, flag) for place, flag in places.items()}

    # A process that Python starts is charged with Python's memory until it is a program of its own.
    floor = run(["echo", "-"])[2] * 1.05

    def memory(way, unit, digits):
        text = f"{max(way[2], floor) / unit:.{digits}f}"
        return f"below {text}" if way[2] < floor else text

    print("### All prices once, as multiples of `tickers list --once`\n")
    table(["", "time", "CPU", "memory"],
          [[name] + [f"{a / b:.2f}" for a, b in zip(way[:2], ours)] + [memory(way, ours[2], 2)]
           for name, way in ways.items()]
          + [[f"a further poll of `tickers list`, {place}", "", f"{cpu / ours[1]:.2f}", ""]
             for place, (cpu, _) in polls.items()])

    print("### Figures\n")
    table(["all prices once", "time", "CPU", "memory of the largest process"],
          [[name, f"{way[0] * 1e3:.1f} ms", f"{way[1] * 1e3:.1f} ms", f"{memory(way, 1, 0)} MB"]
           for name, way in ways.items()])

    rows = []
    for latency in (0, 50, 300):
        (wall, cpu), (curl_wall, curl_cpu) = waiting(latency)
        times = wall, curl_wall, cpu, curl_cpu, cpu - curl_cpu
        rows.append([f"{latency} ms"] + [f"{t * 1e3:.1f} ms" for t in times])
    table(["response time of the server", "`tickers`", "`curl`", "CPU, `tickers`", "CPU, `curl`",
           "CPU above `curl`'s"], rows)

    rows = []
    for place, flag in places.items():
        cpu, written = polls[place]
        idle, switches = idle_minute(url, flag)
        rows.append([
            f"`tickers list` to a {place}", f"{cpu * 1e3:.2f} ms",
            *(counted(name, url, flag) for name in COUNTS), f"{written:,.0f}",
            f"{idle * 1e3:.1f} ms", f"{switches:.0f}"])
    table(["per further poll; per idle minute", "CPU", *COUNTS, "bytes written",
           "CPU, idle", "context switches, idle"], rows)

    table(["a further poll of 3,000 pairs, in a pipe", "instructions"], alerts())

    table(["CPU of a poll of", "decode", "filter", "format", "render", "all, a row"],
          [[f"{name} of {size:,}"] + [f"{t:,} µs" for t in times] + [f"{sum(times) / size:.2f} µs"]
           for (name, size), times in stages().items()])


if __name__ == "__main__":
    with exchange() as url:
        report(url)
    sizes.report(TICKERS, max(3, ROUNDS // 3))
