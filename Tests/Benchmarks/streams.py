"""Measures books of recorded streams, beside cryptofeed: messages per second of CPU through parsing, book and proof.

    streams.py TESTS RECORDING...

TESTS are the tests in release mode (`.build/benchmarks/release/tickersPackageTests.xctest`). A RECORDING is of
cryptofeed: Kraken's books as text (version 1 of its API; they are translated to version 2, with the same digits, for
`tickers`), or Coinbase's Advanced Trade as jsonl, perhaps with gzip. cryptofeed has to be installed.
"""
import asyncio, gzip, json, os, re, subprocess, sys, tempfile, time
from cryptofeed.defines import L2_BOOK
from cryptofeed.exchanges import Coinbase, Kraken
from cryptofeed.symbols import Symbols

ROUNDS = 5


def messages(path):
    """The received messages of a recording."""
    with (gzip.open if path.endswith(".gz") else open)(path, "rt") as lines:
        for line in lines:
            if line.startswith("{"):
                entry = json.loads(line)
                if entry["t"] == "recv":
                    yield entry["data"]
            elif match := re.match(r"[\d.]+: (.*)", line):
                yield match[1]


def level(entry):
    return '{"price":%s,"qty":%s}' % (entry[0], entry[1])


def kraken(texts):
    """The books of version 1, and by pair those of version 2."""
    books, parts = [], {}
    for text in texts:
        message = json.loads(text)
        if not isinstance(message, list) or not message[-2].startswith("book"):
            continue
        books.append(text)
        pair = message[-1].replace("XBT", "BTC")
        sides = {key: value for part in message[1:-2] for key, value in part.items()}
        bids, asks = (",".join(level(e) for e in sides.get(key + "s", sides.get(key, []))) for key in "ba")
        whole = "as" in sides
        checksum = ',"checksum":' + sides["c"] if "c" in sides else ""
        parts.setdefault(pair, []).append(
            f'{{"channel":"book","type":"{"snapshot" if whole else "update"}","data":[{{"symbol":"{pair}",'
            f'"bids":[{bids}],"asks":[{asks}]{checksum}}}]}}')
    return books, parts


def coinbase(texts):
    """The messages of books, and by pair the same ones with numbers of their own."""
    books, parts = [], {}
    for text in texts:
        message = json.loads(text)
        if message["channel"] != "l2_data":
            continue
        books.append(text)
        part = parts.setdefault(message["events"][0]["product_id"].replace("-", "/"), [])
        part.append(re.sub(r'"sequence_num":\d+', f'"sequence_num":{len(part)}', text, count=1))
    return books, parts


def cryptofeed(exchange, books, pairs):
    """The CPU seconds for all messages, and the best levels of each pair at the end."""
    names = {pair.replace("/", "-"): pair.replace("BTC", "XBT") if exchange is Kraken else pair.replace("/", "-")
             for pair in pairs}
    Symbols.set(exchange.id, names, {"instrument_type": {name: "spot" for name in names}})
    feed = exchange(symbols=list(names), channels=[L2_BOOK], checksum_validation=exchange is Kraken)

    async def run():
        start = time.process_time()
        for text in books:
            await feed.message_handler(text, None, 0)
        return time.process_time() - start

    seconds = asyncio.run(run())
    sides = {name: feed._l2_book[name].book for name in names}
    return seconds, {name: (f"{book.bids.index(0)[0].normalize():f}", f"{book.asks.index(0)[0].normalize():f}")
                     for name, book in sides.items()}


def tickers(tests, exchange, parts, folder):
    """As :func:`cryptofeed`, of `tickers`."""
    names = []
    for number, (pair, texts) in enumerate(parts.items()):
        path = os.path.join(folder, f"{number}.txt")
        with open(path, "w") as file:
            file.write("\n".join(texts))
        names.append(f"{exchange} {pair.replace('/', '-')} {path}")
    output = subprocess.run(
        [tests, "--testing-library", "swift-testing", "--filter", "BookStageTests"], check=True, text=True,
        stdout=subprocess.PIPE, env={**os.environ, "BENCHMARK_STREAMS": "\n".join(names)}).stdout
    rows = [line.split("\t")[1:] for line in output.splitlines() if line.startswith("books\t")]
    assert len(rows) == len(parts), output
    return sum(int(row[1]) for row in rows) / 1e6, {row[0]: (row[2], row[3]) for row in rows}


def main(tests, *paths):
    print("| recording | messages | `tickers`, per s of CPU | cryptofeed | ratio |\n|---|--:|--:|--:|--:|")
    for path in paths:
        texts = list(messages(path))
        exchange, read = (Coinbase, coinbase) if '"sequence_num"' in texts[0] else (Kraken, kraken)
        books, parts = read(texts)
        ours, theirs = [], []
        with tempfile.TemporaryDirectory() as folder:
            for _ in range(ROUNDS):
                seconds, best = tickers(tests, exchange.id.lower(), parts, folder)
                ours.append(seconds)
                seconds, other = cryptofeed(exchange, books, parts)
                theirs.append(seconds)
                if best != other:
                    sys.exit(f"the books are different: {best} {other}")
        one, two = (len(books) / sorted(times)[ROUNDS // 2] for times in (ours, theirs))
        print(f"| {exchange.id.capitalize()} | {len(books):,} | {one:,.0f} | {two:,.0f} | {one / two:.1f} |")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
