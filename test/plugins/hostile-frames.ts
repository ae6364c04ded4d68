/** Commands that misuse the frame protocol: at most their own call fails, and the host's memory stays low. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { scratch } from "../jig.ts";
import { McpProcess } from "../mcp/mcp-process.ts";
import { CONFINES, PYTHON } from "./hostile.ts";

/** `say` writes a frame, `answer` ends the call, `id` is its number. */
const WAYS = {
  honest: "answer({'got': 'it'})",
  "answers that nobody asked for": "while True: say({'type': 'answer', 'id': 10**9, 'value': {'value': 'x' * 10000}})",
  "rows and progress of no call": "while True: say({'type': 'rows', 'call': 10**9, 'rows': ['x' * 10000]})",
  "a log without end": "while True: say({'type': 'log', 'level': 'info', 'message': 'x' * 10000})",
  "frames of no type": "while True: say({'type': 'x' * 10000})",
  "being ready again and again": "while True: say({'type': 'ready', 'x': 'x' * 10000})",
  "one number for many requests":
    "while True: say({'type': 'ask', 'id': 1, 'scope': id, 'method': 'files.readText', 'args': ['large.txt']})",
  "many large files at once": `
for at in range(900): say({'type': 'ask', 'id': at, 'scope': id, 'method': 'files.readText', 'args': ['large.txt']})
time.sleep(9)`,
  "a file of any size": "answer({'got': ask('files.read', 'sparse', {'maxBytes': 10**13})[:300]})",
  "a frame that does not end": `
sys.stdout.write(word + ' {"type": "answer", "id": ')
while True: sys.stdout.write('1' * 100000)`,
  "a line that does not end, on stderr": "while True: sys.stderr.write('x' * 100000)",
  "nothing that is read": `
while True: say({'type': 'ask', 'id': next(numbers), 'scope': id, 'method': 'files.readText', 'args': ['small.txt']})`,
} as const;

const FRAMED = `import itertools, json, sys, time
numbers = itertools.count(1)
word = json.loads(sys.stdin.readline())["word"]
def say(message): print(word, json.dumps(message), flush=True)
say({"type": "ready"})
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] != "call": continue
    id = message["id"]
    def answer(value): say({"type": "answer", "id": id, "value": {"value": value}})
    def ask(method, *args):
        say({"type": "ask", "id": 0, "scope": id, "method": method, "args": list(args)})
        return sys.stdin.readline()
    exec(message["input"]["code"])
`;
const ONCE = `import json, sys, time
given = json.load(sys.stdin)
exec(given["code"])
`;
/** Growth of the host. */
const MAX_MB = 500;

const ONCE_WAYS: Record<string, string> = {
  "an answer without end": "while True: sys.stdout.write('1' * 100000)",
  "a line that does not end, on stderr": "while True: sys.stderr.write('x' * 100000)",
  "lines without end, on stderr": "while True: sys.stderr.write('x' * 1000 + '\\n')",
  "an answer nested too deeply": "print('{\"value\":' + '[' * 10**6 + ']' * 10**6 + '}')",
};

/** Only ended by their time limit. */
const SLOW = ["many large files at once", "lines without end, on stderr"];

const skip = !CONFINES ? "this system cannot confine" : existsSync(PYTHON) ? false : `there is no ${PYTHON}`;
let mcp: McpProcess;
let calls = 0;

before(async () => {
  if (skip) return;
  const folder = join(scratch(), "loud");
  mkdirSync(folder);
  const input = { type: "object", properties: { code: { type: "string", description: "Python" } }, required: ["code"] };
  const tool = { title: "Do", description: "Does it.", effect: "read", input, timeout: { defaultMs: 5000 } };
  const manifest = {
    ...{ host: "^1", name: "loud", version: "1.0.0", title: "Loud", description: "Says too much." },
    permissions: { read: ["workspace"], run: ["python3"] },
    tools: {
      loud_framed: { ...tool, handler: { command: ["python3", "framed.py"], mode: "framed" } },
      loud_once: { ...tool, handler: { command: ["python3", "once.py"] } },
    },
  };
  writeFileSync(join(folder, "framed.py"), FRAMED);
  writeFileSync(join(folder, "once.py"), ONCE);
  writeFileSync(join(folder, "plugin.json"), JSON.stringify(manifest));
  const cwd = scratch({ "small.txt": "small", "large.txt": "x".repeat(20_000_000) });
  // A sparse file, which takes no disk space.
  writeFileSync(join(cwd, "sparse"), "");
  truncateSync(join(cwd, "sparse"), 3_000_000_000);
  mcp = new McpProcess(["--plugins", folder], { cwd, env: { PATH: "/usr/bin:/bin" } });
  await mcp.initialize();
});
after(async () => {
  mcp?.child.stdin.end();
  await mcp?.ended;
});

const peakMb = () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${mcp.child.pid}/status`, "latin1"))?.[1]) / 1024;

async function tried(tool: string, code: string) {
  // Resets the peak.
  writeFileSync(`/proc/${mcp.child.pid}/clear_refs`, "5");
  const before = peakMb();
  const { result } = await mcp.call(++calls, tool, { code });
  const beside = await mcp.call(++calls, "search_content", { query: "small", total_only: true });
  assert.equal(beside.result.content[0].text, "1");
  const grown = peakMb() - before;
  return { text: result.content[0].text as string, grown };
}

/** The ways that end at once, or those that take their time limit. */
export function saysTooMuch(which: "quick" | "slow"): void {
  const chosen = (ways: Record<string, string>) =>
    Object.entries(ways).filter(([way]) => SLOW.includes(way) === (which === "slow"));
  for (const [way, code] of chosen(WAYS)) {
    test(`framed: ${way}`, { skip, timeout: 60_000 }, async () => {
      const { text, grown } = await tried("loud_framed", code);
      assert.match(text, way === "honest" ? /"it"/ : /LIMIT_EXCEEDED|COMMAND_FAILED|TIMEOUT/);
      assert.ok(grown < MAX_MB, `the host grew by ${Math.round(grown)} MB: ${text.slice(0, 200)}`);
    });
  }

  for (const [way, code] of chosen(ONCE_WAYS)) {
    test(`one-shot: ${way}`, { skip, timeout: 60_000 }, async () => {
      const { text, grown } = await tried("loud_once", code);
      assert.match(text, /LIMIT_EXCEEDED|COMMAND_FAILED|TIMEOUT/);
      assert.ok(grown < MAX_MB, `the host grew by ${Math.round(grown)} MB: ${text.slice(0, 200)}`);
    });
  }
}
