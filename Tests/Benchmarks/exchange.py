"""An exchange of made-up pairs on a loopback port, which keeps connections and knows gzip:
python3 exchange.py [MILLISECONDS [PAIRS [LEVELS]]]

Prints its base URL and answers until it is killed, each time after so many milliseconds. Each poll
changes the last price of one pair in ten. The book of any pair has so many levels a side. Under the
same base URL it answers as Binance does to `exchangeInfo` and `klines`, a candle a minute.
"""

import gzip
import itertools
import json
import random
import socketserver
import sys
import time

BASES = ("AAVE ADA ALGO ATOM AVAX BAT BCH BTC CHZ COMP CRV DASH DOGE DOT ENJ EOS ETC ETH FIL GRT "
         "ICP LINK LTC MANA MATIC MKR NEAR SAND SHIB SNX SOL SUSHI TRX UMA UNI XLM XRP XTZ YFI ZRX")
QUOTES = "USD USDT USDC EUR GBP"


def pairs(count):
    """So many pairs: more than there are names for have numbers in them."""
    names = ((f"{base}{number or ''}", quote) for number in itertools.count()
             for base, quote in itertools.product(BASES.split(), QUOTES.split()))
    return itertools.islice(names, count)


def polls(count, size):
    """The rows of so many polls in a row, of so many pairs, from a fixed seed."""
    market = random.Random(1)
    rows = []
    for symbol in pairs(size):
        places = market.randint(2, 6)
        price = round(10 ** market.uniform(5 - places, 6 - places), places)
        rows.append({
            "symbol": "-".join(symbol),
            "price_24h": 0.0 if market.random() < 0.15 else price,
            "volume_24h": round(market.expovariate(0.01), 8) if market.random() < 0.3 else 0.0,
            "last_trade_price": round(price * market.uniform(0.95, 1.05), places),
        })
    market.shuffle(rows)
    for _ in range(count):
        for row in market.sample(rows, len(rows) // 10):
            row["last_trade_price"] = round(row["last_trade_price"] * 1.01, 6)
        yield rows


def symbols(rows):
    """What `/symbols` says of the pairs of these rows."""
    scales = ("min_price_increment", "min_order_size", "max_order_size", "lot_size")
    return {
        row["symbol"]: {
            "base_currency": row["symbol"].split("-")[0], "base_currency_scale": 8,
            "counter_currency": row["symbol"].split("-")[1], "counter_currency_scale": 2,
            **{name: 1 for name in scales}, **{f"{name}_scale": 8 for name in scales},
            "status": "open", "id": number, "auction_price": 0.0, "auction_size": 0.0,
            "auction_time": "", "imbalance": 0.0,
        }
        for number, row in enumerate(rows)
    }


def book(levels):
    """A book with so many levels a side, sorted as the exchange sends it."""
    market = random.Random(2)

    def side(step):
        return [{"px": round(26_000 + step * (index + 1) / 100, 2),
                 "qty": round(market.expovariate(0.5), 8), "num": market.randint(1, 9)}
                for index in range(levels)]

    return {"symbol": "BTC-USD", "bids": side(-1), "asks": side(1)}


MINUTES, NOW = 1000, 1_795_183_200_000


def candles(end):
    """The thousand candles of a minute up to the one that begins at a time, in milliseconds."""
    last = min(end, NOW) // 60_000
    rows = []
    for minute in range(last - MINUTES + 1, last + 1):
        price = 26_000 + minute * 7919 % 1000
        prices = [f"{price + part}.00" for part in (0, 9, -7, 3)]
        rows.append([minute * 60_000, *prices, f"{minute % 97}.25", minute * 60_000 + 59_999])
    return rows


PAIR = {"symbol": "BTCUSDT", "status": "TRADING", "baseAsset": "BTC", "quoteAsset": "USDT",
        "filters": []}


def answers(value):
    """The bytes of an answer, by whether it is compressed."""
    plain = json.dumps(value, separators=(",", ":")).encode()
    return {
        packed: b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nCache-Control: no-store\r\n"
                + (b"Content-Encoding: gzip\r\n" if packed else b"")
                + b"Content-Length: %d\r\n\r\n" % len(body) + body
        for packed, body in ((False, plain), (True, gzip.compress(plain)))
    }


class Connection(socketserver.StreamRequestHandler):
    disable_nagle_algorithm = True

    def handle(self):
        while request := self.rfile.readline().split():
            headers = list(iter(self.rfile.readline, b"\r\n"))
            packed = any(h.lower().startswith(b"accept-encoding") and b"gzip" in h for h in headers)
            time.sleep(LATENCY)
            self.wfile.write(answer(request[1].decode())[packed])


def answer(target):
    """The bytes of the answer to a request, by whether it is compressed."""
    path, _, query = target.partition("?")
    name = path.rpartition("/v3/exchange/")[2]
    if name == "tickers":
        return next(TICKERS)
    if name.startswith("l2/"):
        return BOOK
    if name == "exchangeInfo":
        return answers({"symbols": [PAIR]})
    if name == "klines":
        fields = dict(field.split("=") for field in query.split("&"))
        return answers(candles(int(fields.get("endTime", NOW))))
    return SYMBOLS


class Exchange(socketserver.ThreadingTCPServer):
    daemon_threads = True


if __name__ == "__main__":
    latency, size, levels = (*map(int, sys.argv[1:]), *(0, 200, 0)[len(sys.argv) - 1:])
    LATENCY = latency / 1000
    TICKERS = itertools.cycle([answers(rows) for rows in polls(12 if size < 1000 else 2, size)])
    SYMBOLS = answers(symbols(next(polls(1, size))))
    BOOK = answers(book(levels))
    with Exchange(("127.0.0.1", 0), Connection) as exchange:
        print(f"http://127.0.0.1:{exchange.server_address[1]}/v3/exchange", flush=True)
        exchange.serve_forever()
