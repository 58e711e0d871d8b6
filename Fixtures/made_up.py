"""The made-up market of Bitfinex's and Bitstamp's recorded answers, always the same.

Every number is a Decimal. Nothing here was really traded.
"""

import datetime
import json
import random
import shutil
from decimal import Decimal, ROUND_HALF_UP

from market import HERE, encode, plain

START = datetime.datetime(2026, 11, 20, 14, 0, 0)

# Everyday code: last price in US dollars, price a day ago, name. The prices are those of market.txt.
COINS = {code: (Decimal(last), Decimal(before), name) for code, last, before, name in (
    ("USD", "1", "1", "U.S. dollar"), ("EUR", "1.0868", "1.0868", "Euro"),
    ("GBP", "1.2587", "1.2641", "British Pound"), ("USDT", "1.0002", "1.0003", "Tether USDt"),
    ("USDC", "1.0001", "1.0001", "USD Coin"), ("BTC", "27412.35", "26954.18", "Bitcoin"),
    ("ETH", "1842.17", "1861.44", "Ethereum"), ("LTC", "83.05", "81.27", "Litecoin"),
    ("BCH", "117.92", "118.6", "Bitcoin Cash"), ("XRP", "0.26271", "0.26014", "Ripple"),
    ("XLM", "0.15306", "0.14873", "Stellar Lumens"), ("ADA", "0.3093", "0.3127", "Cardano"),
    ("DOT", "4.97", "4.91", "Polkadot"), ("SOL", "19.117", "18.204", "Solana"),
    ("DOGE", "0.07188", "0.07214", "Dogecoin"), ("SHIB", "0.00001094", "0.00001071", "Shiba Inu"),
    ("PEPE", "0.00000017", "0.00000018", "Pepe"), ("LINK", "7.244", "7.218", "Chainlink"),
    ("AVAX", "12.31", "11.877", "Avalanche"), ("UNI", "4.812", "4.655", "Uniswap"),
    ("1INCH", "0.2731", "0.2804", "1inch"), ("DASH", "31.2", "31.95", "Dash"),
    ("IOTA", "0.1702", "0.1688", "Iota"), ("ALGO", "0.4397", "0.4221", "Algorand"),
    ("ATOM", "7.013", "7.188", "Cosmos"), ("A", "0.5602", "0.5544", "Vaulta"),
    ("GRAM", "2.214", "2.107", "Toncoin"), ("OMNI", "2.31", "2.31", "Omni"),
    ("XAUT", "1981.3", "1974.8", "Tether Gold"), ("WBTC", "27388.62", "26931.4", "Wrapped Bitcoin"),
    ("WBT", "5.4133", "5.4011", "WhiteBIT Coin"), ("REP", "6.2", "6.2", "Augur"),
    ("AAVE", "58.77", "58.75", "Aave"), ("GODS", "0.1502", "0.1502", "Gods Unchained"),
    ("HBAR", "0.0512", "0.05023", "Hedera"), ("PAXG", "1979.9", "1973.1", "PAX Gold"))}


class Recording:
    """The answers of one exchange, in a folder of its name."""

    def __init__(self, exchange, content_type="application/json"):
        self.folder, self.content_type = HERE / exchange, content_type
        shutil.rmtree(self.folder, ignore_errors=True)

    def write(self, resource, n, body):
        """The n-th answer to `resource`, asked every 10 s, with a latency of its own."""
        folder = self.folder / resource
        folder.mkdir(parents=True, exist_ok=True)
        latency = random.Random(f"{self.folder.name} {resource} {n}").randint(74, 418)
        arrival = START + datetime.timedelta(seconds=10 * (n - 1), milliseconds=latency)
        meta = {"status": 200, "content_type": self.content_type,
                "received_at": arrival.isoformat(timespec="milliseconds") + "Z"}
        (folder / f"{n}.json").write_bytes(body.encode())
        (folder / f"{n}.meta").write_bytes((json.dumps(meta, separators=(",", ":")) + "\n").encode())


def stepped(value, step):
    """The multiple of a step that is nearest."""
    return (Decimal(value) / step).to_integral_value(ROUND_HALF_UP) * step


class Market:
    """One pair: prices are multiples of its tick, quantities of 10^-8."""

    def __init__(self, base, quote, tick, seed, factor=1, worth=None):
        """`worth` is what a day's trade is worth in US dollars; made up where it is None."""
        self.base, self.quote, self.tick = base, quote, tick
        self.rng = random.Random(f"{seed} {base} {quote}")
        price = lambda i: stepped(COINS[base][i] / COINS[quote][i] * Decimal(factor), self.tick)
        self.last, self.open = price(0), price(1)
        worth = self.rng.lognormvariate(12, 2) if worth is None else worth
        self.volume = self.quantity(worth)
        up, down = (1 + abs(self.rng.gauss(0, 0.006)) for _ in range(2))
        self.high = stepped(max(self.last, self.open) * Decimal(up), tick)
        self.low = stepped(min(self.last, self.open) / Decimal(down), tick)
        half = max(1, int(self.last / tick / 30000))
        self.bid, self.ask = self.last - half * tick, self.last + self.rng.randint(0, 2 * half) * tick
        self.first_order = self.rng.randint(10**11, 2 * 10**11)

    def quantity(self, worth):
        return stepped(Decimal(worth) / COINS[self.base][0], Decimal("0.00000001"))

    def move(self):
        """Ten seconds later: half of the traded pairs trade, a few ticks off."""
        if self.volume and self.rng.random() < 0.5:
            change = stepped(self.last * Decimal(self.rng.gauss(0, 0.0004)), self.tick)
            self.last, self.bid, self.ask = (price + change for price in (self.last, self.bid, self.ask))
            self.volume += self.quantity(self.rng.lognormvariate(5, 1.5))
            self.high, self.low = max(self.high, self.last), min(self.low, self.last)

    def book(self, levels):
        """Bids and asks, best first: each level is its price and its orders, (id, quantity)."""
        sides, order = [], self.first_order
        for sign, best in ((-1, self.bid), (1, self.ask)):
            side, price = [], best
            for _ in range(levels):
                orders = []
                for _ in range(self.rng.choice((1, 1, 1, 2, 3))):
                    order += self.rng.randint(3, 9000)
                    orders.append((order, self.quantity(self.rng.lognormvariate(7, 1.4))))
                side.append((price, orders))
                price += sign * self.tick * self.rng.choice((1, 1, 2, 3, 5, 12))
                if price <= 0:
                    break
            sides.append(side)
        return sides

    def candles(self, seconds, count, gaps=()):
        """Oldest first, (Unix s, open, high, low, close, volume); the last one is still running. Of those
        numbered in `gaps`, counted back from it, nothing was traded."""
        rng, rows = random.Random(f"{self.base} {self.quote} {seconds}"), []
        now = int(START.replace(tzinfo=datetime.timezone.utc).timestamp())
        close, swing = self.last, (seconds / 86400) ** 0.5 * 0.018
        for back in range(count):
            time = now // seconds * seconds - back * seconds
            start = stepped(close / Decimal(1 + rng.gauss(0.0004, swing)), self.tick)
            high = stepped(max(start, close) * Decimal(1 + abs(rng.gauss(0, swing / 2))), self.tick)
            low = stepped(min(start, close) / Decimal(1 + abs(rng.gauss(0, swing / 2))), self.tick)
            volume = self.quantity(float(self.volume * COINS[self.base][0]) * seconds / 86400 * rng.lognormvariate(0, 0.4))
            if back in gaps:
                start, high, low, volume = close, close, close, Decimal(0)
            rows.append((time, start, high, low, close, volume))
            close = start
        return rows[::-1]
