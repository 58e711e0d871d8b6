"""What the benchmarks share: commands that are run and measured, and tables of Markdown."""

import contextlib
import fcntl
import os
import pathlib
import pty
import random
import struct
import subprocess
import sys
import termios
import time
from statistics import median

HERE = pathlib.Path(__file__).parent


def start(command, on_terminal=False):
    """Starts a command that writes to a pipe, or to a terminal of 80x24."""
    if not on_terminal:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        process.returncode = 0  # so that Python does not wait for it, which is done below
        return process.pid, os.dup(process.stdout.fileno())
    pid, terminal = pty.fork()
    if pid == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        os.execvpe(command[0], command, {**os.environ, "TERM": "xterm-256color"})
    return pid, terminal


def drain(output):
    """Reads to the end, which a terminal tells by an error. Returns how many bytes came."""
    count = 0
    try:
        while chunk := os.read(output, 1 << 16):
            count += len(chunk)
    except OSError:
        pass
    os.close(output)
    return count


def run(command, on_terminal=False):
    """Runs a command: seconds, seconds of CPU, megabytes of its largest process, bytes written."""
    began = time.perf_counter()
    pid, output = start(command, on_terminal)
    count = drain(output)
    _, status, usage = os.wait4(pid, 0)
    if status != 0 or "-o" not in command and count == 0:
        sys.exit(f"failed: {' '.join(command)}")
    wall = time.perf_counter() - began
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, count


@contextlib.contextmanager
def exchange(milliseconds=0, pairs=200, levels=0):
    """The base URL of an exchange that takes so long to answer and lists so many pairs, with so many
    levels a side in a book."""
    arguments = [str(number) for number in (milliseconds, pairs, levels)]
    server = subprocess.Popen(
        [sys.executable, str(HERE / "exchange.py"), *arguments], stdout=subprocess.PIPE, text=True)
    try:
        yield server.stdout.readline().strip()
    finally:
        server.terminate()


def turns(commands, rounds):
    """Wall, CPU and memory of commands that take turns, by their names.

    The order changes: what a command finds in the caches is from the one before it.
    """
    results = {name: [] for name in commands}
    for turn in range(rounds + 1):
        for name, command in random.sample(list(commands.items()), len(commands)):
            result = run(command)[:3]
            if turn > 0:  # the first warms the caches
                results[name].append(result)
    return {name: [median(column) for column in zip(*rows)] for name, rows in results.items()}


def table(heading, rows):
    print("|", " | ".join(heading), "|")
    print("|---" + "|--:" * (len(heading) - 1) + "|")
    for row in rows:
        print("|", " | ".join(row), "|")
    print()
