#!/usr/bin/env python3
"""Makes the recorded answers in binance/: a made-up market, always the same.

    python3 Fixtures/binance.py

Nothing here was really traded. The traits are those of real answers: symbols without a separator, of
which some mislead (TUSDT is T-USDT) and one is not ASCII, padded numbers, pairs that are traded no more
(zeros, `count` 0, BREAK), dollars that are mostly USDT.
"""

from decimal import Decimal

from market import DAY, HOUR, POLLS, START, Folder, Pair, encode, rows

HERE_TOO = {s: s for s in ("BTC-USDT", "ETH-USDT", "SOL-USDT", "ADA-USDT", "LINK-USDT", "AAVE-USDT", "UNI-USDT", "BTC-USDC", "ETH-USDC", "BTC-EUR",
                           "ETH-EUR", "LTC-EUR", "ETH-BTC", "LTC-BTC", "XLM-BTC", "BTC-TRY", "USDT-TRY")}
HERE_TOO |= {"LTC-USDT": "LTC-USD", "DOGE-USDT": "DOGE-USD", "DOT-USDT": "DOT-USD", "SHIB-USDT": "SHIB-USD", "XLM-USDT": "XLM-USD",
             "USDC-USDT": "USDC-USD", "EUR-USDT": "EUR-USD"}
ONLY_HERE = {"BNB-USDT": ("0.01", "231.92", "233.14", "8120.4"), "BNB-BTC": ("0.000001", "0.008604", "0.008505", "611.2"),
             "T-USDT": ("0.00001", "0.01832", "0.01807", "90112"), "币安人生-USDT": ("0.0001", "0.1498", "0.1523", "410220")}
DEAD = {"BCC-USDT": "0.01", "VEN-BTC": "0.00000001", "STEEM-ETH": "0.000001"}
SINGLE = ("BTC-USDT", "ETH-USDT", "ETH-BTC")
BOOKS = {"BTC-USDT": 60, "ETH-BTC": 20}
CANDLES = "BTC-USDT"


def padded(value):
    return f"{value:.8f}"


def market():
    known = rows()
    lot = lambda symbol: "1" if symbol.startswith(("SHIB", "XLM-B", "T-", "币")) else "0.00001" if symbol.startswith("BTC") else "0.0001"
    busier = lambda tick, open, last, volume: (tick, open, last, Decimal(volume) * 40)
    pairs = [Pair("binance", here, *busier(*known[there]), lot(here), "1.00021") for here, there in HERE_TOO.items()]
    return pairs + [Pair("binance", s, *numbers, lot(s)) for s, numbers in ONLY_HERE.items()]


def joined(symbol):
    return symbol.replace("-", "")


def ticker(pair, poll, mini):
    prices = {k: padded(getattr(pair, k)) for k in ("open", "high", "low", "last", "bid", "ask")}
    average, change, now = (pair.high + pair.low) / 2, pair.last - pair.open, int(START.timestamp() * 1000) + 10000 * (poll - 1)
    row = {"symbol": joined(pair.symbol)}
    if not mini:
        row |= {"priceChange": padded(change), "priceChangePercent": f"{change / pair.open * 100:.3f}", "weightedAvgPrice": padded(average),
                "prevClosePrice": prices["open"], "lastPrice": prices["last"], "lastQty": padded(pair.lot * 54), "bidPrice": prices["bid"],
                "bidQty": padded(pair.lot * 1410), "askPrice": prices["ask"], "askQty": padded(pair.lot * 676)}
    row |= {"openPrice": prices["open"], "highPrice": prices["high"], "lowPrice": prices["low"], "lastPrice": prices["last"]}
    count = int(pair.volume * average / 300) + 1
    return {**row, "volume": padded(pair.volume), "quoteVolume": padded(pair.volume * average), "openTime": now - DAY * 1000, "closeTime": now,
            "firstId": 3148265489, "lastId": 3148265488 + count, "count": count}


def dead(symbol, poll, mini):
    zeros = [k for k in ("priceChange", "priceChangePercent", "weightedAvgPrice", "prevClosePrice", "lastQty", "bidPrice", "bidQty", "askPrice", "askQty")
             if not mini] + ["openPrice", "highPrice", "lowPrice", "lastPrice", "volume", "quoteVolume"]
    now = int(START.timestamp() * 1000) + 10000 * (poll - 1)
    return {"symbol": joined(symbol), **dict.fromkeys(zeros, padded(0)), "openTime": now - DAY * 1000, "closeTime": now, "firstId": -1, "lastId": -1,
            "count": 0}


def symbol(name, tick, lot, status="TRADING"):
    base, quote = name.split("-")
    notional = {"filterType": "NOTIONAL", "minNotional": "5.00000000", "applyMinToMarket": True, "maxNotional": "9000000.00000000"}
    if quote == "BTC":
        notional = {"filterType": "MIN_NOTIONAL", "minNotional": "0.00010000", "applyToMarket": True, "avgPriceMins": 5}
    return {"symbol": joined(name), "status": status, "baseAsset": base, "baseAssetPrecision": 8, "quoteAsset": quote, "quotePrecision": 8,
            "orderTypes": ["LIMIT", "MARKET"], "icebergAllowed": True, "isSpotTradingAllowed": status == "TRADING",
            "filters": [{"filterType": "PRICE_FILTER", "minPrice": padded(tick), "maxPrice": "1000000.00000000", "tickSize": padded(tick)},
                        {"filterType": "LOT_SIZE", "minQty": padded(lot), "maxQty": padded(lot * 900000000), "stepSize": padded(lot)},
                        {"filterType": "MARKET_LOT_SIZE", "minQty": "0.00000000", "maxQty": "873.90727776", "stepSize": "0.00000000"},
                        {"filterType": "MAX_NUM_ORDERS", "maxNumOrders": 200}, notional],
            "permissions": [], "permissionSets": []}


def information(rows):
    limits = [{"rateLimitType": "REQUEST_WEIGHT", "interval": "MINUTE", "intervalNum": 1, "limit": 6000}]
    return encode({"timezone": "UTC", "serverTime": int(START.timestamp() * 1000), "rateLimits": limits, "exchangeFilters": [], "symbols": rows})


def main():
    folder, pairs = Folder("binance"), market()
    by_symbol = {p.symbol: p for p in pairs}
    by_symbol[CANDLES].make_candles()
    infos = {p.symbol: symbol(p.symbol, p.tick, p.lot) for p in pairs}
    infos |= {name: symbol(name, Decimal(tick), Decimal("0.001"), "BREAK") for name, tick in DEAD.items()}
    folder.write("exchangeInfo", 1, information(list(infos.values())), showPermissionSets="false")
    for name in SINGLE:
        folder.write("exchangeInfo", 1, information([infos[name]]), symbol=joined(name))
    for poll in range(1, POLLS + 1):
        if poll > 1:
            for pair in pairs:
                pair.move()
        for mini in (False, True):
            kind = {"type": "MINI"} if mini else {}
            answer = [ticker(p, poll, mini) for p in pairs] + [dead(name, poll, mini) for name in DEAD]
            folder.write("ticker/24hr", poll, encode(answer), **kind)
            for name in SINGLE:
                folder.write("ticker/24hr", poll, encode(ticker(by_symbol[name], poll, mini)), symbol=joined(name), **kind)
        for name, levels in BOOKS.items():
            bids, asks = ([[padded(p), padded(sum(q for _, q in orders))] for p, orders in side] for side in by_symbol[name].book(levels))
            folder.write("depth", poll, encode({"lastUpdateId": 15602512 + 400 * (poll - 1), "bids": bids, "asks": asks}), symbol=joined(name))
        for step, interval in ((HOUR, "1h"), (DAY, "1d")):
            candles = [[r["time"] * 1000, *(padded(r[k]) for k in ("open", "high", "low", "close", "volume")), (r["time"] + step) * 1000 - 1,
                        padded(r["volume"] * r["close"]), int(r["volume"] * 40) + 1, padded(r["volume"] / 2), padded(r["volume"] * r["close"] / 2), "0"]
                       for r in by_symbol[CANDLES].candles[step]]
            folder.write("klines", poll, encode(candles), symbol=joined(CANDLES), interval=interval)


if __name__ == "__main__":
    main()
