"""Random histories of trades, as holdings files: python3 generate.py SEED

Prints the files of a history. The same seed makes the same history on the same day (UTC): the trades are of
the last days, for which the market has prices.
"""

import random
import sys
import time
from datetime import datetime, timezone
from decimal import Decimal

from market import DAY

# Near which the prices of the trades are, and the quantities that are traded.
PRICES = {
    "BTC-USD": "27000", "ETH-USD": "1800", "BTC-EUR": "25000", "EUR-USD": "1.08", "USDT-USD": "1",
    "SOL-USD": "60", "ETH-BTC": "0.066", "LTC-USD": "80", "BTC": "26000", "ETH": "1700", "SOL": "55",
    "ADA": "0.37",
}
SIZES = {
    "BTC-USD": "0.5", "ETH-USD": "5", "BTC-EUR": "0.5", "EUR-USD": "2000", "USDT-USD": "3000",
    "SOL-USD": "90", "ETH-BTC": "5", "LTC-USD": "20", "BTC": "0.5", "ETH": "5", "SOL": "90", "ADA": "9000",
    "EUR": "2000", "USD": "2000",
}
CASH = ("EUR", "USD")
# The currencies of fees, and a price in dollars.
FEES = {"SOL": "60", "ADA": "0.37", "USDT": "1", "EUR": "1.08", "USD": "1", "ETH": "1800", "BTC": "27000"}
PAIRS = (
    ["BTC-USD"] * 5 + ["ETH-USD"] * 3 + ["BTC-EUR"] * 2
    + ["EUR-USD", "USDT-USD", "SOL-USD", "ETH-BTC", "EUR", "USD"])
COINS = ["BTC", "BTC", "ETH", "SOL", "ADA"]
WITHOUT_PRICE = ["LTC-USD"] * 8
FILE_NAMES = [["a.csv", "b.csv"], ["kraken.csv", "ledger.txt"], ["x/same.csv", "y/same.csv"]]
COST_NAMES = ["unit_cost", "price", "Unit Cost", "unit-cost"]


def text_of(time, form="%Y-%m-%d"):
    return datetime.fromtimestamp(time, timezone.utc).strftime(form)


def plain(number):
    """A number without an exponent and without zeros at its end."""
    text = format(number, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def places(number, count):
    return number.quantize(Decimal(1).scaleb(-count))


class History:
    """Trades in files, and how they are shown: at the exchange `exchange`, with the option --in `currency`
    and the option --lots `method`, now, with --at, and with --from."""

    def __init__(self, seed, now=None):
        self.seed = seed
        self.now = now or int(time.time())
        self.today = self.now // DAY * DAY
        self.random = random.Random(seed)
        self.choose_market()
        self.choose_accounts()
        self.choose_kinds()
        self.trades = []
        self.held = {}
        for _ in range(self.random.choice([1, 2, 3, 5, 8, 12, 18, 25])):
            self.trades.append(self.trade())
        if self.has_two_files and len({trade["file"] for trade in self.trades}) < 2:
            self.trades.append(self.trades[0] | {"file": 1 - self.trades[0]["file"]})
        self.files = self.written()
        self.choose_options()

    def is_lucky(self, probability):
        return self.random.random() < probability

    def choose_market(self):
        choice = self.random.choice
        self.exchange = self.random.choices(["coinbase", "kraken"], [85, 15])[0]
        self.currency = choice([None, None, "USD", "EUR", "EUR"])
        self.method = choice(["fifo", "lifo", "hifo", "average"])
        pool = PAIRS + (COINS if self.currency else [])
        if self.is_lucky(0.05):
            pool = pool + WITHOUT_PRICE
        self.symbols = [choice(pool) for _ in range(choice([1, 1, 1, 2, 2, 3]))]

    def choose_accounts(self):
        self.accounts = [""]
        self.has_two_files = False
        number = self.random.random()
        if number < 0.2:
            self.accounts = ["main", "cold wallet"]
        elif number < 0.35:
            self.has_two_files = True
        elif number < 0.4:
            self.accounts = ["", "main", "b"]
            self.has_two_files = True

    def choose_kinds(self):
        """How frequent each kind of trade is in this history."""
        choice = self.random.choice
        self.without_price = choice([0, 0, 0, 0.05, 0.3])
        self.without_time = choice([0, 0, 0.1, 0.4])
        self.old = choice([0] * 12 + [0.15])  # older than the candles
        self.sold = choice([0.15, 0.3, 0.4, 0.6])
        self.with_fee = choice([0, 0.5, 0.9])
        self.negative = choice([0, 0.3, 1])
        self.fees = choice([
            ["quote"], ["coin"], ["third"], ["quote", "coin", "third"], ["quote", "code", "coin"]])
        self.days = choice([3, 20, 100])
        # Times of several trades.
        self.times = [self.past_day() + self.random.randrange(0, 1440) * 60 for _ in range(4)]
        self.codes = {symbol: choice([None, None, "EUR", "USD", "mixed"]) for symbol in SIZES}

    def past_day(self):
        return self.today - self.random.randrange(1, self.days + 1) * DAY

    # Trades

    def trade(self):
        """A line, by the names of its columns."""
        symbol = self.random.choice(self.symbols)
        is_sale = self.is_lucky(self.sold) and (symbol in self.held or self.is_lucky(0.4))
        trade = {"symbol": symbol}
        quantity = self.quantity(symbol, is_sale)
        side = self.random.choice(["sell", "Sell", "SELL"] if is_sale else ["buy", "", "", "BUY"])
        if is_sale and self.is_lucky(self.negative):
            side, quantity = "", -quantity
        trade["quantity"] = plain(quantity)
        trade["side"] = side
        trade["price"] = self.price(symbol)
        if symbol not in CASH and self.is_lucky(self.with_fee):
            trade["fee"] = self.fee(symbol, abs(quantity))
        if not self.is_lucky(self.without_time):
            trade["date"] = self.date()
        if len(self.accounts) > 1:
            trade["account"] = self.random.choice(self.accounts)
        trade["file"] = self.random.randrange(2) if self.has_two_files else 0
        return trade

    def quantity(self, symbol, is_sale):
        """Now and then all that is held, in the order of the file, or that of the last trade."""
        quantity = Decimal(SIZES[symbol]) * self.random.randrange(1, 4000) / 1000
        quantity = places(quantity, self.random.choice([0, 1, 3, 8])) or Decimal("0.25")
        held = self.held.get(symbol, 0)
        if is_sale and self.is_lucky(0.2) and held > 0:
            quantity = held
        elif self.is_lucky(0.2) and self.trades and self.trades[-1]["symbol"] == symbol:
            quantity = abs(Decimal(self.trades[-1]["quantity"]))
        self.held[symbol] = held + (-quantity if is_sale else quantity)
        return quantity

    def price(self, symbol):
        if symbol in CASH:
            return "3" if self.is_lucky(0.2) else ""  # it is ignored
        if self.is_lucky(self.without_price):
            return ""
        price = Decimal(PRICES[symbol]) * self.random.randrange(700, 1400) / 1000
        price = places(price, self.random.choice([2, 4, 7])) or Decimal(1)
        if self.is_lucky(0.4 if self.method == "hifo" else 0.1):
            price = self.last_price(symbol) or price
        if "-" in symbol:
            return plain(price) + (" " + symbol.split("-")[1] if self.is_lucky(0.05) else "")
        code = self.codes[symbol]
        if code == "mixed":
            # Prices in several currencies have no order for hifo.
            code = None if self.method == "hifo" else self.random.choice([None, "EUR", "USD"])
        return f"{plain(price)} {code}" if code else plain(price)

    def last_price(self, symbol):
        prices = [trade["price"] for trade in self.trades if trade["symbol"] == symbol and trade["price"]]
        return Decimal(prices[-1].split()[0]) if prices else None

    def fee(self, symbol, quantity):
        """Up to 0.6 % of the amount: in the quote currency, with or without a code, in the traded coin, or in
        a third currency."""
        base, _, quote = symbol.partition("-")
        kind = self.random.choice(self.fees)
        amount = quantity * Decimal(PRICES[symbol]) * self.random.randrange(1, 60) / 10000
        choice = self.random.choice
        if kind == "quote":
            return plain(places(amount, choice([2, 6, 8])))
        if kind == "code":
            return plain(places(amount, 6)) + " " + (quote or choice(["EUR", "usd", "USD"]))
        if kind == "coin":
            fee = quantity * self.random.randrange(1, 60) / 10000
            return plain(places(fee, 10)) + " " + choice([base, base.lower()])
        code = choice([code for code in FEES if code not in (base, quote)])
        in_dollars = amount * Decimal({"BTC": "27000", "EUR": "1.08"}.get(quote, "1"))
        return plain(places(in_dollars / Decimal(FEES[code]), 6)) + " " + code

    def date(self):
        """A day, a time in UTC or a time with an offset."""
        kind, form = self.random.random(), self.random.random()
        if kind < 0.25:
            time = self.random.choice(self.times)
        elif kind < 0.37:
            time = self.today - self.random.choice([0, 0, 1]) * DAY + self.random.randrange(0, 1440) * 60
        elif kind < 0.39:
            time = self.today + self.random.randrange(1, 9) * DAY
        else:
            time = self.past_day() + self.random.randrange(0, 86400)
        if self.is_lucky(self.old):
            time = self.today - self.random.randrange(130, 700) * DAY
        time = self.not_near_now(time)
        if form < 0.4:
            return text_of(time)
        if form < 0.65:
            return text_of(time, "%Y-%m-%d %H:%M")
        if form < 0.9:
            return text_of(time, "%Y-%m-%dT%H:%M:%SZ")
        hours = self.random.choice([2, -5])
        return text_of(time + hours * 3600, "%Y-%m-%dT%H:%M:%S") + f"{hours:+03d}:00"

    def not_near_now(self, time):
        """Avoids the times that pass while the program runs: now, and 24 hours ago. A trade to come is days
        away, so that the current period of --from does not have it."""
        if abs(time - self.now) < 1800:
            time = self.now - 3600
        if abs(time - (self.now - DAY)) < 1800:
            time = self.now - DAY + 3600
        return self.now + 4 * DAY if self.now < time < self.now + 2 * DAY else time

    # Files

    def written(self):
        """The files: pairs of a name and a text. The columns are in any order."""
        optional = ("side", "price", "fee", "date", "account")
        columns = ["symbol", "quantity"]
        columns += [column for column in optional if any(trade.get(column) for trade in self.trades)]
        self.random.shuffle(columns)
        separator = self.random.choice([",", ",", ",", "\t", ";"])
        names = self.random.choice(FILE_NAMES) if self.has_two_files else ["h.csv"]
        files = []
        for number, name in enumerate(names):
            cost_name = self.random.choice(COST_NAMES)
            lines = [separator.join(cost_name if column == "price" else column for column in columns)]
            for trade in self.trades:
                if trade["file"] == number:
                    lines.append(separator.join(self.cell(trade, column, separator) for column in columns))
                    if self.is_lucky(0.03):
                        lines.append("# a comment")
            files.append((name, "\n".join(lines) + "\n"))
        return files

    def cell(self, trade, column, separator):
        text = trade.get(column, "")
        is_number = column in ("quantity", "price", "fee")
        return text.replace(".", ",") if is_number and separator == ";" else text

    # Options

    def choose_options(self):
        self.by_account = self.is_lucky(0.25)
        self.has_total = self.is_lucky(0.1)
        self.choose_at()
        self.start = self.today - self.random.randrange(1, 30 if self.days > 3 else 5) * DAY
        quotes = {trade["symbol"].split("-")[-1] for trade in self.trades}
        # --from requires one currency.
        self.start_currency = self.currency
        if not self.currency and len(quotes) > 1:
            self.start_currency = self.random.choice(["USD", "EUR"])
        self.period = "1d"
        if self.is_lucky(0.15):
            self.period = self.random.choice(["1h", "6h" if self.exchange == "coinbase" else "4h"])
            self.start = self.today - self.random.randrange(1, 3) * DAY
        self.end = self.start + self.random.randrange(1, 4) * DAY if self.is_lucky(0.15) else None

    def choose_at(self):
        """`at` is the value of --at; `at_moment` are its Unix seconds, and whether they are the end of a day.
        On Kraken it is a time at which candles of 4 hours and less end."""
        day = self.today - self.random.randrange(1, max(2, self.days)) * DAY
        if self.is_lucky(0.5):
            self.at, self.at_moment = text_of(day), (day + DAY, True)
            return
        time = day + self.random.randrange(0, 6) * 4 * 3600
        if self.exchange == "coinbase" and self.is_lucky(0.4):
            time = day + self.random.randrange(0, 86400)
        self.at, self.at_moment = text_of(time, "%Y-%m-%dT%H:%M:%SZ"), (time, False)

    @property
    def period_seconds(self):
        return DAY if self.period == "1d" else int(self.period[:-1]) * 3600


if __name__ == "__main__":
    for name, text in History(int(sys.argv[1])).files:
        print(f"# {name}", text, sep="\n")
