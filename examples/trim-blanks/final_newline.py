"""Plans in any language: prints {"plan": ...} instead of {"value": ...}."""
import hashlib
import json
import os
import sys

path = json.load(sys.stdin)["path"]
with open(os.path.join(os.environ["JIG_ROOT"], path), encoding="utf-8-sig", newline="") as file:
    text = file.read()
body = text.rstrip("\r\n")
end = "\r\n" if "\r\n" in text else "\n"
# Offsets count UTF-16 units.
units = lambda part: len(part.encode("utf-16-le")) // 2
edit = {"start": units(body), "end": units(text), "text": end}
change = {"path": path, "hash": hashlib.sha256(text.encode()).hexdigest(), "edits": [edit]}
print(json.dumps({"plan": {"title": f"End {path} with one newline", "files": [change]}}))
