#!/usr/bin/env python3
"""Makes the recorded answers in bitstamp/: a made-up market, always the same.

    python3 Fixtures/bitstamp.py
"""

import datetime
from decimal import Decimal

from made_up import COINS, START, Market, Recording, encode

POLLS, BOOK_POLLS, LEVELS = 6, 3, 60
PAIRS = ("BTC-USD BTC-EUR BTC-GBP BTC-USDT ETH-USD ETH-EUR ETH-BTC LTC-USD LTC-BTC BCH-USD BCH-EUR XRP-USD XRP-BTC "
         "XLM-USD XLM-EUR ADA-USD DOT-USD SOL-USD DOGE-USD SHIB-USD LINK-USD AVAX-USD UNI-USD AAVE-USD GODS-USD HBAR-USD "
         "PAXG-USD USDT-USD USDC-USD EUR-USD GBP-USD 1INCH-USD").split()
UNTRADED, NEVER_TRADED, NO_BIDS, DISABLED = {"GODS-USD", "1INCH-USD"}, "HBAR-USD", "GODS-USD", "1INCH-USD"
PERPETUALS = ("BTC-USD", "ETH-USD")


def decimals(pair):
    base, quote = pair.split("-")
    return max(0, 4 - (COINS[base][0] / COINS[quote][0]).adjusted())


def market(pair):
    base, quote = pair.split("-")
    worth = 0 if pair in UNTRADED or pair == NEVER_TRADED else None
    return Market(base, quote, Decimal(1).scaleb(-decimals(pair)), "bitstamp", factor="0.99987", worth=worth)


def ticker(pair, m, poll):
    """Numbers are text, padded to the decimals of the pair; `open` is the UTC day's, `open_24` that of 24 hours ago."""
    price = lambda value: f"{value:.{decimals(pair)}f}"
    nothing = pair == NEVER_TRADED
    time = int((START + datetime.timedelta(seconds=10 * (poll - 1))).replace(tzinfo=datetime.timezone.utc).timestamp())
    prices = {"open": (m.open + m.last) / 2, "high": m.high, "low": m.low, "last": m.last}
    row = {"timestamp": str(time)} | {key: price(0 if nothing else value) for key, value in prices.items()}
    change = Decimal(0) if nothing else (m.last - m.open) / m.open * 100
    return row | {"volume": f"{m.volume:.8f}", "vwap": price((m.high + m.low + m.last) / 3 if m.volume else 0),
                  "bid": price(0 if nothing or pair == NO_BIDS else m.bid), "ask": price(0 if nothing else m.ask), "side": str(poll % 2),
                  "open_24": price(0 if nothing else m.open), "percent_change_24": f"{change:.2f}", "market_type": "SPOT"}


def perpetual(pair, row):
    name = pair.replace("-", "/") + "-PERP"
    return row | {"market_type": "PERPETUAL", "pair": name, "market": name, "index_price": row["last"] + ".66666667",
                  "mark_price": row["last"], "open_interest": "66.98297", "open_interest_value": "1836173.6974705640488"}


def listed(pair, perpetual=False):
    base, quote = pair.split("-")
    name, symbol = f"{base}/{quote}", (base + quote).lower()
    return {"name": name + "-PERP" * perpetual, "market_symbol": symbol + "-perp" * perpetual, "base_currency": base, "base_decimals": 8,
            "counter_currency": quote, "counter_decimals": decimals(pair),
            "minimum_order_value": "0.00020" if quote == "BTC" else "10", "trading": "Disabled" if pair == DISABLED else "Enabled",
            "instant_order_counter_decimals": 2, "instant_and_market_orders": "Enabled",
            "description": f"{COINS[base][2]} / {COINS[quote][2]}" + " Perpetual" * perpetual,
            "market_type": "PERPETUAL" if perpetual else "SPOT"}


def candles(pair, m, seconds):
    price = lambda value: f"{value:.{decimals(pair)}f}"
    # Two hours without a trade are filled.
    rows = m.candles(seconds, 60, gaps=(9, 10) if seconds == 3600 else ())
    return {"data": {"pair": pair.replace("-", "/"),
                     "ohlc": [{"timestamp": str(t), "open": price(o), "high": price(h), "low": price(l), "close": price(c), "volume": f"{v:.8f}"}
                              for t, o, h, l, c, v in rows]}}


def book(pair, sides, by_order, poll):
    price = lambda value: f"{value:.{decimals(pair)}f}"
    time = int(START.replace(tzinfo=datetime.timezone.utc).timestamp()) + 10 * (poll - 1)
    document = {"timestamp": str(time), "microtimestamp": f"{time}248113"}
    for name, side in zip(("bids", "asks"), sides):
        document[name] = [[price(p), f"{q:.8f}", str(1790000000000000 + number)] for p, orders in side for number, q in orders] if by_order \
            else [[price(p), f"{sum(q for _, q in orders):.8f}"] for p, orders in side]
    return document


def main():
    recording = Recording("bitstamp")
    write = lambda resource, n, value: recording.write(resource, n, encode(value))
    markets = {pair: market(pair) for pair in PAIRS}
    write("markets", 1, [listed(pair) for pair in PAIRS] + [listed(pair, perpetual=True) for pair in PERPETUALS])
    for seconds in (86400, 3600):
        write(f"ohlc/btcusd/step={seconds}", 1, candles("BTC-USD", markets["BTC-USD"], seconds))
    for poll in range(1, POLLS + 1):
        rows = {pair: ticker(pair, m, poll) for pair, m in markets.items()}
        named = [row | {"pair": pair.replace("-", "/"), "market": pair.replace("-", "/")} for pair, row in rows.items()]
        write("ticker", poll, named + [perpetual(pair, rows[pair]) for pair in PERPETUALS])
        for pair in ("BTC-USD", "ETH-USD"):
            write(f"ticker/{pair.replace('-', '').lower()}", poll, rows[pair])
        for pair in ("BTC-USD", "ETH-BTC") if poll <= BOOK_POLLS else ():
            sides = markets[pair].book(LEVELS)
            for group in (1, 2):
                write(f"order_book/{pair.replace('-', '').lower()}/group={group}", poll, book(pair, sides, group == 2, poll))
        for m in markets.values():
            m.move()


if __name__ == "__main__":
    main()
