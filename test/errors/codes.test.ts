/** All error codes occur in the compiled binary, and are documented. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { ERROR_CODES, type ErrorCode } from "../../core/host/frontend-api.ts";
import { environment, runJig, scratch, TOP } from "../jig.ts";
import { WITHOUT_DENO } from "../plugins/paths.ts";

const tool = (handler: unknown, extra: object = {}) => ({
  title: "Fails",
  description: "Fails.",
  effect: "read",
  input: { type: "object", properties: {} },
  handler,
  ...extra,
});

/** A plugin whose tools fail in all possible ways. */
const MANIFEST = {
  name: "failures",
  version: "1.0.0",
  title: "Failures",
  description: "Fails.",
  host: "^1",
  permissions: { read: ["workspace"], run: ["sh", "no-such-program-here"], invoke: ["no_such_tool"] },
  tools: {
    fail_unknown: tool("./unknown.ts"),
    fail_outside: tool("./outside.ts"),
    fail_missing: tool("./missing.ts"),
    fail_folder: tool("./folder.ts"),
    fail_symbol: tool("./symbol.ts"),
    fail_symbols: tool("./symbols.ts"),
    fail_denied: tool("./denied.ts"),
    fail_slow: tool("./slow.ts", { timeout: { defaultMs: 300 } }),
    fail_aborted: tool("./aborted.ts"),
    fail_size: tool("./size.ts"),
    fail_command: tool({ command: ["sh", "-c", "exit 3"] }),
    fail_absent: tool("./absent.ts"),
    fail_thrown: tool("./thrown.ts"),
  },
};
const handler = (body: string) => `export default async (_input, context) => ({ value: ${body} });\n`;
const HANDLERS = {
  "unknown.ts": `export default (_input, context) => context.invoke("no_such_tool", {});\n`,
  "outside.ts": handler(`await context.files.readText("../elsewhere.txt")`),
  "missing.ts": handler(`await context.files.readText("nowhere.txt")`),
  "folder.ts": handler(`await context.files.readText("folder")`),
  "symbol.ts": handler(`(() => { throw Object.assign(new Error("No such symbol"), { code: "SYMBOL_NOT_FOUND" }); })()`),
  "symbols.ts": handler(`(() => { throw Object.assign(new Error("Two of it"), { code: "SYMBOL_AMBIGUOUS" }); })()`),
  "denied.ts": handler(`await context.run({ command: "cat", args: [] })`),
  "slow.ts": handler("await new Promise(() => setTimeout(() => {}, 10_000))"),
  "aborted.ts": handler("AbortSignal.abort().throwIfAborted()"),
  "size.ts": handler(`await context.files.readText("big.txt", { maxBytes: 10 })`),
  "absent.ts": handler(`await (await context.run({ command: "no-such-program-here", args: [] })).exit`),
  "thrown.ts": handler("[].nothing.here"),
};

/** A call for each code. */
const CALLS: Partial<Record<ErrorCode, [tool: string, input?: object]>> = {
  INVALID_ARGUMENT: ["list_files", { no_such_parameter: 1 }],
  UNKNOWN_TOOL: ["fail_unknown"],
  PATH_OUTSIDE: ["fail_outside"],
  PATH_NOT_FOUND: ["fail_missing"],
  NOT_A_FILE: ["fail_folder"],
  SYMBOL_NOT_FOUND: ["fail_symbol"],
  SYMBOL_AMBIGUOUS: ["fail_symbols"],
  PERMISSION_DENIED: ["fail_denied"],
  PATTERN_INVALID: ["search_content", { query: "(" }],
  ENCODING: ["check_code_scale", { file_path: "binary.cs" }],
  TIMEOUT: ["fail_slow"],
  CANCELLED: ["fail_aborted"],
  LIMIT_EXCEEDED: ["fail_size"],
  COMMAND_FAILED: ["fail_command"],
  UNAVAILABLE: ["fail_absent"],
  CHANGE_REFUSED: ["edit_text", { paths: ["big.txt"], old: "nowhere in it", new: "x" }],
  PLAN_NOT_FOUND: ["changes", { show: "nope2" }],
  UNTRUSTED: ["strange"],
  INTERNAL: ["fail_thrown"],
};

let root: string;
let plugins: string;

before(() => {
  const files = Object.entries(HANDLERS).map(([name, text]) => [`failures/${name}`, text]);
  plugins = scratch({ "failures/plugin.json": JSON.stringify(MANIFEST), ...Object.fromEntries(files) });
  const strange = { ...MANIFEST, name: "strange", permissions: {}, tools: { strange: tool("./strange.ts") } };
  root = scratch({
    "binary.cs": "class A {\0}",
    "big.txt": "more than ten bytes",
    "folder/file.txt": "",
    ".jig/plugins/strange/plugin.json": JSON.stringify(strange),
    ".jig/plugins/strange/strange.ts": handler("1"),
  });
});

for (const [code, [name, input = {}]] of Object.entries(CALLS)) {
  test(`${code}: ${name}`, { skip: process.platform === "win32" && code === "COMMAND_FAILED" }, () => {
    const words = ["call", name, "--input", JSON.stringify(input), "--plugins", plugins, "--as", "json"];
    const ran = runJig(words, { cwd: root, env: environment({ PATH: WITHOUT_DENO }) });
    const refused = ["INVALID_ARGUMENT", "PATTERN_INVALID"].includes(code);
    assert.equal(ran.code, refused ? 2 : 1, ran.stderr);
    assert.equal(JSON.parse(ran.stdout).code, code, ran.stdout);
  });
}

test("no code is left out, here or in docs/errors.md", () => {
  assert.deepEqual(Object.keys(CALLS).sort(), [...ERROR_CODES].sort());
  const page = readFileSync(join(TOP, "docs", "errors.md"), "utf8");
  assert.deepEqual(
    [...page.matchAll(/^\| `([A-Z_]+)`/gm)].map(([, code]) => code),
    [...ERROR_CODES],
  );
});
