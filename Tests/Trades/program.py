"""Runs of tickers on files of trades. All requests are for the market, on the loopback interface."""

import json
import os
import pathlib
import subprocess
from decimal import Decimal, localcontext
from fractions import Fraction

import market

DEBUG_BUILD = pathlib.Path(__file__).resolve().parents[2] / ".build/debug/tickers"


class Program:
    """A build of tickers, without the options of the user."""

    def __init__(self, path):
        self.path = os.path.abspath(path)
        if not os.path.exists(path):
            raise SystemExit(f"{path} is missing: build it")
        self.environment = {
            name: value for name, value in os.environ.items()
            if not name.startswith("TICKERS_") and not name.lower().endswith("_proxy")}
        self.environment["XDG_CONFIG_HOME"] = "/nonexistent"
        url = market.serve()
        listed = self.run(["exchanges", "-o", "tsv", "-c", "exchange", "--no-header"]).stdout.split()
        if not listed:
            raise SystemExit(f"{path} lists no exchanges")
        self.urls = [word for exchange in listed for word in ("--url", f"{exchange}={url}/{exchange}")]

    def run(self, arguments, directory=None):
        return subprocess.run(
            [self.path, *arguments], capture_output=True, text=True, env=self.environment, cwd=directory,
            timeout=300)

    def holdings(self, files, arguments, directory):
        """Writes files into a directory, and returns the run of `tickers holdings` on them."""
        for name, text in files:
            file = pathlib.Path(directory, name)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        names = [name for name, _ in files]
        return self.run(["holdings", *names, *arguments, *self.urls, "-o", "json", "--quiet"], directory)


def document(run):
    """The document that a run has printed, with numbers as fractions; None if it has printed none."""
    try:
        return json.loads(run.stdout.partition("\n")[0], parse_float=Fraction, parse_int=Fraction)
    except json.JSONDecodeError:
        return None


def plain(number, digits=30):
    """A number as a decimal."""
    with localcontext() as context:
        context.prec = digits
        return format(Decimal(number.numerator) / number.denominator, "f")
