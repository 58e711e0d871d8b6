#!/usr/bin/env python3
"""Makes the recorded responses in okx/: a made-up market, always the same.

    python3 Fixtures/okx.py

Nothing here was really traded. The traits are those of the documentation: all numbers are text, without zeros at
the end, a pair before its first trade has empty texts, one that is not traded a size of 0; a row of a book has a
deprecated element; candles are newest first, and the running one is not confirmed.
"""

from decimal import Decimal

from market import DAY, HOUR, POLLS, START, Folder, Pair, encode, plain, rows

FROM_MARKET = {s: s for s in ("BTC-USDT", "ETH-USDT", "SOL-USDT", "ADA-USDT", "LINK-USDT", "AAVE-USDT", "UNI-USDT", "BTC-USDC", "ETH-USDC",
                              "BTC-EUR", "ETH-EUR", "ETH-BTC", "LTC-BTC", "BTC-USD", "ETH-USD", "SOL-USD")}
FROM_MARKET |= {"LTC-USDT": "LTC-USD", "DOGE-USDT": "DOGE-USD", "DOT-USDT": "DOT-USD", "SHIB-USDT": "SHIB-USD", "XLM-USDT": "XLM-USD",
                "USDC-USDT": "USDC-USD"}
ONLY_HERE = {"OKB-USDT": ("0.01", "46.12", "45.87", "8120.4"), "OKB-BTC": ("0.000001", "0.001711", "0.001673", "91.2"),
             "GRAM-USDT": ("0.0001", "2.1064", "2.2151", "40122.5")}
PREOPEN, SUSPENDED = "NEW-USDT", "ZRX-USDT"
SINGLE = ("BTC-USDT", "BTC-USD", "ETH-USDT", "ETH-BTC")
BOOKS = {"BTC-USDT": 60, "BTC-USD": 40, "ETH-BTC": 20}
CANDLES = ("BTC-USDT", "BTC-USD")
CODES = {HOUR: "1H", DAY: "1Dutc"}


def market():
    known, lot = rows(), lambda symbol: "1" if symbol.startswith("SHIB") else "0.00000001" if symbol.startswith("BTC") else "0.000001"
    pairs = [Pair("okx", here, *known[there], lot(here), "0.99987") for here, there in FROM_MARKET.items()]
    return pairs + [Pair("okx", s, *numbers, lot(s)) for s, numbers in ONLY_HERE.items()]


def envelope(*data):
    return encode({"code": "0", "msg": "", "data": list(data)})


def ticker(pair, poll):
    price = {k: plain(getattr(pair, k)) for k in ("last", "ask", "bid", "open", "high", "low")}
    today = pair.candles[DAY][-1]["open"] if pair.candles else pair.step((pair.open + pair.last) / 2)
    return row(pair.symbol, poll, last=price["last"], lastSz=plain(pair.lot * 54321), askPx=price["ask"], askSz=plain(pair.lot * 676000),
               bidPx=price["bid"], bidSz=plain(pair.lot * 1410000), open24h=price["open"], high24h=price["high"], low24h=price["low"],
               volCcy24h=plain(pair.volume * (pair.high + pair.low) / 2), vol24h=plain(pair.volume), sodUtc0=plain(today), sodUtc8=plain(today))


def row(symbol, poll, **members):
    return {"instType": "SPOT", "instId": symbol, **members, "ts": str(int(START.timestamp() * 1000) + 10000 * (poll - 1) - 35)}


def empty(symbol, poll, text):
    names = ("last", "lastSz", "askPx", "askSz", "bidPx", "bidSz", "open24h", "high24h", "low24h", "volCcy24h", "vol24h", "sodUtc0", "sodUtc8")
    return row(symbol, poll, **dict.fromkeys(names, text))


def instrument(symbol, tick, lot, state="live"):
    base, quote = symbol.split("-")
    none = ("alias", "ctMult", "ctType", "ctVal", "ctValCcy", "expTime", "instFamily", "optType", "settleCcy", "stk", "uly")
    return {**dict.fromkeys(none, ""), "instType": "SPOT", "instId": symbol, "baseCcy": base, "quoteCcy": quote, "category": "1",
            "lever": "10" if base == "BTC" else "", "listTime": "1548133413000", "lotSz": plain(lot), "minSz": plain(lot * 10),
            "maxLmtAmt": "20000000", "maxLmtSz": "9999999999", "maxMktAmt": "1000000", "maxMktSz": "1000000", "ruleType": "normal",
            "state": state, "tickSz": plain(tick)}


def book(pair, levels, poll):
    bids, asks = ([[plain(p), plain(sum(q for _, q in orders)), "0", str(len(orders))] for p, orders in side] for side in pair.book(levels))
    return {"asks": asks, "bids": bids, "ts": str(int(START.timestamp() * 1000) + 10000 * (poll - 1) - 12)}


def candles(rows):
    """Newest first; the one that runs is not confirmed."""
    made = []
    for index, r in enumerate(reversed(rows)):
        worth = plain(r["volume"] * r["close"])
        made.append([str(r["time"] * 1000), *(plain(r[k]) for k in ("open", "high", "low", "close", "volume")), worth, worth, str(int(index > 0))])
    return made


def main():
    folder, pairs = Folder("okx"), market()
    by_symbol = {pair.symbol: pair for pair in pairs}
    for symbol in CANDLES:
        by_symbol[symbol].make_candles()
    infos = {pair.symbol: instrument(pair.symbol, pair.tick, pair.lot) for pair in pairs}
    infos[PREOPEN], infos[SUSPENDED] = (instrument(s, *(map(Decimal, ("0.0001", "0.1"))), state) for s, state in ((PREOPEN, "preopen"), (SUSPENDED, "suspend")))
    folder.write("public/instruments", 1, envelope(*infos.values()), instType="SPOT")
    for symbol in CANDLES:
        folder.write("public/instruments", 1, envelope(infos[symbol]), instType="SPOT", instId=symbol)
    for poll in range(1, POLLS + 1):
        if poll > 1:
            for pair in pairs:
                pair.move()
        tickers = {pair.symbol: ticker(pair, poll) for pair in pairs}
        silent = [empty(PREOPEN, poll, ""), empty(SUSPENDED, poll, "0")]
        folder.write("market/tickers", poll, envelope(*tickers.values(), *silent), instType="SPOT")
        for symbol in SINGLE:
            folder.write("market/ticker", poll, envelope(tickers[symbol]), instId=symbol)
        for symbol, levels in BOOKS.items():
            folder.write("market/books", poll, envelope(book(by_symbol[symbol], levels, poll)), instId=symbol)
        for symbol in CANDLES:
            for step, code in CODES.items():
                folder.write("market/candles", poll, envelope(*candles(by_symbol[symbol].candles[step])), instId=symbol, bar=code)


if __name__ == "__main__":
    main()
