"""A slow reference of `tickers holdings`: what a portfolio of trades has cost, realized and is worth.

`read` makes trades of files; `holdings` computes the rows and totals of now or of --at, `values` the rows of
--from. Numbers are exact fractions. Only an amount that was divided by a rate, and `unit_cost`, are rounded,
to 12 significant digits. None is an unknown number.

A market has the members `exchange`, `pairs`, `last`, `open` and `close`, as market.Market has.
"""

import csv
import os
import re
from dataclasses import dataclass
from datetime import datetime, timezone
from fractions import Fraction
from typing import NamedTuple, Optional

from market import DAY, KRAKEN_CANDLES, PERIODS

FIAT = {"USD", "EUR", "GBP", "CHF", "JPY"}
# The currencies through which amounts are converted, in the order in which they are tried.
INTERMEDIATE = ["USD", "USDT", "USDC", "EUR", "BTC"]
STABLECOIN_PAIR = "USDT-USD"
ZERO = Fraction(0)
ROW_FIELDS = (
    "quantity last value day_change percent unit_cost cost gain gain_percent realized fees total_gain share"
).split()


def rounded(number):
    """A number to 12 significant digits, half away from zero."""
    if number == 0:
        return number
    magnitude, exponent = abs(number), 0
    while magnitude >= 10**12:
        magnitude /= 10
        exponent += 1
    while magnitude < 10**11:
        magnitude *= 10
        exponent -= 1
    result = (magnitude + Fraction(1, 2)) // 1 * Fraction(10) ** exponent
    return result if number > 0 else -result


def sum_of_all(numbers):
    """The sum; None if one of the numbers is unknown."""
    numbers = list(numbers)
    return None if None in numbers else sum(numbers, ZERO)


def sum_of_known(numbers):
    """The sum of the known numbers; None if there are none."""
    numbers = [number for number in numbers if number is not None]
    return sum(numbers, ZERO) if numbers else None


# Files


class InvalidLine(Exception):
    pass


class Money(NamedTuple):
    amount: Fraction
    currency: Optional[str]  # None: of a coin, the currency of --in


@dataclass
class Trade:
    """A line of a file."""

    account: str
    symbol: str
    exchange: str
    is_sale: bool
    quantity: Fraction  # 0 or more
    price: Optional[Money]
    fee: Optional[Money]
    time: Optional[float]  # Unix seconds
    is_day: bool  # whether the time is a day
    line: int  # a number that increases from line to line and from file to file

    @property
    def base(self):
        return self.symbol.split("-")[0]

    @property
    def quote(self):
        return quote_of(self.symbol)

    @property
    def coin_fee(self):
        """The fee in the traded coin."""
        return self.fee.amount if self.fee and self.fee.currency == self.base else ZERO

    @property
    def moved(self):
        """By how much the quantity that is held changes. A purchase pays its fee in the coin from what it
        bought; a sale takes it from the lots, besides what it sells."""
        return self.quantity + self.coin_fee if self.is_sale else self.quantity - self.coin_fee

    @property
    def order(self):
        """The key by which trades are sorted: those without a time first, then by time. A day is its
        beginning for a purchase and its end for a sale. Of the same time, purchases are first."""
        if self.time is None:
            return 0, 0, self.is_sale, self.line
        time = Fraction(self.time)
        if self.is_day and self.is_sale:
            time += DAY - Fraction(1, 10**9)
        return 1, time, self.is_sale, self.line


def quote_of(symbol):
    """The currency of the price; None for a coin or cash."""
    return symbol.split("-")[1] if "-" in symbol else None


def read(files, exchange):
    """The trades of files: of pairs of a name and a text. `exchange` is that of lines without one."""
    trades = []
    for name, text in files:
        account = os.path.splitext(os.path.basename(name))[0]
        lines = [line for line in text.lstrip("\ufeff").splitlines() if line.strip() and line[0] != "#"]
        separator = next((character for character in ";\t," if character in lines[0]), ",")
        names, *rows = csv.reader(lines, delimiter=separator)
        names = [re.sub("[ -]", "_", name.strip().lower()) for name in names]
        for row in rows:
            fields = dict(zip(names, map(str.strip, row)))
            if separator == ";":
                fields = {name: with_point(name, field) for name, field in fields.items()}
            trades.append(trade(fields, account, exchange, len(trades)))
    return trades


def with_point(name, field):
    """A number of a file with semicolons, where a comma is a decimal point."""
    return field.replace(",", ".") if name in ("quantity", "unit_cost", "price", "fee") else field


def trade(fields, account, exchange, line):
    """The trade of a line. A negative quantity without a side is a sale."""
    symbol = re.sub("[/_]", "-", fields["symbol"].upper())
    exchange = fields.get("exchange") or exchange
    if ":" in symbol:
        exchange, symbol = symbol.split(":")
        exchange = exchange.lower()
    quantity = number(fields["quantity"])
    side = fields.get("side", "").lower()
    if side not in ("", "buy", "sell") or side and quantity < 0:
        raise InvalidLine("side")
    time, is_day = moment_of(fields["date"]) if fields.get("date") else (None, False)
    result = Trade(
        account=fields.get("account") or account, symbol=symbol, exchange=exchange,
        is_sale=side == "sell" or quantity < 0, quantity=abs(quantity),
        price=money(fields.get("unit_cost") or fields.get("price"), symbol),
        fee=money(fields.get("fee"), symbol), time=time, is_day=is_day, line=line)
    if result.price and result.quote and result.price.currency != result.quote:
        raise InvalidLine("a price in another currency")
    if not result.is_sale and result.coin_fee and result.coin_fee >= result.quantity:
        raise InvalidLine("a fee that is not less than the quantity")
    return result


def number(text):
    if not re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)", text):
        raise InvalidLine(f"not a number: {text}")
    return Fraction(text)


def money(text, symbol):
    """An amount, with or without a code; without one it is in the quote currency."""
    if not text:
        return None
    amount, *code = text.split()
    result = Money(number(amount), code[0].upper() if code else quote_of(symbol))
    if result.amount < 0:
        raise InvalidLine("a negative amount")
    return result


def moment_of(text):
    """The Unix seconds of a text, and whether it is a day. A time without an offset is UTC."""
    time = datetime.fromisoformat(text.replace("Z", "+00:00"))
    time = time if time.tzinfo else time.replace(tzinfo=timezone.utc)
    return time.timestamp(), len(text) == len("2026-11-20")


# Rates


class Moment(NamedTuple):
    """When prices are taken."""

    kind: str
    start: float = 0
    period: int = 0


NOW = Moment("now")
# The moment to which the ticker compares: 24 hours ago, or 00:00 UTC.
OPEN = Moment("open")


def candle(start, period=DAY):
    """The end of the candle that starts at `start`; of the current candle, its newest price."""
    return Moment("candle", start, period)


def past(time):
    """A time of --at."""
    return Moment("past", time)


class Rates:
    """The rates of an exchange at any moment."""

    def __init__(self, market, now):
        self.market = market
        self.now = now

    def price(self, pair, moment):
        """The price of a pair; None if the exchange has none. A price of 0 is none."""
        if pair not in self.market.pairs:
            return None
        if moment.kind == "now":
            price = self.market.last(pair)
        elif moment.kind == "open":
            price = self.market.open(pair)
        elif moment.kind == "candle":
            price = self.market.close(pair, moment.start, moment.period)
        else:
            price = self.past_price(pair, moment.start)
        # A stablecoin whose rate is unknown counts as 1 USD.
        if price is None and pair == STABLECOIN_PAIR:
            price = 1
        return Fraction(price) if price else None

    def past_price(self, pair, time):
        """The close of the newest candle that had ended at a time, of the shortest period that reaches back.
        Kraken keeps so many candles of each period."""
        for period in PERIODS[self.market.exchange]:
            start = int(time // period * period - period)
            oldest = self.now // period * period - (KRAKEN_CANDLES - 1) * period
            if self.market.exchange == "kraken" and start < oldest:
                continue
            return self.market.close(pair, start, period)
        return None

    def leg(self, source, target, moment):
        """The rate of a pair or of the inverse pair, as a factor and a divisor."""
        price = self.price(f"{source}-{target}", moment)
        if price is not None:
            return price, Fraction(1)
        price = self.price(f"{target}-{source}", moment)
        return None if price is None else (Fraction(1), price)

    def route(self, source, target, moment):
        """The direct rate, else the inverse, else one through another currency, as a factor and a divisor."""
        direct = self.leg(source, target, moment)
        if direct:
            return direct
        for currency in INTERMEDIATE:
            if currency not in (source, target):
                first = self.leg(source, currency, moment)
                second = self.leg(currency, target, moment)
                if first and second:
                    return first[0] * second[0], first[1] * second[1]
        return None

    def converted(self, amount, source, target, moment):
        """An amount in another currency; None without a route. A product is exact, a quotient is rounded."""
        if amount is None or source == target:
            return amount
        route = self.route(source, target, moment)
        if not route:
            return None
        factor, divisor = route
        product = amount * factor
        return product if divisor == 1 else rounded(product / divisor)


# Lots


class Movement(NamedTuple):
    """What a trade, or a part of it, does to the lots."""

    is_sale: bool
    quantity: Fraction
    money: Optional[Fraction]  # of a purchase: the cost with the fee; of a sale: the proceeds less the fee
    price: Optional[Fraction]  # as written, without the fee
    own_price: Optional[Fraction]  # the price in the currency of `last`
    time: Optional[float]


@dataclass
class Lot:
    """What is left of a purchase. In a short position: what is left of a sale."""

    quantity: Fraction  # above 0
    money: Optional[Fraction]  # of this quantity
    price: Optional[Fraction]
    own_price: Optional[Fraction]
    time: Optional[float]
    number: int  # increases from lot to lot

    def take(self, quantity):
        """Removes a quantity; returns its part of the money."""
        money = None
        if self.money is not None:
            money = self.money * quantity / self.quantity
            self.money -= money
        self.quantity -= quantity
        return money


# The keys by which the lots are sorted of which a sale takes. A lot without a price is the last for hifo.
METHODS = {
    "fifo": lambda lot: lot.number,
    "lifo": lambda lot: -lot.number,
    "hifo": lambda lot: (lot.price is None, -(lot.price or 0), lot.number),
}


class Lots:
    """The open lots of a holding: purchases, or the sales of a short position, but never both."""

    def __init__(self, movements, method):
        self.method = method
        self.lots = []
        self.is_short = False
        self.realized = ZERO
        for number, movement in enumerate(movements):
            self.add(movement, number)

    @property
    def sign(self):
        return -1 if self.is_short else 1

    @property
    def quantity(self):
        return self.sign * sum(lot.quantity for lot in self.lots)

    @property
    def cost(self):
        """Of a short position: its proceeds, below 0. Unknown if that of a lot is unknown."""
        money = sum_of_all(lot.money for lot in self.lots)
        return None if money is None else self.sign * money

    def add(self, movement, number):
        """Closes lots of the other side, then opens a lot of the rest."""
        if self.lots and movement.is_sale != self.is_short:
            movement = self.close(movement)
        if movement.quantity:
            self.is_short = movement.is_sale
            self.lots.append(Lot(*movement[1:], number))

    def close(self, movement):
        """Takes lots for as much as they have; returns the rest of the movement. The money of the movement,
        and so its fee, is divided in proportion to the quantity."""
        held = sum(lot.quantity for lot in self.lots)
        closed = min(movement.quantity, held)
        if not closed:
            return movement
        taken = sum_of_all(lot.take(quantity) for lot, quantity in self.selected(closed, held))
        self.lots = [lot for lot in self.lots if lot.quantity]
        rest = movement.quantity - closed
        if movement.money is None or taken is None:
            # The price of the trade, or of a lot that it took, is missing.
            self.realized = None
        elif self.realized is not None:
            part = movement.money * closed / movement.quantity
            self.realized += part - taken if movement.is_sale else taken - part
        rest_of_money = None if movement.money is None else movement.money * rest / movement.quantity
        return movement._replace(quantity=rest, money=rest_of_money)

    def selected(self, quantity, held):
        """The lots of which a quantity is taken, each with its part."""
        if self.method == "average":
            return [(lot, lot.quantity * quantity / held) for lot in self.lots]
        parts = []
        for lot in sorted(self.lots, key=METHODS[self.method]):
            part = min(quantity, lot.quantity)
            if part:
                parts.append((lot, part))
            quantity -= part
        return parts


# Rows


class Valuer:
    """Computes the rows of one moment.

    `currency` is that of --in, or None; `counts` tells whether a trade counts at that moment."""

    def __init__(self, market, now, currency, method, moment, counts):
        self.market = market
        self.now = now
        self.rates = Rates(market, now)
        self.currency = currency
        self.method = method
        self.moment = moment
        self.counts = counts

    def at_trade(self, money, source, target, trade):
        """An amount of a trade at the rate of the trade's day. A trade without a time, and one for whose day
        no rate is known, has the rate of the moment that is shown."""
        if money is None or source == target:
            return money
        if trade.time is not None:
            start = int(trade.time // DAY * DAY)
            is_today = start == self.now // DAY * DAY
            moment = NOW if is_today and self.moment == NOW else candle(start)
            if self.rates.route(source, target, moment):
                return self.rates.converted(money, source, target, moment)
        return self.rates.converted(money, source, target, self.moment)

    def quote(self, trade):
        """The currency of `last` and `unit_cost`: of a coin, that of --in."""
        return trade.quote or self.currency

    def amount(self, trade, quantity, target):
        """A quantity at the price of the trade, converted as one amount."""
        if trade.price is None:
            return None
        source = trade.price.currency or self.quote(trade)
        return self.at_trade(quantity * trade.price.amount, source, target, trade)

    def fee(self, trade, target):
        """A fee in the traded coin counts at the price of the trade. One in a third currency is converted to
        the quote currency first, unless it is in the target currency already."""
        if not trade.fee or not trade.fee.amount:
            return ZERO
        if trade.coin_fee:
            return self.amount(trade, trade.coin_fee, target)
        if trade.fee.currency == target:
            return trade.fee.amount
        quote = self.quote(trade)
        fee = self.at_trade(trade.fee.amount, trade.fee.currency or quote, quote, trade)
        return self.at_trade(fee, quote, target, trade)

    def movement(self, trade, target):
        """What a trade does to lots whose money is in the currency `target`. A fee in the traded coin changes
        the quantity, not the money."""
        quote = self.quote(trade)
        amount = self.amount(trade, trade.quantity, target)
        fee = ZERO if trade.coin_fee else self.fee(trade, target)
        money = None
        if amount is not None and fee is not None:
            money = amount - fee if trade.is_sale else amount + fee
        price = own_price = None
        if trade.price:
            price = trade.price.amount
            own_price = self.at_trade(price, trade.price.currency or quote, quote, trade)
        return Movement(trade.is_sale, trade.moved, money, price, own_price, trade.time)

    def row(self, account, symbol, exchange, trades):
        """The row of a holding, by the names of its fields; `total` is the currency of its amounts."""
        total = self.currency or quote_of(symbol) or symbol
        trades = sorted((trade for trade in trades if self.counts(trade)), key=lambda trade: trade.order)
        row = dict.fromkeys(ROW_FIELDS)
        row.update(account=account, symbol=symbol, exchange=exchange, total=total)
        is_cash = symbol in FIAT or "-" not in symbol and not self.currency
        row.update(self.cash(symbol, total, trades) if is_cash else self.position(symbol, total, trades))
        if self.moment != NOW:
            row["day_change"] = row["percent"] = None
        if row["value"] is not None and row["cost"] is not None:
            row["gain"] = row["value"] - row["cost"]
            row["gain_percent"] = row["gain"] / abs(row["cost"]) * 100 if row["cost"] else None
        row["total_gain"] = sum_of_all([row["gain"], row["realized"]])
        return row

    def cash(self, currency, total, trades):
        """Cash costs its face value; in another currency its cost is unknown. It has no gains or fees."""
        quantity = sum((-trade.quantity if trade.is_sale else trade.quantity for trade in trades), ZERO)
        fields = {"quantity": quantity, "realized": ZERO, "fees": ZERO}
        if not quantity:
            return fields | self.nothing_left()
        value = self.rates.converted(quantity, currency, total, self.moment)
        fields.update(last=Fraction(1), value=value, percent=ZERO)
        fields["day_change"] = None if value is None else ZERO
        if currency == total:
            fields.update(cost=quantity, unit_cost=Fraction(1))
        return fields

    def nothing_left(self):
        """A row whose quantity is 0 needs no price."""
        return {"value": ZERO, "day_change": ZERO, "cost": ZERO}

    def position(self, symbol, total, trades):
        """The fields of a pair or of a coin."""
        lots = Lots([self.movement(trade, total) for trade in trades], self.method)
        fees = sum_of_all(self.fee(trade, total) for trade in trades)
        fields = {"quantity": lots.quantity, "realized": lots.realized, "fees": fees}
        if not lots.lots:
            return fields | self.nothing_left()
        quote = quote_of(symbol) or self.currency
        last = self.price(symbol, self.moment)
        fields.update(last=last, cost=lots.cost, unit_cost=self.unit_cost(lots, quote, total, trades))
        if last is not None:
            fields["value"] = self.rates.converted(lots.quantity * last, quote, total, self.moment)
        if last is not None and self.moment == NOW:
            opened = self.price(symbol, OPEN)
            fields["percent"] = (last - opened) / opened * 100
            change = self.day_change(lots, last, opened)
            fields["day_change"] = self.rates.converted(change, quote, total, NOW)
        return fields

    def price(self, symbol, moment):
        """The price of a pair; of a coin, the rate to the currency of --in."""
        if quote_of(symbol):
            return self.rates.price(symbol, moment)
        return self.rates.converted(Fraction(1), symbol, self.currency, moment)

    def unit_cost(self, lots, quote, total, trades):
        """The cost of one unit in the quote currency, in which no trade of a pair is converted."""
        if quote != total:
            lots = Lots([self.movement(trade, quote) for trade in trades], self.method)
        return None if lots.cost is None else rounded(lots.cost / lots.quantity)

    def day_change(self, lots, last, opened):
        """The change since the ticker's reference moment; of later lots, since the price of their trade."""
        reference = self.now - DAY
        if self.market.exchange == "kraken":
            reference = self.now // DAY * DAY
        changes = []
        for lot in lots.lots:
            before = lot.own_price if lot.time is not None and lot.time >= reference else opened
            changes.append(None if before is None else lots.sign * lot.quantity * (last - before))
        return sum_of_all(changes)


def total(rows):
    """The totals of rows. `cost` and `gain` are those of the holdings whose cost and value are known."""
    complete = [row for row in rows if row["cost"] is not None and row["value"] is not None]
    sums = {name: sum_of_known(row[name] for row in complete) for name in ("cost", "gain")}
    for name in ("value", "day_change", "realized", "fees", "total_gain"):
        sums[name] = sum_of_known(row[name] for row in rows)
    sums["gain_percent"] = sums["gain"] / abs(sums["cost"]) * 100 if sums["cost"] else None
    sums["unpriced"] = Fraction(sum(row["value"] is None for row in rows))
    sums["uncosted"] = Fraction(sum(row["cost"] is None for row in rows))
    return sums


def by_holding(trades):
    """Lists of trades by account, symbol and exchange. Cash and coins have no exchange."""
    holdings = {}
    for trade in trades:
        key = trade.account, trade.symbol, trade.exchange if trade.quote else None
        holdings.setdefault(key, []).append(trade)
    return holdings


def holdings(trades, market, now, currency=None, method="fifo", at=None, by_account=False):
    """The rows and the totals. `at` is None, or the time of --at: Unix seconds, and whether they are the end
    of a day, so that a trade at that moment does not count."""
    moment, time, is_end_of_day = (past(at[0]), *at) if at else (NOW, now, False)

    def counts(trade):
        return trade.time is None or trade.time < time or trade.time == time and not is_end_of_day

    valuer = Valuer(market, now, currency, method, moment, counts)
    rows = [valuer.row(*key, trades) for key, trades in by_holding(trades).items()]
    totals = []
    for quote in sorted({row["total"] for row in rows}):
        of_quote = [row for row in rows if row["total"] == quote]
        add_shares(of_quote)
        if not by_account:
            totals.append(total(of_quote) | {"quote": quote, "account": None})
            continue
        for account in sorted({row["account"] for row in of_quote}):
            of_account = [row for row in of_quote if row["account"] == account]
            totals.append(total(of_account) | {"quote": quote, "account": account})
    if len({row["account"] for row in rows}) == 1:
        for row in rows:
            row["account"] = None
    return rows, totals


def add_shares(rows):
    """A share is of the total of all accounts."""
    value = sum_of_known(row["value"] for row in rows)
    for row in rows:
        if row["value"] is not None and value:
            row["share"] = row["value"] / value * 100


def values(trades, market, now, start, end=None, period=DAY, currency=None, method="fifo"):
    """The totals per period from `start` on, before `end`, with the trades before the end of each period."""
    last = now // period * period
    if end is not None:
        last = min(last, end - 1)
    rows = []
    for time in range(start + -start % period, last + 1, period):

        def counts(trade):
            return trade.time is None or trade.time < time + period

        valuer = Valuer(market, now, currency, method, candle(time, period), counts)
        of_period = [valuer.row(*key, trades) for key, trades in by_holding(trades).items()]
        rows.append(total(of_period) | {"time": time})
    return rows
