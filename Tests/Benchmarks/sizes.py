"""Lists, books and histories at the size of living markets, beside what people would write instead.

The commands of each row take turns; ratios are of medians, and the commands stand below the tables.
"""

import gzip
import pathlib
import re
import shlex
import subprocess
import sys
from collections import Counter

from commands import HERE, exchange, table, turns

FIXTURES = str(HERE.parent.parent / "Fixtures")
COLUMNS = "symbol,last,change,percent,volume"
EXCHANGES = "blockchain bitfinex kraken coinbase bitstamp binance".split()
LIST_JQ = """sort_by(.symbol)[] | (.last_trade_price - .price_24h) as $change
  | [.symbol, .last_trade_price, $change,
     (if .price_24h == 0 then null else $change / .price_24h * 100 end), .volume_24h] | @tsv"""
BOOK_JQ = """def side($name): to_entries | foreach .[] as $level (0; . + $level.value.qty;
    [$name, $level.key + 1, $level.value.px, $level.value.qty, $level.value.num, .]) | @tsv;
  (.bids | sort_by(-.px) | side("bid")), (.asks | sort_by(.px) | side("ask"))"""


def lists(tickers, url):
    return {
        "tickers": [tickers, "list", "--once", "-o", "tsv", "-c",
                    COLUMNS, "--url", url],
        "curl, jq": ["sh", "-c", f"curl -s --compressed {url}/tickers | jq -r '{LIST_JQ}'"],
    }


def books(tickers, url):
    columns = "side,level,price,quantity,orders,total"
    return {
        "tickers": [tickers, "book", "BTC-USD", "--once", "--depth", "all", "-o", "tsv", "-c",
                    columns, "--url", url],
        "curl, jq": ["sh", "-c", f"curl -s --compressed {url}/l2/BTC-USD | jq -r '{BOOK_JQ}'"],
        "tickers, 10 levels": [tickers, "book", "BTC-USD", "--once", "--url", url],
    }


def histories(tickers, url):
    return {
        "tickers": [tickers, "history", "BTC-USDT", "-e", "binance", "-p", "1m", "--to",
                    "2026-11-20T14:00:00Z", "-n", "5000", "-o", "tsv", "--url", f"binance={url}"],
        "Python, decimal": [sys.executable, str(HERE / "candles.py"), url, "5000"],
    }


def compared(subject, size, commands, rounds, rows, shown):
    """Adds a row a command, multiples of the first one and figures, and the commands to be shown.

    The size is the number of rows of the answer, or 0.
    """
    results = turns(commands, rounds)
    first = next(iter(results.values()))
    for name, (wall, cpu, memory) in results.items():
        rows.append([
            f"{subject}: {name}", f"{wall / first[0]:.2f}", f"{cpu / first[1]:.2f}",
            f"{wall * 1e3:.0f} ms", f"{cpu * 1e3:.0f} ms", f"{memory:.0f} MB",
            f"{wall / size * 1e6:.1f} µs" if size else ""])
        shown.append(f"# {subject}: {name}\n{shlex.join(commands[name])}")


def traffic(tickers):
    """One row per exchange: the requests and the bytes of a further poll, and the bytes of a pair."""
    rows = []
    for name in EXCHANGES:
        output = subprocess.run(
            [tickers, "list", "-e", name, "--replay", FIXTURES, "--count", "2", "--interval", "0.1",
             "-o", "tsv", "--no-header", "-c", COLUMNS, "-v"], capture_output=True, text=True, check=True)
        paths = re.findall(r"file://(\S+): 200", output.stderr)
        # What is asked once only is kept for the run.
        further = [path for path, count in Counter(paths).items() if count > 1]
        bodies = [pathlib.Path(path.replace("?", "/"), "2.json").read_bytes() for path in further]
        pairs = len(output.stdout.splitlines()) // 2
        plain, packed = (sum(map(len, all)) for all in (bodies, map(gzip.compress, bodies)))
        rows.append([name, str(len(bodies)), f"{plain / pairs:.0f}", f"{packed / pairs:.0f}"])
    return rows


def report(tickers, rounds):
    print("### At the size of living markets\n")
    rows, shown = [], []
    for pairs in (200, 1_500, 3_000, 20_000):
        with exchange(pairs=pairs) as url:
            compared(f"{pairs:,} pairs", pairs, lists(tickers, url), rounds, rows, shown)
    for levels in (500, 25_000, 100_000):
        with exchange(levels=levels) as url:
            compared(
                f"2 × {levels:,} levels", 2 * levels, books(tickers, url), rounds, rows, shown)
    with exchange() as url:
        compared("5,000 candles", 5_000, histories(tickers, url), rounds, rows, shown)
    replays = {"all exchanges": [tickers, "list", "-e", "all", "--once", "--replay", FIXTURES]}
    for name in EXCHANGES:
        replays[name] = [tickers, "list", "-e", name, "--once", "--replay", FIXTURES]
    compared("recorded answers", 0, replays, rounds, rows, shown)
    table(["", "time", "CPU", "time", "CPU", "memory", "time per row"], rows)
    table(["a further poll of a list", "requests", "bytes per pair", "compressed"], traffic(tickers))
    print("The commands:\n\n```sh")
    print("\n".join(shown))
    print("```")
