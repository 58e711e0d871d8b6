#!/usr/bin/env python3
"""Makes the recorded responses in upbit/: a made-up market, always the same.

    python3 Fixtures/upbit.py

Nothing here was really traded. The traits are those of real responses: symbols have the quote first; numbers are
numbers, in tickers and candles with 8 decimals; the change is since 00:00 UTC, and so are the highest and the lowest
price; bid and ask are in the books only; a side of a book is filled with zeros; candles are newest first, and none for
an hour without a trade.
"""

import datetime
from decimal import Decimal

from market import DAY, HOUR, POLLS, START, Folder, Pair, encode, plain, rows

WON = "1397.25"
# Ticks in KRW.
IN_WON = {"BTC": "1000", "ETH": "1000", "SOL": "10", "LINK": "10", "LTC": "50", "ADA": "1", "DOT": "5", "TRX": "0.1", "XLM": "0.1",
          "DOGE": "0.1", "SHIB": "0.00001", "USDT": "1", "USDC": "1"}
FROM_MARKET = ("BTC-USDT", "ETH-USDT", "SOL-USDT", "TRX-USDT", "ETH-BTC", "LTC-BTC", "XLM-BTC")
ONLY_HERE = {"META2-KRW": ("1", "8120", "8244", "9120"), "META-KRW": ("0.01", "21.34", "20.87", "881204"),
             "MET2-KRW": ("1", "412", "431", "60444"), "BERA-BTC": ("0.00000001", "0.00000241", "0.00000248", "912")}
DEAD = "AERGO-BTC"
SINGLE = ("BTC-KRW", "ETH-KRW", "BTC-USDT")
BOOKS = {"BTC-KRW": (30, 30), "BTC-USDT": (30, 30), "BERA-BTC": (12, 30)}
CANDLES = ("BTC-KRW", "BTC-USDT")
PATHS = {HOUR: "minutes/60", DAY: "days"}
NAMES = ("BTC 비트코인 Bitcoin, ETH 이더리움 Ethereum, SOL 솔라나 Solana, LINK 체인링크 Chainlink, LTC 라이트코인 Litecoin, "
         "ADA 에이다 Ada, DOT 폴카닷 Polkadot, TRX 트론 TRON, XLM 스텔라루멘 Stellar Lumens, DOGE 도지코인 Dogecoin, "
         "SHIB 시바이누 Shiba Inu, USDT 테더 Tether, USDC 유에스디코인 USD Coin, META2 메타다오 MetaDAO, META 메타디움 Metadium, "
         "MET2 메테오라 Meteora, BERA 베라체인 Berachain, AERGO 아르고 Aergo")


def market():
    known, pairs = rows(), []
    for base, tick in IN_WON.items():
        _, *numbers = known.get(f"{base}-USD") or known[f"{base}-USDT"]
        pairs.append(Pair("upbit", f"{base}-KRW", tick, *numbers, "0.00000001", WON))
    pairs += [Pair("upbit", s, *known[s], "0.00000001", "1.0006") for s in FROM_MARKET]
    return pairs + [Pair("upbit", s, *numbers, "0.00000001") for s, numbers in ONLY_HERE.items()]


def name(symbol):
    return "-".join(reversed(symbol.split("-")))


def eight(value):
    return f"{value:.8f}"


def milliseconds(poll, before):
    return int(START.timestamp() * 1000) + 10000 * (poll - 1) - before


def ticker(pair, poll, traded):
    before = pair.candles[DAY][-2]["close"] if pair.candles else pair.step((pair.open + pair.last) / 2)
    change = pair.last - before
    moment = datetime.datetime.fromtimestamp(traded / 1000, datetime.timezone.utc)
    return {"market": name(pair.symbol), "trade_date": f"{moment:%Y%m%d}", "trade_time": f"{moment:%H%M%S}", "trade_timestamp": traded,
            "opening_price": before + pair.tick, "high_price": max(before + pair.tick, pair.last), "low_price": min(before, pair.last),
            "trade_price": pair.last, "prev_closing_price": before, "change": "RISE" if change > 0 else "FALL" if change < 0 else "EVEN",
            "signed_change_price": change, "signed_change_rate": change / before, "acc_trade_price_24h": pair.volume * pair.last,
            "acc_trade_volume": pair.volume / 2, "acc_trade_volume_24h": pair.volume, "timestamp": milliseconds(poll, 40)}


def book(symbol, bids, asks, poll):
    """Levels of (price, size); the shorter side is filled with zeros."""
    zero = (Decimal(0), Decimal(0))
    units = []
    for index in range(max(len(bids), len(asks))):
        (bid, bid_size), (ask, ask_size) = (side[index] if index < len(side) else zero for side in (bids, asks))
        units.append({"ask_price": ask, "bid_price": bid, "ask_size": ask_size, "bid_size": bid_size})
    total = lambda side: sum((size for _, size in side), Decimal(0))
    return {"market": name(symbol), "timestamp": milliseconds(poll, 12), "total_ask_size": total(asks), "total_bid_size": total(bids),
            "orderbook_units": units, "level": 0}


def levels(pair, counts):
    return [[(price, sum(size for _, size in orders)) for price, orders in side][:count] for side, count in zip(pair.book(30), counts)]


def candles(pair, step, poll):
    made = []
    for index, r in enumerate(reversed(pair.candles[step])):
        if pair.quote == "USDT" and step == HOUR and index in (20, 33):
            continue
        start = datetime.datetime.fromtimestamp(r["time"], datetime.timezone.utc)
        last = (r["time"] + step) * 1000 - 766 if index else milliseconds(poll, 766)
        made.append({"market": name(pair.symbol), "candle_date_time_utc": f"{start:%Y-%m-%dT%H:%M:%S}", "opening_price": r["open"],
                     "high_price": r["high"], "low_price": r["low"], "trade_price": r["close"], "timestamp": last,
                     "candle_acc_trade_price": r["volume"] * r["close"], "candle_acc_trade_volume": r["volume"]})
    return encode(made, eight)


def main():
    folder, pairs, names = Folder("upbit"), market(), {row[0]: row[1:] for row in (part.split(" ", 2) for part in NAMES.split(", "))}
    by_symbol = {pair.symbol: pair for pair in pairs}
    dead = Pair("upbit", DEAD, "0.00000001", "0.00000301", "0.00000301", "0", "0.00000001")
    for symbol in CANDLES:
        by_symbol[symbol].make_candles()
    listed = [{"market": name(p.symbol), "korean_name": names[p.base][0], "english_name": names[p.base][1]} for p in [*pairs, dead]]
    folder.write("market/all", 1, encode(listed))
    steps = [{"market": name(p.symbol), "quote_currency": p.quote, "tick_size": plain(p.tick), "supported_levels": ["0"]} for p in [*pairs, dead]]
    folder.write("orderbook/instruments", 1, encode(steps))
    for poll in range(1, POLLS + 1):
        if poll > 1:
            for pair in pairs:
                pair.move()
        tickers = {pair.symbol: ticker(pair, poll, milliseconds(poll, 130 + 911 * index)) for index, pair in enumerate(pairs)}
        folder.write("ticker/all", poll, encode([*tickers.values(), ticker(dead, poll, 1785750131000)], eight))
        for symbol in SINGLE:
            folder.write("ticker", poll, encode([tickers[symbol]], eight), markets=name(symbol))
        best = [book(p.symbol, [(p.bid, p.lot * 9100012)], [(p.ask, p.lot * 41000777)], poll) for p in pairs]
        folder.write("orderbook", poll, encode([*best, book(DEAD, [], [(dead.ask, Decimal(812))], poll)]))
        for symbol, counts in BOOKS.items():
            folder.write("orderbook", poll, encode([book(symbol, *levels(by_symbol[symbol], counts), poll)]), markets=name(symbol))
        for symbol in CANDLES:
            for step, path in PATHS.items():
                folder.write(f"candles/{path}", poll, candles(by_symbol[symbol], step, poll), market=name(symbol))


if __name__ == "__main__":
    main()
