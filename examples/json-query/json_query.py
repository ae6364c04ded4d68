"""A framed command: one process for all calls, a line of JSON for each message, files read through the host."""
import json
import sys

word = ""
parsed = {}
asked = 0


def send(message):
    sys.stdout.write(f"\n{word} {json.dumps(message)}\n")
    sys.stdout.flush()


def receive():
    line = sys.stdin.readline()
    return json.loads(line) if line else {"type": "close"}


def ask(call, method, *args):
    """What the host answers; other messages that come meanwhile are done afterwards."""
    global asked
    asked += 1
    send({"type": "ask", "id": asked, "scope": call, "method": method, "args": args})
    while True:
        message = receive()
        if message["type"] == "reply" and message["id"] == asked:
            if "error" in message:
                raise LookupError(message["error"])
            return message["value"]
        later.append(message)


def load(call, path):
    """The parsed file, kept for as long as the file stays as it is."""
    stat = ask(call, "files.stat", path)
    stamp = (stat["size"], stat["mtimeMs"])
    if parsed.get(stat["path"], (None,))[0] != stamp:
        try:
            parsed[stat["path"]] = (stamp, json.loads(ask(call, "files.readText", path)["text"]))
        except json.JSONDecodeError as error:
            raise LookupError({"code": "INVALID_ARGUMENT", "message": f"{path} is not JSON: {error}"})
    return parsed[stat["path"]][1]


def at(value, pointer):
    for step in pointer.split("/")[1:]:
        step = step.replace("~1", "/").replace("~0", "~")
        try:
            value = value[int(step)] if isinstance(value, list) else value[step]
        except (KeyError, IndexError, ValueError, TypeError):
            known = ", ".join(list(value)[:20]) if isinstance(value, dict) else f"0 to {len(value) - 1}" if isinstance(value, list) else "nothing"
            raise LookupError({"code": "INVALID_ARGUMENT", "message": f'There is no "{step}" in "{pointer}"', "hint": f"There is {known}"})
    return value


def query(call, given):
    value = at(load(call, given["file"]), given["pointer"])
    answer = {"value": value}
    if isinstance(value, dict):
        answer["keys"] = list(value)
    if isinstance(value, list):
        answer["length"] = len(value)
    return {"value": answer}


later = []
while True:
    message = later.pop(0) if later else receive()
    if message["type"] == "hello":
        word = message["word"]
        send({"type": "ready"})
    elif message["type"] == "call":
        try:
            send({"type": "answer", "id": message["id"], "value": query(message["id"], message["input"])})
        except LookupError as error:
            send({"type": "answer", "id": message["id"], "error": error.args[0]})
    elif message["type"] == "close":
        break
