# Types lines and a tab into a shell on a terminal of 80 columns: {"argv", "folder", "lines"} in, [{"line", "shown"}] out: what has become of each line,
# and what the terminal showed meanwhile. The shell's start-up file binds Ctrl-G to appending the line to the file "log", and Ctrl-U to clearing it.
import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time

PATIENCE_SECONDS = 30
ESCAPES = re.compile(r"\x1b(\[[0-9;?<>=]*[A-Za-z]|\][^\x07]*\x07|[()][A-Z0-9]|[=>78MH])|[\x00-\x08\x0e-\x1f]")

asked = json.load(sys.stdin)
log = os.path.join(asked["folder"], "log")
process, terminal = pty.fork()
if process == 0:
    os.chdir(asked["folder"])
    os.environ.update({"TERM": "xterm", "LC_ALL": "C.UTF-8", "ZDOTDIR": asked["folder"], "HOME": asked["folder"]})
    os.execvp(asked["argv"][0], asked["argv"])
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 80, 0, 0))


def logged():
    try:
        with open(log, encoding="utf-8") as file:
            return file.read().split("\n")[:-1]
    except FileNotFoundError:
        return []


def press(keys, count, patience):
    """What is shown until the log has that many lines."""
    os.write(terminal, keys.encode())
    shown = b""
    end = time.monotonic() + patience
    while len(logged()) < count and time.monotonic() < end:
        if select.select([terminal], [], [], 0.02)[0]:
            shown += os.read(terminal, 65536)
    while select.select([terminal], [], [], 0)[0]:
        shown += os.read(terminal, 65536)
    return shown.decode(errors="replace")


try:
    end = time.monotonic() + PATIENCE_SECONDS
    started = ""
    while not logged() and time.monotonic() < end:  # what is typed before the shell reads may be dropped
        started += press("\x07", 1, 1)
    time.sleep(0.3)
    results = []
    for line in asked["lines"]:
        count = len(logged()) + 1
        shown = press("\x15" + line + "\t\x07", count, PATIENCE_SECONDS)
        if len(logged()) < count:
            sys.exit(f"no answer to {line!r}, but {started + shown!r}")
        results.append({"line": logged()[-1], "shown": ESCAPES.sub("", shown)})
finally:
    os.kill(process, signal.SIGKILL)
    os.waitpid(process, 0)
json.dump(results, sys.stdout)
