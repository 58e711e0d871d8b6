#!/usr/bin/env python3
"""Makes the recorded responses in cryptocom/: a made-up market, always the same.

    python3 Fixtures/cryptocom.py

Nothing here was really traded. The traits are those of real responses: all numbers are text with a fixed number of
decimals; the list has contracts, too; there is no opening price, but a change that is rounded to 4 decimals; a volume
in USD, whatever the quote; null where there was no trade or is no order; candles are oldest first.
"""

from decimal import Decimal

from market import DAY, HOUR, IN_USD, POLLS, START, Folder, Pair, encode, plain, rows

FROM_MARKET = {s: s for s in ("BTC-USD", "ETH-USD", "SOL-USD", "ADA-USD", "DOT-USD", "LTC-USD", "XLM-USD", "DOGE-USD", "SHIB-USD", "UNI-USD",
                              "BTC-USDT", "ETH-USDT", "SOL-USDT", "LINK-USDT", "ADA-USDT", "BTC-EUR", "ETH-EUR", "ETH-BTC", "LTC-BTC")}
FROM_MARKET |= {"USDC-USDT": "USDC-USD"}
ONLY_HERE = {"CRO-USD": ("0.00001", "0.09871", "0.10204", "812044"), "CRO-BTC": ("0.0000000001", "0.0000036621", "0.0000037224", "51220")}
CONTRACTS = {"BTCUSD-PERP": "BTC-USD", "BTCUSD-261225": "BTC-USD", "ETHUSD-PERP": "ETH-USD"}
NEW, SUSPENDED = "GODS-USD", "ZRX-USD"
SINGLE = ("BTC-USD", "BTC-USDT", "ETH-USD", "ETH-BTC")
BOOKS = {"BTC-USD": 60, "BTC-USDT": 40, "ETH-BTC": 20}
CANDLES = ("BTC-USD", "BTC-USDT")
CODES = {HOUR: "1h", DAY: "1D"}
LOTS = {"BTC": "0.00001", "ETH": "0.0001", "SOL": "0.001", "LTC": "0.001", "LINK": "0.01", "SHIB": "10000", "DOGE": "1", "CRO": "1"}


def market():
    known, lot = rows(), lambda symbol: LOTS.get(symbol.split("-")[0], "0.1")
    pairs = [Pair("cryptocom", here, *known[there], lot(here), "1.00009") for here, there in FROM_MARKET.items()]
    return pairs + [Pair("cryptocom", s, *numbers, lot(s)) for s, numbers in ONLY_HERE.items()]


def fixed(value, step):
    """As many decimals as the step has."""
    return f"{value:.{max(0, -step.as_tuple().exponent)}f}"


def name(symbol):
    return symbol.replace("-", "_")


def envelope(method, rows, **members):
    return encode({"id": -1, "method": f"public/{method}", "code": 0, "result": {"data": rows, **members}})


def ticker(pair, poll, instrument=None):
    price = {k: fixed(getattr(pair, k), pair.tick) for k in ("last", "ask", "bid", "high", "low")}
    worth = pair.volume * pair.last * Decimal(IN_USD[pair.quote])
    return row(instrument or name(pair.symbol), poll, price["high"], price["low"], price["last"], fixed(pair.volume, pair.lot), f"{worth:.2f}",
               f"{(pair.last - pair.open) / pair.open:.4f}", price["bid"], price["ask"], "6160.4519" if instrument else "0")


def row(instrument, poll, *values):
    time = int(START.timestamp() * 1000) + 10000 * (poll - 1) - 30 - len(instrument)
    return {"i": instrument, **dict(zip(("h", "l", "a", "v", "vv", "c", "b", "k", "oi"), values)), "t": time}


def silent(poll):
    """Without any trade and order; without a trade and a bid."""
    return [row(name(NEW), poll, None, None, None, "0", "0", None, None, None, None),
            row(name(SUSPENDED), poll, "0.2871", "0.2871", "0.2871", "0.0", "0.00", "0.0000", None, "0.3012", "0")]


def instrument(symbol, tick, lot, kind="CCY_PAIR", tradable=True):
    base, quote = ("BTC" if symbol.startswith("BTC") else "ETH", "USD") if kind != "CCY_PAIR" else symbol.split("_")
    decimals = lambda step: max(0, -Decimal(step).as_tuple().exponent)
    return {"symbol": symbol, "inst_type": kind, "display_name": f"{base}/{quote}", "base_ccy": base, "quote_ccy": quote,
            "quote_decimals": decimals(tick), "quantity_decimals": decimals(lot), "price_tick_size": plain(Decimal(tick)),
            "qty_tick_size": plain(Decimal(lot)), "max_leverage": "50", "tradable": tradable, "expiry_timestamp_ms": 0, "beta_product": False}


def book(pair, levels, poll):
    bids, asks = ([[fixed(p, pair.tick), fixed(sum(q for _, q in orders), pair.lot), str(len(orders))] for p, orders in side]
                  for side in pair.book(levels))
    return {"bids": bids, "asks": asks, "t": int(START.timestamp() * 1000) + 10000 * (poll - 1) - 12}


def candles(pair, step):
    letters = {"o": "open", "h": "high", "l": "low", "c": "close"}
    return [{**{letter: fixed(r[k], pair.tick) for letter, k in letters.items()}, "v": fixed(r["volume"], pair.lot), "t": r["time"] * 1000}
            for r in pair.candles[step]]


def main():
    folder, pairs = Folder("cryptocom"), market()
    by_symbol = {pair.symbol: pair for pair in pairs}
    for symbol in CANDLES:
        by_symbol[symbol].make_candles()
    infos = [instrument(name(pair.symbol), pair.tick, pair.lot) for pair in pairs]
    infos += [instrument(name(s), "0.0001", "0.1", tradable=s == NEW) for s in (NEW, SUSPENDED)]
    infos += [instrument(s, "0.1", "0.0001", "FUTURE" if s[-1].isdigit() else "PERPETUAL_SWAP") for s in CONTRACTS]
    folder.write("get-instruments", 1, envelope("get-instruments", sorted(infos, key=lambda info: info["symbol"])))
    for poll in range(1, POLLS + 1):
        if poll > 1:
            for pair in pairs:
                pair.move()
        tickers = {pair.symbol: ticker(pair, poll) for pair in pairs}
        contracts = [ticker(by_symbol[there], poll, here) for here, there in CONTRACTS.items()]
        folder.write("get-tickers", poll, envelope("get-tickers", [*contracts, *tickers.values(), *silent(poll)]))
        for symbol in SINGLE:
            folder.write("get-tickers", poll, envelope("get-tickers", [tickers[symbol]]), instrument_name=name(symbol))
        for symbol, levels in BOOKS.items():
            body = envelope("get-book", [book(by_symbol[symbol], levels, poll)], depth=150, instrument_name=name(symbol))
            folder.write("get-book", poll, body, instrument_name=name(symbol))
        for symbol in CANDLES:
            for step, code in CODES.items():
                body = envelope("get-candlestick", candles(by_symbol[symbol], step), interval=code, instrument_name=name(symbol))
                folder.write("get-candlestick", poll, body, instrument_name=name(symbol), timeframe=code)


if __name__ == "__main__":
    main()
