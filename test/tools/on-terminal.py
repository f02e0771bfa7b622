# Runs commands on a terminal of 80 columns, standard output and error both: {"commands", "folder"} in, what the terminal shows of each at the end out.
# Bars are drawn between saving the cursor and clearing their line, and leave nothing.
import fcntl
import json
import os
import pty
import re
import struct
import sys
import termios

ESCAPES = re.compile(r"\x1b(\[[0-9;?]*[A-Za-z]|[78])")


def shown_by(argv, folder):
    process, terminal = pty.fork()
    if process == 0:
        os.read(0, 1)  # until the terminal has its size
        os.chdir(folder)
        os.environ.update({"TERM": "xterm-256color", "LC_ALL": "C.UTF-8"})
        for name in ("NO_COLOR", "FORCE_COLOR", "CI"):
            os.environ.pop(name, None)
        os.execvp(argv[0], argv)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 80, 0, 0))
    attributes = termios.tcgetattr(terminal)
    attributes[3] &= ~termios.ECHO
    termios.tcsetattr(terminal, termios.TCSANOW, attributes)
    os.write(terminal, b"\n")
    shown = b""
    while True:
        try:
            some = os.read(terminal, 65536)
        except OSError:  # its process has ended
            break
        if not some:
            break
        shown += some
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]), shown.decode()


def line_at_end(line):
    """What a line shows once all has been written over it."""
    cleared = re.split(r"\x1b\[2K|\r\x1b\[K", line)[-1]
    return cleared.split("\r")[-1]


asked = json.load(sys.stdin)
results = []
for argv in asked["commands"]:
    status, shown = shown_by(argv, asked["folder"])
    lines = [line_at_end(line) for line in shown.replace("\r\n", "\n").split("\n")]
    results.append(
        {
            "status": status,
            "lines": [ESCAPES.sub("", line) for line in lines],
            "coloured": [line for line in lines if re.search(r"\x1b\[[0-9;]*m", line)],
        }
    )
json.dump(results, sys.stdout)
