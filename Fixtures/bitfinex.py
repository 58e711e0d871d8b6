#!/usr/bin/env python3
"""Makes the recorded answers in bitfinex/: a made-up market, always the same.

    python3 Fixtures/bitfinex.py
"""

from decimal import Decimal

from made_up import COINS, Market, Recording, encode, plain

POLLS, BOOK_POLLS, LEVELS = 6, 3, 40
# Bitfinex's own codes; the others are everyday ones.
CODES = {"USDT": "UST", "USDC": "UDC", "DASH": "DSH", "IOTA": "IOT", "ALGO": "ALG", "ATOM": "ATO", "WBTC": "WBT",
         "WBT": "WHBT", "A": "EOS", "GRAM": "TON", "OMNI": "OMN"}
STANDS_FOR = [["ALG", "ALGO"], ["ATO", "ATOM"], ["BTCF0", "BTC"], ["DSH", "DASH"], ["EOS", "A"], ["IOT", "IOTA"],
              ["LES", "LEO-Vaulta"], ["LNX", "LN-BTC"], ["OMN", "OMNI"], ["TESTBTC", "BTC"], ["TESTUSD", "USD"],
              ["TON", "GRAM"], ["UDC", "USDC"], ["USTF0", "USDt"], ["UST", "USDt"], ["WBT", "WBTC"], ["WHBT", "WBT"],
              ["XAUT", "XAUt"]]
PAIRS = ("BTC-USD BTC-USDT BTC-EUR BTC-GBP ETH-USD ETH-BTC ETH-USDT LTC-USD LTC-BTC XRP-USD XRP-BTC XLM-USD ADA-USD "
         "DOT-USD SOL-USD DOGE-USD SHIB-USD PEPE-USD LINK-USD LINK-USDT AVAX-USD UNI-USD 1INCH-USD USDT-USD USDC-USD "
         "WBTC-USD WBT-USD DASH-USD IOTA-USD ALGO-USD ATOM-USD A-USD GRAM-USD OMNI-USD XAUT-USD REP-USD").split()
UNTRADED, NEVER_TRADED, NO_BIDS = {"OMNI-USD", "WBT-USD"}, "REP-USD", "WBT-USD"
NOT_SPOT = {
    "fUSD": "0.0003123,0.00027397,120,18169512.50323985,0.00029186,7,16746.19695275,-0.00000743,-0.0248,0.00029179,182139801.0544371,"
            "0.00034247,0.00004247,null,null,230911788.84097537,1469734163000",
    "fBTC": "0.00000345,0.0000018,30,23.5,0.0000041,2,11.25,-1e-8,-0.003,0.0000034,1931.40811,0.000005,9e-7,null,null,4021.66",
    "fGBP": "0,1e-11,30,300,0,30,9149046.82446285,0,0,0,372083.17245709,0,0,null,null,9144342.55152588,1522507008460",
    "tBTCF0:USTF0": "27409,12.01,27413,9.5,461,0.0171,27411,310.4412,27588,26803,1568123040000",
    "tTESTBTC:TESTUSD": "27410,1,27420,1,460,0.01706,27415,0.5,27500,26900,1600000000000",
}


def javascript(value):
    """As JavaScript prints a number: 0.00000543, 1.7e-7, 26211."""
    if value == 0 or value.adjusted() >= -6:
        return plain(value)
    return f"{plain(value.scaleb(-value.adjusted()))}e{value.adjusted()}"


def name(pair):
    base, quote = (CODES.get(code, code) for code in pair.split("-"))
    return base + quote if len(base) == len(quote) == 3 else f"{base}:{quote}"


def market(pair):
    base, quote = pair.split("-")
    price = COINS[base][0] / COINS[quote][0]
    # Prices have 5 significant digits and at most 8 decimals; here even 9, for an exponent.
    tick = Decimal(1).scaleb(max(price.adjusted() - 4, -9))
    return Market(base, quote, tick, "bitfinex", factor="1.00021", worth=0 if pair in UNTRADED or pair == NEVER_TRADED else None)


def row(pair, m, number):
    if pair == NEVER_TRADED:
        return [Decimal(0)] * 10 + [Decimal(1469574831000)]
    bid = Decimal(0) if pair == NO_BIDS else m.bid
    change = m.last - m.open
    return [bid, 25 * m.quantity(3000), m.ask, 25 * m.quantity(2500), change, round(change / m.open, 8), m.last,
            m.volume, m.high, m.low, Decimal(1358182043000 + 7919000 * number)]


def sizes(pair):
    least = f"{float(4 / COINS[pair.split('-')[0]][0]):.2g}"
    return [name(pair), [None, None, None, str(float(least)), "250000.0", None, None, None, Decimal("0.3"), Decimal("0.15"), None, None]]


def main():
    recording = Recording("bitfinex", "application/json; charset=utf-8")
    markets = {pair: market(pair) for pair in PAIRS}
    names = sorted(map(name, PAIRS))
    lists = [names + ["TESTBTC:TESTUSD"], STANDS_FOR]
    keys = "pub:list:pair:exchange,pub:map:currency:sym"
    codes = sorted({CODES.get(code, code) for pair in PAIRS for code in pair.split("-")})
    everyday = {own: code for code, own in CODES.items()}
    write = lambda resource, n, value: recording.write(resource, n, encode(value, javascript))
    write(f"conf/{keys}", 1, lists)
    write(f"conf/{keys},pub:info:pair", 1, [*lists, [sizes(pair) for pair in sorted(PAIRS, key=name)]])
    write("conf/pub:map:currency:label", 1, [[[code, COINS[everyday.get(code, code)][2]] for code in codes]])
    for period, seconds in (("1D", 86400), ("1h", 3600)):
        rows = markets["BTC-USD"].candles(seconds, 60, gaps=() if period == "1D" else (9, 10))
        write(f"candles/trade:{period}:tBTCUSD/hist", 1,
              [[t * 1000, o, c, h, l, v] for t, o, h, l, c, v in rows[::-1] if v])
    for poll in range(1, POLLS + 1):
        rows = [f'["t{name(pair)}",' + encode(row(pair, m, n), javascript)[1:] for n, (pair, m) in enumerate(markets.items())]
        others = [f'["{symbol}",{values}]' for symbol, values in NOT_SPOT.items()]
        recording.write("tickers/symbols=ALL", poll, "[" + ",".join(rows + others) + "]")
        for pair in ("BTC-USD", "ETH-USD", "LINK-USD"):
            symbol = f"t{name(pair)}".replace(":", "%3A")
            recording.write(f"tickers/symbols={symbol}", poll, f"[{rows[PAIRS.index(pair)]}]")
        for pair in ("BTC-USD", "LINK-USD") if poll <= BOOK_POLLS else ():
            bids, asks = markets[pair].book(LEVELS)
            levels = [[price, len(orders), sign * sum(q for _, q in orders)] for sign, side in ((1, bids), (-1, asks)) for price, orders in side]
            orders = [[number, price, sign * q] for sign, side in ((1, bids), (-1, asks)) for price, level in side for number, q in level]
            write(f"book/t{name(pair)}/P0", poll, levels)
            write(f"book/t{name(pair)}/R0", poll, orders)
        for m in markets.values():
            m.move()


if __name__ == "__main__":
    main()
