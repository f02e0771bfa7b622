# Reads tables with the csv module: [{"path", "delimiter", "kinds"}] in, a list of rows each out, cells as test/tools/cells.ts spells them.
import csv
import json
import re
import struct
import sys
from datetime import date, datetime, timezone

TIME = re.compile(r"(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d+))?Z?")


def instant(cell):
    year, month, day, hour, minute, second, fraction = TIME.fullmatch(cell).groups()
    at = datetime(int(year), int(month), int(day), int(hour), int(minute), int(second), tzinfo=timezone.utc)
    seconds = (at - datetime(1970, 1, 1, tzinfo=timezone.utc)) // (datetime.resolution * 1_000_000)
    return seconds * 10**9 + int((fraction or "").ljust(9, "0"))


READ = {
    "text": lambda cell: cell,
    "bool": lambda cell: {"true": "true", "false": "false"}[cell],
    "integer": lambda cell: str(int(cell)),
    "f64": lambda cell: struct.pack(">d", float(cell)).hex(),
    "f32": lambda cell: struct.pack(">f", float(cell)).hex(),
    "day": lambda cell: str((date.fromisoformat(cell) - date(1970, 1, 1)).days),
    "time": lambda cell: str(instant(cell)),
}


def read(asked):
    with open(asked["path"], newline="", encoding="utf-8") as file:
        header, *rows = csv.reader(file, delimiter=asked["delimiter"], strict=True)
    kinds = asked["kinds"]
    return [header] + [
        [None if cell == "" and kind != "text" else READ[kind](cell) for cell, kind in zip(row, kinds, strict=True)]
        for row in rows
    ]


json.dump([read(asked) for asked in json.load(sys.stdin)], sys.stdout)
