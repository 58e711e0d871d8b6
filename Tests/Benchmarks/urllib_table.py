"""The table of `tickers list`, as a script with nothing but Python would print it."""

import json
import sys
import urllib.request
from decimal import Decimal

SIGNS = {"USD": "$", "EUR": "€", "GBP": "£"}


def money(value, quote):
    sign = "-" if value < 0 else ""
    text = f"{abs(value):,f}"
    return f"{sign}{SIGNS[quote]}{text}" if quote in SIGNS else f"{sign}{text} {quote}"


def cells(row):
    quote = row["symbol"].rpartition("-")[2]
    opened, last = row["price_24h"], row["last_trade_price"]
    known = opened and last
    return [
        row["symbol"], money(last, quote), money(last - opened, quote) if known else "–",
        f"{(last - opened) / opened * 100:+.2f}%" if known else "–", f"{row['volume_24h']:,f}",
    ]


with urllib.request.urlopen(sys.argv[1] + "/tickers", timeout=10) as answer:
    rows = json.load(answer, parse_float=Decimal)
table = [["SYMBOL", "LAST", "CHANGE", "PERCENT", "VOLUME"]]
table += [cells(row) for row in sorted(rows, key=lambda row: row["symbol"])]
widths = [max(map(len, column)) for column in zip(*table)]
for line in table:
    print("  ".join([line[0].ljust(widths[0])] + [c.rjust(w) for c, w in zip(line[1:], widths[1:])]))
