#!/usr/bin/env python3
"""Makes the recorded answers in coinbase/: a made-up market, always the same.

    python3 Fixtures/coinbase.py

Nothing here was really traded. The traits are those of real answers: no bid and ask in the list, a
product without statistics (GODS-USD) and one of zeros (ZEC-USDC), statistics that lack parts, delisted
products, an auction whose base is BTC, candles newest first with low and high before the open.
"""

from decimal import Decimal

from market import DAY, HOUR, POLLS, START, Folder, Pair, encode, plain, rows

NAMES = {"BTC": "Bitcoin", "ETH": "Ethereum", "SOL": "Solana", "DOGE": "Dogecoin", "ADA": "Cardano", "LTC": "Litecoin", "BCH": "Bitcoin Cash",
         "DOT": "Polkadot", "SHIB": "Shiba Inu", "XLM": "Stellar Lumens", "XRP": "XRP", "UNI": "Uniswap", "USDT": "Tether", "USDC": "USDC",
         "YFI": "yearn.finance", "WBTC": "Wrapped Bitcoin", "RAD": "Radworks", "GODS": "Gods Unchained", "ZEC": "Zcash", "00": "00 Token",
         "1INCH": "1inch", "USD": "United States Dollar", "EUR": "Euro", "GBP": "British Pound"}
HERE_TOO = ["BTC-USD", "ETH-USD", "SOL-USD", "DOGE-USD", "ADA-USD", "LTC-USD", "BCH-USD", "DOT-USD", "SHIB-USD", "XLM-USD", "UNI-USD", "USDT-USD",
            "YFI-USD", "WBTC-USD", "BTC-USDT", "BTC-EUR", "ETH-EUR", "BTC-GBP", "ETH-BTC"]
ONLY_HERE = {"XRP-USD": ("0.0001", "0.2611", "0.2634", "91204.1"), "RAD-USD": ("0.0001", "0.0871", "0.0859", "5120"),
             "00-USD": ("0.00001", "0.00412", "0.00407", "40871.2"), "1INCH-USD": ("0.001", "0.171", "0.173", "820.55")}
SILENT = {"GODS-USD": "0.0001", "ZEC-USDC": "0.01"}
DELISTED = {"MOVE-USD": "MOVE", "BAL-BTC": "BAL", "EOS-USD": "EOS", "EOS-EUR": "EOS"}
LACKING = {"00-USD", "YFI-USD"}
SINGLE = ("BTC-USD", "ETH-USD", "XLM-USD")
BOOKS = {"BTC-USD": 40, "ETH-BTC": 15}
SINGLE_ORDERS = "BTC-USD"


def market():
    known = rows()
    pairs = [Pair("coinbase", s, *known[s], "0.00000001", "1.00012") for s in HERE_TOO]
    return pairs + [Pair("coinbase", s, *numbers, "0.00000001") for s, numbers in ONLY_HERE.items()]


def stats(pair):
    return {k: plain(getattr(pair, k)) for k in ("open", "high", "low", "last", "volume")}


def all_stats(pair):
    day = stats(pair)
    if pair.symbol in LACKING:
        return {"stats_24hour": day}
    return {"stats_30day": {"volume": plain(pair.volume * 29), "rfq_volume": "5321.004"}, "stats_24hour": {**day, "rfq_volume": "31.625279"}}


def product(id, tick, status="online", **more):
    base, quote = id.split("-")
    return {"id": id, "base_currency": base, "quote_currency": quote, "quote_increment": tick, "base_increment": "0.00000001",
            "display_name": id, "min_market_funds": "1", "margin_enabled": False, "post_only": False, "limit_only": False, "cancel_only": False,
            "status": status, "status_message": "", "trading_disabled": status != "online", "fx_stablecoin": False,
            "max_slippage_percentage": "0.03000000", "auction_mode": False, "high_bid_limit_percentage": "0.02" if base == "USDT" else "", **more}


def currency(code):
    fiat = code in ("USD", "EUR", "GBP")
    return {"id": code, "name": NAMES[code], "min_size": "0.01" if fiat else "0.00000001", "status": "online", "message": "",
            "max_precision": "0.01" if fiat else "0.00000001", "convertible_to": [],
            "details": {"type": "fiat" if fiat else "crypto", "symbol": {"BTC": "₿", "USD": "$", "EUR": "€", "GBP": "£"}.get(code),
                        "display_name": None, "min_withdrawal_amount": Decimal("1E-8")}, "default_network": "", "display_name": code}


def java(value):
    """As a list of candles prints its numbers: 27412.35, 27412, 1E-8."""
    return str(value.normalize()) if value and value.adjusted() < -6 else plain(value)


def main():
    folder, pairs = Folder("coinbase"), market()
    by_symbol = {p.symbol: p for p in pairs}
    by_symbol["BTC-USD"].make_candles()
    products = [product(p.symbol, plain(p.tick), limit_only=p.base == "RAD") for p in pairs]
    products += [product(s, tick) for s, tick in SILENT.items()] + [product(s, "0.0001", "delisted") for s in DELISTED]
    products.append(product("BTCAUCTION-USD", "0.01", base_currency="BTC", auction_mode=True, trading_disabled=True))
    products.sort(key=lambda row: row["id"][::-1])
    folder.write("products", 1, encode(products))
    folder.write("currencies", 1, encode([currency(code) for code in NAMES], java))
    for symbol in SINGLE:
        folder.write(f"products/{symbol}", 1, encode(next(row for row in products if row["id"] == symbol)))
        base = symbol.split("-")[0]
        folder.write(f"currencies/{base}", 1, encode(currency(base), java))
    for poll in range(1, POLLS + 1):
        at = f"{START:%Y-%m-%dT%H:%M}:{10 * (poll - 1):02}.031844642Z"
        if poll > 1:
            for pair in pairs:
                pair.move()
        answer = {p.symbol: all_stats(p) for p in pairs}
        answer |= {"GODS-USD": {"stats_30day": {}, "stats_24hour": {}},
                   "ZEC-USDC": {"stats_30day": {"volume": "0"}, "stats_24hour": dict.fromkeys(("open", "high", "low", "last", "volume"), "0")}}
        folder.write("products/stats", poll, encode(dict(sorted(answer.items(), key=lambda item: item[0][::-1]))))
        for pair in pairs:
            quote = {"ask": plain(pair.ask), "bid": plain(pair.bid), "volume": plain(pair.volume), "trade_id": 1040406588 + poll,
                     "price": plain(pair.last), "size": plain(pair.lot * 782662), "time": at, "rfq_volume": "31.625279"}
            folder.write(f"products/{pair.symbol}/ticker", poll, encode(quote))
        for symbol in SILENT:
            folder.write(f"products/{symbol}/ticker", poll, encode({"ask": "0", "bid": "0", "volume": "0", "price": "0", "size": "0", "time": at}))
        for symbol in SINGLE:
            body = {**stats(by_symbol[symbol]), "volume_30day": plain(by_symbol[symbol].volume * 29), "rfq_volume_24hour": "31.625279"}
            folder.write(f"products/{symbol}/stats", poll, encode(body))
        for symbol, levels in BOOKS.items():
            sides = by_symbol[symbol].book(levels)
            about = {"sequence": 136847894554 + poll, "auction_mode": False, "auction": None, "time": at}
            bids, asks = ([[plain(p), plain(sum(q for _, q in orders)), len(orders)] for p, orders in side] for side in sides)
            folder.write(f"products/{symbol}/book", poll, encode({"bids": bids, "asks": asks, **about}), level=2)
            if symbol == SINGLE_ORDERS:
                bids, asks = ([[plain(p), plain(q), id] for p, orders in side for id, q in orders] for side in sides)
                folder.write(f"products/{symbol}/book", poll, encode({"bids": bids, "asks": asks, **about}), level=3)
        for step in (HOUR, DAY):
            candles = [[r["time"], r["low"], r["high"], r["open"], r["close"], r["volume"]] for r in by_symbol["BTC-USD"].candles[step][::-1]]
            folder.write("products/BTC-USD/candles", poll, encode(candles, java), granularity=step)


if __name__ == "__main__":
    main()
