"""The shapes of responses, and the recorded responses to the same kind of request."""
import collections, datetime, json, pathlib, re

FIXTURES = pathlib.Path(__file__).resolve().parents[2] / "Fixtures"
PAIR = re.compile("[A-Z]|btc")  # in a part of a path that has a pair


def kind(value):
    """A word for the type first, then what else can be seen: `text of a number, time in ms`."""
    if value is None or isinstance(value, (bool, dict, list)):
        return {type(None): "null", bool: "boolean", dict: "object", list: "array"}[type(value)]
    if isinstance(value, str):
        if not value:
            return "empty text"
        if re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?", value):
            return "text of a time"
        if not re.fullmatch(r"-?\d+(\.\d+)?([eE][-+]?\d+)?", value):
            return "text"
    word = "text of a number" if isinstance(value, str) else "number"
    units = ((1, "s"), (1e3, "ms"), (1e6, "µs"), (1e9, "ns"))
    unit = next((unit for scale, unit in units if 1.577e9 <= float(value) / scale < 2.051e9), None)
    return f"{word}, time in {unit}" if unit else word


def seconds(value):
    """The Unix time of a value that is a time; of another number, the number."""
    if kind(value) == "text of a time":
        moment = datetime.datetime.fromisoformat(re.sub(r"Z$", "+00:00", re.sub(r"\.\d+", "", value)))
        return (moment if moment.tzinfo else moment.replace(tzinfo=datetime.timezone.utc)).timestamp()
    scale = {"s": 1, "ms": 1e3, "µs": 1e6, "ns": 1e9}.get(kind(value).rpartition("time in ")[2], 1)
    return float(value) / scale


class Shape:
    """For each path: the kinds of its values, the path around it, its order in lists, its newest time."""

    def __init__(self, *values):
        self.kinds = collections.defaultdict(collections.Counter)
        self.parent, self.orders, self.newest = {}, collections.defaultdict(set), {}
        for value in values:
            self.add(value)

    def add(self, value, path="", parent=None):
        self.kinds[path][kind(value)] += 1
        self.parent[path] = parent
        if "time" in kind(value):
            self.newest[path] = max(self.newest.get(path, 0), seconds(value))
        if isinstance(value, dict):
            for name, member in value.items():
                # Names of pairs and currencies are data.
                self.add(member, f"{path}.{'*' if re.fullmatch('[A-Z0-9./:_-]{5,}', name) else name}", path)
        elif isinstance(value, list):
            scalars = not any(isinstance(element, (dict, list)) for element in value)
            is_row = scalars and len(value) <= 24 and any(kind(element) != "text" for element in value)
            for place, element in enumerate(value):
                self.add(element, f"{path}[{place if is_row else ''}]", path)
            if len(value) >= 5 and not scalars:
                self.add_orders(value, path)

    def add_orders(self, rows, path):
        """Whether the rows are sorted by a member or an element."""
        columns = collections.defaultdict(list)
        for row in rows:
            for name, value in (row.items() if isinstance(row, dict) else enumerate(row) if isinstance(row, list) else ()):
                if "number" in kind(value) or "time" in kind(value):
                    columns[f"{path}[].{name}" if isinstance(row, dict) else f"{path}[][{name}]"].append(seconds(value))
        for column, values in columns.items():
            steps = {(b > a) - (b < a) for a, b in zip(values, values[1:])} - {0}
            if steps and len(values) == len(rows):
                order = {(1,): "ascending", (-1,): "descending"}.get(tuple(steps), "unsorted")
                self.orders[column].add(order + ", with repeats" * (order != "unsorted" and len(set(values)) < len(values)))

    def count(self, path):
        return sum(self.kinds[path].values()) if path in self.kinds else 0

    def has_optional(self, path):
        """Whether a member or an element is missing in some objects or arrays."""
        return path.endswith(("*", "[]")) or self.count(path) < self.kinds[self.parent[path]]["object" if path[-1] != "]" else "array"]


def differences(found, known, is_ordered):
    """(is_deviation, path, expected, found) for each difference of two shapes."""
    for path, kinds in known.kinds.items():
        parent = known.parent[path]
        if parent in found.kinds and not known.has_optional(path):
            parents = found.kinds[parent]["object" if path[-1] != "]" else "array"]
            if parents > found.count(path):
                yield found.count(path) == 0, path, "in each object or row", f"missing in {parents - found.count(path)} of {parents}"
    for path, kinds in found.kinds.items():
        if path not in known.kinds:
            if found.parent[path] in known.kinds and not path.endswith(("*", "[]")):
                yield False, path, "not recorded", f"new: {', '.join(kinds)}"
            continue
        seen, expected = ({k for k in ks if k not in ("null", "empty text")} for ks in (kinds, known.kinds[path]))
        if not expected:
            continue
        # The first word is the type of JSON.
        types, documented = ({k.split()[0].strip(",") for k in ks} for ks in (seen, expected))
        is_known = types <= documented
        if not seen:
            is_known = bool({"null", "empty text"} & set(known.kinds[path]))
        elif is_known and "text" in types:
            is_known = not ("text" in seen and "text" not in expected) and not (expected == {"text"} and "text" not in seen)
        if is_known and seen and all("time" in k for k in expected):
            is_known = bool(seen & expected)
        is_null = bool(seen) and "null" in kinds and "null" not in known.kinds[path]
        if not is_known or is_null:
            yield not is_known, path, ", ".join(sorted(known.kinds[path])), ", ".join(sorted(kinds))
    if is_ordered:
        for path, orders in known.orders.items():
            if len(orders) == 1 and "unsorted" not in orders and path in found.orders and found.orders[path] != orders:
                yield True, path, next(iter(orders)), ", ".join(sorted(found.orders[path]))


# Recorded responses.

def split(folder):
    """The parts of a request's folder, and the parameters of its query."""
    *parts, last = folder.parts
    if "=" not in last:
        return [*parts, last], {}
    return parts, dict(item.split("=", 1) for item in last.split(","))


def fixture(exchange, folder):
    """The folder in Fixtures with responses to the same kind of request; None if there is none."""
    parts, query = split(folder)
    best, most = None, 0
    for path in sorted({file.parent for file in (FIXTURES / exchange).rglob("1.json")}):
        others, names = split(path.relative_to(FIXTURES / exchange))
        if len(others) != len(parts) or not names.keys() <= query.keys():
            continue
        same = sum(a == b for a, b in zip(parts, others))
        # Other parts can only differ by the pair.
        if all(a == b or PAIR.search(a) and PAIR.search(b) for a, b in zip(parts, others)):
            score = 100 * same + 10 * len(names) + sum(query[name] == value for name, value in names.items())
            if same and score > most:
                best, most = path, score
    return best


def recorded(folder):
    """(response, meta) for each recorded response in a folder."""
    for file in sorted(folder.glob("*.json")):
        meta = file.with_suffix(".meta")
        yield file, file.read_text(errors="replace"), json.loads(meta.read_text()) if meta.exists() else {}


def arrival(meta):
    return seconds(meta["received_at"]) if "received_at" in meta else None
