"""A market of made-up prices on a loopback port, as Kraken and Coinbase: python3 market.py

Prints the options --url of tickers, and answers until it is killed. A price depends only on the pair and
the minute. A candle closes at the price of its end; the current one closes at a price that differs from the
last price, so that a test can tell them apart. Candles begin 110 days before today.
"""

import functools
import hashlib
import json
import threading
import time
from datetime import datetime, timezone
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit

DAY = 86400
DAYS = 110


class Pair(NamedTuple):
    base_price: str  # prices move around it; empty if the pair has no price
    decimals: int  # of a price
    volume: str  # of 24 hours


PAIRS = {
    "BTC-USD": Pair("27000", 2, "1200.5"),
    "ETH-USD": Pair("1800", 2, "9000.25"),
    "BTC-EUR": Pair("25000", 1, "90.125"),
    "EUR-USD": Pair("1.08", 4, "500000"),
    "USDT-USD": Pair("1.0005", 5, "900000"),
    "SOL-USD": Pair("60", 3, "40000"),
    "ETH-BTC": Pair("0.0667", 6, "30.5"),
    "ADA-USD": Pair("0.375", 6, "100000"),
    "LTC-USD": Pair("", 2, "0"),
}
CODES = sorted({code for pair in PAIRS for code in pair.split("-")})
# By how much less these prices move than others.
CALM = {"EUR-USD": 3, "USDT-USD": 10}
FACTORS = {"kraken": Decimal("1"), "coinbase": Decimal("1.001")}
# The candles that each exchange has, in seconds, and how many of them Kraken keeps.
PERIODS = {
    "kraken": [60, 300, 900, 1800, 3600, 14400, DAY, 7 * DAY],
    "coinbase": [60, 300, 900, 3600, 21600, DAY],
}
KRAKEN_CANDLES = 720


class Candle(NamedTuple):
    start: int
    open: Decimal
    high: Decimal
    low: Decimal
    close: Decimal
    volume: Decimal


def noise(text):
    """A number from 0 to 1 that depends only on a text."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big") / 2**48


class Market:
    """The prices of one exchange. None is an unknown price."""

    pairs = PAIRS

    def __init__(self, exchange):
        self.exchange = exchange

    def first_day(self):
        """The start of the oldest candle."""
        return int(time.time()) // DAY * DAY - DAYS * DAY

    @functools.lru_cache(300_000)
    def _price(self, pair, moment, day):
        base_price, decimals, _ = PAIRS[pair]
        if not base_price:
            return None
        of_day = 0.25 * (noise(f"{pair}:d{day}") - 0.5)
        of_moment = 0.02 * (noise(f"{pair}:{moment}") - 0.5)
        factor = Decimal(repr(round(1 + of_day + of_moment, 6)))
        if pair in CALM:
            price = Decimal(base_price) * (1 + (factor - 1) / CALM[pair])
        else:
            price = Decimal(base_price) * FACTORS[self.exchange] * factor
        return price.quantize(Decimal(1).scaleb(-decimals))

    def price(self, pair, moment):
        """The price at a moment in the past."""
        return self._price(pair, moment // 60, (moment - 1) // DAY)

    def last(self, pair):
        return self._price(pair, "last", "now")

    def open(self, pair):
        """The price to which the ticker compares: of 00:00 UTC on Kraken, of 24 hours ago on Coinbase."""
        if self.exchange == "kraken":
            return self.price(pair, int(time.time()) // DAY * DAY)
        return self._price(pair, "open", "yesterday")

    def close(self, pair, start, period):
        """The close of the candle that starts at a moment; None if there is no such candle."""
        now = time.time()
        if not PAIRS[pair].base_price or not self.first_day() <= start <= now:
            return None
        if start + period > now:
            return self._price(pair, "running", "now")
        return self.price(pair, start + period)

    def candles(self, pair, period, first, last):
        """The candles that start between two moments, oldest first."""
        if not PAIRS[pair].base_price:
            return []
        first = max(first, self.first_day())
        candles = []
        for start in range(first + -first % period, min(last, int(time.time())) + 1, period):
            opened, closed = self.price(pair, start), self.close(pair, start, period)
            volume = Decimal("12.5") + start // period % 7
            candles.append(Candle(start, opened, max(opened, closed), min(opened, closed), closed, volume))
        return candles


def kraken(market, path, query):
    """The status and the body of Kraken's response."""
    has_new_names = "assetVersion" in query

    def name(pair):
        return pair.replace("-", "/") if has_new_names else pair.replace("-", "").replace("BTC", "XBT")

    pairs = list(PAIRS)
    if "pair" in query:
        wanted = query["pair"].replace("XBT", "BTC").replace("/", "-").split(",")
        pairs = [pair for pair in PAIRS if pair in wanted or pair.replace("-", "") in wanted]
        if len(pairs) < len(wanted):
            return 200, {"error": ["EQuery:Unknown asset pair"]}
    if path == "/Ticker":
        result = {name(pair): kraken_ticker(market, pair) for pair in pairs}
    elif path == "/OHLC":
        period = int(query["interval"]) * 60
        now = int(time.time())
        first = now // period * period - (KRAKEN_CANDLES - 1) * period
        rows = [[start, *map(str, (*prices, prices[-1], volume)), 5]
                for start, *prices, volume in market.candles(pairs[0], period, first, now)]
        result = {name(pairs[0]): rows, "last": rows[-1][0] if rows else 0}
    else:
        return 200, {"error": ["EGeneral:Unknown method"]}
    return 200, {"error": [], "result": result}


def kraken_ticker(market, pair):
    last = str(market.last(pair) or "0.00")
    volume = PAIRS[pair].volume
    return {"a": [last, "1", "1"], "b": [last, "1", "1"], "c": [last, "0.1"], "v": [volume, volume],
            "p": [last, last], "t": [5, 9], "l": [last, last], "h": [last, last],
            "o": str(market.open(pair) or "0.00")}


def coinbase(market, path, query):
    """The status and the body of Coinbase's response."""
    match path.strip("/").split("/"):
        case ["products"]:
            return 200, [coinbase_product(pair) for pair in PAIRS]
        case ["products", "stats"]:
            return 200, {pair: {"stats_30day": {"volume": "1"}, "stats_24hour": coinbase_stats(market, pair)}
                         for pair in PAIRS}
        case ["products", pair, *_] if pair not in PAIRS:
            return 404, {"message": "NotFound"}
        case ["products", pair, "stats"]:
            return 200, coinbase_stats(market, pair)
        case ["products", pair, "candles"]:
            return coinbase_candles(market, pair, query)
        case ["currencies"]:
            return 200, [coinbase_currency(code) for code in CODES]
        case ["currencies", code] if code in CODES:
            return 200, coinbase_currency(code)
    return 404, {"message": "NotFound"}


def coinbase_currency(code):
    return {"id": code, "name": code, "status": "online", "details": {"type": "crypto"}}


def coinbase_product(pair):
    base, quote = pair.split("-")
    return {"id": pair, "base_currency": base, "quote_currency": quote,
            "quote_increment": str(Decimal(1).scaleb(-PAIRS[pair].decimals)), "base_increment": "0.00000001",
            "display_name": pair.replace("-", "/"), "min_market_funds": "1", "margin_enabled": False,
            "post_only": False, "limit_only": False, "cancel_only": False, "status": "online",
            "status_message": "", "trading_disabled": False, "fx_stablecoin": False,
            "max_slippage_percentage": "0.02", "auction_mode": False, "high_bid_limit_percentage": ""}


def coinbase_stats(market, pair):
    last, opened = market.last(pair), market.open(pair)
    if last is None:
        return dict.fromkeys(("open", "high", "low", "last", "volume"), "0")
    return {"open": str(opened), "high": str(max(last, opened)), "low": str(min(last, opened)),
            "last": str(last), "volume": PAIRS[pair].volume}


def coinbase_candles(market, pair, query):
    """At most 300 candles, newest first."""
    period = int(query["granularity"])
    if period not in PERIODS["coinbase"]:
        return 400, {"message": "Unsupported granularity"}
    last = seconds(query["end"]) if "end" in query else int(time.time())
    first = seconds(query["start"]) if "start" in query else last - 299 * period
    if (last - first) // period > 300:
        return 400, {"message": "granularity too small for the requested time range"}
    return 200, [[candle.start, candle.low, candle.high, candle.open, candle.close, candle.volume]
                 for candle in reversed(market.candles(pair, period, first, last))]


def seconds(text):
    """Unix seconds of a number or of a time in RFC 3339."""
    if text.isdigit():
        return int(text)
    return int(datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp())


MARKETS = {"kraken": Market("kraken"), "coinbase": Market("coinbase")}
DIALECTS = {"kraken": kraken, "coinbase": coinbase}


class Handler(BaseHTTPRequestHandler):
    """Answers as the exchange that is the first part of the path."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *arguments):
        pass

    def do_GET(self):
        target = urlsplit(self.path)
        _, exchange, rest = (target.path + "/").split("/", 2)
        query = {name: values[0] for name, values in parse_qs(target.query).items()}
        status, body = 404, {"message": "NotFound"}
        if exchange in DIALECTS:
            status, body = DIALECTS[exchange](MARKETS[exchange], "/" + rest.rstrip("/"), query)
        # A float has all digits of these prices.
        data = json.dumps(body, default=float).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


def serve():
    """Answers in a thread until the program ends; returns the URL of which exchanges are folders."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}"


if __name__ == "__main__":
    address = serve()
    print(*(f"--url {exchange}={address}/{exchange}" for exchange in MARKETS), flush=True)
    threading.Event().wait()
