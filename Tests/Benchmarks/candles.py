"""The last candles of BTC-USDT as tab-separated values, as a script with nothing but Python would get
them, page by page: python3 candles.py URL COUNT
"""

import json
import sys
import urllib.request
from decimal import Decimal

rows, end = [], 1_795_183_200_000 - 1
while len(rows) < int(sys.argv[2]):
    url = f"{sys.argv[1]}/klines?symbol=BTCUSDT&interval=1m&limit=1000&endTime={end}"
    with urllib.request.urlopen(url, timeout=10) as answer:
        page = json.load(answer, parse_float=Decimal)
    rows, end = page + rows, page[0][0] - 1
for time, *prices in (row[:6] for row in rows[-int(sys.argv[2]):]):
    first, high, low, last, volume = map(Decimal, prices)
    change = last - first
    print(time, first, high, low, last, volume, change, change / first * 100, sep="\t")
