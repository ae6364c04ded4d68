/** Plugins that use up memory and disk in hidden ways. `M` is one megabyte. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scratch } from "../jig.ts";

export const MEMORY_MB = 128;
export const STORAGE_MB = 32;

export const BOMBS = {
  heap: ["kept = [bytearray(b'x' * M) for _ in range(600)]"],
  "heap of a process that ignores signals": [
    "import signal",
    "for each in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP): signal.signal(each, signal.SIG_IGN)",
    "kept = [bytearray(b'x' * M) for _ in range(600)]",
  ],
  "shared memory that was released": [
    "kept = []",
    "for _ in range(60):",
    "    shared = mmap.mmap(-1, 10 * M); shared.write(b'x' * 10 * M); shared.madvise(mmap.MADV_DONTNEED)",
    "    kept.append(shared)",
  ],
  "an unlinked file": [
    "file = open(os.environ['TMPDIR'] + '/x', 'wb'); os.unlink(file.name)",
    "for _ in range(300): file.write(b'x' * M); file.flush()",
  ],
  "many small processes": [
    "for _ in range(40):",
    "    if os.fork() == 0: kept = b'x' * 8 * M; time.sleep(9); os._exit(0)",
  ],
  "orphans in their own sessions": [
    "for _ in range(40):",
    "    if os.fork() == 0:",
    "        os.setsid()",
    "        if os.fork() == 0: kept = b'x' * 8 * M; time.sleep(9)",
    "        os._exit(0)",
  ],
  files: ["for at in range(300): open(os.environ['TMPDIR'] + f'/x{at}', 'wb').write(b'x' * M)"],
  threads: [
    "import threading",
    "threading.stack_size(65536)",
    "while True: threading.Thread(target=time.sleep, args=(9,), daemon=True).start()",
  ],
  "buffers of sockets": [
    "import socket",
    "pairs = [socket.socketpair() for _ in range(1500)]",
    "for each in (socket for pair in pairs for socket in pair):",
    "    each.setblocking(False)",
    "    try:",
    "        while True: each.send(b'x' * 65536)",
    "    except BlockingIOError: pass",
  ],
  "larger buffers of few sockets": [
    "import socket",
    "try: socket.socketpair()[0].setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4 * M)",
    "except PermissionError: print(json.dumps({'value': 'refused'})); sys.exit()",
  ],
  "watches of folders": ["import ctypes", "libc = ctypes.CDLL(None)", "while libc.inotify_init1(0) >= 0: pass"],
  "room reserved after the end of a file": [
    "import ctypes",
    "file = open(os.environ['TMPDIR'] + '/x', 'wb')",
    "if ctypes.CDLL(None).fallocate(file.fileno(), 1, ctypes.c_long(0), ctypes.c_long(300 * M)) != 0: os._exit(3)",
  ],
  "files whose names are no UTF-8": [
    "for at in range(300): open(os.environ['TMPDIR'].encode() + b'/\\xff%d' % at, 'wb').write(b'x' * M)",
  ],
  "unlinked files in private maps": [
    "for _ in range(300):",
    "    file = open(os.environ['TMPDIR'] + '/x', 'wb+'); file.write(b'x' * M); file.flush()",
    "    kept = globals().get('kept', []); kept.append(mmap.mmap(file.fileno(), M, flags=mmap.MAP_PRIVATE))",
    "    os.unlink(file.name); file.close(); os.closerange(3, 99)",
  ],
  "tables of pages": [
    "sparse = mmap.mmap(-1, 256 << 30, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000)",
    "sparse.madvise(15)",
    "for at in range(0, 256 << 30, 2 << 20): sparse[at]",
  ],
  "maps in many processes": [
    "kept = [mmap.mmap(-1, 4096, 0x22, 1 + at % 2) for at in range(30000)]",
    "for _ in range(20):",
    "    if os.fork() == 0: time.sleep(9); os._exit(0)",
  ],
  "open files in many processes": [
    "kept = [os.open('/dev/null', os.O_RDONLY) for _ in range(4000)]",
    "for _ in range(20):",
    "    if os.fork() == 0: time.sleep(9); os._exit(0)",
  ],
  "entries of epoll": [
    "import select",
    "pipes = [os.pipe()[0] for _ in range(900)]",
    "kept = [select.epoll() for _ in range(2000)]",
    "for epoll in kept:",
    "    for each in pipes: epoll.register(each)",
  ],
  "a memory file": ["os.memfd_create('x')"],
  "what is shared with children and fits": [
    "kept = b'x' * 60 * M",
    "for _ in range(3):",
    "    if os.fork() == 0: time.sleep(1); os._exit(0)",
    "time.sleep(1)",
    "print(json.dumps({'value': {'survived': True}})); sys.exit()",
  ],
} as const satisfies Record<string, readonly string[]>;

/** Starts the same program via `context.run`. */
const MODULE = `export default async (_, { run }) => {
  const running = await run({ command: "python3", args: [new URL("bomb.py", import.meta.url).pathname] });
  const { code } = await running.exit;
  return { value: { code } };
};
`;

/** A plugin with the tools `bomb` (command), `bomb_by_context` (module) and `neighbor`, which just waits. */
export function bombPlugin(lines: readonly string[]): string {
  const folder = join(scratch(), "bomb");
  mkdirSync(folder);
  const script = ["import json, mmap, os, sys, time", "M = 1 << 20", ...lines, "time.sleep(9)"];
  writeFileSync(join(folder, "bomb.py"), script.join("\n"));
  writeFileSync(join(folder, "bomb.ts"), MODULE);
  writeFileSync(
    join(folder, "neighbor.py"),
    "import time\nkept = b'x' * 60 << 20\ntime.sleep(1.5)\nprint('{\"value\": \"unharmed\"}')\n".replace(
      "60 << 20",
      "(60 << 20)",
    ),
  );
  const tool = { title: "Take", description: "Takes it.", effect: "read", input: { type: "object" } };
  const manifest = {
    ...{ host: "^1", name: "bomb", version: "1.0.0", title: "Bomb", description: "Takes much." },
    ...{ permissions: { run: ["python3"] }, memoryMb: MEMORY_MB, storageMb: STORAGE_MB },
    tools: {
      bomb: { ...tool, handler: { command: ["python3", "bomb.py"] } },
      bomb_by_context: { ...tool, handler: "./bomb.ts" },
      neighbor: { ...tool, handler: { command: ["python3", "neighbor.py"] } },
    },
  };
  writeFileSync(join(folder, "plugin.json"), JSON.stringify(manifest));
  return folder;
}
