"""Examples of the reference, computed by hand: cd Tests/Trades && python3 -B -m unittest"""

import unittest
from datetime import datetime, timezone
from fractions import Fraction

import reference
from market import PAIRS

HEADING = "symbol,side,quantity,unit_cost,fee,date\n"


class FixedMarket:
    """A pair costs 100, 90 at the reference moment, and what is listed here at the end of the first days of
    October. SOL-USD and EUR-USD have prices of their own."""

    exchange = "kraken"
    pairs = PAIRS
    closes = {
        "EUR-USD": {"2026-10-01": "1.1", "2026-10-02": "1.2", "2026-10-03": "1.15"},
        "SOL-USD": {"2026-10-01": "40", "2026-10-02": "30"},
    }
    other_closes = {"2026-10-01": "80", "2026-10-02": "85"}

    def last(self, pair):
        return {"EUR-USD": Fraction("1.25"), "SOL-USD": Fraction(50)}.get(pair, Fraction(100))

    def open(self, pair):
        return {"EUR-USD": Fraction("1.2"), "SOL-USD": Fraction(50)}.get(pair, Fraction(90))

    def close(self, pair, start, period):
        day = datetime.fromtimestamp(start, timezone.utc).date().isoformat()
        if day < "2026-10-01":
            return None
        return Fraction(self.closes.get(pair, self.other_closes).get(day, self.last(pair)))


def moment(text):
    return int(reference.moment_of(text)[0])


NOW = moment("2026-11-20 03:00")


def holdings(text, **options):
    trades = reference.read([("h.csv", text)], "kraken")
    return reference.holdings(trades, FixedMarket(), NOW, **options)


def only_row(text, **options):
    rows, _ = holdings(text, **options)
    assert len(rows) == 1
    return rows[0]


class Examples(unittest.TestCase):
    def check(self, row, **expected):
        for name, value in expected.items():
            self.assertEqual(row[name], None if value is None else Fraction(str(value)), name)

    def test_a_sale_lessens_the_quantity(self):
        row = only_row(HEADING + "BTC-USD,,1,,,\nBTC-USD,,1,,,\nBTC-USD,sell,0.5,,,\n")
        self.check(row, quantity=1.5, value=150, cost=None, realized=None, fees=0)

    def test_each_method_takes_its_lots(self):
        text = HEADING + """BTC-USD,buy,1,10,,2026-10-01
BTC-USD,buy,1,30,,2026-10-02
BTC-USD,buy,1,20,,2026-10-03
BTC-USD,sell,1.5,50,,2026-10-04
"""
        row = only_row(text)
        self.check(row, quantity=1.5, cost=35, realized=75 - 25, value=150, gain=115, total_gain=165)
        self.check(row, unit_cost="23.3333333333")
        self.check(only_row(text, method="lifo"), cost=25, realized=75 - 35)
        self.check(only_row(text, method="hifo"), cost=20, realized=75 - 40)
        self.check(only_row(text, method="average"), cost=30, realized=75 - 30)

    def test_a_fee_is_part_of_the_cost_or_lessens_the_proceeds(self):
        row = only_row(HEADING + "BTC-USD,buy,2,10,1,2026-10-01\nBTC-USD,sell,1,20,0.5,2026-10-02\n")
        self.check(row, quantity=1, cost=10.5, realized=19.5 - 10.5, fees=1.5, unit_cost=10.5)

    def test_a_fee_in_the_coin_changes_the_quantity(self):
        # 0.9 BTC cost 10.
        purchase = HEADING + "BTC-USD,buy,1,10,0.1 BTC,2026-10-01\n"
        self.check(only_row(purchase), quantity=0.9, cost=10, fees=1, realized=0, unit_cost="11.1111111111")
        # The sale takes 0.45 BTC, half of the lot.
        row = only_row(purchase + "BTC-USD,sell,0.4,20,0.05 btc,2026-10-02\n")
        self.check(row, quantity=0.45, cost=5, realized=8 - 5, fees=1 + 1)
        row = only_row(HEADING + "BTC-USD,buy,1,,0.1 BTC,\n")
        self.check(row, quantity=0.9, cost=None, fees=None, realized=0)

    def test_a_fee_in_a_third_currency_is_converted(self):
        # 1 SOL is 40 USD on that day, and 50 USD now.
        text = HEADING + "BTC-USD,buy,1,10,1 SOL,2026-10-01\n"
        self.check(only_row(text), cost=50, fees=40)
        row = only_row(text, currency="EUR")
        self.check(row, cost="45.45454545451", fees="36.3636363636", unit_cost=50, value=80)
        self.check(only_row(HEADING + "BTC-USD,buy,1,10,1 SOL,\n"), cost=60, fees=50)
        # One in the currency of --in is not converted.
        row = only_row(HEADING + "BTC-USD,buy,1,,8.3 EUR,2026-10-01\n", currency="EUR")
        self.check(row, fees="8.3")

    def test_a_sale_without_lots_opens_a_short_position(self):
        text = HEADING + "BTC-USD,sell,2,100,2,2026-10-01\n"
        row = only_row(text)
        self.check(row, quantity=-2, cost=-198, value=-200, gain=-2, fees=2, realized=0, unit_cost=99)
        # Two thirds of the purchase and of its fee close the position, one third opens a lot.
        row = only_row(text + "BTC-USD,buy,3,80,3,2026-10-02\n")
        self.check(row, quantity=1, cost=81, realized=198 - 162, fees=5)
        row = only_row(HEADING + "BTC-USD,buy,1,10,,2026-10-01\nBTC-USD,sell,4,20,4,2026-10-02\n")
        self.check(row, quantity=-3, cost=-57, realized=19 - 10, fees=4)
        row = only_row("symbol,quantity,unit_cost\nBTC-USD,-2,100\n")
        self.check(row, quantity=-2, cost=-200, gain_percent=0)

    def test_trades_are_taken_in_the_order_of_their_times(self):
        # A sale of a day takes the purchase of this day, and not one of the next day.
        text = HEADING + """BTC-USD,sell,1,50,,2026-10-01
BTC-USD,buy,1,10,,2026-10-01 12:00
BTC-USD,buy,1,40,,2026-10-02
"""
        self.check(only_row(text), quantity=1, cost=40, realized=40)
        # Trades without a time are first.
        text = HEADING + "BTC-USD,sell,1,50,,2026-10-01\nBTC-USD,buy,1,10,,2026-09-01\nBTC-USD,buy,1,20,,\n"
        self.check(only_row(text), cost=10, realized=30)

    def test_a_row_of_which_nothing_is_left_has_amounts_of_0(self):
        # Of the same time, the purchase is first.
        text = HEADING + "BTC-USD,sell,1,50,,2026-10-01 12:00\nBTC-USD,buy,1,10,,2026-10-01 12:00\n"
        row = only_row(text)
        self.check(row, quantity=0, cost=0, value=0, realized=40, total_gain=40)
        self.check(row, last=None, unit_cost=None, gain_percent=None)

    def test_an_unknown_cost_ends_with_its_lot(self):
        text = HEADING + """BTC-USD,buy,1,,,2026-10-01
BTC-USD,buy,1,20,,2026-10-02
BTC-USD,sell,1,50,,2026-10-03
"""
        self.check(only_row(text), cost=20, realized=None, gain=80, total_gain=None)
        self.check(only_row(text, method="hifo"), cost=None, realized=30)
        self.check(only_row(HEADING + "BTC-USD,sell,1,,,\n"), quantity=-1, cost=None, realized=0, gain=None)

    def test_amounts_have_the_rate_of_their_day(self):
        # 110 ÷ 1.1, 120 ÷ 1.2 and 115 ÷ 1.15 are 100.
        text = HEADING + """BTC-USD,buy,1,110,,2026-10-01
BTC-USD,buy,1,120,,2026-10-02
BTC-USD,sell,0.5,230,,2026-10-03
"""
        row = only_row(text, currency="EUR")
        self.check(row, quantity=1.5, cost=150, realized=50, value=120, unit_cost="116.666666667", last=100)

    def test_the_day_change_of_a_lot_of_today_is_since_its_price(self):
        text = """symbol,quantity,unit_cost,date
BTC-USD,1,50,2026-10-01
BTC-USD,1,95,2026-11-20
BTC-USD,-0.5,99,2026-11-20 01:00
"""
        self.check(only_row(text), quantity=1.5, day_change=0.5 * 10 + 1 * 5)
        self.check(only_row(text, method="lifo"), day_change=1 * 10 + 0.5 * 5)

    def test_cash_costs_its_face_value(self):
        rows, totals = holdings("symbol,quantity\nEUR,100\nUSD,-30\n", currency="EUR")
        self.check(rows[0], value=100, cost=100, gain=0, realized=0, fees=0, unit_cost=1)
        self.check(rows[1], value=-24, cost=None, gain=None, realized=0, total_gain=None)
        self.check(totals[0], value=76, cost=100, gain=0, realized=0, fees=0, total_gain=0)
        self.check(totals[0], uncosted=1, unpriced=0)

    def test_a_coin_has_the_conversion_rate(self):
        row = only_row("symbol,quantity,unit_cost,fee,date\nBTC,1,50 EUR,1,2026-10-01\n", currency="USD")
        self.check(row, cost=55 + 1, fees=1, unit_cost=56, last=100, percent="100/9")

    def test_a_time_counts_its_own_trades_and_a_day_those_before_its_end(self):
        text = "symbol,quantity,unit_cost,date\nBTC-USD,1,50,2026-10-01\nBTC-USD,1,60,2026-10-03\n"
        time = moment("2026-10-03")
        self.check(only_row(text, at=(time, True)), quantity=1, cost=50)
        self.check(only_row(text, at=(time, False)), quantity=2, cost=110, day_change=None)

    def test_a_period_has_the_trades_before_its_end(self):
        text = """symbol,side,quantity,unit_cost,date
BTC-USD,buy,1,50,2026-10-01
BTC-USD,sell,1,60,2026-10-02 10:00
"""
        trades = reference.read([("h.csv", text)], "kraken")
        rows = reference.values(trades, FixedMarket(), NOW, moment("2026-10-01"))
        self.check(rows[0], value=80, cost=50, gain=30, realized=0, total_gain=30, unpriced=0)
        self.check(rows[1], value=0, cost=0, gain=0, gain_percent=None, realized=10, total_gain=10)

    def test_accounts_have_holdings_and_totals(self):
        text = "symbol,quantity,unit_cost,account\nBTC-USD,1,50,a\nBTC-USD,2,60,b\n"
        rows, totals = holdings(text, by_account=True)
        self.assertEqual([row["account"] for row in rows + totals], ["a", "b", "a", "b"])
        self.check(totals[1], cost=120, value=200)
        self.check(rows[0], share="100/3")
        trades = reference.read(
            [(name, "symbol,quantity\nBTC-USD,1\n") for name in ("d/a.csv", "b.csv", "e/a.csv")], "kraken")
        self.assertEqual(len(reference.by_holding(trades)), 2)

    def test_a_line_is_read(self):
        text = "\ufeffSymbol;Unit Cost;Quantity;Fee\n# a comment\nbtc/usd;1,5;-2;0,5 eur\n"
        trade = reference.read([("h.csv", text)], "kraken")[0]
        self.assertEqual((trade.symbol, trade.quantity, trade.is_sale), ("BTC-USD", 2, True))
        self.assertEqual((trade.price, trade.fee), ((Fraction("1.5"), "USD"), (Fraction("0.5"), "EUR")))

    def test_invalid_lines_are_errors(self):
        for line in ("sell,-1,1,,", ",1,-1,,", ",1,1,-1,", ",1,1,1 BTC,", ",1,1 EUR,,"):
            with self.assertRaises(reference.InvalidLine):
                reference.read([("h.csv", f"{HEADING}BTC-USD,{line}\n")], "kraken")

    def test_numbers_are_rounded_to_12_digits(self):
        self.assertEqual(reference.rounded(Fraction(1, 3)), Fraction("0.333333333333"))
        self.assertEqual(reference.rounded(Fraction(-200000, 3)), Fraction("-66666.6666667"))
        self.assertEqual(reference.rounded(Fraction("10.00000000005")), Fraction("10.0000000001"))
        self.assertEqual(reference.rounded(Fraction("-10.00000000005")), Fraction("-10.0000000001"))


if __name__ == "__main__":
    unittest.main()
