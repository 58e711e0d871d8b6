#!/usr/bin/env python3
"""Makes the recorded responses in bitso/: a made-up market, always the same.

    python3 Fixtures/bitso.py

Nothing here was really traded. The traits are those of real responses: numbers are text, amounts in books have 8 decimals; the
change is an amount; levels and orders are objects; candles are oldest first, and an hour without a trade has one, with a volume
of 0. That all values of a book without trades are null is not confirmed.
"""

from decimal import Decimal

from market import HOUR, IN_USD, POLLS, START, Folder, Pair, encode, plain, rows

FROM_MARKET = {s: s for s in ("BTC-USD", "ETH-USD", "SOL-USD", "LTC-USD", "ADA-USD", "DOT-USD", "DOGE-USD", "SHIB-USD", "XLM-USD", "BTC-USDT",
                              "ETH-USDT", "ETH-BTC", "LTC-BTC")}
ELSEWHERE = {"BTC-MXN": "10", "ETH-MXN": "10", "SOL-MXN": "0.1", "LTC-MXN": "0.1", "USDT-MXN": "0.001", "BTC-ARS": "1000", "USDT-ARS": "0.01",
             "BTC-COP": "1000", "BTC-BRL": "1"}
ONLY_HERE = {"USD-MXN": ("0.001", "18.412", "18.523", "40112.5"), "USD-ARS": ("0.01", "1421.5", "1428.57", "9120.25"),
             "USD-COP": ("0.1", "4180.2", "4166.7", "7710.4")}
UNTRADED, SINGLE = "MANA-MXN", ("BTC-USD", "BTC-MXN", "ETH-USD")
BOOKS = {"BTC-USD": 50, "BTC-MXN": 50, "ETH-BTC": 20}
CANDLES, LOT = ("BTC-USD", "BTC-MXN"), "0.00000001"


def market():
    known = rows()
    pairs = [Pair("bitso", here, *known[there], LOT, "1.0002") for here, there in FROM_MARKET.items()]
    for symbol, tick in ELSEWHERE.items():
        base, quote = symbol.split("-")
        _, open, last, volume = known[f"{base}-USD"]
        pairs.append(Pair("bitso", symbol, tick, open, last, volume, LOT, str(Decimal(1) / Decimal(str(IN_USD[quote])))))
    return pairs + [Pair("bitso", s, *numbers, LOT) for s, numbers in ONLY_HERE.items()]


def name(symbol):
    return symbol.lower().replace("-", "_")


def payload(value):
    return encode({"success": True, "payload": value})


def created(poll):
    return f"{START:%Y-%m-%dT%H:%M}:{10 * (poll - 1):02}+00:00"


def ticker(pair, poll):
    return {"high": plain(pair.high), "last": plain(pair.last), "created_at": created(poll), "book": name(pair.symbol), "volume": f"{pair.volume:.8f}",
            "vwap": plain((pair.high + pair.low) / 2 + pair.tick / 7)[:18], "low": plain(pair.low), "ask": plain(pair.ask), "bid": plain(pair.bid),
            "change_24": plain(pair.last - pair.open), "rolling_average_change": {"6": f"{(pair.last / pair.open - 1) * 25:.4f}"}}


def untraded(poll):
    return {**dict.fromkeys(("high", "last", "volume", "vwap", "low", "ask", "bid", "change_24")), "created_at": created(poll), "book": name(UNTRADED)}


def instrument(symbol, tick, price):
    return {"default_chart": "tradingview", "minimum_price": plain(tick * 20), "maximum_price": plain(price * 10), "book": name(symbol),
            "minimum_value": "10.00", "maximum_amount": "600", "maximum_value": "200000000", "minimum_amount": "0.00000060000", "tick_size": plain(tick),
            "fees": {"flat_rate": {"maker": "0.00095", "taker": "0.00099"}, "structure": [{"volume": "1000", "maker": "0.0025", "taker": "0.003"}]},
            "margin_enabled": False}


def books(pair, levels, poll):
    """The book of levels, and that of their orders."""
    def entry(price, amount, **more):
        return {"book": name(pair.symbol), "price": plain(price), "amount": f"{amount:.8f}", **more}

    sides = pair.book(levels)
    sums = ([entry(p, sum(q for _, q in orders)) for p, orders in side] for side in sides)
    orders = ([entry(p, q, oid=id.replace("-", "")[:16]) for p, orders in side for id, q in orders] for side in sides)
    frame = {"updated_at": created(poll), "bids": [], "asks": [], "sequence": str(27214000 + 91 * poll)}
    return tuple({**frame, **dict(zip(("bids", "asks"), both))} for both in (sums, orders))


def candles(rows):
    """Two of the older hours have no trade: they have the last price."""
    made, last = [], None
    for index, r in enumerate(rows):
        start, dead = r["time"] * 1000, index in (9, 10)
        open, high, low, close = (last if dead else r[k] for k in ("open", "high", "low", "close"))
        made.append({"bucket_start_time": start, "first_trade_time": start + (-3671 if dead else 1520), "last_trade_time": start + (-999 if dead else 1754321),
                     "first_rate": plain(open), "last_rate": plain(close), "min_rate": plain(low), "max_rate": plain(high), "trade_count": 0 if dead else 41 + index,
                     "volume": "0" if dead else f"{r['volume']:.8f}", "vwap": "0" if dead else plain((high + low) / 2)})
        last = close
    return made


def main():
    folder, pairs = Folder("bitso"), market()
    by_symbol = {pair.symbol: pair for pair in pairs}
    for symbol in CANDLES:
        by_symbol[symbol].make_candles()
    infos = [instrument(pair.symbol, pair.tick, pair.last) for pair in pairs]
    folder.write("available_books", 1, payload([*infos, instrument(UNTRADED, Decimal("0.01"), Decimal(6))]))
    for poll in range(1, POLLS + 1):
        if poll > 1:
            for pair in pairs:
                pair.move()
        tickers = {pair.symbol: ticker(pair, poll) for pair in pairs}
        folder.write("ticker", poll, payload([*tickers.values(), untraded(poll)]))
        for symbol in SINGLE:
            folder.write("ticker", poll, payload(tickers[symbol]), book=name(symbol))
        for symbol, levels in BOOKS.items():
            sums, orders = books(by_symbol[symbol], levels, poll)
            folder.write("order_book", poll, payload(sums), book=name(symbol))
            if symbol == "BTC-USD":
                folder.write("order_book", poll, payload(orders), book=name(symbol), aggregate="false")
        for symbol in CANDLES:
            folder.write("ohlc", poll, payload(candles(by_symbol[symbol].candles[HOUR])), book=name(symbol), time_bucket=HOUR)


if __name__ == "__main__":
    main()
