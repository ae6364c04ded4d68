/** `jig` in scripts: stdout and stderr, exit codes, malicious input. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, linkSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { environment, JIG, runJig, scratch, startJig } from "../jig.ts";

let root: string;

before(() => {
  root = scratch({
    "src/a.ts": "needle -x\n--pre=/bin/cat\n",
    "b.txt": "needle needle\n",
    "in.json": '{"query":"need[l]e"}',
  });
  const outside = scratch({ "secret.txt": "SECRET needle\n" });
  symlinkSync(outside, join(root, "out"));
});

const run = (...args: string[]) => runJig(args, { cwd: root });

test("an answer is one line of JSON on stdout, and stderr is silent", () => {
  for (const args of [
    ["call", "search_content", "--input", '{"query":"needle"}'],
    ["search_content", "--query", "needle"],
    ["search_content", "--query=needle", "--root", root, "--quiet"],
    ["search_content", "--input-file", "in.json"],
  ]) {
    const { code, stdout, stderr } = run(...args);
    assert.deepEqual([code, stderr], [0, ""], args.join(" "));
    assert.equal(stdout.indexOf("\n"), stdout.length - 1);
    assert.equal(JSON.parse(stdout).count, 3);
  }
  const piped = runJig(["search_content", "--input-file", "-"], { cwd: root, input: '{"query":"need[l]e"}' });
  assert.equal(JSON.parse(piped.stdout).count, 3);
});

test("formats", () => {
  const text = run("search_content", "--query", "needle", "--as", "text").stdout;
  assert.match(text, /a\.ts/);
  assert.ok(!text.startsWith("{"));
  assert.match(run("search_content", "--query", "needle", "--as", "toon").stdout, /needle/);
  assert.equal(run("search_content", "--query", "needle", "--total-only").stdout, "3\n");
});

test("a failure of the tool is exit 1, a refused argument 2, with the answer on stdout", () => {
  const cases: [object, RegExp][] = [
    [{ query: "(" }, /regex/i],
    [{ query: "x", roots: [".."] }, /PATH_OUTSIDE/],
    [{ query: "x", roots: ["out"] }, /PATH_OUTSIDE/],
    [{ query: "x", roots: ["/etc"] }, /PATH_OUTSIDE/],
    [{ query: "x", roots: ["missing"] }, /PATH_NOT_FOUND/],
    [{ query: "x", roots: ["b.txt"] }, /INVALID_ARGUMENT|NOT_A/],
    [{ query: 5 }, /INVALID_ARGUMENT/],
    [{ qery: "x" }, /INVALID_ARGUMENT/],
    [{}, /INVALID_ARGUMENT/],
    [{ query: "x", max_count: true }, /INVALID_ARGUMENT/],
  ];
  for (const [input, answer] of cases) {
    const { code, stdout, stderr } = run("call", "search_content", "--input", JSON.stringify(input));
    const exit = /"code":"(INVALID_ARGUMENT|PATTERN_INVALID)"/.test(stdout) ? 2 : 1;
    assert.deepEqual([code, stderr], [exit, ""], JSON.stringify(input));
    assert.match(stdout, answer);
    assert.ok(!stdout.includes("SECRET"));
    assert.doesNotThrow(() => JSON.parse(stdout));
  }
});

test("wrong usage is exit 2 with advice on stderr and nothing on stdout", () => {
  const cases: [string[], RegExp][] = [
    [["serch_content", "--query", "x"], /Did you mean search_content\?/],
    [["search_content", "--qery", "x"], /Did you mean --query\?/],
    [["script_search"], /needs --pattern/],
    [["extract_code_section", "b.txt", "1", "2", "3"], /Unexpected argument "3".*FILE_PATH/],
    [["extract_code_section", "b.txt", "one"], /--start-line takes a whole number/],
    [["search_content", "x", "--jq", ".count"], /\| jq/],
    [["search_content", "--query", "x", "--max-count", "lots"], /whole number/],
    [["search_content", "--query", "x", "--case", "Smart"], /Did you mean smart\?/],
    [["call", "search_content", "--input", "{nope"], /not JSON/],
    [["--root", "/nowhere/at/all", "tools"], /nowhere/],
    [["--root", "/", "tools"], /too broad/],
    [["--as", "xml", "tools"], /json, toon, text/],
    [["mcp", "--nope"], /Unknown flag --nope/],
    [["mcp", "--budget", "9999999"], /1000 to 60000/],
    [["completion", "csh"], /bash/],
  ];
  for (const [args, message] of cases) {
    const { code, stdout, stderr } = run(...args);
    assert.deepEqual([code, stdout], [2, ""], args.join(" "));
    assert.match(stderr, message);
    assert.equal(stderr.trim().split("\n").length, 1, stderr);
  }
});

/** Not a crash and not a signal. */
const isExit = (code: number | null) => code !== null && code <= 2;

test("queries that look like flags, hold a NUL or a hundred kilobytes", () => {
  assert.equal(JSON.parse(run("search_content", "--query", "-x").stdout).count, 1);
  assert.equal(JSON.parse(run("search_content", "--query", "--pre=/bin/cat").stdout).count, 1);
  assert.equal(JSON.parse(run("search_content", "--query=--root").stdout).count, 0);
  const nul = run("call", "search_content", "--input", '{"query":"\\u0000"}');
  assert.ok(isExit(nul.code));
  const long = run("search_content", "--query", "x".repeat(100_000));
  assert.ok(isExit(long.code));
  const huge = runJig(["search_content", "--input-file", "-"], {
    input: JSON.stringify({ query: "x".repeat(1_000_000) }),
  });
  assert.ok(isExit(huge.code));
});

test("--read-only refuses to write, and hides the parameter", () => {
  assert.ok(!run("search_content", "--help", "--read-only").stdout.includes("--output-file"));
  const { code } = run("--read-only", "call", "search_content", "--input", '{"query":"needle","output_file":"o.json"}');
  assert.equal(code, 1);
  assert.ok(!existsSync(join(root, "o.json")));
});

test("the environment names the root, a flag overrules it", () => {
  const other = scratch({ "c.txt": "needle\n" });
  const count = (env: Record<string, string>, ...args: string[]) =>
    JSON.parse(runJig(["search_content", "--query", "needle", ...args], { cwd: root, env }).stdout).count;
  assert.equal(count({ JIG_ROOT: other }), 1);
  assert.equal(count({ CLAUDE_PROJECT_DIR: other }), 1);
  assert.equal(count({ JIG_ROOT: other }, "--root", root), 3);
});

test("help is given behind a word of a command as well", () => {
  for (const [words, first] of [
    [["mcp", "config", "--help"], "Usage: jig mcp "],
    [["mcp", "config", "--client", "claude", "-h"], "Usage: jig mcp "],
    [["settings", "get", "--help"], "Usage: jig settings "],
    [["plugin", "new", "--help"], "Usage: jig plugin new "],
    [["call", "list_files", "--help"], "list_files: "],
  ] as const) {
    const { code, stdout } = runJig(words);
    assert.deepEqual([code, stdout.startsWith(first)], [0, true], `${words.join(" ")}\n${stdout.slice(0, 80)}`);
  }
});

test("an interrupt is exit 130", async () => {
  const block = "a b a b a b a b a b a b a b a b\n".repeat(500_000);
  const slow = scratch({ "0.txt": block });
  // Hard links take no disk space, but rg reads each. The search has to last until the signal.
  for (let index = 1; index < 200; index++) linkSync(join(slow, "0.txt"), join(slow, `${index}.txt`));
  const child = startJig(["search_content", "--query", "a", "--root", slow]);
  // Unread output would delay "close".
  child.stdout.resume();
  // Send the signal by pid; Deno's own kill() counts as the end.
  setTimeout(() => process.kill(child.pid!, "SIGINT"), 300);
  const [code, signal] = await new Promise<unknown[]>((resolve) => child.on("close", (...end) => resolve(end)));
  // On a busy machine the process may still be starting. Then it's killed by the signal, which shells also report as 130.
  assert.equal(signal === "SIGINT" ? 130 : code, 130);
});

test("a reader that leaves early is no trouble", async () => {
  // Whether the reader is gone before the write is a matter of chance, so try repeatedly.
  for (let round = 0; round < 8; round++) {
    const child = spawn("sh", ["-c", `"${JIG}" tools --json | head -c 10`], { env: environment(), cwd: root });
    let stderr = "";
    child.stderr.on("data", (text) => (stderr += text));
    assert.equal(await new Promise((resolve) => child.on("close", resolve)), 0);
    assert.equal(stderr, "");
  }
});
