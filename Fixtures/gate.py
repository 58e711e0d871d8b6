#!/usr/bin/env python3
"""Makes the recorded responses in gate/: a made-up market, always the same.

    python3 Fixtures/gate.py

Nothing here was really traded. The traits are those of real responses: all numbers are text, without zeros at the end, but
volumes of candles are padded to 8 decimals; the price 24 hours ago is only sent as a percentage of two decimals; a side
without orders is an empty text, a dead pair keeps its last price and has zeros; tokens with leverage have further members;
candles are oldest first, with the volume and the close before the other prices.
"""

from decimal import Decimal

from market import DAY, HOUR, POLLS, START, Folder, Pair, encode, plain, rows

FROM_MARKET = {s: s for s in ("BTC-USDT", "ETH-USDT", "SOL-USDT", "ADA-USDT", "LINK-USDT", "AAVE-USDT", "UNI-USDT", "TRX-USDT",
                              "BTC-USDC", "ETH-USDC", "ETH-BTC", "LTC-BTC")}
FROM_MARKET |= {f"{base}-USDT": f"{base}-USD" for base in ("LTC", "DOGE", "DOT", "SHIB", "XLM", "USDC")}
ONLY_HERE = {"GT-USDT": ("0.001", "4.871", "4.902", "20412.7"), "BTC3L-USDT": ("0.00001", "0.41207", "0.43304", "71200.5"),
             "币安人生-USDT": ("0.00001", "0.15112", "0.14703", "310455")}
# A pair of which only bids or only asks are accepted; one that is not traded; one without bids.
SELLABLE, DEAD, NO_BIDS = "SOLD_USDT", "GONE_USDT", "USDT_USD"
SINGLE = ("BTC-USDT", "ETH-USDT")
BOOKS = {"BTC-USDT": 60, "ETH-BTC": 20}
CANDLES = "BTC-USDT"
NAMES = {"BTC": "Bitcoin", "ETH": "Ethereum", "SOL": "Solana", "ADA": "Cardano", "LINK": "ChainLink", "AAVE": "Aave", "UNI": "Uniswap",
         "TRX": "TRON", "LTC": "Litecoin", "DOGE": "Dogecoin", "DOT": "Polkadot", "SHIB": "Shiba Inu", "XLM": "Stellar", "USDC": "USDCoin",
         "USDT": "Tether", "GT": "GateToken", "BTC3L": "BTC3xLong", "USD": ""}


def market():
    known, lot = rows(), lambda symbol: "1" if symbol.startswith("SHIB") else "0.000001" if symbol.startswith("BTC") else "0.0001"
    pairs = [Pair("gate", here, *known[there], lot(here), "1.00021") for here, there in FROM_MARKET.items()]
    return pairs + [Pair("gate", s, *numbers, "0.01") for s, numbers in ONLY_HERE.items()]


def name(pair):
    return pair.symbol.replace("-", "_")


def row(name, last, ask, bid, percentage, base_volume, quote_volume, high, low):
    return {"currency_pair": name, "last": last, "lowest_ask": ask, "highest_bid": bid, "change_percentage": percentage,
            "base_volume": base_volume, "quote_volume": quote_volume, "high_24h": high, "low_24h": low}


def ticker(pair):
    percentage = ((pair.last - pair.open) * 100 / pair.open).quantize(Decimal("0.01"))
    numbers = (pair.last, pair.ask, pair.bid, percentage, pair.volume, pair.volume * (pair.high + pair.low) / 2, pair.high, pair.low)
    made = row(name(pair), *map(plain, numbers))
    if pair.base == "BTC3L":
        made |= {"etf_net_value": plain(pair.last + pair.tick), "etf_pre_net_value": plain(pair.open),
                 "etf_pre_timestamp": int(START.timestamp()) - HOUR, "etf_leverage": "2.9417697"}
    return made


def alone(pair):
    return [ticker(pair) | {"lowest_size": plain(pair.lot * 67600), "highest_size": plain(pair.lot * 141000)}]


def instrument(name, tick, lot, status="tradable", **limits):
    base, quote = name.split("_")
    limits = {"min_base_amount": plain(lot), "min_quote_amount": "0.00001" if quote == "BTC" else "3", **limits}
    return {"id": name, "base": base, "base_name": NAMES.get(base, base), "quote": quote, "quote_name": NAMES[quote], "trade_quotes": [],
            "fee": "0.2", **limits, "max_quote_amount": "5000000", "amount_precision": max(0, -lot.as_tuple().exponent),
            "precision": -tick.as_tuple().exponent, "trade_status": status, "sell_start": 0, "buy_start": 0, "type": "normal",
            "trade_url": f"https://www.gate.com/trade/{name}", "st_tag": status == "untradable"}


def book(pair, levels, poll):
    bids, asks = ([[plain(p), plain(sum(q for _, q in orders))] for p, orders in side] for side in pair.book(levels))
    time = int(START.timestamp() * 1000) + 10000 * (poll - 1)
    return {"id": 36463731205 + poll * 1977, "current": time - 4, "update": time - 21, "asks": asks, "bids": bids}


def candles(rows):
    """Oldest first; the last one is not closed."""
    return [[str(r["time"]), f"{r['volume'] * (r['high'] + r['low']) / 2:.8f}", *(plain(r[k]) for k in ("close", "high", "low", "open")),
             f"{r['volume']:.8f}", "true" if r is not rows[-1] else "false"] for r in rows]


def main():
    folder, pairs = Folder("gate"), market()
    by_symbol = {pair.symbol: pair for pair in pairs}
    by_symbol[CANDLES].make_candles()
    infos = {name(pair): instrument(name(pair), pair.tick, pair.lot) for pair in pairs}
    infos["BTC_USDT"]["max_base_amount"] = "100"
    for symbol, status in ((SELLABLE, "sellable"), (DEAD, "untradable"), (NO_BIDS, "untradable")):
        infos[symbol] = instrument(symbol, Decimal("0.0001"), Decimal("0.01"), status)
    folder.write("spot/currency_pairs", 1, encode(list(infos.values())))
    for symbol in SINGLE:
        key = name(by_symbol[symbol])
        folder.write(f"spot/currency_pairs/{key}", 1, encode(infos[key]))
    still = [row(SELLABLE, "0.0213", "0.0214", "0.0198", "-14.46", "20412.7", "447.0381", "0.0249", "0.0201"),
             row(DEAD, "0.0075", "0.0075", "0.0005", "0", "0", "0", "0", "0"), row(NO_BIDS, "1", "1", "", "0", "13", "13", "1", "1")]
    for poll in range(1, POLLS + 1):
        if poll > 1:
            for pair in pairs:
                pair.move()
        folder.write("spot/tickers", poll, encode([ticker(pair) for pair in pairs] + still))
        for symbol in SINGLE:
            folder.write("spot/tickers", poll, encode(alone(by_symbol[symbol])), currency_pair=name(by_symbol[symbol]))
        for symbol, levels in BOOKS.items():
            folder.write("spot/order_book", poll, encode(book(by_symbol[symbol], levels, poll)), currency_pair=name(by_symbol[symbol]))
        for step, interval in ((HOUR, "1h"), (DAY, "1d")):
            folder.write("spot/candlesticks", poll, encode(candles(by_symbol[CANDLES].candles[step])), currency_pair="BTC_USDT", interval=interval)


if __name__ == "__main__":
    main()
