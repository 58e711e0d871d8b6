"""The table of `tickers list`, as a script over the ccxt library would print it."""

import sys

import ccxt

url = {"public": sys.argv[1], "private": sys.argv[1]}
exchange = ccxt.blockchaincom({"urls": {"api": url}, "enableRateLimit": False})
tickers = exchange.fetch_tickers()
for symbol in sorted(tickers):
    row = tickers[symbol]
    names = ("last", "change", "percentage", "baseVolume")
    print(f"{symbol:12}", *(f"{'–' if row[name] is None else row[name]:>24}" for name in names))
