#!/usr/bin/env python3
"""Makes the recorded answers in kraken/: a made-up market, always the same.

    python3 Fixtures/kraken.py

Prices lie a few hundredths of a percent beside those of market.txt. What Kraken
pads, splits and leaves out is as in real answers; nothing here was really traded.
"""

import datetime
import json
import pathlib
import random
import shutil
from decimal import Decimal, ROUND_HALF_EVEN

HERE = pathlib.Path(__file__).resolve().parent
EXCHANGE = HERE / "kraken"
SEED = 20261120
START = datetime.datetime(2026, 11, 20, 14, 0, 0, tzinfo=datetime.timezone.utc)
NOW = int(START.timestamp())
TICKER_POLLS, OTHER_POLLS = 6, 3
OWN = {"BTC": "XBT", "DOGE": "XDG"}          # in altname and wsname
FIAT = {"USD", "EUR", "GBP", "JPY"}
PREFIXED = {"XBT", "XDG", "ETH", "LTC", "XRP", "XLM"}
TICKS = {"BTC-USD": "0.1", "BTC-USDT": "0.1", "BTC-USDC": "0.01", "BTC-GBP": "0.1", "DOGE-USD": "0.0000001",
         "XLM-USD": "0.000001", "DOT-USD": "0.0001", "ADA-USD": "0.000001", "ETH-BTC": "0.00001"}
FROM_MARKET = """BTC-USD ETH-USD XLM-USD LTC-USD BCH-USD ADA-USD DOT-USD SOL-USD DOGE-USD SHIB-USD TRX-USD USDT-USD
USDC-USD GBP-USD EUR-USD UNI-USD BTC-USDT ETH-USDT SOL-USDT BTC-USDC ETH-USDC BTC-EUR ETH-EUR LTC-EUR XLM-EUR DOT-EUR
USDT-EUR XRP-EUR ETH-BTC XLM-BTC LTC-BTC BTC-GBP ETH-GBP""".split()
# tick, open, last, volume
OF_ITS_OWN = {"AIO-USD": ("0.00001", "0.13907", "0.13744", "88120.5"), "AIOZ-USD": ("0.00001", "0.21452", "0.21931", "40512.25"),
              "AIR-USD": ("0.000001", "0.0011", "0.0011", "0"), "PEPE-USD": ("0.000000001", "0.000003427", "0.000003391", "812040117"),
              "USD-JPY": ("0.001", "149.871", "149.334", "51204.73")}
VOLUMES = {"BTC-USDC": "2.41170935", "UNI-USD": "812.4", "USDC-USD": "35120.70411", "XLM-BTC": "9120.51602"}   # 0 in market.txt
NO_TRADE_IN_A_DAY = {"XRP-EUR", "AIR-USD"}     # last 0
NO_TRADE_TODAY = {"UNI-USD", "LTC-BTC"}        # o 0
NO_BIDS = "AIR-USD"
STATUS = {"AIR-USD": "cancel_only", "AIO-USD": "post_only", "PEPE-USD": "limit_only", "UNI-USD": "reduce_only"}
ELSEWHERE = ("BTC-USD", "ETH-USD")             # also traded at another venue
BOOKS = {"BTC-USD": 60, "ETH-USD": 40}
HOURS = 60 * 24 + 14                           # full hours before now, from midnight on


def name(symbol, separator="/"):
    return symbol.replace("-", separator)


def base_of(symbol):
    return symbol.split("-")[0]


def ws_name(symbol):
    return "/".join(OWN.get(code, code) for code in symbol.split("-"))


def old_name(symbol):
    """XXBTZUSD, XETHZUSD; these two have books and candles."""
    base, quote = ws_name(symbol).split("/")
    return f"X{base}Z{quote}" if base in PREFIXED and quote in FIAT else base + quote


def places(tick):
    return -Decimal(tick).normalize().as_tuple().exponent


def on(tick, price):
    return (Decimal(price) / tick).to_integral_value(ROUND_HALF_EVEN) * tick


def write(folder, n, body):
    """The n-th answer below `folder`, asked every 10 s, with a latency of its own."""
    place = EXCHANGE / folder
    place.mkdir(parents=True, exist_ok=True)
    latency = random.Random(f"{SEED} {folder} {n}").randint(61, 377)
    arrival = START + datetime.timedelta(seconds=10 * (n - 1), milliseconds=latency)
    meta = {"status": 200, "content_type": "application/json",
            "received_at": arrival.strftime("%Y-%m-%dT%H:%M:%S.") + f"{arrival.microsecond // 1000:03}Z"}
    (place / f"{n}.json").write_bytes(json.dumps(body, separators=(",", ":")).encode())
    (place / f"{n}.meta").write_bytes((json.dumps(meta, separators=(",", ":")) + "\n").encode())


def result(value):
    return {"error": [], "result": value}


class Market:
    """One pair: its trades by the hour, the last of which is the running one."""

    def __init__(self, symbol, tick, opened, last, volume):
        self.symbol, self.tick, self.decimals = symbol, Decimal(tick), places(tick)
        self.rng = random.Random(f"{SEED} {symbol}")
        beside = 1 + Decimal(self.rng.randint(-4, 6)) / 20000
        self.last, self.volume = on(self.tick, Decimal(last) * beside), Decimal(volume)
        self.unrest = 0.0003 if base_of(symbol) in FIAT | {"USDT", "USDC"} else 0.0035
        self.lots = 5 if self.decimals > 5 else 8
        self.hours = self.history(Decimal(opened) / Decimal(last))

    def history(self, day):
        """[time, open, high, low, close, volume] from midnight 60 days ago: a walk backwards from the last price, of
        which yesterday's price is `day` times the last."""
        rows, close = [], self.last
        drift = (float(day) - 1) / 24
        for hour in range(HOURS + 1):
            spread = self.unrest * self.rng.random()
            step = drift if hour < 24 else self.unrest / 80
            opened = close if hour == 0 else on(self.tick, float(close) * (1 + step + self.rng.gauss(0, spread)))
            high = on(self.tick, float(max(opened, close)) * (1 + spread * self.rng.random()))
            low = on(self.tick, float(min(opened, close)) * (1 - spread * self.rng.random()))
            volume = self.amount(float(self.volume) / 24 * self.rng.lognormvariate(0, 0.5)) if hour else Decimal(0)
            rows.append([NOW - 3600 * hour, opened, max(high, opened, close), min(low, opened, close) or self.tick, close, volume])
            close = opened
        return rows[::-1]

    def amount(self, quantity):
        return Decimal(quantity).quantize(Decimal(1).scaleb(-self.lots))

    def trade(self):
        """Ten seconds later: four of ten pairs trade, a few ticks off."""
        if self.volume and self.symbol not in NO_TRADE_IN_A_DAY | NO_TRADE_TODAY and self.rng.random() < 0.4:
            ticks = round(self.rng.gauss(0, 0.0004) * float(self.last / self.tick)) + self.rng.choice((-1, 0, 1))
            self.last = max(self.tick, self.last + ticks * self.tick)
            row = self.hours[-1]
            row[2:5] = max(row[2], self.last), min(row[3], self.last), self.last
            row[5] += self.amount(float(self.volume) * self.rng.random() / 900)

    def window(self, start):
        """High, low, volume, volume-weighted price and number of trades since then."""
        rows = [row for row in self.hours if row[0] >= start and row[5]]
        volume = sum(row[5] for row in rows)
        if not rows:
            return Decimal(0), Decimal(0), Decimal(0), Decimal(0), 0
        price = sum((row[2] + row[3] + row[4]) / 3 * row[5] for row in rows) / volume
        return max(r[2] for r in rows), min(r[3] for r in rows), volume, price, sum(1 + int(r[5] * r[4] // 400) for r in rows)

    def ticker(self):
        padding = min(12, self.decimals + 4)
        price = lambda value: f"{value:.{padding}f}"
        amount = lambda value: f"{value:.{self.lots}f}"
        midnight = NOW - 14 * 3600
        day, today = self.window(NOW - 86400 + 3600), self.window(midnight)
        dead, still = self.symbol in NO_TRADE_IN_A_DAY, self.symbol in NO_TRADE_TODAY
        nothing = (Decimal(0),) * 4 + (0,)
        today, day = nothing if dead or still else today, nothing if dead else day
        gap = max(1, int(self.last / self.tick / 60000))
        best = lambda value: [price(value), str(max(1, int(4000 / float(value)))) if value else "0", f"{max(1, int(4000 / float(value))) if value else 0}.000"]
        opened = next(row[1] for row in self.hours if row[0] == midnight)
        return {"a": best(self.last + gap * self.tick), "b": best(Decimal(0) if self.symbol == NO_BIDS else self.last - self.tick),
                "c": [price(0 if dead else self.last), amount(0 if dead else self.amount(self.rng.lognormvariate(3, 1) / float(self.last)))],
                "v": [amount(today[2]), amount(day[2])], "p": [price(today[3]), price(day[3])], "t": [today[4], day[4]],
                "l": [price(today[1]), price(day[1])], "h": [price(today[0]), price(day[0])], "o": price(0 if dead or still else opened)}

    def instrument(self):
        base, quote = self.symbol.split("-")
        smallest = Decimal(f"{3 / float(self.last):.1g}") if quote in FIAT | {"USDT", "USDC"} else Decimal("0.01")
        return {"altname": ws_name(self.symbol).replace("/", ""), "wsname": ws_name(self.symbol), "aclass_base": "currency",
                "base": base, "aclass_quote": "currency", "quote": quote, "lot": "unit" if self.lots == 8 else "unit5",
                "cost_decimals": 5, "pair_decimals": self.decimals, "lot_decimals": self.lots, "lot_multiplier": 1,
                "leverage_buy": [2, 3], "leverage_sell": [2, 3], "fees": [[0, 0.4], [10000, 0.35]], "fees_maker": [[0, 0.25], [10000, 0.2]],
                "fee_volume_currency": "USD", "margin_call": 80, "margin_stop": 40, "ordermin": f"{smallest:f}", "costmin": "0.5" if quote in FIAT else "0.00002",
                "tick_size": f"{self.tick:f}", "status": STATUS.get(self.symbol, "online"), "execution_venue": "international"}

    def depth(self, seconds):
        """[price, volume, time of the newest order] a level, best first."""
        rng, decimals = random.Random(f"{SEED} {self.symbol} {seconds}"), max(5, self.decimals)
        sides = {"asks": (1, max(1, int(self.last / self.tick / 60000))), "bids": (-1, 1)}
        book = {}
        for side, (sign, distance) in sides.items():
            book[side] = []
            for _ in range(BOOKS[self.symbol]):
                quantity = max(Decimal("0.001"), Decimal(rng.lognormvariate(7, 1.4) / float(self.last)).quantize(Decimal("0.001")))
                book[side].append([f"{self.last + sign * distance * self.tick:.{decimals}f}", f"{quantity:.3f}", NOW + seconds - int(rng.expovariate(1 / 90))])
                distance += rng.randint(1, 3 + distance // 9)
        return {old_name(self.symbol): book}

    def days(self):
        rows = {}
        for row in self.hours:
            start = row[0] // 86400 * 86400
            day = rows.setdefault(start, [start, *row[1:5], Decimal(0)])
            day[2:6] = max(day[2], row[2]), min(day[3], row[3]), row[4], day[5] + row[5]
        return list(rows.values())

    def candles(self, rows):
        price = lambda value: f"{value:.{self.decimals}f}"
        wire = [[time, price(opened), price(high), price(low), price(close), price((high + low + close) / 3 if volume else Decimal(0)),
                 f"{volume:.8f}", 1 + int(volume * close // 400) if volume else 0] for time, opened, high, low, close, volume in rows]
        return {old_name(self.symbol): wire, "last": wire[-2][0]}


def main():
    shutil.rmtree(EXCHANGE, ignore_errors=True)
    lines = [line.split() for line in (HERE / "market.txt").read_text().splitlines() if line[0] != "#"]
    listed = {symbol: (TICKS.get(symbol, tick), opened if Decimal(opened) else last, last,
                       VOLUMES.get(symbol, volume)) for symbol, tick, opened, last, volume, _ in lines}
    listed = {symbol: listed[symbol] for symbol in FROM_MARKET} | OF_ITS_OWN
    market = {symbol: Market(symbol, *numbers) for symbol, numbers in sorted(listed.items())}
    pairs = {name(s): m.instrument() for s, m in market.items()}
    write("AssetPairs/assetVersion=1", 1, result(pairs))
    for symbol in ("BTC-USD", "DOGE-USD"):
        write(f"AssetPairs/assetVersion=1,pair={name(symbol, '%2F')}", 1, result({name(symbol): pairs[name(symbol)]}))
    for poll in range(1, TICKER_POLLS + 1):
        rows = {}
        for symbol, m in market.items():
            m.trade()
            rows[name(symbol)] = m.ticker()
        for symbol in ("BTC-USD", "ETH-USD", "DOGE-USD"):
            write(f"Ticker/assetVersion=1,pair={name(symbol, '%2F')}", poll, result({name(symbol): rows[name(symbol)]}))
        both = ("BTC-USD", "ETH-USD")
        write("Ticker/assetVersion=1,pair=" + "%2C".join(name(s, "%2F") for s in both), poll, result({name(s): rows[name(s)] for s in both}))
        for symbol in ELSEWHERE:
            rows[name(symbol) + ":BTNL"] = rows[name(symbol)] | {"v": ["1.00000000", "2.50000000"], "t": [7, 9]}
        write("Ticker/assetVersion=1", poll, result(dict(sorted(rows.items()))))
        if poll <= OTHER_POLLS:
            for symbol in BOOKS:
                write(f"Depth/pair={name(symbol, '%2F')}", poll, result(market[symbol].depth(10 * poll - 10)))
            bitcoin = market["BTC-USD"]
            for interval, candles in ((60, bitcoin.hours), (1440, bitcoin.days())):
                write(f"OHLC/interval={interval},pair=BTC%2FUSD", poll, result(bitcoin.candles(candles[-60:])))
    unknown = {"error": ["EQuery:Unknown asset pair"]}
    for folder in ("Ticker/assetVersion=1,pair=BTC%2FUSDD", "Depth/pair=BTC%2FUSDD"):
        write(folder, 1, unknown)


if __name__ == "__main__":
    main()
