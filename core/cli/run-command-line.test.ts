/** CLI from the outside: parsing, output, exit codes. */
import assert from "node:assert/strict";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable, Writable } from "node:stream";
import { test } from "node:test";
import { type FakeTool, fakeHost } from "../../test/frontends/fake-host.ts";
import { type CliAlias, type Json, type JsonObject, RESERVED_WORDS } from "../host/frontend-api.ts";
import { CALL_FLAGS } from "./call-input.ts";
import { HOST_FLAGS } from "./host-flags.ts";
import type { Io } from "./io.ts";
import { runCli } from "./run-command-line.ts";

const find: FakeTool = {
  title: "Find text",
  description: "Finds text in files.",
  inputSchema: {
    type: "object",
    properties: {
      query: { type: "string", description: "What to find." },
      include_globs: { type: "array", items: { type: "string" }, description: "Only these files." },
      maxCount: { type: "integer", default: 10 },
      ratio: { type: "number" },
      ignoreCase: { type: "boolean", default: false },
      hidden: { type: "boolean", default: true },
      mode: { type: "string", enum: ["normal", "total"] },
      requests: { type: "array", items: { type: "object" } },
      filter: { type: "object" },
      max_filesize: { anyOf: [{ type: "string" }, { type: "integer" }] },
    },
    required: ["query"],
    additionalProperties: false,
  },
  examples: [{ title: "Find it's", input: { query: "it's" } }],
  run: (input) => ({ value: input as JsonObject }),
};

const tools: Record<string, FakeTool> = {
  find,
  fail: { run: () => ({ value: { success: false, code: "NOPE" }, failed: true }) },
  fail_list: {
    listed: false,
    hidden: { reason: "For a test", fix: "None" },
    positional: ["query", "path"],
    inputSchema: {
      type: "object",
      properties: { query: { type: "string" }, types: { type: "array", items: { type: "string" } } },
    },
    run: () => ({ value: { success: false }, failed: true }),
  },
  text: { run: () => ({ value: "a\x1b]0;owned\x07b" }) },
  look: {
    positional: ["query|queries", "path"],
    synonyms: {
      "-i": { values: { true: { case: "insensitive" } } },
      "-e": { list: "queries" },
      "-t": { list: "types" },
      "-C": "lines",
      path: { file: "files", directory: "roots" },
      name: { to: "query", with: { glob: true } },
    },
    unsupportedFlags: { "-v": "Write something else", "-delete": "Never" },
    inputSchema: {
      type: "object",
      properties: {
        query: { type: "string" },
        queries: { type: "array", items: { type: "string" } },
        types: { type: "array", items: { type: "string" } },
        files: { type: "array", items: { type: "string" } },
        roots: { type: "array", items: { type: "string" } },
        lines: { type: "integer" },
        glob: { type: "boolean" },
      },
    },
    run: (input) => ({ value: input as JsonObject }),
  },
  broken: { listed: false, hidden: { reason: "No Editor", fix: "Start it" }, run: () => ({ value: {} }) },
  drop: { effect: "write", run: () => ({ value: {} }) },
  step: {
    run: async (_, { onProgress }) => {
      onProgress?.({ done: 1, total: 4, message: "reading\x1b[2J\nfiles" });
      return { value: "done" };
    },
  },
  wait: {
    run: (_, { signal }) =>
      new Promise((resolve) => signal?.addEventListener("abort", () => resolve({ value: {}, failed: true }))),
  },
  extract: {
    inputSchema: {
      type: "object",
      properties: {
        file_path: { type: "string" },
        files: { type: "array", items: { type: "string" } },
        start_line: { type: "integer" },
        requests: { type: "array", items: { type: "object" } },
        output_format: { type: "string", enum: ["json", "toon"] },
        metrics: { type: "boolean" },
      },
    },
    run: (input) => ({ value: input as JsonObject }),
  },
};

const cliAliases: CliAlias[] = [
  {
    command: "peek",
    also: ["peep", "gaze"],
    tool: "extract",
    description: "Looks",
    positional: "file_path",
    fixed: { metrics: true },
    synonyms: { start: "start_line" },
    unsupportedFlags: { "--files": "Not here" },
  },
  { command: "stare", also: ["gaze"], tool: "extract", description: "Stares" },
  {
    flag: "partial",
    tool: "extract",
    description: "Reads a part.",
    positional: "file_path",
    map: {
      "requests-json": { parameter: "requests", from: "json" },
      "requests-file": { parameter: "requests", from: "json-file" },
    },
  },
  {
    flag: "--metrics-only",
    tool: "extract",
    description: "Measures.",
    fixed: { metrics: true },
    positional: "files",
    map: {
      "--file-paths": { parameter: "files", from: "value" },
      "--files-from": { parameter: "files", from: "lines-file" },
    },
  },
];

interface Options {
  terminal?: boolean;
  stdin?: string;
  cwd?: string;
  signal?: AbortSignal;
}

async function jig(argv: string[], { terminal = false, stdin = "", cwd = "/", signal }: Options = {}) {
  const stdout = Object.assign(new PassThrough(), { isTTY: terminal, columns: 80 });
  const stderr = Object.assign(new PassThrough(), { isTTY: terminal, columns: 80 });
  const read = (stream: PassThrough) => {
    let text = "";
    for (let part = stream.read(); part !== null; part = stream.read()) text += part;
    return text;
  };
  const io: Io = {
    stdin: Object.assign(Readable.from([stdin]), { isTTY: terminal }),
    stdout,
    stderr,
    env: {},
    cwd,
    signal: signal ?? new AbortController().signal,
  };
  const host = fakeHost(tools, { cliAliases });
  const explorer = { name: "tui", usage: "", summary: "Explore", run: async () => 42 };
  const seen: unknown[] = [];
  const openHost = async (flags: unknown) => {
    seen.push(flags);
    return host;
  };
  const code = await runCli(argv, io, { version: "1.2.3", openHost, commands: [explorer], explorer: "tui" });
  assert.equal(host.closed, seen.length > 0);
  return { code, out: read(stdout), err: read(stderr), flags: seen[0] as JsonObject };
}

/** Tool input for a command line. */
async function inputOf(...argv: string[]): Promise<Json> {
  const { out, err } = await jig(argv);
  assert.equal(err, "");
  return JSON.parse(out);
}

test("flags become input by the schema", async () => {
  assert.deepEqual(await inputOf("call", "find", "--query", "x"), { query: "x" });
  assert.deepEqual(await inputOf("find", "--query=x", "--max-count", "5", "--ratio", "-0.5"), {
    query: "x",
    maxCount: 5,
    ratio: -0.5,
  });
  assert.deepEqual(await inputOf("find", "--query", "x", "--ignore-case", "--no-hidden"), {
    query: "x",
    ignoreCase: true,
    hidden: false,
  });
  assert.deepEqual(await inputOf("find", "--query", "x", "--ignoreCase=false", "--no-ignore-case=false"), {
    query: "x",
    ignoreCase: true,
  });
  const globs = { query: "x", include_globs: ["*.cs", "*.as", "[ab]"] };
  assert.deepEqual(
    await inputOf("find", "--include-globs", "*.cs", "*.as", "--include_globs=[ab]", "--query", "x"),
    globs,
  );
  assert.deepEqual(await inputOf("find", "--query", "x", "--requests", '[{"a":1}]', "--requests", '{"b":2}'), {
    query: "x",
    requests: [{ a: 1 }, { b: 2 }],
  });
  assert.deepEqual(await inputOf("find", "--query", "1", "--filter", '{"a":[1]}', "--max-filesize", "5"), {
    query: "1",
    filter: { a: [1] },
    max_filesize: 5,
  });
  assert.deepEqual(await inputOf("find", "--query", "x", "--max-filesize", "5M"), { query: "x", max_filesize: "5M" });
});

test("values may look like flags", async () => {
  for (const query of ["-x", "--pre=/bin/cat", "-h", "--help", "--", "", "a b", "$(rm -rf /)", "日本\n🎉"])
    assert.deepEqual(await inputOf("find", `--query=${query}`), { query });
  for (const query of ["-x", "-h", "--help", "--pre=/bin/cat"])
    assert.deepEqual(await inputOf("find", "--query", query), { query });
});

test("--input, --input-file and stdin, with flags on top", async () => {
  const folder = await mkdtemp(join(tmpdir(), "jig-cli-"));
  await writeFile(join(folder, "in.json"), '{"query":"file","maxCount":1}');
  assert.deepEqual(await inputOf("find", "--input", '{"query":"a","maxCount":1}', "--query", "b"), {
    query: "b",
    maxCount: 1,
  });
  const fromFile = await jig(["find", "--input-file", "in.json"], { cwd: folder });
  assert.equal(fromFile.out, '{"query":"file","maxCount":1}\n');
  const fromStdin = await jig(["find", "--input-file", "-"], { stdin: '{"query":"in"}' });
  assert.equal(fromStdin.out, '{"query":"in"}\n');
});

test("a first word that is a JSON object of the tool's own arguments is its input", async () => {
  assert.deepEqual(await inputOf("call", "find", '{"query":"a","maxCount":1}'), { query: "a", maxCount: 1 });
  assert.deepEqual(await inputOf("find", '{"query":"a"}', "--max-count", "2"), { query: "a", maxCount: 2 });
  assert.deepEqual(await inputOf("find", "{}"), {});
  assert.deepEqual(await inputOf("look", "{}", "a"), { query: "{}", path: ["a"] });
  // Text that only looks like JSON, or comes after `--`, is a query. The same goes for commands of other programs.
  for (const query of ['{"text":"a"}', "{", '{"query":', "[1]"])
    assert.deepEqual(await inputOf("find", query), { query });
  assert.deepEqual(await inputOf("find", "--", '{"query":"a"}'), { query: '{"query":"a"}' });
  assert.deepEqual(await inputOf("peek", '{"file_path":"a"}'), { file_path: '{"file_path":"a"}', metrics: true });
});

test("words by their place: what a flag has filled is passed over, a list takes the rest, - is stdin", async () => {
  assert.deepEqual(await inputOf("look", "x"), { query: "x" });
  assert.deepEqual(await inputOf("look", "x", "a", "b"), { query: "x", path: ["a", "b"] });
  assert.deepEqual(await inputOf("look", "-e", "x", "-e", "y", "a"), { "-e": ["x", "y"], path: ["a"] });
  assert.deepEqual(await inputOf("look", "--query", "x", "a"), { query: "x", path: ["a"] });
  assert.deepEqual(await inputOf("look", "a", "-name", "x"), { path: ["a"], name: "x" });
  assert.deepEqual(await inputOf("look", "--", "-x", "-"), { query: "-x", path: ["-"] });
  assert.deepEqual(await inputOf("find", "x", "--json"), { query: "x" });
  const piped = await jig(["look", "x", "-"], { stdin: "a b\r\nc\n" });
  assert.equal(piped.out, '{"query":"x","path":["a b","c"]}\n');
  assert.equal((await jig(["look", "-"], { stdin: "two\nlines\n" })).out, '{"query":"two\\nlines"}\n');
  assert.equal((await jig(["find", "--input", "-"], { stdin: '{"query":"in"}' })).out, '{"query":"in"}\n');
  assert.match((await jig(["look", "x", "-"], { stdin: "\n" })).err, /stdin has no line/);
});

test("short flags stand alone, together, with their value behind them; strangers are told what to write", async () => {
  assert.deepEqual(await inputOf("look", "-iC3", "x"), { "-i": true, "-C": 3, query: "x" });
  assert.deepEqual(await inputOf("look", "-tcs", "-t", "js", "-t=ts", "x"), { "-t": ["cs", "js", "ts"], query: "x" });
  // The short list flag takes one word, the long one takes all.
  assert.deepEqual(await inputOf("look", "-t", "cs", "x"), { "-t": ["cs"], query: "x" });
  assert.deepEqual(await inputOf("look", "--query", "x", "--types", "cs", "js"), { query: "x", types: ["cs", "js"] });
  for (const [argv, message] of [
    [["look", "-v", "x"], /Unknown flag -v\. Write something else/],
    [["look", "x", "-delete"], /Unknown flag -delete\. Never/],
    [["look", "-iz", "x"], /Unknown flag -iz/],
    [["look", "-C", "many"], /-C takes a whole number, not "many"/],
    [["look", "-t"], /-t needs a value/],
    [["look", "x", "--jq", ".a"], /\| jq/],
  ] as const) {
    const { code, err } = await jig([...argv]);
    assert.equal(code, 2, argv.join(" "));
    assert.match(err, message);
  }
});

test("a plugin's commands, their other names, and words that several claim", async () => {
  assert.deepEqual(await inputOf("peek", "F.cs"), { file_path: "F.cs", metrics: true });
  assert.deepEqual(await inputOf("peep", "--start", "3", "F.cs"), { file_path: "F.cs", metrics: true, start_line: 3 });
  assert.match((await jig(["gaze", "F.cs"])).err, /Did you mean jig peek \(Looks\) or jig stare \(Stares\)\?/);
  assert.match((await jig(["peek", "--help"])).out, /^peek: Looks \(extract.*\n(.*\n)*Usage: jig peek \[FILE_PATH\]/);
  assert.match((await jig(["peek", "--files", "a"])).err, /Not here/);
  assert.match((await jig(["--help"])).out, /peek +Looks \(extract\)/);
  assert.match((await jig(["pek", "x"])).err, /Did you mean peek\?/);
  assert.match((await jig(["man", "peek"])).out, /\.SH SYNOPSIS/);
  assert.match((await jig(["man", "doctor"])).out, /^\.TH JIG\\-DOCTOR 1/);
  assert.match((await jig(["commands"])).out, /find +Finds text/);
});

test("an answer that cannot be written is a failure; a reader that left is none", async () => {
  for (const [code, exit, said] of [
    ["ENOSPC", 2, /^jig: .*disk is full/],
    ["EPIPE", 0, /^$/],
  ] as const) {
    const stdout = new Writable({
      write: (_chunk, _encoding, done) => done(Object.assign(new Error("write failed"), { code })),
    });
    const stderr = new PassThrough();
    const io: Io = {
      stdin: Readable.from([]),
      stdout,
      stderr,
      env: {},
      cwd: "/",
      signal: new AbortController().signal,
    };
    const openHost = async () => fakeHost(tools, { cliAliases });
    assert.equal(await runCli(["text"], io, { version: "1.2.3", openHost }), exit, code);
    assert.match(String(stderr.read() ?? ""), said);
  }
});

test("a list that took the main word says so where the call fails for it", async () => {
  const missing = await jig(["find", "--include-globs", "*.cs", "Damage"]);
  assert.equal(missing.code, 2);
  assert.match(missing.err, /--include-globs also took "Damage"\. .* before --include-globs, or after --/);
  const refused = await jig(["fail_list", "--types", "cs", "Damage"]);
  assert.equal(refused.code, 1);
  assert.match(refused.err, /--types also took "Damage"/);
  assert.equal((await jig(["fail_list", "Damage", "--types", "cs", "ts"])).err, "");
  assert.equal((await jig(["fail_list", "--types", "cs", "--", "Damage"])).err, "");
});

test("usage errors: exit 2, nothing on stdout, what to write instead on stderr", async () => {
  const cases: [string[], RegExp][] = [
    [["fnd"], /Unknown command or tool "fnd".*Did you mean find\?/],
    [["findings"], /Unknown command or tool "findings".*Did you mean find\?/],
    [["call", "fnd"], /Unknown tool "fnd".*Did you mean find\?/],
    [["call", "constructor"], /Unknown tool/],
    [["call"], /needs the name of a tool/],
    [["tool"], /Did you mean tools\?/],
    [["find", "--qery", "x"], /Unknown flag --qery.*Did you mean --query\?/],
    [["find", "-q", "x"], /Unknown flag -q/],
    [["find", "x", "y"], /Unexpected argument "y".*Write jig find QUERY/],
    [["find"], /find needs --query TEXT.*Write jig find QUERY/],
    [["find", "--query"], /--query needs a value/],
    [["find", "--query", "x", "--max-count", "abc"], /a whole number, not "abc"/],
    [["find", "--query", "x", "--max-count", "2.9"], /a whole number/],
    [["find", "--query", "x", "--max-count="], /a whole number/],
    [["find", "--query", "x", "--mode", "totl"], /takes normal, total.*Did you mean total\?/],
    [["find", "--query", "x", "--hidden=maybe"], /on or off/],
    [["find", "--query", "x", "--filter", "{"], /--filter is not JSON/],
    [["find", "--input", "[]"], /must be a JSON object/],
    [["find", "--input", "{"], /--input is not JSON/],
    [["find", "--input", "{}", "--input-file", "-"], /cannot be used together/],
    [["find", "--input-file", "/nowhere/at/all"], /Cannot read/],
    [["find", "--query", "x", "--as", "yaml"], /--as takes json, toon, text/],
    [["--root"], /--root needs a value/],
    [["--nope"], /Unknown flag --nope/],
    [["tools", "more"], /Unexpected argument "more"/],
    [["describe"], /needs the name/],
    [["completion", "tcsh"], /bash, zsh, fish, powershell/],
    [["a\x1b[31mred".repeat(50_000)], /Unknown command/],
  ];
  for (const [argv, message] of cases) {
    const { code, out, err } = await jig(argv);
    assert.deepEqual([code, out], [2, ""], argv.join(" ").slice(0, 80));
    assert.match(err, message);
    assert.ok(!err.includes("\x1b"));
  }
});

test("exit codes: 0, 1 with the answer, 130", async () => {
  assert.deepEqual((await jig(["fail"])).code, 1);
  assert.equal((await jig(["fail"])).out, '{"success":false,"code":"NOPE"}\n');
  const stop = new AbortController();
  const waiting = jig(["wait"], { signal: stop.signal });
  setTimeout(() => stop.abort(), 20);
  const { code, out } = await waiting;
  assert.deepEqual([code, out], [130, ""]);
});

test("progress is drawn on a terminal, taken away again, and left out where asked", async () => {
  const { out, err } = await jig(["step"], { terminal: true });
  assert.deepEqual([out, err], ["done\n", "\r\x1b[K25 % reading\\u001b[2J files\r\x1b[K"]);
  assert.equal((await jig(["step", "--quiet"], { terminal: true })).err, "");
  assert.equal((await jig(["step"])).err, "");
});

test("host flags stand anywhere", async () => {
  const before = await jig(["--root", "/a", "--read-only", "find", "--query", "x", "--plugins=/p", "--root", "/b"]);
  assert.deepEqual(before.flags, {
    roots: ["/a", "/b"],
    plugins: ["/p"],
    zoekt: [],
    quiet: false,
    readOnly: true,
    all: false,
  });
  assert.equal(before.out, '{"query":"x"}\n');
  const after = await jig(["find", "--query", "x", "--audit", "log", "--quiet", "--as", "json"]);
  assert.deepEqual(after.flags, {
    roots: [],
    plugins: [],
    zoekt: [],
    quiet: true,
    readOnly: false,
    all: false,
    audit: "log",
    as: "json",
  });
  assert.equal((await jig(["find", "--query=--root"])).out, '{"query":"--root"}\n');
});

test("formats", async () => {
  assert.equal((await jig(["find", "--query", "x", "--as", "toon"])).out, "query: x\n");
  assert.equal((await jig(["find", "--query", "x", "--as", "text"])).out, '{"query":"x"}\n');
  assert.equal((await jig(["text"])).out, "a\x1b]0;owned\x07b\n");
  assert.equal((await jig(["text"], { terminal: true })).out, "a\\u001b]0;owned\\u0007b\n");
  assert.match((await jig(["fail"], { terminal: true })).out, /"code":\s*"NOPE"/);
  assert.equal((await jig(["find", "--query", "x", "--json"])).out, '{"query":"x"}\n');
  assert.equal((await jig(["find", "--query", "x", "--json", "--as", "toon"])).code, 2);
});

test("help, of jig, of a command, of a tool", async () => {
  for (const argv of [["--help"], ["help"], ["-h"]]) {
    const { code, out } = await jig(argv);
    assert.equal(code, 0);
    for (const word of ["call <tool>", "doctor", "tui", "--read-only", "Explore"]) assert.ok(out.includes(word), word);
  }
  assert.match((await jig(["tools", "--help"])).out, /Usage: jig tools \[--json\]/);
  for (const argv of [
    ["find", "--help"],
    ["call", "find", "-h"],
    ["help", "find"],
    ["describe", "find"],
  ]) {
    const { code, out } = await jig(argv);
    assert.equal(code, 0);
    assert.match(out, /Usage: jig find QUERY \[flags\]/);
    assert.match(out, /--include-globs TEXT …/);
    assert.match(out, /--no-hidden/);
    assert.match(out, /--max-count N +Default: 10\./);
    assert.match(out, /--mode normal\|total/);
    assert.ok(out.includes(`jig call find --input '{"query":"it'\\''s"}'`));
    for (const line of out.split("\n")) assert.ok(line.length <= 80, line);
  }
});

test("every command and host flag is a word that no manifest may use", async () => {
  const own = [
    "call",
    "tools",
    "describe",
    "doctor",
    "settings",
    "completion",
    "man",
    "pick",
    "help",
    "mcp",
    "tui",
    "plugin",
  ];
  const flags = [...HOST_FLAGS, ...CALL_FLAGS].map((flag) => flag.name);
  assert.deepEqual(
    [...own, ...flags].filter((word) => !RESERVED_WORDS.includes(word)),
    [],
  );
});

test("tools, doctor, settings, version", async () => {
  const list = await jig(["tools"]);
  assert.match(list.out, /find +Finds text in files/);
  assert.match(list.out, /drop +Does drop \(writes\)/);
  assert.match(list.out, /In other workspaces .*:\n {2}fake +broken, fail_list\n/);
  assert.equal(JSON.parse((await jig(["tools", "--json"])).out).length, 10);
  assert.equal((await jig([])).out, list.out);
  assert.equal((await jig([], { terminal: true })).code, 42);
  assert.match((await jig(["doctor"])).out, /ok +fake +pretends well/);
  assert.equal(JSON.parse((await jig(["settings", "--json"])).out).version, "1.2.3");
  assert.match((await jig(["settings"])).out, /roots +\/work\/game/);
  assert.equal((await jig(["--version"])).out, "1.2.3\n");
});

test("aliases: another command line for a tool", async () => {
  const folder = await mkdtemp(join(tmpdir(), "jig-cli-"));
  await writeFile(join(folder, "list.txt"), "a.cs\r\n\n b.cs \n");
  await writeFile(join(folder, "r.json"), '[{"file_path":"a"}]');
  const at = async (...argv: string[]) => {
    const { out, err } = await jig(argv, { cwd: folder });
    assert.equal(err, "");
    return JSON.parse(out);
  };
  const part = { file_path: "F.cs", start_line: 3 };
  assert.deepEqual(await at("--partial", "F.cs", "--start-line", "3"), part);
  assert.deepEqual(await at("--start-line", "3", "--partial", "F.cs"), part);
  assert.deepEqual(await at("--partial", "--requests-json", '[{"file_path":"a"}]'), { requests: [{ file_path: "a" }] });
  assert.deepEqual(await at("--partial", "--requests-file", "r.json"), { requests: [{ file_path: "a" }] });
  const wrapped = '{"requests":[{"file_path":"a"}]}';
  assert.deepEqual(await at("--partial", "--requests-json", wrapped), { requests: [{ file_path: "a" }] });
  const measured = { metrics: true, files: ["a.cs", "b.cs"] };
  assert.deepEqual(await at("--metrics-only", "--file-paths", "a.cs", "b.cs"), measured);
  assert.deepEqual(await at("--metrics-only", "--files-from", "list.txt"), measured);
  assert.deepEqual(await at("--metrics-only", "a.cs", "b.cs"), measured);
  const both = await at("--metrics-only", "--file-paths", "z.cs", "a.cs", "--files-from", "list.txt");
  assert.deepEqual(both, { metrics: true, files: ["z.cs", "a.cs", "b.cs"] });
  const toon = { metrics: true, files: ["a"], output_format: "toon" };
  assert.deepEqual(await at("--metrics-only", "--file-paths", "a", "--output-format", "toon"), toon);
  assert.equal((await jig(["--partial", "F.cs", "G.cs"])).code, 2);
  assert.match((await jig(["--parial", "F.cs"])).err, /Did you mean --partial\?/);
});

test("completion scripts hold every command, tool and flag, and nothing that a shell would run", async () => {
  for (const shell of ["bash", "zsh", "fish", "powershell"]) {
    const { code, out } = await jig(["completion", shell]);
    assert.equal(code, 0);
    for (const word of ["find", "doctor", "max-count", "read-only"]) assert.ok(out.includes(word), `${shell}: ${word}`);
  }
});
