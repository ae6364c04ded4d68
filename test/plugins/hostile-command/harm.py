"""The harms that make sense for a command, in Python."""
import json
import os
import socket
import subprocess
import sys
import time

given = json.load(sys.stdin)
harm = given["do"]
got = None

if harm == "echo":
    got = "alive"
elif harm == "loop":
    while True:
        pass
elif harm == "hang":
    time.sleep(60)
elif harm == "memory":
    kept = []
    while True:
        kept.append(bytearray(b"x" * 32 * 1024 * 1024))
        time.sleep(0.005)
elif harm == "exit":
    sys.exit(0)
elif harm == "kill":
    os.kill(os.getpid(), 9)
elif harm == "spam":
    while True:
        sys.stdout.write("x" * 10_000 + "\n")
elif harm in ("read", "readLink"):
    got = open(given["path"]).read()
elif harm == "write":
    open(given["path"], "w").write("harm")
    got = "written"
elif harm == "run":
    got = subprocess.run(["sh", "-c", "echo harm"], capture_output=True, text=True).stdout
elif harm == "fork":
    subprocess.Popen(["setsid", "sh", "-c", f"sleep 3; echo harm > '{given['path']}'"], stdout=subprocess.DEVNULL)
    got = "forked"
elif harm == "forkBomb":
    for _ in range(200):
        subprocess.Popen(["sleep", "30"])
    time.sleep(60)
elif harm == "net":
    socket.create_connection(("127.0.0.1", given["port"])).close()
    got = "connected"
elif harm == "env":
    got = os.environ["JIG_SECRET"]

json.dump({"value": {"got": got}}, sys.stdout)
