#!/usr/bin/env python3
"""Makes the recorded responses in bybit/: a made-up market, always the same.

    python3 Fixtures/bybit.py

Nothing here was really traded. FILL IN: the traits of real responses that these have.
"""

from market import DAY, HOUR, POLLS, Folder, Pair, encode, plain, rows

SYMBOLS = ("BTC-USD", "BTC-EUR", "ETH-USD", "SOL-USD", "ETH-BTC")
BOOKS = {"BTC-USD": 40}
CANDLES = "BTC-USD"


def ticker(pair):
    members = ("last", "bid", "ask", "open", "high", "low", "volume")
    return {"symbol": pair.symbol, **{name: plain(getattr(pair, name)) for name in members}}


def instrument(pair):
    return {"symbol": pair.symbol, "status": "online", "tick_size": plain(pair.tick), "lot_size": plain(pair.lot)}


def main():
    folder, known = Folder("bybit"), rows()
    pairs = {s: Pair("bybit", s, *known[s], "0.00000001", "1.0001") for s in SYMBOLS}
    pairs[CANDLES].make_candles()
    folder.write("symbols", 1, encode([instrument(pair) for pair in pairs.values()]))
    for poll in range(1, POLLS + 1):
        if poll > 1:
            for pair in pairs.values():
                pair.move()
        folder.write("tickers", poll, encode([ticker(pair) for pair in pairs.values()]))
        folder.write("tickers", poll, encode(ticker(pairs[CANDLES])), symbol=CANDLES)
        for symbol, levels in BOOKS.items():
            sides = ([[plain(p), plain(sum(q for _, q in orders))] for p, orders in side] for side in pairs[symbol].book(levels))
            folder.write("book", poll, encode(dict(zip(("bids", "asks"), sides))), symbol=symbol)
        for step, period in ((HOUR, "1h"), (DAY, "1d")):
            candles = [[r["time"], *(plain(r[k]) for k in ("open", "high", "low", "close", "volume"))] for r in pairs[CANDLES].candles[step]]
            folder.write("candles", poll, encode(candles), symbol=CANDLES, period=period)


if __name__ == "__main__":
    main()
