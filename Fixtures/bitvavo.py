#!/usr/bin/env python3
"""Makes the recorded responses in bitvavo/: a made-up market, always the same.

    python3 Fixtures/bitvavo.py

Nothing here was really traded. The traits are those of real responses: numbers are text, whole prices of a ticker that end in zeros have
an exponent, bids and asks can have zeros at their end; candles are newest first, and an hour without a trade has none. Not
confirmed: all values of a market without a trade are null, and a halted market is only in the list of markets.
"""

from decimal import Decimal

from market import DAY, HOUR, IN_USD, POLLS, START, Folder, Pair, encode, plain, rows

IN_EUR = str(Decimal(1) / Decimal(str(IN_USD["EUR"])))
FROM_MARKET = {"USDC-EUR": ("USDC-USD", IN_EUR)}
FROM_MARKET |= {s: (s, "1") for s in ("BTC-EUR", "ETH-EUR", "LTC-EUR", "XLM-EUR", "DOT-EUR", "USDT-EUR", "BTC-USDC", "ETH-USDC")}
FROM_MARKET |= {f"{base}-EUR": (f"{base}-USD", IN_EUR) for base in ("ADA", "SOL", "DOGE", "BCH", "TRX")}
FROM_MARKET |= {f"{base}-USDC": (f"{base}-USD", "1") for base in ("ADA", "SOL", "DOGE", "LTC")}
ONLY_HERE = {"MIOTA-EUR": ("0.00001", "0.15821", "0.16004", "81204.5"), "LUNA-EUR": ("0.00000001", "0.00005512", "0.00005421", "9412087"),
             "LUNA2-EUR": ("0.00001", "0.09481", "0.09377", "20418.2"), "VIC-EUR": ("0.0001", "0.2103", "0.2146", "3120.75")}
AUCTION = "GRT-EUR"
NOT_TRADED = ((AUCTION, "auction", "0.00001", "0.09412"), ("SHIB-EUR", "halted", "0.00000001", "0.00001006"))
NAMES = {"BTC": "Bitcoin", "ETH": "Ethereum", "LTC": "Litecoin", "XLM": "Stellar", "DOT": "Polkadot", "USDT": "Tether", "ADA": "Cardano",
         "SOL": "Solana", "DOGE": "Dogecoin", "BCH": "Bitcoin Cash", "TRX": "TRON", "USDC": "USDC", "MIOTA": "IOTA",
         "LUNA": "Terra Classic", "LUNA2": "Terra", "VIC": "Viction", "GRT": "The Graph", "SHIB": "Shiba Inu"}
SINGLE = ("BTC-EUR", "ETH-EUR", "BTC-USDC")
BOOKS = {"BTC-EUR": 60, "ETH-EUR": 40, "BTC-USDC": 20}
CANDLES = "BTC-EUR"
TICKS = {"BTC-EUR": "1", "BTC-USDC": "10", "ETH-EUR": "0.1"}


def market():
    known, made = rows(), []
    for here, (there, apart) in FROM_MARKET.items():
        tick, open, last, volume = known[there]
        volume = volume if Decimal(volume) else "18.4071"
        made.append(Pair("bitvavo", here, TICKS.get(here, tick), open, last, volume, "0.00000001", apart))
    return made + [Pair("bitvavo", s, *numbers, "0.00000001") for s, numbers in ONLY_HERE.items()]


def spelled(number):
    """The prices of a ticker: 25410 is 2.541E+4."""
    text = plain(number)
    digits = text.rstrip("0")
    if "." in text or digits == text or not digits:
        return text
    return f"{digits[0]}{'.' * (len(digits) > 1)}{digits[1:]}E+{len(text) - 1}"


def milliseconds(poll):
    return int(START.timestamp() * 1000) + 10000 * (poll - 1)


def ticker(pair, poll):
    now, padded = milliseconds(poll), lambda price: plain(price) + ("00" if price < 1 else "")
    traded = now - 1000 - int(pair.volume) % 5000
    return {"market": pair.symbol, "startTimestamp": now - DAY * 1000 - 18, "timestamp": now - 18, "open": spelled(pair.open),
            "openTimestamp": now - DAY * 1000 + 12345, "high": spelled(pair.high), "low": spelled(pair.low), "last": spelled(pair.last),
            "closeTimestamp": traded, "bid": padded(pair.bid), "bidSize": plain(pair.lot * 14100000), "ask": padded(pair.ask),
            "askSize": f"{pair.lot * 676000:.8f}", "volume": plain(pair.volume), "volumeQuote": plain(pair.volume * (pair.high + pair.low) / 2)}


def untraded(symbol, poll):
    return {name: symbol if name == "market" else None for name in ticker(Pair("bitvavo", symbol, "1", "1", "1", "1", "1"), poll)}


def instrument(symbol, tick, price, decimals=8, status="trading"):
    base, quote = symbol.split("-")
    least = (5 / price).quantize(Decimal(10) ** -decimals)
    return {"market": symbol, "status": status, "base": base, "quote": quote, "pricePrecision": None,
            "minOrderInBaseAsset": f"{least:f}", "minOrderInQuoteAsset": "5.00", "maxOrderInBaseAsset": "1000000000",
            "maxOrderInQuoteAsset": "1000000000", "quantityDecimals": decimals, "notionalDecimals": 2,
            "tickSize": f"{tick:f}00" if tick < 1 else f"{tick}.00", "maxOpenOrders": 100, "feeCategory": "A",
            "orderTypes": ["market", "limit", "stopLoss", "stopLossLimit", "takeProfit", "takeProfitLimit"]}


def book(pair, levels, poll):
    bids, asks = ([[plain(p), plain(sum(q for _, q in orders))] for p, orders in side] for side in pair.book(levels))
    return {"market": pair.symbol, "nonce": 95790000 + 37 * poll, "bids": bids, "asks": asks, "timestamp": milliseconds(poll) * 1000000 - 12000000}


def candles(rows, step):
    """Newest first; two of the older hours have none."""
    kept = [r for i, r in enumerate(rows) if step == DAY or i not in (9, 10)]
    return [[r["time"] * 1000, *(plain(r[k]) for k in ("open", "high", "low", "close", "volume"))] for r in reversed(kept)]


def main():
    folder, pairs = Folder("bitvavo"), market()
    by_symbol = {pair.symbol: pair for pair in pairs}
    by_symbol[CANDLES].make_candles()
    infos = [instrument(pair.symbol, pair.tick, pair.last) for pair in pairs]
    infos += [instrument(s, *map(Decimal, numbers), status=status) for s, status, *numbers in NOT_TRADED]
    folder.write("markets", 1, encode(infos))
    folder.write("assets", 1, encode([{"symbol": code, "name": name, "decimals": 8, "depositFee": "0", "networks": [code], "message": ""}
                                      for code, name in NAMES.items()]))
    for poll in range(1, POLLS + 1):
        if poll > 1:
            for pair in pairs:
                pair.move()
        tickers = {pair.symbol: ticker(pair, poll) for pair in pairs}
        folder.write("ticker/24h", poll, encode([*tickers.values(), untraded(AUCTION, poll)]))
        for symbol in SINGLE:
            folder.write("ticker/24h", poll, encode(tickers[symbol]), market=symbol)
        for symbol, levels in BOOKS.items():
            folder.write(f"{symbol}/book", poll, encode(book(by_symbol[symbol], levels, poll)))
        for step, interval in ((HOUR, "1h"), (DAY, "1d")):
            folder.write(f"{CANDLES}/candles", poll, encode(candles(by_symbol[CANDLES].candles[step], step)), interval=interval)


if __name__ == "__main__":
    main()
