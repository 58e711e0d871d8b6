#!/usr/bin/env python3
"""Makes the recorded responses in bybit/: a made-up market, always the same.

    python3 Fixtures/bybit.py

Nothing here was really traded. The traits are those of real responses: symbols without a separator, of which some
mislead (AUSDT is A-USDT); all numbers are text, without zeros at the end, except ratios, which have four decimals; where
nothing was traded, the high, the low and the price 24 hours ago are the last price, and the ratio is 0; the price of an
index can be empty or missing; one share as a token; candles are newest first; a book has the members b and a.
"""

from decimal import Decimal

from market import DAY, HOUR, POLLS, START, Folder, Pair, encode, plain, rows

FROM_MARKET = {s: s for s in ("BTC-USDT", "ETH-USDT", "SOL-USDT", "ADA-USDT", "LINK-USDT", "UNI-USDT", "BTC-USDC", "ETH-USDC", "BTC-EUR", "ETH-EUR",
                              "ETH-BTC", "LTC-BTC", "XLM-BTC")}
FROM_MARKET |= {"LTC-USDT": "LTC-USD", "DOGE-USDT": "DOGE-USD", "DOT-USDT": "DOT-USD", "SHIB-USDT": "SHIB-USD", "XLM-USDT": "XLM-USD",
                "USDC-USDT": "USDC-USD"}
ONLY_HERE = {"A-USDT": ("0.00001", "0.5318", "0.5472", "40122.5"), "1INCH-USDT": ("0.00001", "0.28804", "0.29101", "9775.8"),
             "BABYDOGE-USDT": ("0.0000000000001", "0.0000000011640", "0.0000000011812", "90718043297"), "AAPLX-USDT": ("0.01", "213.9", "215.33", "128.6"),
             "AEDZ-USDT": ("0.0001", "0.2723", "0.2723", "0")}
SINGLE = ("BTC-USDT", "ETH-USDT", "ETH-BTC")
BOOKS = {"BTC-USDT": 60, "ETH-BTC": 20}
CANDLES = "BTC-USDT"
CODES = {HOUR: "60", DAY: "D"}


def market():
    lot = lambda symbol: "1" if symbol.startswith(("SHIB", "BABYDOGE")) else "0.000001" if symbol.startswith("BTC") else "0.01"
    known, busier = rows(), lambda tick, open, last, volume: (tick, open, last, Decimal(volume) * 25)
    pairs = [Pair("bybit", here, *busier(*known[there]), lot(here), "0.99994") for here, there in FROM_MARKET.items()]
    return pairs + [Pair("bybit", s, *numbers, lot(s)) for s, numbers in ONLY_HERE.items()]


def joined(pair):
    return pair.symbol.replace("-", "")


def envelope(result, poll=1):
    return encode({"retCode": 0, "retMsg": "OK", "result": result, "retExtInfo": {}, "time": time(poll)})


def listed(*data, poll=1, **members):
    return envelope({"category": "spot", **members, "list": list(data)}, poll)


def time(poll):
    return int(START.timestamp() * 1000) + 10000 * (poll - 1) - 8


def ticker(pair):
    open, high, low = (pair.open, pair.high, pair.low) if pair.volume else (pair.last,) * 3
    row = {"symbol": joined(pair), "bid1Price": plain(pair.bid), "bid1Size": plain(pair.lot * 1410), "ask1Price": plain(pair.ask),
           "ask1Size": plain(pair.lot * 676), "lastPrice": plain(pair.last), "prevPrice24h": plain(open),
           "price24hPcnt": f"{pair.last / open - 1:.4f}" if pair.last != open else "0", "highPrice24h": plain(high), "lowPrice24h": plain(low),
           "turnover24h": plain(pair.volume * (high + low) / 2), "volume24h": plain(pair.volume)}
    index = "" if pair.quote == "EUR" else plain(pair.step(pair.last * Decimal("1.0001")))
    return row if pair.base == "AAPLX" else {**row, "usdIndexPrice": index}


def instrument(number, pair):
    sizes = {"basePrecision": pair.lot, "quotePrecision": pair.tick * pair.lot, "minOrderQty": pair.lot, "maxOrderQty": pair.lot * 230000000,
             "minOrderAmt": 5 if pair.quote != "BTC" else Decimal("0.0001"), "maxOrderAmt": 8000000, "maxLimitOrderQty": pair.lot * 230000000,
             "maxMarketOrderQty": pair.lot * 120000000, "postOnlyMaxLimitOrderSize": pair.lot * 1150000000}
    return {"symbolId": number, "symbol": joined(pair), "baseCoin": pair.base, "quoteCoin": pair.quote, "innovation": "0", "status": "Trading",
            "marginTrading": "utaOnly" if pair.base in ("BTC", "ETH") else "none", "stTag": "1" if pair.base == "BABYDOGE" else "0",
            "lotSizeFilter": {name: plain(Decimal(value)) for name, value in sizes.items()}, "priceFilter": {"tickSize": plain(pair.tick)},
            "riskParameters": {"priceLimitRatioX": "0.01", "priceLimitRatioY": "0.02"}, "symbolType": "xstocks" if pair.base == "AAPLX" else "",
            "xstockMultiplier": "1"}


def book(pair, levels, poll):
    bids, asks = ([[plain(p), plain(sum(q for _, q in orders))] for p, orders in side] for side in pair.book(levels))
    return {"s": joined(pair), "a": asks, "b": bids, "ts": time(poll), "u": 2876700 + 400 * poll, "seq": 47474967795 + 9000 * poll, "cts": time(poll) - 3}


def candles(rows):
    """Newest first."""
    return [[str(r["time"] * 1000), *(plain(r[k]) for k in ("open", "high", "low", "close", "volume")), plain(r["volume"] * r["close"])]
            for r in reversed(rows)]


def main():
    folder, pairs = Folder("bybit"), market()
    by_symbol = {pair.symbol: pair for pair in pairs}
    by_symbol[CANDLES].make_candles()
    infos = {pair.symbol: instrument(9 + number, pair) for number, pair in enumerate(pairs)}
    folder.write("instruments-info", 1, listed(*infos.values()), category="spot")
    for symbol in SINGLE:
        folder.write("instruments-info", 1, listed(infos[symbol]), category="spot", symbol=joined(by_symbol[symbol]))
    for poll in range(1, POLLS + 1):
        if poll > 1:
            for pair in pairs:
                pair.move()
        tickers = {pair.symbol: ticker(pair) for pair in pairs}
        folder.write("tickers", poll, listed(*tickers.values(), poll=poll), category="spot")
        for symbol in SINGLE:
            folder.write("tickers", poll, listed(tickers[symbol], poll=poll), category="spot", symbol=joined(by_symbol[symbol]))
        for symbol, levels in BOOKS.items():
            pair = by_symbol[symbol]
            folder.write("orderbook", poll, envelope(book(pair, levels, poll), poll), category="spot", symbol=joined(pair))
        pair = by_symbol[CANDLES]
        for step, code in CODES.items():
            body = listed(*candles(pair.candles[step]), poll=poll, symbol=joined(pair))
            folder.write("kline", poll, body, category="spot", symbol=joined(pair), interval=code)


if __name__ == "__main__":
    main()
