/**
 * Typical use on Windows with the executable: `node test/windows/lane.ts <jig.exe>` on Windows (part of the release workflow), or
 * with Windows' Bun in Wine (wine.deep.test.ts). Has no dependencies. Prints one line per check; exit code 1 if one fails.
 */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { HOSTILE_PATHS } from "./hostile-paths.ts";

const TIMEOUT_MS = 120_000;
const executable = resolve(process.argv[2] ?? "jig.exe");
const folder = mkdtempSync(join(tmpdir(), "jig-windows-"));
const project = join(folder, "My Project 日本");
const LOCAL = join(folder, "Local");
const ROAMING = join(folder, "Roaming");
/** Set by wine.deep.test.ts, because programs can't detect Wine. */
const UNDER_WINE = process.env.JIG_UNDER_WINE === "1";
const environment = {
  ...only("SYSTEMROOT", "SystemDrive", "PATH", "TEMP", "TMP", "PATHEXT", "COMSPEC"),
  USERPROFILE: join(folder, "home"),
  LOCALAPPDATA: LOCAL,
  APPDATA: ROAMING,
};

function only(...names: string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

function run(args: readonly string[], options: { cwd?: string; input?: string } = {}) {
  const given = { cwd: project, env: environment, timeout: TIMEOUT_MS, encoding: "utf8", ...options } as const;
  const { status, stdout, stderr, error } = spawnSync(executable, [...args], { ...given, input: given.input ?? "" });
  assert.equal(error, undefined, `jig ${args.join(" ")}: ${error?.message}`);
  return { status, stdout, stderr };
}

/** Answer of a successful call. */
function answer(tool: string, input: object) {
  const { status, stdout, stderr } = run(["call", tool, "--as", "json", "--input", JSON.stringify(input)]);
  assert.equal(status, 0, `${tool}: ${stdout.slice(0, 300)} ${stderr.slice(0, 300)}`);
  return JSON.parse(stdout);
}

/** Returns the reason if it was skipped. */
type Check = () => string | void | Promise<void>;

const checks: Record<string, Check> = {
  "prints its version"() {
    assert.match(run(["--version"]).stdout, /^\d+\.\d+\.\d+\s*$/);
  },

  "doctor runs what it calls ok, and prints paths one way"() {
    const { status, stdout } = run(["doctor"]);
    assert.equal(status, 0, stdout);
    assert.match(stdout, /ok +ripgrep +ripgrep \d/);
    assert.doesNotMatch(stdout, /^ *error /m);
    assert.doesNotMatch(stdout, /\\/, "a path with a backslash");
  },

  "keeps caches in %LOCALAPPDATA% and settings in %APPDATA%"() {
    answer("search_content", { query: "needle" });
    assert.ok(existsSync(join(LOCAL, "jig")), "no cache");
    const { stdout } = run(["doctor"]);
    assert.ok(stdout.includes(slashes(join(ROAMING, "jig"))), stdout);
    assert.deepEqual(existsSync(environment.USERPROFILE) ? readdirSync(environment.USERPROFILE) : [], []);
  },

  "answers every example of every listed tool, or says what is wrong"() {
    const tools = JSON.parse(run(["tools", "--json"]).stdout) as {
      name: string;
      listed: boolean;
      examples: Example[];
    }[];
    for (const { name, examples } of tools.filter(({ listed }) => listed))
      for (const { input } of examples) {
        const { stdout } = run(["call", name, "--as", "json", "--input", JSON.stringify(input)]);
        const value = JSON.parse(stdout);
        const understood = typeof value === "number" || value.success === true || typeof value.error === "string";
        assert.ok(understood, `${name}: ${stdout.slice(0, 300)}`);
        assert.notEqual(value.code, "INTERNAL", `${name}: ${stdout.slice(0, 300)}`);
      }
  },

  "finds text in files with odd names, and prints paths with slashes that it takes back"() {
    const { results } = answer("search_content", { query: "needle" });
    assert.equal(results.length, 6);
    for (const { file } of results) {
      assert.doesNotMatch(file, /\\/);
      const { content_length } = answer("extract_code_section", { file_path: file, output_format: "json" });
      assert.ok(content_length > 0, file);
    }
    const { stdout } = run(["grep", "-r", "needle"]);
    assert.ok(stdout.includes("spaced folder/ü.txt"), stdout);
    assert.equal(run(["cat", "Assets\\Player.cs"]).status, 0);
  },

  "answers questions about C# from an index"() {
    const { results } = answer("script_refs_find", { name: "Needle" });
    assert.deepEqual(
      results.map(({ path, kind }: { path: string; kind: string }) => `${path} ${kind}`),
      ["Assets/Player.cs declaration", "Assets/Player.cs write"],
    );
  },

  "speaks MCP over pipes of Windows: list, call, cancel, close"() {
    return overMcp();
  },

  "runs a plugin's module, and compares its example"() {
    const plugin = join(folder, "counter");
    mkdirSync(plugin);
    writeFileSync(
      join(plugin, "plugin.json"),
      JSON.stringify({
        ...{ name: "counter", version: "1.0.0", title: "Counter", description: "Counts characters.", host: "^1" },
        tools: {
          count_characters: {
            ...{ title: "Count", description: "Counts characters of a text.", effect: "read" },
            input: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
            examples: [{ title: "Three", input: { text: "日本語" } }],
            output: { schema: { type: "object", properties: { count: { type: "integer" } } } },
            handler: "./count.js",
          },
        },
      }),
    );
    writeFileSync(
      join(plugin, "count.js"),
      "export default async ({ text }) => ({ value: { count: text.length } });\n",
    );
    // The first run writes the golden file.
    for (const words of [["--update"], []]) {
      const refused = run(["plugin", "test", "counter"], { cwd: folder });
      assert.match(refused.stdout + refused.stderr, /NOT SANDBOXED/);
      const hash = /([0-9a-f]{64})/.exec(refused.stdout)?.[1] ?? "";
      const tested = run(["plugin", "test", "counter", ...words, "--unsandboxed", "--hash", hash], { cwd: folder });
      assert.equal(tested.status, 0, tested.stdout + tested.stderr);
    }
    const { stdout } = run(["call", "count_characters", "--text", "日本", "--json", "--plugins", plugin]);
    assert.deepEqual(JSON.parse(stdout), { count: 2 });
  },

  "makes a plugin by its template, and builds and tests it"() {
    if (UNDER_WINE) return "not under Wine, where Bun's bundler does not find its folder";
    const made = run(["plugin", "new", "greeter"], { cwd: folder });
    assert.equal(made.status, 0, made.stderr);
    const tested = run(["plugin", "test", "greeter"], { cwd: folder });
    assert.equal(tested.status, 0, tested.stdout + tested.stderr);
  },

  "enters itself into a client, and undoes that to the byte"() {
    const file = join(environment.USERPROFILE, ".cursor", "mcp.json");
    mkdirSync(join(environment.USERPROFILE, ".cursor"), { recursive: true });
    const before = '{\r\n  "mcpServers": {\r\n    "other": { "command": "other" }\r\n  }\r\n}\r\n';
    writeFileSync(file, before);
    const set = run(["setup", "--client", "cursor", "--yes"]);
    assert.equal(set.status, 0, set.stdout + set.stderr);
    assert.ok("jig" in JSON.parse(readFileSync(file, "utf8")).mcpServers);
    const undone = run(["setup", "--undo", "--client", "cursor", "--yes"]);
    assert.equal(undone.status, 0, undone.stdout + undone.stderr);
    assert.equal(readFileSync(file, "utf8"), before);
  },

  "works beside another process, and with its own files open elsewhere"() {
    const held = readdirSync(LOCAL, { recursive: true, encoding: "utf8" })
      .map((name) => join(LOCAL, name))
      .filter((path) => /\.[a-z]+$/.test(path) && !existsSync(join(path, ".")))
      .map((path) => openSync(path, "r"));
    writeFileSync(join(project, "Assets", "New.cs"), "class New { int Needle2; }\n");
    try {
      const ended = ["Needle", "Needle2", "Player", "New"].map(
        (name) => answer("script_refs_find", { name }).results.length,
      );
      assert.deepEqual(ended, [2, 1, 1, 1]);
    } finally {
      for (const descriptor of held) closeSync(descriptor);
    }
  },

  "finds and reads a path of more than 260 characters"() {
    const deep = Array.from({ length: 12 }, (_, at) => `folder with a long name ${at}`).join("\\");
    const long = `\\\\?\\${join(project, deep)}`;
    mkdirSync(long, { recursive: true });
    writeFileSync(`${long}\\far.txt`, "faraway\n");
    const { results } = answer("search_content", { query: "faraway" });
    assert.equal(results.length, 1);
    assert.ok(results[0].file.length > 260);
    assert.equal(
      answer("extract_code_section", { file_path: results[0].file, output_format: "json" }).content_length,
      8,
    );
  },

  "takes a drive letter in either case"() {
    const other = project.replace(/^[A-Z]:/i, (drive) =>
      drive === drive.toLowerCase() ? drive.toUpperCase() : drive.toLowerCase(),
    );
    const { total_matches } = answer("search_content", { query: "needle", roots: [other] });
    assert.equal(total_matches, answer("search_content", { query: "needle" }).total_matches);
  },

  "writes UTF-8 whatever the code page is"() {
    const { stdout } = run(["fd", "-e", "md"]);
    assert.match(stdout, /^日本\/x\.md\r?$/m);
  },

  [`refuses ${HOSTILE_PATHS.length} hostile paths with a code`]() {
    for (const path of HOSTILE_PATHS) {
      const { status, stdout } = run([
        "call",
        "extract_code_section",
        "--as",
        "json",
        "--input",
        JSON.stringify({ file_path: path }),
      ]);
      const value = JSON.parse(stdout);
      assert.notEqual(status, 0, `${JSON.stringify(path)} was read: ${stdout.slice(0, 200)}`);
      assert.equal(value.success, false, path);
      assert.ok(
        typeof value.code === "string" && value.code !== "INTERNAL",
        `${JSON.stringify(path)}: ${stdout.slice(0, 200)}`,
      );
    }
  },
};

interface Example {
  input: object;
}

function slashes(path: string): string {
  return path.replaceAll("\\", "/");
}

// biome-ignore lint/suspicious/noExplicitAny: the lane looks into answers of every shape
type Wire = any;

async function overMcp(): Promise<void> {
  const child = spawn(executable, ["mcp"], { cwd: project, env: environment, stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise((done) => child.on("exit", done));
  const waiting = new Map<unknown, (message: Wire) => void>();
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (chunk) => {
    const lines = (text + chunk).split("\n");
    text = lines.pop() ?? "";
    for (const line of lines) {
      const message = JSON.parse(line);
      waiting.get(message.id)?.(message);
    }
  });
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const ask = (id: number, method: string, params: object = {}) =>
    new Promise<Wire>((done) => {
      waiting.set(id, done);
      send({ id, method, params });
    });
  const hello = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "lane", version: "1" } };
  assert.equal((await ask(1, "initialize", hello)).result.serverInfo.name, "jig");
  send({ method: "notifications/initialized" });
  const { tools } = (await ask(2, "tools/list")).result;
  assert.ok(tools.some(({ name }: { name: string }) => name === "script_refs_find"));
  const found = await ask(3, "tools/call", { name: "search_content", arguments: { query: "needle" } });
  assert.match(found.result.content[0].text, /"total_matches":6/);
  send({ id: 4, method: "tools/call", params: { name: "search_content", arguments: { query: "." } } });
  send({ method: "notifications/cancelled", params: { requestId: 4 } });
  const last = ask(5, "tools/call", { name: "search_content", arguments: { query: "needle" } });
  child.stdin.end();
  assert.match((await last).result.content[0].text, /"total_matches":6/);
  assert.equal(await ended, 0);
}

for (const [path, text] of Object.entries({
  "Assets/Player.cs": "class Player { int Needle; void Jump() { Needle = 1; } } // needle\r\n",
  "spaced folder/ü.txt": "needle 日本\n",
  "日本/x.md": "needle\n",
  "emoji 😀.txt": "needle\r\n",
})) {
  mkdirSync(join(project, path, ".."), { recursive: true });
  writeFileSync(join(project, path), text);
}
let failed = 0;
for (const [name, check] of Object.entries(checks)) {
  try {
    const reason = await check();
    console.log(reason === undefined ? `ok ${name}` : `skipped ${name}: ${reason}`);
  } catch (error) {
    failed++;
    console.log(`not ok ${name}: ${(error as Error).message}`);
  }
}
console.log(`${failed} of ${Object.keys(checks).length} failed`);
process.exit(failed > 0 ? 1 : 0);
