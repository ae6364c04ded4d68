/** Findings F1 to F12 of an isolation review, tested with the compiled binary, by a sandboxed plugin where they concern plugins. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { post } from "../frontends/http-client.ts";
import { runJig, scratch } from "../jig.ts";
import { McpProcess } from "../mcp/mcp-process.ts";
import { DRIVES, HIDES } from "../plugins/evil.ts";
import { CONFINES, PYTHON } from "../plugins/hostile.ts";
import { user } from "../plugins/index-user.ts";
import { index, pack } from "../plugins/shelf.ts";
import { startServe } from "../serve/served.ts";
import { asStranger } from "./stranger.ts";

const skip = !CONFINES ? "this system cannot confine" : existsSync(PYTHON) ? false : `there is no ${PYTHON}`;
const POSIX = process.platform !== "win32";
const IOPRIO_SET = process.arch === "arm64" ? 30 : 251;

test("F1: no priority but its own, of processor or disk", { skip }, async () => {
  const victim = spawn("sleep", ["60"]);
  const stat = () =>
    readFileSync(`/proc/${victim.pid}/stat`, "latin1")
      .replace(/^.*\) /s, "")
      .split(" ")[16];
  const before = stat();
  const { got, said } = asStranger(`
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
def disk(which, who):
    if libc.syscall(${IOPRIO_SET}, which, who, 3 << 13) < 0: raise OSError(ctypes.get_errno(), "")
got = {
    "user": tried(lambda: os.setpriority(os.PRIO_USER, 0, 19)),
    "group": tried(lambda: os.setpriority(os.PRIO_PGRP, ${process.pid}, 19)),
    "process": tried(lambda: os.setpriority(os.PRIO_PROCESS, ${victim.pid}, 19)),
    "disk of user": tried(lambda: disk(3, os.getuid())),
    "disk of process": tried(lambda: disk(1, ${victim.pid})),
}`);
  const keys = ["user", "group", "process", "disk of user", "disk of process"];
  assert.deepEqual(got, Object.fromEntries(keys.map((key) => [key, "EPERM"])), said);
  assert.equal(stat(), before);
  victim.kill("SIGKILL");
});

/** Creates one object of each kind with a message in it, prints their numbers, waits, and reports which are intact. */
const OWNER = `import ctypes, json, sys
libc = ctypes.CDLL(None, use_errno=True)
try: rt = ctypes.CDLL("librt.so.1", use_errno=True)
except OSError: rt = libc
NAME = b"/jig-finding-%d"
IPC_CREAT, IPC_RMID = 0o1000, 0
queue, memory, semaphore = libc.msgget(0, IPC_CREAT | 0o600), libc.shmget(0, 4096, IPC_CREAT | 0o600), libc.semget(0, 1, IPC_CREAT | 0o600)
message = ctypes.create_string_buffer(b"\\1\\0\\0\\0\\0\\0\\0\\0secret", 16)
assert libc.msgsnd(queue, message, 6, 0) == 0
named = rt.mq_open(NAME, 0o102, 0o600, None)
print(json.dumps({"queue": queue, "memory": memory, "semaphore": semaphore}), flush=True)
sys.stdin.readline()
room = ctypes.create_string_buffer(64)
libc.shmat.restype = ctypes.c_void_p
whole = {
    "queue": libc.msgrcv(queue, room, 32, 0, 0o4000) == 6,
    "memory": libc.shmat(memory, None, 0) not in (None, 2**64 - 1),
    "semaphore": libc.semctl(semaphore, 0, 12) == 0,
    "named": named < 0 or rt.mq_unlink(NAME) == 0,
}
libc.msgctl(queue, IPC_RMID, None); libc.shmctl(memory, IPC_RMID, None); libc.semctl(semaphore, 0, IPC_RMID)
print(json.dumps(whole), flush=True)
`;

test("F2: message queues, semaphores and shared memory of others", { skip }, async () => {
  const name = `/jig-finding-${process.pid}`;
  const owner = spawn(PYTHON, ["-c", OWNER.replace("%d", String(process.pid))]);
  const lines = createInterface(owner.stdout);
  const [line] = await once(lines, "line");
  const { queue, memory, semaphore } = JSON.parse(line);
  const { got, said } = asStranger(`
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
try: rt = ctypes.CDLL("librt.so.1", use_errno=True)
except OSError: rt = libc
libc.shmat.restype = ctypes.c_long
def of(call, *words):
    return "reached" if call(*words) >= 0 else ctypes.get_errno()
room = ctypes.create_string_buffer(64)
got = [
    of(libc.msgrcv, ${queue}, room, 32, 0, 0o4000), of(libc.msgctl, ${queue}, 0, None),
    of(libc.shmat, ${memory}, None, 0), of(libc.shmctl, ${memory}, 0, None),
    of(libc.semctl, ${semaphore}, 0, 0), of(rt.mq_unlink, b"${name}"), of(rt.mq_open, b"${name}", 0),
]`);
  // The C library turns EPERM into EACCES for named queues.
  assert.ok(Array.isArray(got) && got.every((each) => [1, 13, 38].includes(each)), `${said}${JSON.stringify(got)}`);
  owner.stdin.write("\n");
  const [whole] = await once(lines, "line");
  assert.deepEqual(JSON.parse(whole), { queue: true, memory: true, semaphore: true, named: true });
});

test("F3: memory files and unlinked files count, and there are no others", { skip }, () => {
  const limits = { memoryMb: 128, storageMb: 32 };
  const memory = asStranger(
    'import os; got = [tried(lambda: os.memfd_create("x")), tried(lambda: open("/dev/shm/x", "w"))]',
  );
  assert.deepEqual(memory.got, ["ENOSYS", "EROFS"], memory.said);
  const unlinked = `import os, time
file = open(os.environ["TMPDIR"] + "/x", "wb"); os.unlink(file.name)
for _ in range(400): file.write(b"x" * (1 << 20)); file.flush()
time.sleep(9)`;
  assert.match(asStranger(unlinked, { limits }).said, /may keep at most 32 MB/);
  const shared = `import mmap, time
kept = []
for _ in range(60):
    each = mmap.mmap(-1, 10 << 20); each.write(b"x" * (10 << 20)); kept.append(each)
time.sleep(9)`;
  assert.match(asStranger(shared, { limits }).said, /more than 128 MB/);
});

test("F4: credentials beside a program, and what a version manager keeps", { skip }, () => {
  const reads = `#!/bin/sh
cat >/dev/null
for file in ${[".cargo/credentials.toml", ".cargo/config.toml", ".pyenv/secret", ".pyenv/versions/1/.netrc"].map((path) => `"$JIG_ROOT/../home/${path}"`).join(" ")}; do
  if read -r line < "$file"; then got="$got read"; else got="$got refused"; fi 2>/dev/null
done
printf '{"value": "%s"}' "$got"
`;
  const top = scratch({
    "home/.cargo/bin/tool": reads,
    "home/.cargo/credentials.toml": "secret\n",
    "home/.cargo/config.toml": "secret\n",
    "home/.pyenv/shims/shim": '#!/bin/sh\nexec "$(dirname "$0")/../versions/1/bin/shim"\n',
    "home/.pyenv/versions/1/bin/shim": reads,
    "home/.pyenv/versions/1/.netrc": "secret\n",
    "home/.pyenv/secret": "secret\n",
    "root/a.txt": "",
  });
  const home = join(top, "home");
  for (const path of [".cargo/bin/tool", ".pyenv/shims/shim", ".pyenv/versions/1/bin/shim"])
    chmodSync(join(home, path), 0o755);
  const tool = { title: "Read", description: "Reads.", effect: "read", input: { type: "object" } };
  for (const program of ["tool", "shim"]) {
    const manifest = {
      ...{ host: "^1", name: program, version: "1.0.0", title: "Reader", description: "Reads." },
      permissions: { run: [program] },
      tools: { [`${program}_do`]: { ...tool, handler: { command: [program] } } },
    };
    const plugins = join(scratch({ [`${program}/plugin.json`]: JSON.stringify(manifest) }), program);
    const env = { HOME: home, PATH: `${home}/.cargo/bin:${home}/.pyenv/shims:/usr/bin:/bin` };
    const ran = runJig(["call", `${program}_do`, "--as", "json", "--plugins", plugins], {
      cwd: join(top, "root"),
      env,
    });
    assert.equal(ran.stdout.trim(), '" refused refused refused refused"', ran.stdout + ran.stderr);
  }
});

test("F5: a grant of one host and port sends no datagrams and opens no raw or netlink socket", { skip }, async () => {
  const listener = createSocket("udp4");
  let received = 0;
  listener.on("message", () => received++);
  listener.bind(0, "127.0.0.1");
  await once(listener, "listening");
  const { port } = listener.address();
  const { got, said } = asStranger(
    `
import socket
def opened(*words):
    socket.socket(*words)
    return "opened"
got = {
    "datagram": tried(lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", ${port}))),
    "raw": tried(lambda: opened(socket.AF_INET, socket.SOCK_RAW, 255)),
    "ICMP": tried(lambda: opened(socket.AF_INET, socket.SOCK_DGRAM, 1)),
    "packets": tried(lambda: opened(socket.AF_PACKET, socket.SOCK_RAW, 0x0300)),
    "routes": tried(lambda: opened(socket.AF_NETLINK, socket.SOCK_RAW, 0)),
    "machine": tried(lambda: opened(40, socket.SOCK_STREAM, 0)),
}`,
    { permissions: { net: [`localhost:${port}`], run: ["python3"] }, openWorld: true },
  );
  listener.close();
  assert.equal(received, 0);
  assert.ok(
    got && Object.values(got).every((each) => each === "EPERM" || each === "EACCES"),
    said + JSON.stringify(got),
  );
});

const hello = {
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } },
};

test("F6: invented sessions get nobody a share of their own", async () => {
  const served = await startServe(["--root", scratch({ "a.txt": "" })]);
  const { hostname, port } = new URL(served.url);
  const bodies = 300;
  const statuses = await Promise.all(
    Array.from(
      { length: bodies },
      (_, at) =>
        new Promise<string>((settle) => {
          const socket = connect(Number(port), hostname, () =>
            socket.write(
              `POST /mcp HTTP/1.1\r\nHost: ${hostname}:${port}\r\nMcp-Session-Id: invented-${at}\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: 4000000\r\n\r\n{${" ".repeat(60_000)}`,
            ),
          );
          // After several rejections, responses to the address are delayed by a second.
          socket.setTimeout(4000, () => settle("open"));
          socket.once("data", (data) => settle(String(data).slice(9, 12)));
          socket.on("error", () => settle("closed"));
          socket.on("close", () => settle("closed"));
        }),
    ),
  );
  const left = statuses.filter((status) => status === "open").length;
  assert.ok(left <= 64, `${left} of ${bodies} bodies are still being taken`);
  if (process.platform === "linux") {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${served.child.pid}/status`, "latin1")) ?? [];
    assert.ok(Number(kilobytes) < 400_000, `${kilobytes} kB`);
  }
  await served.stop();
});

test("F7: without its token nobody on this machine is answered, and only its owner can read that", {
  skip: !POSIX,
}, async () => {
  const config = scratch();
  const served = await startServe(["--own-token", "--root", scratch({ "a.txt": "" })], { XDG_CONFIG_HOME: config });
  for (const headers of [{}, { authorization: "Bearer wrong" }, { authorization: "Basic eDp5" }])
    assert.equal((await post(served.url, hello, headers)).status, 401);
  assert.equal(statSync(join(config, "jig", "serve-token")).mode & 0o777, 0o600);
  await served.stop();
});

test("F8: saved answers of other roots go with their age", async () => {
  const cache = scratch();
  const ask = async () => {
    const text = Array.from({ length: 6000 }, (_, line) => `needle ${line} ${"x".repeat(60)}`).join("\n");
    const mcp = new McpProcess([], { cwd: scratch({ "a.txt": text }), env: { XDG_CACHE_HOME: cache } });
    await mcp.initialize();
    await mcp.call(1, "search_content", { query: "needle" });
    mcp.child.stdin.end();
    await mcp.ended;
  };
  const saved = () =>
    readdirSync(cache, { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile() && /^[0-9a-z]{12}\.(?:rows|txt)$/.test(each.name))
      .map((each) => join(each.parentPath, each.name));
  await ask();
  const old = saved();
  assert.ok(old.length > 0);
  const then = new Date(Date.now() - 60 * 86_400_000);
  // Sessions clean up after a while, or immediately if it hasn't been done for long.
  for (const path of [...old, join(cache, "jig", "v1", ".cleaned")]) utimesSync(path, then, then);
  await ask();
  assert.ok(saved().length > 0);
  assert.deepEqual(old.filter(existsSync), []);
});

test("F9: what setup wrote and somebody edited is valid again after its undo", { skip: !POSIX }, () => {
  const [home, cwd] = [scratch(), scratch()];
  const env = { HOME: home, XDG_CONFIG_HOME: join(home, ".config") };
  mkdirSync(join(home, ".cursor"));
  const file = join(home, ".cursor", "mcp.json");
  const setUp = runJig(["setup", "--client", "cursor", "--yes"], { cwd, env });
  assert.match(readFileSync(file, "utf8"), /"jig"/, setUp.stdout + setUp.stderr);
  writeFileSync(file, readFileSync(file, "utf8").replace(/\}(\s*\}\s*\})\s*$/, "},$1\n"));
  runJig(["setup", "--client", "cursor", "--undo", "--yes"], { cwd, env });
  const left = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  assert.equal(left.mcpServers?.jig, undefined);
});

test("F10: a program by the loader stays confined, one in a memory file does not start", { skip }, () => {
  const outside = join(scratch({ secret: "secret" }), "secret");
  const { got, said } = asStranger(`
import os, subprocess
loader = next(path for path in ("/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1") if os.path.exists(path))
run = lambda *words: subprocess.run(words, capture_output=True).returncode
got = {
    "undeclared": tried(lambda: run("/usr/bin/id")),
    "by the loader": run(loader, "/usr/bin/id"),
    "its reach": run(loader, "/usr/bin/cat", "${outside}"),
    "memory file": tried(lambda: os.memfd_create("program")),
}`);
  assert.deepEqual(got, { undeclared: "EACCES", "by the loader": 0, "its reach": 1, "memory file": "ENOSYS" }, said);
});

test("F11: what may write to the workspace writes no hook", { skip }, () => {
  const cwd = scratch({ ".git/hooks/old": "", "a.txt": "" });
  const { got, said } = asStranger(
    `
import os
root = os.environ["JIG_ROOT"]
def write(path):
    with open(os.path.join(root, path), "w") as file: file.write("harm")
    return "written"
def through():
    os.symlink(os.path.join(root, ".git"), os.path.join(root, "door"))
    return write("door/hooks/pre-commit")
got = {path: tried(lambda: write(path)) for path in ("a.txt", ".git/hooks/pre-commit", ".git/hooks/old", ".git/config")}
got["link"] = tried(through)
got["renamed"] = tried(lambda: os.rename(os.path.join(root, ".git"), os.path.join(root, "g")))
got["replaced"] = tried(lambda: os.rename(os.path.join(root, "a.txt"), os.path.join(root, ".git/hooks/pre-commit")))
`,
    { permissions: { read: ["workspace"], write: ["workspace"], run: ["python3"] }, effect: "write", cwd },
  );
  assert.ok(got, said);
  const { "a.txt": own, ...places } = got as Record<string, string>;
  assert.equal(own, "written");
  for (const [what, came] of Object.entries(places)) assert.match(came, /^E(?:ROFS|ACCES|PERM|BUSY|XDEV)$/, what);
  assert.deepEqual(readdirSync(join(cwd, ".git", "hooks")), ["old"]);
});

test("F12: two Host headers, unseen characters, an index that never ends", async () => {
  const served = await startServe(["--root", scratch({ "a.txt": "" })]);
  const { hostname, port } = new URL(served.url);
  const head = await new Promise<string>((settle) => {
    const socket = connect(Number(port), hostname, () =>
      socket.write(
        `POST /mcp HTTP/1.1\r\nHost: ${hostname}:${port}\r\nHost: evil.example\r\nContent-Length: 0\r\n\r\n`,
      ),
    );
    socket.once("data", (data) => settle(String(data)));
  });
  assert.match(head, /^HTTP\/1\.1 400 /);
  await served.stop();
  const evil = "needle \u009b31m \u202e \u200b \u{e0041} \u2066";
  const cwd = scratch({ "a.txt": evil });
  const { stdout } = runJig(["search_content", "needle", "--as", "text"], { cwd });
  assert.match(stdout, /needle/);
  assert.doesNotMatch(stdout, DRIVES);
  assert.doesNotMatch(stdout, HIDES);
  const mcp = new McpProcess([], { cwd });
  await mcp.initialize();
  const { result } = await mcp.call(1, "search_content", { query: "needle" });
  assert.match(result.content[0].text, /needle/);
  assert.doesNotMatch(result.content[0].text, DRIVES);
  assert.doesNotMatch(result.content[0].text, HIDES);
  mcp.child.stdin.end();
  await mcp.ended;
  const { jig } = user();
  const endless = index({ "todo-1.0.0.jigplugin": pack() }, (content) => delete content.expires);
  const { code, stderr } = jig("plugin", "install", "acme/todo", "--index", endless);
  assert.equal(code, 2, stderr);
  assert.match(stderr, /expires/);
});
