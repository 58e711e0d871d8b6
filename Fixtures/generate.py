#!/usr/bin/env python3
"""Makes the recorded answers in this folder: a made-up market, always the same.

    python3 Fixtures/generate.py

writes blockchain/ beside itself afresh: `N.json` is the body
of the N-th answer, byte for byte as the exchange prints one, `N.meta` its status,
type and time of arrival. market.txt is the market it starts from. Every number is
a Decimal, so that none gains or loses a digit. Nothing here was really traded.
"""

import datetime
import itertools
import json
import pathlib
import random
import shutil
from decimal import Decimal, ROUND_DOWN, ROUND_UP

HERE = pathlib.Path(__file__).resolve().parent
EXCHANGE = HERE / "blockchain"
SEED = 20261120
START = datetime.datetime(2026, 11, 20, 14, 0, 0)
TICKER_POLLS, BOOK_POLLS, ORDER_POLLS = 12, 6, {"BTC-USD": 3, "ETH-USD": 1}
STEADY = {"TRX-USD", "EUR-USD", "CLOUT-USD"}      # with a volume, but nobody trades them just now
TRADES = {("XLM-BTC", 5): ("0.00000560", "2150"), ("XLM-BTC", 10): ("0.00000557", "812.5")}
PLAIN_PAIRS, PLAIN_POLLS = {"BTC-TRY", "EUR-USD"}, {4, 9}     # whole numbers as 35, not as 35.0
IN_USD = {"USD": 1, "USDT": 1, "USDC": 1, "PAX": 1, "EUR": 1.087, "GBP": 1.26, "TRY": 0.07,
          "BTC": 27412, "ETH": 1842, "DGLD": 171}
LOT_SCALE = {"XLM": 7, "ALGO": 6, "USDT": 4, "USDC": 4, "GBP": 4, "EUR": 4, "SHIB": 2}  # else 8
# number of bids and asks, then the farthest price of each
BOOKS = {"BTC-USD": (45, 38, "0.5", "7250000"), "ETH-USD": (28, 24, "1.25", "95000"),
         "BTC-EUR": (18, 16, "20", "1000000"), "XLM-BTC": (12, 14, "0.00000001", "0.0009"),
         "BTC-TRY": (9, 8, "1500", "2500000"), "USDT-USD": (10, 11, "0.25", "12"),
         "LEND-USDC": (0, 0, None, None), "DGLD-BTC": (0, 7, None, "0.05")}
WORST_FIRST, BROKEN_BOOK = "BTC-EUR", "TRX-USDT"


def java(value):
    """`value` as Java's Double.toString prints it: 0.0, 38.5, 4.2E-6, 1.0E7."""
    assert Decimal(repr(float(value))) == value, value
    if value == 0:
        return "0.0"
    if Decimal("0.001") <= abs(value) < 10**7:
        text = f"{value.normalize():f}"
        return text if "." in text else text + ".0"
    sign, digits, _ = value.normalize().as_tuple()
    rest = "".join(map(str, digits[1:])) or "0"
    return f"{'-' * sign}{digits[0]}.{rest}E{value.adjusted()}"


def encode(value):
    """Compact JSON; a Decimal is printed as Java prints a double."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{json.dumps(k)}:{encode(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(encode, value)) + "]"
    return java(value) if isinstance(value, Decimal) else json.dumps(value)


def write(resource, n, body, status=200, content_type="application/json"):
    """The n-th answer to `resource`, asked every 10 s, with a latency of its own."""
    folder = EXCHANGE / resource
    folder.mkdir(parents=True, exist_ok=True)
    latency = random.Random(f"{SEED} {resource} {n}").randint(74, 418)
    arrival = START + datetime.timedelta(seconds=10 * (n - 1), milliseconds=latency)
    meta = {"status": status, "content_type": content_type,
            "received_at": arrival.isoformat(timespec="milliseconds") + "Z"}
    (folder / f"{n}.json").write_bytes(body.encode())
    (folder / f"{n}.meta").write_bytes((json.dumps(meta, separators=(",", ":")) + "\n").encode())


def plain_if_whole(value, plain):
    return int(value) if plain and value == int(value) else value


def lot(symbol):
    return Decimal(1).scaleb(-LOT_SCALE.get(symbol.split("-")[0], 8))


def move(market, poll, rng):
    """One poll later: a third of the traded pairs trade, a few ticks off; volumes grow a little."""
    for symbol, row in market.items():
        if (symbol, poll) in TRADES:
            price, quantity = map(Decimal, TRADES[symbol, poll])
            row.update(last=price, volume=row["volume"] + quantity)
        elif row["volume"] > 0 and symbol not in STEADY and rng.random() < 1 / 3:
            ticks = round(rng.gauss(0, 0.0005) * float(row["last"] / row["tick"]) + rng.choice((-1, 0, 1)))
            row["last"] += ticks * row["tick"]
            row["volume"] += (row["volume"] * Decimal(rng.random() / 500)).quantize(lot(symbol), ROUND_UP)


def ticker(symbol, row, poll):
    values = {"price_24h": row["open"], "volume_24h": row["volume"], "last_trade_price": row["last"]}
    plain = symbol in PLAIN_PAIRS or poll in PLAIN_POLLS
    return {"symbol": symbol} | {k: plain_if_whole(v, plain) for k, v in values.items()}


class Book:
    """The orders of one pair. Those near the last price follow it, the far ones stay as they are."""

    def __init__(self, symbol, row):
        self.symbol, self.tick, self.start = symbol, row["tick"], row["last"]
        self.rng = random.Random(f"{SEED} {symbol}")
        self.ids = itertools.accumulate(iter(lambda: self.rng.randint(3, 90000), 0), initial=731604882015377)
        bids, asks, lowest, highest = BOOKS[symbol]
        self.far = {-1: self.resting(-1, bids, lowest), 1: self.resting(1, asks, highest)}

    def orders(self, price):
        """The orders at one price, (price, quantity, id): mostly a single one."""
        worth = IN_USD[self.symbol.split("-")[1]] * float(self.start)
        for _ in range(self.rng.choice((1, 1, 1, 1, 2, 3))):
            quantity = Decimal(self.rng.lognormvariate(7, 1.3) / worth)
            yield price, quantity.quantize(lot(self.symbol), ROUND_UP), next(self.ids)

    def resting(self, sign, count, farthest):
        """All levels but the nearest third (six at most), at prices people choose: 24000, 24310, 24112.57."""
        prices = {Decimal(farthest)} if count else set()
        while len(prices) < count - min(6, count // 3):
            distance = Decimal(0.02 + (3 if sign > 0 else 0.9) * self.rng.random() ** 3)
            price = self.start * (1 + sign * distance)
            digits = self.rng.choice((1, 2, 2, 99))
            step = max(self.tick, Decimal(1).scaleb(price.adjusted() - digits))
            prices.add((price / step).to_integral_value(ROUND_UP if sign > 0 else ROUND_DOWN) * step)
        return [order for price in sorted(prices, key=lambda p: sign * p) for order in self.orders(price)]

    def poll(self, last):
        """Bids and asks around `last`, best first, one entry an order."""
        gap = max(1, int(last / self.tick / 12000))
        inside = self.rng.randint(0, gap - 1)
        sides = {"bids": [], "asks": []}
        for side, sign, distance, count in zip(sides, (-1, 1), (inside, gap - inside), BOOKS[self.symbol]):
            for _ in range(min(6, count // 3)):
                sides[side] += self.orders(last + sign * distance * self.tick)
                distance += self.rng.randint(1, gap)
            sides[side] += self.far[sign]
        return sides

    def answer(self, sides, by_order):
        """The body for `sides`: an entry a price level, or an entry an order."""
        document = {"symbol": self.symbol}
        for side, orders in sides.items():
            levels = [(price, list(level)) for price, level in itertools.groupby(orders, key=lambda order: order[0])]
            rows = orders if by_order else [(p, sum(q for _, q, _ in level), len(level)) for p, level in levels]
            document[side] = [{"px": plain_if_whole(p, self.symbol in PLAIN_PAIRS), "qty": q, "num": n}
                              for p, q, n in (reversed(rows) if self.symbol == WORST_FIRST else rows)]
        return encode(document)


def instrument(symbol, row, number, rng):
    """An entry of /symbols; some ticks are told in units of 10^-8, others as 1 or 10 of a coarser one."""
    base, quote = symbol.split("-")
    fiat = quote in ("USD", "EUR", "GBP", "TRY")
    scale = max(2, -row["tick"].adjusted()) if fiat else 8
    base_scale = 6 if base in ("USDT", "USDC") else LOT_SCALE.get(base, 8)
    lot_scale = base_scale if base in ("XLM", "ALGO") else 8
    worth = float(row["last"] or row["open"] or 1) * IN_USD[quote]
    smallest = Decimal(f"{5 / worth:.1g}") // lot(symbol) * lot(symbol)
    largest = 50000 if base in ("DGLD", "CLOUT") else 0
    live = row["status"] == "open" and row["last"] > 0
    scaled = lambda name, amount, scale: {name: int(Decimal(amount).scaleb(scale)), f"{name}_scale": scale}
    return {"base_currency": base, "base_currency_scale": base_scale, "counter_currency": quote,
            "counter_currency_scale": 2 if fiat else 6 if quote in ("USDT", "USDC") else 8,
            **scaled("min_price_increment", row["tick"], scale), **scaled("min_order_size", smallest, lot_scale),
            **scaled("max_order_size", largest, lot_scale), **scaled("lot_size", lot(symbol), lot_scale),
            "status": row["status"], "id": number, "auction_price": row["open"] if live else Decimal(0),
            "auction_size": Decimal(0), "auction_time": "0" if live else "",
            "imbalance": Decimal(f"{rng.gauss(0, 900) / worth:.4g}") if live and row["volume"] else Decimal(0)}


def main():
    for folder in ("tickers", "l2", "l3", "symbols"):
        shutil.rmtree(EXCHANGE / folder, ignore_errors=True)
    rng = random.Random(SEED)
    lines = [line.split() for line in (HERE / "market.txt").read_text().splitlines() if line[0] != "#"]
    rng.shuffle(lines)
    market = {symbol: dict(zip(("tick", "open", "last", "volume"), map(Decimal, numbers)), status=status)
              for symbol, *numbers, status in lines}
    numbers = rng.sample(range(1, 130), len(market))
    symbols = {s: instrument(s, r, n, rng)
               for (s, r), n in sorted(zip(market.items(), numbers), key=lambda pair: pair[1] % 17)}
    write("symbols", 1, encode(symbols))
    for symbol in ("LEND-USDC", "DGLD-BTC"):
        write(f"symbols/{symbol}", 1, encode(symbols[symbol]))
    write(f"l2/{BROKEN_BOOK}", 1, "Internal server error", 500, "text/plain")
    books = [Book(symbol, market[symbol]) for symbol in BOOKS]
    for poll in range(1, TICKER_POLLS + 1):
        if poll > 1:
            move(market, poll, rng)
        write("tickers", poll, encode([ticker(s, r, poll) for s, r in market.items()]))
        for symbol in ("BTC-USD", "ETH-USD", "XLM-BTC"):
            write(f"tickers/{symbol}", poll, encode(ticker(symbol, market[symbol], poll)))
        for book in books if poll <= BOOK_POLLS else []:
            sides = book.poll(market[book.symbol]["last"])
            write(f"l2/{book.symbol}", poll, book.answer(sides, by_order=False))
            if poll <= ORDER_POLLS.get(book.symbol, 0):
                write(f"l3/{book.symbol}", poll, book.answer(sides, by_order=True))


if __name__ == "__main__":
    main()
