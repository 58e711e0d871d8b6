#!/usr/bin/env python3
"""Makes the recorded connections in EXCHANGE/stream/: a minute of live books and tickers, always the same.

    python3 Fixtures/streams.py

It reads the recorded responses, so it is the last of the generators. Books and tickers go from each recorded response
to the next one, then on to similar ones. Nothing here was really traded.
"""

import datetime
import json
import random
import shutil
import zlib
from decimal import Decimal, ROUND_HALF_UP

from bitfinex import javascript
from generate import java
from market import HERE, SEED, START, encode, plain, rows

OPENED, CLOSED, POLL, POLLS = 200, 60_800, 10_000, 6    # ms after START; polls are 10 s apart
UPDATES = 10                                            # of a book or a ticker from poll to poll
DAY = 86_400_000
DEPTH = 100                                             # levels per side that the program subscribes
WINDOW, BEST = 25, 10                                   # fewer are sent, so that updates fit any subscribed depth
SIDES, STATISTICS = ("bids", "asks"), ("open", "high", "low", "volume")
CENT, SATOSHI = Decimal("0.01"), Decimal("0.00000001")
REMOVED = (Decimal(0), 0)


def iso(ms, digits=3):
    fraction = f"{ms % 1000:03}844642"[:digits]
    return (START + datetime.timedelta(seconds=ms // 1000)).strftime("%Y-%m-%dT%H:%M:%S.") + f"{fraction}Z"


def unix(ms):
    return int(START.timestamp()) * 1000 + ms


def named(sides, level):
    """The members of a book; `level` spells a price, its quantity and its number of orders."""
    return {name: [level(price, *rest) for price, rest in side] for name, side in zip(SIDES, sides)}


def read(path):
    """The recorded responses to a request."""
    count = len(list((HERE / path).glob("*.json")))
    return [json.loads((HERE / path / f"{n}.json").read_text(), parse_float=Decimal) for n in range(1, count + 1)]


class Connection:
    """A recorded connection. All numbers in its messages are written by `number`."""

    def __init__(self, exchange, n, url, *subscriptions, number=plain):
        self.path, self.number = HERE / exchange / "stream" / f"{n}.jsonl", number
        self.rng = random.Random(f"{SEED} {exchange} stream {n}")
        # Both connections of an exchange are opened at the same time.
        opened = OPENED + random.Random(f"{SEED} {exchange} stream").randint(0, 300)
        self.lines = []
        self.line(opened, "open", url)
        for n, subscription in enumerate(subscriptions):
            self.line(opened + 2 + n, "sent", subscription)
        self.answered = opened + self.rng.randint(60, 140)

    def line(self, ms, kind, message):
        text = message if isinstance(message, str) else encode(message, self.number)
        self.lines.append({"time": iso(ms), kind: text})

    def answer(self, *messages):
        """What the exchange sends at once, a few milliseconds apart."""
        for message in messages:
            self.received(self.answered, message)
            self.answered += self.rng.randint(1, 12)

    def received(self, ms, message):
        self.line(ms, "received", message)

    def moments(self, beat=None, updates=UPDATES):
        """(time, number of the next poll, updates left until then), or (time, None, None) for a heartbeat. Around a
        poll there is no update, so that its response is the state between two updates."""
        made = [(ms, None, None) for ms in range(self.answered + beat, CLOSED, beat)] if beat else []
        for poll in range(POLLS):
            first, last = max(poll * POLL + 300, self.answered + 100), (poll + 1) * POLL - 100
            made += [(int(first + (last - first) * (n + self.rng.random()) / updates), poll + 1, updates - n) for n in range(updates)]
        return sorted(made, key=lambda moment: moment[0])

    def close(self):
        self.line(CLOSED, "close", "")
        self.path.parent.mkdir(exist_ok=True)
        self.path.write_text("".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in self.lines))


class Book:
    """Bids and asks, {price: (quantity, number of orders)}, which become those of one poll after the other."""

    def __init__(self, rng, polls, changes=None, window=None):
        """Each of `polls` has two lists of [price, quantity, number of orders], best first. An update has about as many
        `changes`; if it is None, as many as it takes to become the book of the poll."""
        self.rng, self.changes, self.window = rng, changes, window
        self.polls = [[self.side(side) for side in poll] for poll in polls]
        while len(self.polls) <= POLLS:
            dollars = rng.randint(1, 12)
            similar = self.polls[len(self.polls) % len(polls)]
            self.polls.append([{price + dollars: level for price, level in side.items()} for side in similar])
        self.sides = [dict(side) for side in self.polls[0]]

    def side(self, levels):
        return {Decimal(price): (Decimal(quantity), int(*orders or [1])) for price, quantity, *orders in levels[:self.window]}

    def best(self, count=None):
        """The best levels of both sides, best first."""
        return [sorted(side.items(), reverse=side is self.sides[0])[:count] for side in self.sides]

    def update(self, poll, left):
        """The changed levels of both sides. A level that is gone is REMOVED."""
        before, goal, rng = [dict(side) for side in self.sides], self.polls[poll], self.rng
        middle = (max(self.sides[0]) + min(self.sides[1])) / 2
        pending = [(n, price) for n in (0, 1) for price in self.sides[n].keys() | goal[n].keys() if self.sides[n].get(price) != goal[n].get(price)]
        pending.sort(key=lambda change: (abs(change[1] - middle), change))
        for _ in range(min(len(pending), self.changes or -(-len(pending) // left))):
            n, price = pending.pop(int(len(pending) * rng.random() ** 2))
            self.put(n, price, goal[n].get(price))
        if left > 1:
            n = rng.randint(0, 1)
            price, (quantity, orders) = rng.choice(self.best(5)[n])
            self.put(n, price, ((quantity * Decimal(rng.uniform(0.3, 1.7))).quantize(quantity, ROUND_HALF_UP) or quantity, orders))
        self.trim(goal)
        return [[(price, side.get(price, REMOVED)) for price in sorted(old.keys() | side.keys()) if old.get(price) != side.get(price)]
                for old, side in zip(before, self.sides)]

    def put(self, n, price, level):
        if level:
            self.sides[n][price] = level
        else:
            self.sides[n].pop(price, None)

    def trim(self, goal):
        """Replaces old levels that a new one crosses, and removes levels that leave the window."""
        bids, asks = self.sides
        while max(bids) >= min(asks):
            n, price = (1, min(asks)) if max(bids) in goal[0] else (0, max(bids))
            missing = sorted(goal[n].keys() - self.sides[n].keys(), reverse=n == 0)[:5]
            for new in [self.rng.choice(missing)] if missing else []:
                self.put(n, new, goal[n][new])
            self.put(n, price, None)
        for side, worst in ((bids, min), (asks, max)):
            while self.window and len(side) > self.window:
                del side[worst(side)]


class Quote:
    """The ticker of a pair, which comes close to that of one poll after the other."""

    def __init__(self, rng, tick, polls, *statistics):
        """`polls` have the last price, `statistics` open, high, low and volume at the beginning."""
        self.rng, self.tick, self.polls = rng, Decimal(tick), [Decimal(last) for last in polls]
        self.open, self.high, self.low, self.volume = map(Decimal, statistics)
        self.last, self.trade = self.polls[0], 1040406589
        self.move(0)

    def move(self, poll):
        """Another trade."""
        change = (self.polls[min(poll, len(self.polls) - 1)] - self.last) / 4 + self.tick * Decimal(self.rng.gauss(0, 3))
        self.last += (change / self.tick).to_integral_value(ROUND_HALF_UP) * self.tick
        self.last = self.last.quantize(self.tick)
        self.bid = self.last - self.rng.randint(0, 2) * self.tick
        self.ask = max(self.last, self.bid + self.tick)
        self.high, self.low = max(self.high, self.last), min(self.low, self.last)
        self.size, self.bid_size, self.ask_size = (Decimal(self.rng.lognormvariate(6, 1.4) / float(self.last)).quantize(SATOSHI) for _ in range(3))
        self.volume += self.size
        self.trade += self.rng.randint(1, 4)

    @property
    def change(self):
        return self.last - self.open


def tickers(connection, quotes, message, beat=None, heartbeat=lambda ms: []):
    """A message for each of `quotes`, {name: Quote}, then one per trade, and heartbeats."""
    connection.answer(*(message(name, quote, connection.answered) for name, quote in quotes.items()))
    for ms, poll, _ in connection.moments(beat):
        if poll is None:
            for beats in heartbeat(ms):
                connection.received(ms, beats)
        else:
            name = connection.rng.choice(list(quotes))
            quotes[name].move(poll)
            connection.received(ms, message(name, quotes[name], ms))
    connection.close()


def kraken():
    heartbeat, status = {"channel": "heartbeat"}, {"version": "2.0.10", "system": "online", "api_version": "v2"}
    first = lambda id: {"channel": "status", "type": "update", "data": [{**status, "connection_id": id}]}
    subscribe = lambda **params: {"method": "subscribe", "params": params}

    def accepted(ms, **result):
        return {"method": "subscribe", "result": result, "success": True, "time_in": iso(ms - 26, 6), "time_out": iso(ms - 25, 6)}

    connect = lambda n, params: Connection("kraken", n, "wss://ws.kraken.com/v2", encode(subscribe(**params)), number="{:f}".format)
    c = connect(1, {"channel": "book", "symbol": ["BTC/USD"], "depth": DEPTH, "snapshot": True})
    level = lambda price, quantity, _: {"price": price.quantize(Decimal("0.1")), "qty": quantity.quantize(SATOSHI)}
    polls = [response["result"]["XXBTZUSD"] for response in read("kraken/Depth/pair=BTC%2FUSD")]
    book = Book(c.rng, [[[row[:2] for row in poll[side]] for side in SIDES] for poll in polls], changes=3, window=WINDOW)

    def message(ms, kind, sides):
        best = named(book.best(10), level)
        digits = "".join(f"{value:f}".replace(".", "").lstrip("0") for side in ("asks", "bids") for row in best[side] for value in row.values())
        row = {"symbol": "BTC/USD", **named(sides, level), "checksum": zlib.crc32(digits.encode()), "timestamp": iso(ms - 31, 6)}
        return {"channel": "book", "type": kind, "data": [row]}

    c.answer(first(4417260983351827719), accepted(c.answered, channel="book", depth=DEPTH, snapshot=True, symbol="BTC/USD"),
             message(c.answered, "snapshot", book.best()))
    for ms, poll, left in c.moments(beat=1000):
        if poll is None:
            c.received(ms, heartbeat)
            continue
        seen = [dict(side) for side in book.best(BEST)]
        update = book.update(poll, left)
        # A level that moves into the smallest window is sent again.
        for changes, old, side in zip(update, seen, book.best(BEST)):
            changes += [level for level in side if level[0] not in old and level not in changes]
        c.received(ms, message(ms, "update", update))
    c.close()

    ticks = {"BTC/USD": "0.1", "BTC/USDC": "0.01", "BTC/USDT": "0.1", "ETH/USD": "0.01", "ETH/USDC": "0.01", "ETH/USDT": "0.01"}
    c = connect(2, {"channel": "ticker", "symbol": list(ticks), "event_trigger": "trades", "snapshot": True})
    polls, quotes = [response["result"] for response in read("kraken/Ticker/assetVersion=1")], {}
    for name, tick in ticks.items():
        row, opened = polls[0][name], Decimal(rows()[name.replace("/", "-")][1]).quantize(Decimal(tick))
        quotes[name] = Quote(c.rng, tick, [poll[name]["c"][0] for poll in polls], opened, *(row[key][1] for key in "hlv"))
    kinds = dict.fromkeys(quotes, "snapshot")

    def ticker(name, q, ms):
        price = lambda value: Decimal(plain(value.quantize(q.tick)))
        row = {"symbol": name, "bid": price(q.bid), "bid_qty": q.bid_size, "ask": price(q.ask), "ask_qty": q.ask_size, "last": price(q.last),
               "volume": q.volume, "vwap": price((q.high + q.low) / 2), "low": price(q.low), "high": price(q.high), "change": price(q.change),
               "change_pct": (q.change / q.open * 100).quantize(CENT), "timestamp": iso(ms - 27, 6)}
        kind, kinds[name] = kinds[name], "update"
        return {"channel": "ticker", "type": kind, "data": [row]}

    answers = (accepted(c.answered, channel="ticker", event_trigger="trades", snapshot=True, symbol=name) for name in quotes)
    c.answer(first(9861740125531268014), *answers)
    tickers(c, quotes, ticker, 1000, lambda ms: [heartbeat])


def coinbase():
    products = [{"type": "subscribe", "product_ids": ["BTC-USD"], "channel": "level2"}, {"type": "subscribe", "channel": "heartbeats"}]
    c = Connection("coinbase", 1, "wss://advanced-trade-ws.coinbase.com", *map(encode, products))
    polls = read("coinbase/products/BTC-USD/book/level=2")
    book = Book(c.rng, [(poll["bids"], poll["asks"]) for poll in polls], changes=3)
    number = iter(range(10_000))

    def message(channel, ms, event):
        return {"channel": channel, "timestamp": iso(ms - 22, 9), "sequence_num": next(number), "events": [event]}

    def levels(kind, ms, sides):
        updates = [{"side": side, "event_time": iso(ms - 29, 6), "price_level": plain(price), "new_quantity": plain(quantity)}
                   for side, changes in zip(("bid", "offer"), sides) for price, (quantity, _) in changes]
        return message("l2_data", ms, {"type": kind, "product_id": "BTC-USD", "updates": updates})

    subscribed = {"level2": ["BTC-USD"]}
    c.answer(levels("snapshot", c.answered, book.best()), message("subscriptions", c.answered, {"subscriptions": subscribed}),
             message("subscriptions", c.answered, {"subscriptions": {**subscribed, "heartbeats": ["heartbeats"]}}))
    for ms, poll, left in c.moments(beat=1000):
        if poll is None:
            count = 52806 + ms // 1000
            time = iso(ms - 22, 9).replace("T", " ")[:-1] + f" +0000 UTC m=+{count}.{ms % 1000:03}207118"
            c.received(ms, message("heartbeats", ms, {"current_time": time, "heartbeat_counter": count}))
        else:
            c.received(ms, levels("update", ms, book.update(poll, left)))
    c.close()

    names = ["BTC-USD", "BTC-USDT", "ETH-USD"]
    subscription = {"type": "subscribe", "product_ids": names, "channels": ["ticker", "heartbeat"]}
    c = Connection("coinbase", 2, "wss://ws-feed.exchange.coinbase.com", encode(subscription))
    polls = [{name: response[name]["stats_24hour"] for name in names} for response in read("coinbase/products/stats")]
    quotes = {name: Quote(c.rng, CENT, [poll[name]["last"] for poll in polls], *(row[key] for key in STATISTICS)) for name, row in polls[0].items()}
    sequences = dict(zip(names, (136847894600, 9218377210, 71830225904)))

    def ticker(name, q, ms):
        sequences[name] += 1 + q.trade % 40
        texts = {"price": q.last, "open_24h": q.open, "volume_24h": q.volume, "low_24h": q.low, "high_24h": q.high, "volume_30d": q.volume * 29,
                 "best_bid": q.bid, "best_bid_size": q.bid_size, "best_ask": q.ask, "best_ask_size": q.ask_size}
        return {"type": "ticker", "sequence": sequences[name], "product_id": name, **{key: plain(value) for key, value in texts.items()},
                "side": "buy" if q.last == q.ask else "sell", "time": iso(ms - 24, 6), "trade_id": q.trade, "last_size": plain(q.size)}

    def heartbeat(ms):
        return [{"type": "heartbeat", "last_trade_id": q.trade, "product_id": name, "sequence": sequences[name], "time": iso(ms - 24, 6)}
                for name, q in quotes.items()]

    channels = [{"name": channel, "product_ids": names, "account_ids": None} for channel in ("ticker", "heartbeat")]
    c.answer({"type": "subscriptions", "channels": channels})
    tickers(c, quotes, ticker, 1000, heartbeat)


def okx():
    connect = lambda n, args: Connection("okx", n, "wss://ws.okx.com:8443/ws/v5/public", encode({"op": "subscribe", "args": args}))
    accepted = lambda arg, id: {"event": "subscribe", "arg": arg, "connId": id}
    arg = {"channel": "books", "instId": "BTC-USD"}
    c = connect(1, [arg])
    polls = [response["data"][0] for response in read("okx/market/books/instId=BTC-USD")]
    book = Book(c.rng, [[[(p, q, n) for p, q, _, n in poll[side]] for side in SIDES] for poll in polls], changes=4)
    numbers = [-1, 88120447190]

    def message(ms, action, sides):
        levels = named(sides, lambda price, quantity, orders: [plain(price), plain(quantity), "0", str(orders)])
        row = {"asks": levels["asks"], "bids": levels["bids"], "ts": str(unix(ms) - 18), "checksum": 0, "seqId": numbers[1], "prevSeqId": numbers[0]}
        return {"arg": arg, "action": action, "data": [row]}

    c.answer(accepted(arg, "7be20c41"), message(c.answered, "snapshot", book.best()))
    for ms, poll, left in c.moments():
        numbers = [numbers[1], numbers[1] + c.rng.randint(3, 140)]
        c.received(ms, message(ms, "update", book.update(poll, left)))
    c.close()

    names = [f"{base}-{quote}" for base in ("BTC", "ETH") for quote in ("USD", "USDC", "USDT")]
    args = [{"channel": "tickers", "instId": name} for name in names]
    c = connect(2, args)
    polls = [{row["instId"]: row for row in response["data"]} for response in read("okx/market/tickers/instType=SPOT")]
    quotes = {}
    for name in names:
        row = polls[0][name]
        quotes[name] = Quote(c.rng, CENT, [poll[name]["last"] for poll in polls], row["open24h"], row["high24h"], row["low24h"], row["vol24h"])

    def ticker(name, q, ms):
        texts = {"last": q.last, "lastSz": q.size, "askPx": q.ask, "askSz": q.ask_size, "bidPx": q.bid, "bidSz": q.bid_size,
                 "open24h": q.open, "high24h": q.high, "low24h": q.low, "volCcy24h": q.volume * (q.high + q.low) / 2, "vol24h": q.volume,
                 **{key: polls[0][name][key] for key in ("sodUtc0", "sodUtc8")}}
        row = {"instType": "SPOT", "instId": name, **{key: plain(Decimal(value)) for key, value in texts.items()}, "ts": str(unix(ms) - 18)}
        return {"arg": {"channel": "tickers", "instId": name}, "data": [row]}

    c.answer(*(accepted(arg, "c90d13f8") for arg in args))
    tickers(c, quotes, ticker)


def binance():
    padded = lambda value: f"{value:.8f}"
    subscribe = lambda params: encode({"method": "SUBSCRIBE", "params": params, "id": 1})
    connect = lambda n, params: Connection("binance", n, "wss://data-stream.binance.vision/ws", subscribe(params))
    accepted = {"result": None, "id": 1}
    c = connect(1, ["btcusdt@depth@100ms"])
    polls = read("binance/depth/symbol=BTCUSDT")
    book = Book(c.rng, [(poll["bids"], poll["asks"]) for poll in polls])
    # At each poll, the book and its number are those of the response.
    ids = [poll["lastUpdateId"] for poll in polls]
    ids += [ids[-1] + (ids[1] - ids[0]) * n for n in range(1, POLLS + 1)]
    last = ids[0]
    c.answer(accepted)
    for ms, poll, left in c.moments():
        first, last = last + 1, last + (ids[poll] - last) // left
        bids, asks = ([[padded(price), padded(quantity)] for price, (quantity, _) in side] for side in book.update(poll, left))
        c.received(ms, {"e": "depthUpdate", "E": unix(ms) - 36, "s": "BTCUSDT", "U": first, "u": last, "b": bids, "a": asks})
    c.close()

    names = ("BTCUSDC", "BTCUSDT", "ETHUSDC", "ETHUSDT")
    c = connect(2, [f"{name.lower()}@ticker" for name in names])
    polls, quotes = [{row["symbol"]: row for row in response} for response in read("binance/ticker/24hr")], {}
    for name in names:
        row = polls[0][name]
        statistics = (row[key] for key in ("openPrice", "highPrice", "lowPrice", "volume"))
        quotes[name] = Quote(c.rng, CENT, [poll[name]["lastPrice"] for poll in polls], *statistics)

    def ticker(name, q, ms):
        average = (q.high + q.low) / 2
        row = {"p": q.change, "P": q.change / q.open * 100, "w": average, "x": q.open, "c": q.last, "Q": q.size,
               "b": q.bid, "B": q.bid_size, "a": q.ask, "A": q.ask_size, "o": q.open, "h": q.high, "l": q.low, "v": q.volume, "q": q.volume * average}
        row = {key: f"{value:.3f}" if key == "P" else padded(value) for key, value in row.items()}
        now, trades = unix(ms) - 40, int(q.volume * average / 300)
        return {"e": "24hrTicker", "E": now, "s": name, **row, "O": now - DAY, "C": now, "F": 3148265489, "L": 3148265488 + trades, "n": trades}

    c.answer(accepted)
    tickers(c, quotes, ticker)


def bitfinex():
    subscription = {"channel": "book", "symbol": "tBTCUSD", "prec": "P0", "freq": "F0", "len": str(DEPTH)}
    sent = ({"event": "conf", "flags": 196608}, {"event": "subscribe", **subscription})
    c = Connection("bitfinex", 1, "wss://api-pub.bitfinex.com/ws/2", *map(encode, sent), number=javascript)
    polls = read("bitfinex/book/tBTCUSD/P0")
    sides = [[[(p, abs(q), n) for p, n, q in poll if (q < 0) == is_ask] for is_ask in (False, True)] for poll in polls]
    book = Book(c.rng, sides, changes=1, window=WINDOW)
    level = lambda price, quantity, orders, sign: [price, orders, sign * (quantity or 1)]
    number = iter(range(1, 10_000))
    numbered = lambda *payload: [318207, *payload, next(number)]
    signed = lambda sides: [level(price, *at, sign) for sign, side in zip((1, -1), sides) for price, at in side]

    def checksum():
        levels = [(n, sign, price, sign * quantity) for sign, side in zip((1, -1), book.best(25)) for n, (price, (quantity, _)) in enumerate(side)]
        texts = [javascript(value) for *_, price, amount in sorted(levels, key=lambda level: (level[0], -level[1])) for value in (price, amount)]
        crc = zlib.crc32(":".join(texts).encode())
        return crc - (crc >> 31 << 32)

    c.answer({"event": "info", "version": 2, "serverId": "4c2f6e6a-6d2e-4f0e-8a52-31c3cdd1f0a7", "platform": {"status": 1}},
             {"event": "conf", "status": "OK", "flags": 196608},
             {"event": "subscribed", "channel": "book", "chanId": 318207, **subscription, "pair": "BTCUSD"},
             numbered(signed(book.best())))
    checked = 0
    for ms, poll, left in c.moments(beat=15_000):
        if poll is None:
            c.received(ms, numbered("hb"))
            continue
        # What is removed is sent first, so that no message crosses the book.
        changes = sorted(signed(book.update(poll, left)), key=lambda change: change[1] > 0)
        if ms - checked > 2500:
            checked, changes = ms, [*changes, ("cs", checksum())]
        for change in changes:
            c.received(ms, numbered(*change) if "cs" in change else numbered(change))
    c.close()


def bitstamp():
    subscribe = lambda channel: encode({"event": "bts:subscribe", "data": {"channel": channel}})
    connect = lambda n, channels: Connection("bitstamp", n, "wss://ws.bitstamp.net", *map(subscribe, channels))
    accepted = lambda channel: {"event": "bts:subscription_succeeded", "channel": channel, "data": {}}

    def message(channel, ms, sides):
        time, levels = unix(ms) - 90, named(sides, lambda price, quantity, _: [str(price), f"{quantity:.8f}"])
        return {"data": {"timestamp": str(time // 1000), "microtimestamp": f"{time}113", **levels}, "channel": channel, "event": "data"}

    channel = "order_book_btcusd"
    # The second one: a program that subscribes more pairs may begin with a pair that neither connection has.
    c = connect(2, [channel])
    polls = read("bitstamp/order_book/btcusd/group=1")
    book = Book(c.rng, [(poll["bids"], poll["asks"]) for poll in polls], changes=8, window=20)
    c.answer(accepted(channel))
    for ms, poll, left in c.moments(updates=UPDATES // 2):
        book.update(poll, left)
        c.received(ms, message(channel, ms, book.best()))
    c.close()

    ticks = {"btcusd": "1", "btcusdt": "1", "ethusd": "0.1"}
    channels = [channel + name for name in ticks for channel in ("live_trades_", "order_book_")]
    c = connect(1, channels)
    polls, quotes = [{row["pair"].replace("/", "").lower(): row for row in response} for response in read("bitstamp/ticker")], {}
    for name, tick in ticks.items():
        quotes[name] = Quote(c.rng, tick, [poll[name]["last"] for poll in polls], *(polls[0][name][key] for key in STATISTICS))
    c.answer(*map(accepted, channels))
    for ms, poll, left in c.moments():
        name = c.rng.choice(list(quotes))
        q = quotes[name]
        q.move(poll)
        tops = ((q.bid, q.bid_size, -q.tick), (q.ask, q.ask_size, q.tick))
        sides = [[(best + n * step, (size + n * CENT, 1)) for n in range(5)] for best, size, step in tops]
        time, order = unix(ms) - 95, 1790000000000000 + 7 * q.trade
        trade = {"id": q.trade, "timestamp": str(time // 1000), "amount": q.size, "amount_str": f"{q.size:.8f}", "price": q.last,
                 "price_str": str(q.last), "type": int(q.last != q.ask), "microtimestamp": f"{time}217",
                 "buy_order_id": order, "sell_order_id": order + 3}
        c.received(ms, {"data": trade, "channel": f"live_trades_{name}", "event": "trade"})
        c.received(ms, message(f"order_book_{name}", ms, sides))
    c.close()


def blockchain():
    # An address other than its own, whose streams are not used by default.
    channels = [{"channel": "heartbeat"}, {"channel": "l2", "symbol": "BTC-USD"}]
    sent = (encode({"action": "subscribe", **channel}) for channel in channels)
    c = Connection("blockchain", 1, "wss://streams.example.org/blockchain", *sent, number=java)
    polls = read("blockchain/l2/BTC-USD")
    book = Book(c.rng, [[[(row["px"], row["qty"], row["num"]) for row in poll[side]] for side in SIDES] for poll in polls], changes=4)
    number = iter(range(10_000))
    message = lambda event, channel, **members: {"seqnum": next(number), "event": event, **channel, **members}

    def levels(event, ms, sides):
        level = lambda price, quantity, orders: {"num": orders, "px": price, "qty": quantity}
        return message(event, channels[1], **named(sides, level), timestamp=iso(ms - 44, 6))

    bids, asks = book.best()
    c.answer(message("subscribed", channels[0]), message("subscribed", channels[1], batching=False),
             levels("snapshot", c.answered, (bids[::-1], asks)))
    for ms, poll, left in c.moments(beat=5000):
        if poll is None:
            c.received(ms, message("updated", channels[0], timestamp=iso(ms - 44, 6)))
        else:
            c.received(ms, levels("updated", ms, book.update(poll, left)))
    c.close()


def main():
    for folder in HERE.glob("*/stream"):
        shutil.rmtree(folder)
    for exchange in (kraken, coinbase, okx, binance, bitfinex, bitstamp, blockchain):
        exchange()


if __name__ == "__main__":
    main()
