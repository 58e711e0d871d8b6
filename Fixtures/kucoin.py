#!/usr/bin/env python3
"""Makes the recorded responses in kucoin/: a made-up market, always the same.

    python3 Fixtures/kucoin.py

Nothing here was really traded. The traits are those of real responses: all numbers are text, volumes with up to 16
decimals; the symbol of a renamed coin stays, its name changes, and can have small letters; a value of a new pair is null;
candles are newest first, with the close before the high and the low.
"""

from decimal import Decimal

from market import DAY, HOUR, POLLS, START, Folder, Pair, encode, plain, rows

FROM_MARKET = {s: s for s in ("BTC-USDT", "ETH-USDT", "SOL-USDT", "ADA-USDT", "LINK-USDT", "AAVE-USDT", "UNI-USDT", "TRX-USDT",
                              "BTC-USDC", "ETH-USDC", "BTC-EUR", "ETH-EUR", "ETH-BTC", "LTC-BTC")}
FROM_MARKET |= {f"{base}-USDT": f"{base}-USD" for base in ("LTC", "DOGE", "DOT", "SHIB", "XLM", "USDC")}
ONLY_HERE = {"KCS-USDT": ("0.001", "7.112", "7.243", "4120.7"), "BCHSV-USDT": ("0.01", "31.42", "30.87", "210.4"),
             "ETH2-ETH": ("0.0001", "0.9971", "0.9968", "12.5"), "KALT-USDT": ("0.00001", "0.08411", "0.08307", "91024.1")}
# The names of renamed coins.
NAMES = {"BCHSV-USDT": "BSV-USDT", "ETH2-ETH": "ksETH-ETH", "KALT-USDT": "kALT-USDT"}
NEW, DISABLED = "NEW-USDT", "ZRX-USDT"
SINGLE = ("BTC-USDT", "BTC-EUR", "ETH-USDT")
BOOKS = {"BTC-USDT": 60, "ETH-BTC": 20}
CANDLES = "BTC-USDT"
FULL_NAMES = {"BTC": "Bitcoin", "ETH": "Ethereum", "SOL": "Solana", "ADA": "Cardano", "LINK": "Chainlink", "AAVE": "Aave", "UNI": "Uniswap",
              "TRX": "TRON", "LTC": "Litecoin", "DOGE": "Dogecoin", "DOT": "Polkadot", "SHIB": "SHIBA INU", "XLM": "Stellar Lumens",
              "USDC": "USD Coin", "KCS": "KCS", "BCHSV": "Bitcoin SV", "ETH2": "KuCoin staked ETH", "KALT": "Altlayer", "NEW": "New",
              "ZRX": "0x"}
# Volumes of 24 hours have more decimals than a lot.
FINE = Decimal("0.0000000000000137")


def market():
    known, lot = rows(), lambda symbol: "1" if symbol.startswith("SHIB") else "0.00000001" if symbol.startswith("BTC") else "0.0001"
    pairs = [Pair("kucoin", here, *known[there], lot(here), "1.00013") for here, there in FROM_MARKET.items()]
    return pairs + [Pair("kucoin", s, *numbers, "0.0001") for s, numbers in ONLY_HERE.items()]


def envelope(data):
    return encode({"code": "200000", "data": data})


def time(poll):
    return int(START.timestamp() * 1000) + 10000 * (poll - 1) - 17


def alone(pair, poll):
    """Without the sizes and the name of the list."""
    change, volume = pair.last - pair.open, pair.volume + FINE if pair.volume else pair.volume
    rate, mean = (change / pair.open).quantize(Decimal("0.0001")), (pair.high + pair.low) / 2
    numbers = {"buy": pair.bid, "sell": pair.ask, "changeRate": rate, "changePrice": change, "open": pair.open, "high": pair.high,
               "low": pair.low, "vol": volume, "volValue": volume * mean, "last": pair.last, "averagePrice": mean}
    return {"time": time(poll), "symbol": pair.symbol, **{key: plain(number) for key, number in numbers.items()}, "takerFeeRate": "0.001",
            "makerFeeRate": "0.001", "takerCoefficient": "1", "makerCoefficient": "1"}


def ticker(pair, poll):
    row = alone(pair, poll) | {"symbolName": NAMES.get(pair.symbol, pair.symbol), "bestBidSize": plain(pair.lot * 141000),
                               "bestAskSize": plain(pair.lot * 67600), "lastSize": plain(pair.lot * 54321)}
    del row["time"]
    return row


def unknown(symbol):
    names = ("buy", "sell", "changeRate", "changePrice", "open", "high", "low", "vol", "volValue", "last", "averagePrice")
    return {"symbol": symbol, "symbolName": symbol, **dict.fromkeys(names)}


def instrument(symbol, tick, lot, trades=True, is_auction=False):
    name = NAMES.get(symbol, symbol)
    base, quote = name.split("-")
    return {"symbol": symbol, "name": name, "baseCurrency": base, "quoteCurrency": quote, "feeCurrency": quote, "market": "USDS",
            "baseMinSize": plain(lot * 10), "quoteMinSize": "0.1", "baseMaxSize": "10000000000", "quoteMaxSize": "99999999",
            "baseIncrement": plain(lot), "quoteIncrement": plain(tick), "priceIncrement": plain(tick), "priceLimitRate": "0.1",
            "minFunds": None if quote == "EUR" else "0.1", "isMarginEnabled": base == "BTC", "enableTrading": trades, "st": False,
            "callauctionIsEnabled": is_auction, "tradingStartTime": None}


def currency(code, full_name):
    name = next((NAMES[s].split("-")[0] for s in NAMES if s.startswith(f"{code}-")), code)
    return {"currency": code, "name": name, "fullName": full_name, "precision": 8, "contractAddress": None, "chains": []}


def book(pair, levels, poll):
    bids, asks = ([[plain(p), plain(sum(q for _, q in orders))] for p, orders in side] for side in pair.book(levels))
    return {"time": time(poll), "sequence": str(36463731205 + poll * 1977), "bids": bids, "asks": asks}


def candles(rows):
    """Newest first."""
    return [[str(r["time"]), *(plain(r[k]) for k in ("open", "close", "high", "low", "volume")),
             plain(r["volume"] * (r["high"] + r["low"]) / 2)] for r in reversed(rows)]


def main():
    folder, pairs = Folder("kucoin"), market()
    by_symbol = {pair.symbol: pair for pair in pairs}
    by_symbol[CANDLES].make_candles()
    infos = {pair.symbol: instrument(pair.symbol, pair.tick, pair.lot) for pair in pairs}
    tick, lot = Decimal("0.0001"), Decimal("0.01")
    infos |= {NEW: instrument(NEW, tick, lot, False, True), DISABLED: instrument(DISABLED, tick, lot, False)}
    folder.write("v2/symbols", 1, envelope(list(infos.values())))
    folder.write("v3/currencies", 1, envelope([currency(*row) for row in FULL_NAMES.items()]))
    for symbol in SINGLE:
        folder.write(f"v2/symbols/{symbol}", 1, envelope(infos[symbol]))
    for poll in range(1, POLLS + 1):
        if poll > 1:
            for pair in pairs:
                pair.move()
        silent = [unknown(NEW), unknown(DISABLED) | {"last": "0.2871", "vol": "0"}]
        folder.write("v1/market/allTickers", poll, envelope({"time": time(poll), "ticker": [ticker(pair, poll) for pair in pairs] + silent}))
        for symbol in SINGLE:
            folder.write("v1/market/stats", poll, envelope(alone(by_symbol[symbol], poll)), symbol=symbol)
        for symbol, levels in BOOKS.items():
            folder.write("v1/market/orderbook/level2_100", poll, envelope(book(by_symbol[symbol], levels, poll)), symbol=symbol)
        for step, period in ((HOUR, "1hour"), (DAY, "1day")):
            folder.write("v1/market/candles", poll, envelope(candles(by_symbol[CANDLES].candles[step])), symbol=CANDLES, type=period)


if __name__ == "__main__":
    main()
