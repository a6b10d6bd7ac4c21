#!/usr/bin/env python3
"""A bot that does the first thing it may, never snaps, and calls when the round has gone on for a while."""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    answer: dict[str, object] | None = None
    if message["type"] == "hello":
        answer = {"cambio": 1, "name": "first legal"}
    elif message["type"] == "choose":
        legal, lap = message["legal"], message["view"]["lap"]
        if message["wait"]:
            action = None
        elif "call" in legal and lap >= 5:
            action = "call"
        else:
            action = next(words for words in legal if words != "call")
        answer = {"id": message["id"], "action": action}
    if answer:
        print(json.dumps(answer), flush=True)
