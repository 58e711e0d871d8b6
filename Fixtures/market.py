"""The made-up market of Coinbase's and Binance's recorded answers: the pairs of market.txt a little apart on each
exchange, how they move from poll to poll, their books and candles, and how an answer is written.
Every number is a Decimal, so that none gains or loses a digit."""

import datetime
import json
import pathlib
import random
import shutil
import urllib.parse
import uuid
from decimal import Decimal, ROUND_HALF_UP, ROUND_UP

HERE = pathlib.Path(__file__).resolve().parent
SEED = 20261120
START = datetime.datetime(2026, 11, 20, 14, 0, 0, tzinfo=datetime.timezone.utc)
POLLS = 3
HOUR, DAY = 3600, 86400
IN_USD = {"USD": 1, "USDT": 1, "USDC": 1, "EUR": 1.087, "GBP": 1.26, "TRY": 0.07, "BTC": 27412, "ETH": 1842, "BNB": 233,
          "KRW": 0.00072, "MXN": 0.054, "BRL": 0.19, "ARS": 0.0007, "COP": 0.00024}


def plain(value):
    """Digits without an exponent and without zeros at the end."""
    text = f"{value:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def encode(value, number=plain):
    """Compact JSON; `number` spells the Decimals."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{json.dumps(k, ensure_ascii=False)}:{encode(v, number)}" for k, v in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(encode(v, number) for v in value) + "]"
    return number(value) if isinstance(value, Decimal) else json.dumps(value, ensure_ascii=False)


class Folder:
    """The recorded answers of one exchange, made afresh."""

    def __init__(self, exchange):
        self.root = HERE / exchange
        shutil.rmtree(self.root, ignore_errors=True)

    def write(self, path, n, body, status=200, **query):
        """The n-th answer to a path and query, asked every 10 s, with a latency of its own."""
        quoted = lambda text: urllib.parse.quote(str(text), safe="-._~")
        name = ",".join(sorted(f"{k}={quoted(v)}" for k, v in query.items()))
        folder = self.root / path / name
        folder.mkdir(parents=True, exist_ok=True)
        latency = random.Random(f"{SEED} {self.root.name} {path} {name} {n}").randint(41, 260)
        arrival = START + datetime.timedelta(seconds=10 * (n - 1), milliseconds=latency)
        meta = {"status": status, "content_type": "application/json",
                "received_at": arrival.strftime("%Y-%m-%dT%H:%M:%S.") + f"{arrival.microsecond // 1000:03}Z"}
        (folder / f"{n}.json").write_bytes(body.encode())
        (folder / f"{n}.meta").write_bytes((json.dumps(meta, separators=(",", ":")) + "\n").encode())


class Pair:
    """A pair that trades: last price, 24 hours, best bid and ask."""

    def __init__(self, exchange, symbol, tick, open, last, volume, lot, apart=1):
        self.symbol, self.tick, self.lot = symbol, Decimal(tick), Decimal(lot)
        self.base, self.quote = symbol.split("-")
        self.rng = random.Random(f"{SEED} {exchange} {symbol}")
        self.open, self.last = (self.step(Decimal(p) * Decimal(apart)) for p in (open, last))
        self.volume = self.amount(Decimal(volume) * Decimal(self.rng.uniform(2, 9)))
        self.candles = {}
        self.extremes()
        self.quote_prices()

    def step(self, price):
        return max(self.tick, (price / self.tick).quantize(Decimal(1), ROUND_HALF_UP) * self.tick)

    def amount(self, quantity):
        return (quantity / self.lot).quantize(Decimal(1), ROUND_UP) * self.lot

    def extremes(self):
        top, bottom = max(self.open, self.last), min(self.open, self.last)
        self.high = self.step(top * Decimal(1 + self.rng.random() / 90))
        self.low = self.step(bottom * Decimal(1 - self.rng.random() / 90))

    def quote_prices(self):
        width = max(1, round(float(self.last / self.tick) / 30000))
        self.bid = max(self.tick, self.last - self.rng.randint(0, width) * self.tick)
        self.ask = max(self.last, self.bid + self.tick)

    def move(self):
        """One poll later: BTC and half of the others trade, a few ticks off; volumes grow a little."""
        if self.volume and (self.base == "BTC" or self.rng.random() < 0.5):
            self.last += round(self.rng.gauss(0, 0.0003) * float(self.last / self.tick) + self.rng.choice((-1, 0, 1))) * self.tick
            self.volume += self.amount(self.volume * Decimal(self.rng.random() / 900))
            self.high, self.low = max(self.high, self.last), min(self.low, self.last)
            for rows in self.candles.values():
                newest = rows[-1]
                newest.update(high=max(newest["high"], self.last), low=min(newest["low"], self.last), close=self.last,
                              volume=newest["volume"] + self.lot * self.rng.randint(1000, 900000))
        self.quote_prices()

    def book(self, levels):
        """Two sides, best first, of (price, [(order id, quantity), …])."""
        rng, worth = self.rng, IN_USD[self.quote] * float(self.last)
        sides = []
        for sign, price in ((-1, self.bid), (1, self.ask)):
            side = []
            for n in range(levels):
                orders = [(str(uuid.UUID(int=rng.getrandbits(128), version=4)),
                           self.amount(Decimal(rng.lognormvariate(7, 1.5) / worth))) for _ in range(rng.choice((1, 1, 1, 2, 3, 5)))]
                side.append((price, orders))
                reach = max(1, round(float(self.last / self.tick) / 20000 * (1 + n)))
                price = max(self.tick, price + sign * rng.randint(1, reach) * self.tick)
                if price == side[-1][0]:
                    break
            sides.append(side)
        return sides

    def make_candles(self, count=60):
        """Hours and days that end with the last price; the last 24 hours are those of the ticker."""
        rng, now = self.rng, int(START.timestamp())
        points = [self.open * Decimal("0.981")]
        for goal, steps in ((self.open, count - 25), (self.last, 24)):
            for left in range(steps, 0, -1):
                points.append(self.step(points[-1] + (goal - points[-1]) / left * Decimal(rng.uniform(-0.6, 2.6) if left > 1 else 1)))
        points = [self.step(p) for p in points] + [self.last]
        hours = [self.candle(now - (count - 1 - i) * HOUR, points[i], points[i + 1], self.volume / 24) for i in range(count - 1)]
        hours.append({"time": now, "open": self.last, "high": self.last, "low": self.last, "close": self.last, "volume": self.lot * 1234})
        today = now - now % DAY
        days, price = [], self.sum_up([h for h in hours if today - DAY <= h["time"] < today], today - DAY)["open"]
        for i in range(2, count):
            start = self.step(price * Decimal(1 + rng.gauss(-0.002, 0.016)))
            days.insert(0, self.candle(today - i * DAY, start, price, self.volume))
            price = start
        for start in (today - DAY, today):
            days.append(self.sum_up([h for h in hours if start <= h["time"] < start + DAY], start))
        self.candles = {HOUR: hours, DAY: days}
        self.high, self.low = (pick(h[k] for h in hours[-25:]) for pick, k in ((max, "high"), (min, "low")))

    def candle(self, time, open, close, volume):
        spread = Decimal(self.rng.random() / 300)
        return {"time": time, "open": open, "high": self.step(max(open, close) * (1 + spread)), "low": self.step(min(open, close) * (1 - spread)),
                "close": close, "volume": self.amount(volume * Decimal(self.rng.uniform(0.4, 1.7)))}

    @staticmethod
    def sum_up(rows, time):
        return {"time": time, "open": rows[0]["open"], "high": max(r["high"] for r in rows), "low": min(r["low"] for r in rows),
                "close": rows[-1]["close"], "volume": sum(r["volume"] for r in rows)}


def rows():
    """market.txt: (tick, open, last, volume) by symbol; an open of 0 is the last price."""
    lines = [line.split() for line in (HERE / "market.txt").read_text().splitlines() if line[0] != "#"]
    return {symbol: (tick, open if Decimal(open) else last, last, volume) for symbol, tick, open, last, volume, _ in lines}
