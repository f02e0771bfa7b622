# Reads texts as JSON: a list of texts in, a list of values out. Python would take NaN and Infinity, which JSON has not.
import json
import sys


def refuse(name):
    raise ValueError(f"{name} is no JSON")


json.dump([json.loads(text, parse_constant=refuse) for text in json.load(sys.stdin)], sys.stdout)
