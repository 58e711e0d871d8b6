#!/usr/bin/env python3
"""Makes the recorded responses in bitget/: a made-up market, always the same.

    python3 Fixtures/bitget.py

Nothing here was really traded. The traits are those of real responses: symbols without a separator (WLFIUSD1 is
WLFI-USD1); all numbers and times are text, without zeros at the end, except quantities in books, which have 16 decimals;
two opening prices; a halted pair has only its last price, zeros, and sizes that are null; steps are numbers of decimals;
candles are oldest first. That gray and offline pairs have no ticker is unconfirmed.
"""

from decimal import Decimal

from market import DAY, HOUR, POLLS, START, Folder, Pair, encode, plain, rows

FROM_MARKET = {s: s for s in ("BTC-USDT", "ETH-USDT", "SOL-USDT", "ADA-USDT", "LINK-USDT", "BTC-USDC", "ETH-USDC", "BTC-EUR", "ETH-EUR", "LTC-EUR",
                              "USDT-EUR", "LTC-BTC", "ETH-BTC", "XLM-BTC")}
FROM_MARKET |= {"LTC-USDT": "LTC-USD", "DOGE-USDT": "DOGE-USD", "DOT-USDT": "DOT-USD", "SHIB-USDT": "SHIB-USD", "XLM-USDT": "XLM-USD",
                "USDC-USDT": "USDC-USD"}
ONLY_HERE = {"BGB-USDT": ("0.0001", "4.6121", "4.5873", "8120.4"), "AB-USDT": ("0.000001", "0.00897", "0.009078", "272719"),
             "BTC-BRL": ("1", "141870", "144260", "0.412")}
OTHERS = {"halt": ("WLFI-USD1", "0.1788"), "gray": ("NEW-USDT", "0.5"), "offline": ("OLD-USDT", "0.02")}
SINGLE = ("BTC-USDT", "ETH-USDT", "ETH-BTC")
BOOKS = {"BTC-USDT": 60, "ETH-BTC": 20}
CANDLES = "BTC-USDT"
CODES = {HOUR: "1h", DAY: "1Dutc"}


def market():
    lot = lambda symbol: "1" if symbol.startswith(("SHIB", "XLM-B")) else "0.000001" if symbol.startswith("BTC") else "0.0001"
    known, busier = rows(), lambda tick, open, last, volume: (tick, open, last, Decimal(volume) * 12)
    pairs = [Pair("bitget", here, *busier(*known[there]), lot(here), "1.00009") for here, there in FROM_MARKET.items()]
    return pairs + [Pair("bitget", s, *numbers, lot(s)) for s, numbers in ONLY_HERE.items()]


def joined(pair):
    return pair.symbol.replace("-", "")


def envelope(data, poll=1):
    return encode({"code": "00000", "msg": "success", "requestTime": time(poll), "data": data})


def time(poll, before=21):
    return int(START.timestamp() * 1000) + 10000 * (poll - 1) - before


def ratio(last, open):
    return plain((last / open - 1).quantize(Decimal("0.00001")))


def ticker(pair, poll):
    today = pair.candles[DAY][-1]["open"] if pair.candles else pair.step((pair.open + pair.last) / 2)
    quote = pair.volume * (pair.high + pair.low) / 2
    in_usdt = quote * {"BTC": 27412, "EUR": Decimal("1.087"), "BRL": Decimal("0.19")}.get(pair.quote, 1)
    return {"open": plain(pair.open), "symbol": joined(pair), "high24h": plain(pair.high), "low24h": plain(pair.low), "lastPr": plain(pair.last),
            "quoteVolume": plain(quote.quantize(Decimal("0.0001"))), "baseVolume": plain(pair.volume), "usdtVolume": plain(in_usdt),
            "ts": str(time(poll, 1200 + 10 * len(pair.symbol))), "bidPr": plain(pair.bid), "askPr": plain(pair.ask), "bidSz": plain(pair.lot * 1410),
            "askSz": plain(pair.lot * 676), "openUtc": plain(today), "changeUtc24h": ratio(pair.last, today), "change24h": ratio(pair.last, pair.open)}


def halted(pair, poll):
    zeros = ("open", "openUtc", "high24h", "low24h", "quoteVolume", "baseVolume", "usdtVolume", "bidPr", "askPr", "changeUtc24h", "change24h")
    return {**ticker(pair, poll), **dict.fromkeys(zeros, "0"), "bidSz": None, "askSz": None}


def instrument(pair, status="online"):
    decimals = lambda step: str(max(0, -step.normalize().as_tuple().exponent))
    old = status == "offline"
    return {"symbol": joined(pair), "baseCoin": pair.base, "quoteCoin": pair.quote, "minTradeAmount": "500" if old else "0",
            "maxTradeAmount": "1000000" if old else "900000000000000000000", "takerFeeRate": "0.001", "makerFeeRate": "0.001",
            "pricePrecision": decimals(pair.tick), "quantityPrecision": decimals(pair.lot), "quotePrecision": decimals(pair.tick * pair.lot),
            "status": status, "minTradeUSDT": "1", "buyLimitPriceRatio": "0.02", "sellLimitPriceRatio": "0.02", "areaSymbol": "no",
            "orderQuantity": "200", "openTime": "1532454360000", "offTime": "1793793600000" if old else "", "maxLimitOrderValue": "20000000",
            "maxMarketOrderValue": "1000000"}


def book(pair, levels, poll):
    bids, asks = ([[plain(p), f"{sum(q for _, q in orders):.16f}"] for p, orders in side] for side in pair.book(levels))
    return {"asks": asks, "bids": bids, "ts": str(time(poll, 147))}


def candles(rows):
    return [[str(r["time"] * 1000), *(plain(r[k]) for k in ("open", "high", "low", "close", "volume")), *[plain(r["volume"] * r["close"])] * 2]
            for r in rows]


def main():
    folder, pairs = Folder("bitget"), market()
    by_symbol = {pair.symbol: pair for pair in pairs}
    by_symbol[CANDLES].make_candles()
    others = {status: Pair("bitget", symbol, "0.0001", price, price, "0", "0.01") for status, (symbol, price) in OTHERS.items()}
    infos = [instrument(pair) for pair in pairs] + [instrument(pair, status) for status, pair in others.items()]
    folder.write("spot/public/symbols", 1, envelope(infos))
    for symbol in SINGLE:
        folder.write("spot/public/symbols", 1, envelope([instrument(by_symbol[symbol])]), symbol=joined(by_symbol[symbol]))
    for poll in range(1, POLLS + 1):
        if poll > 1:
            for pair in pairs:
                pair.move()
        tickers = {pair.symbol: ticker(pair, poll) for pair in pairs}
        folder.write("spot/market/tickers", poll, envelope([*tickers.values(), halted(others["halt"], poll)], poll))
        for symbol in SINGLE:
            folder.write("spot/market/tickers", poll, envelope([tickers[symbol]], poll), symbol=joined(by_symbol[symbol]))
        for symbol, levels in BOOKS.items():
            pair = by_symbol[symbol]
            folder.write("spot/market/orderbook", poll, envelope(book(pair, levels, poll), poll), symbol=joined(pair), type="step0")
        pair = by_symbol[CANDLES]
        for step, code in CODES.items():
            folder.write("spot/market/candles", poll, envelope(candles(pair.candles[step]), poll), symbol=joined(pair), granularity=code)


if __name__ == "__main__":
    main()
