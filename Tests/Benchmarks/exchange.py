"""An exchange of 200 made-up pairs on a loopback port, which keeps connections and knows gzip:
python3 exchange.py [MILLISECONDS]

Prints its base URL and answers until it is killed, each time after so many milliseconds. Each poll
changes the last price of one pair in ten.
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


def polls(count):
    """The rows of so many polls in a row, from a fixed seed."""
    market = random.Random(1)
    rows = []
    for symbol in itertools.product(BASES.split(), QUOTES.split()):
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
            is_list = request[1].endswith(b"/tickers")
            self.wfile.write((next(TICKERS) if is_list else SYMBOLS)[packed])


class Exchange(socketserver.ThreadingTCPServer):
    daemon_threads = True


if __name__ == "__main__":
    LATENCY = float(sys.argv[1]) / 1000 if len(sys.argv) > 1 else 0
    TICKERS = itertools.cycle([answers(rows) for rows in polls(12)])
    SYMBOLS = answers(symbols(next(polls(1))))
    with Exchange(("127.0.0.1", 0), Connection) as exchange:
        print(f"http://127.0.0.1:{exchange.server_address[1]}/v3/exchange", flush=True)
        exchange.serve_forever()
