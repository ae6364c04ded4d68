/** Published vulnerabilities of other servers, tried with the compiled binary (SECURITY.md). */
import assert from "node:assert/strict";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { after, before, test } from "node:test";
import type { JsonSchema, ToolInfo } from "../../core/host/frontend-api.ts";
import { runJig, scratch, TOP } from "../jig.ts";
import { McpProcess } from "../mcp/mcp-process.ts";
import { has } from "../plugins/paths.ts";

const SECRET = "SECRET-4d1e";

let project: string;
let sibling: string;
let tools: ToolInfo[];
let mcp: McpProcess;

before(async () => {
  project = scratch();
  cpSync(join(TOP, "test", "fixtures", "game"), project, { recursive: true });
  sibling = `${project}-sibling`;
  mkdirSync(sibling);
  for (const name of ["secret.txt", "Secret.cs", "Secret.as"])
    writeFileSync(join(sibling, name), `class X { string s = "${SECRET}"; }\n`);
  symlinkSync(sibling, join(project, "linked"));
  for (const name of ["Secret.cs", "Secret.as"]) symlinkSync(join(sibling, name), join(project, `Linked${name}`));
  tools = JSON.parse(runJig(["tools", "--json", "--root", project]).stdout);
  mcp = new McpProcess(["--root", project], { cwd: project });
  await mcp.initialize();
});

after(async () => {
  assert.equal((await mcp.end()).code, 0);
});

/** Inputs of the tool's first example, with every path-like value replaced. */
function inputsWithPath(tool: ToolInfo, path: string): object[] {
  const isPath = (name: string) => /(^|_)(path|file|files|paths|root|roots)$|Path$|Paths$|^(path|file)/i.test(name);
  const place = (schema: JsonSchema): unknown => {
    if (schema.type === "array") return [place((schema.items ?? {}) as JsonSchema)];
    if (schema.type !== "object") return path;
    return Object.fromEntries(
      Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)
        .filter(([name, each]) => isPath(name) || each.type === "array")
        .map(([name, each]) => [name, place(each)]),
    );
  };
  const properties = Object.entries((tool.inputSchema.properties ?? {}) as Record<string, JsonSchema>);
  return properties
    .filter(([name, schema]) => isPath(name) && (schema.type === "string" || schema.type === "array"))
    .map(([name, schema]) => ({ ...withoutPaths(tool.examples[0]?.input ?? {}), [name]: place(schema) }));

  function withoutPaths(input: object): object {
    return Object.fromEntries(Object.entries(input).filter(([name]) => !isPath(name)));
  }
}

/** Passes the paths to every tool in every path parameter. No answer may contain what's in there. */
async function nobodyReads(paths: string[]): Promise<void> {
  let asked = 0;
  for (const tool of tools.filter(({ effect, listed }) => effect === "read" && listed)) {
    for (const path of paths) {
      for (const input of inputsWithPath(tool, path)) {
        // A rejected input is fine too.
        const answer = await mcp.call(`${tool.name} ${path} ${asked++}`, tool.name, input);
        assert.ok(!JSON.stringify(answer).includes(SECRET), `${tool.name} ${JSON.stringify(input)}`);
      }
    }
  }
  assert.ok(asked > paths.length * 5, `${asked} calls`);
}

test("CVE-2025-53110: a folder whose name begins like the root's is outside", async () => {
  const name = basename(sibling);
  await nobodyReads([
    sibling,
    join(sibling, "secret.txt"),
    `../${name}/secret.txt`,
    `../${name}/Secret.cs`,
    `../${name}/Secret.as`,
  ]);
});

test("CVE-2025-53109: a link inside the root leads nowhere outside", async () => {
  await nobodyReads([
    "linked",
    "linked/secret.txt",
    "linked/Secret.cs",
    "LinkedSecret.cs",
    "LinkedSecret.as",
    "linked/../linked/Secret.as",
  ]);
  const { result } = await mcp.call("whole", "search_content", { query: SECRET });
  assert.equal(JSON.parse(result.content[0].text).count, 0);
  const followed = await mcp.call("followed", "search_content", { query: SECRET, follow_symlinks: true });
  assert.ok(!JSON.stringify(followed.result).includes("class X"));
});

test("CVE-2025-68145: no argument widens the roots", async () => {
  await nobodyReads([
    dirname(project),
    "/",
    "/etc/passwd",
    "~",
    "file:///etc/passwd",
    "//etc/passwd",
    "/proc/self/root/etc/passwd",
  ]);
});

test("CVE-2026-27735: nothing is written outside", async () => {
  const names = readdirSync(sibling).length;
  for (const output_file of [
    "../escaped.json",
    join(sibling, "escaped.json"),
    "linked/escaped.json",
    "linked/secret.txt",
    "/tmp/jig-escaped.json",
  ]) {
    const { result } = await mcp.call(`write ${output_file}`, "search_content", { query: "Player", output_file });
    assert.equal(result.isError, true, output_file);
  }
  assert.equal(readdirSync(sibling).length, names);
  assert.ok(!existsSync(join(dirname(project), "escaped.json")) && !existsSync("/tmp/jig-escaped.json"));
});

test("CVE-2025-68143, CVE-2025-68144: no argument becomes a flag, no variable configures a child", () => {
  const marker = join(project, "ran");
  const script = join(project, "pre.sh");
  writeFileSync(script, `#!/bin/sh\ntouch ${marker}\ncat "$1"\n`, { mode: 0o755 });
  const config = join(project, "ripgreprc");
  writeFileSync(config, `--pre=${script}\n`);
  const env = { RIPGREP_CONFIG_PATH: config };
  for (const input of [
    { query: `--pre=${script}` },
    { query: "-f/etc/passwd" },
    { query: "x", include_globs: [`--pre=${script}`, "*.txt"] },
    { query: "x", files: [`--pre=${script}`] },
    { query: "x", roots: [`--pre=${script}`] },
    { query: "Player", encoding: `utf8 --pre=${script}` },
  ]) {
    const { code } = runJig(["call", "search_content", "--root", project, "--input", JSON.stringify(input)], { env });
    assert.ok(code === 0 || code === 1, JSON.stringify(input));
  }
  assert.ok(!existsSync(marker));
});

test("CVE-2026-23744: nobody can connect to jig", { skip: process.platform !== "linux" }, async () => {
  // Sockets of everything the tools have started, including services.
  const sockets = new Set(
    readdirSync(`/proc/${mcp.child.pid}/fd`).flatMap((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${mcp.child.pid}/fd/${fd}`))?.[1] ?? [];
      } catch {
        return [];
      }
    }),
  );
  const LISTENING = "0A";
  for (const table of ["tcp", "tcp6"]) {
    for (const line of readFileSync(`/proc/net/${table}`, "utf8").split("\n").slice(1)) {
      const fields = line.trim().split(/\s+/);
      assert.ok(fields[3] !== LISTENING || !sockets.has(fields[9]!), line);
    }
  }
});

test("text that drives the terminal comes out as text", () => {
  const hostile = "\u001b]52;c;aGFybQ==\u0007\u001b[2J\u009b31m needle";
  writeFileSync(join(project, "terminal.txt"), `${hostile}\n`);
  const text = runJig([
    "search_content",
    "--query",
    "needle",
    "--include-globs",
    "terminal.txt",
    "--as",
    "text",
    "--root",
    project,
  ]);
  assert.match(text.stdout, /needle/);
  assert.doesNotMatch(text.stdout + text.stderr, /[\u001b\u009b\u0007]/);
});

test("characters that nobody sees are escapes in text, JSON and TOON, on pipes too, and a plugin's are", () => {
  const hidden = "\u009b\u202e\u200b\u{e0041}";
  const folder = join(scratch(), "unseen");
  mkdirSync(folder);
  const script = `import json; print(json.dumps({"value": {"text": ${JSON.stringify(hidden)}}}, ensure_ascii=False))`;
  const tool = { title: "Say", description: "Says.", effect: "read", input: { type: "object" } };
  const manifest = {
    ...{ host: "^1", name: "unseen", version: "1.0.0", title: "Unseen", description: "Says hidden words." },
    permissions: { run: ["python3"] },
    tools: { unseen_say: { ...tool, handler: { command: ["python3", "say.py"] } } },
  };
  writeFileSync(join(folder, "plugin.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, "say.py"), script);
  writeFileSync(join(project, "hidden.txt"), `${hidden} needle\n`);
  const search = ["search_content", "needle", "--include-globs", "hidden.txt", "--root", project];
  const said =
    has("python3") && process.platform === "linux"
      ? [["call", "unseen_say", "--plugins", folder, "--root", project]]
      : [];
  for (const words of [search, ...said]) {
    for (const as of ["text", "json", "toon"]) {
      const { stdout, stderr } = runJig([...words, "--as", as]);
      assert.doesNotMatch(stdout + stderr, /[\u009b\u202e\u200b]|\udb40/, `${words[0]} ${as}`);
      assert.match(stdout, /\\u202e/, stdout + stderr);
      if (as === "json") assert.ok(JSON.stringify(JSON.parse(stdout)).includes(hidden));
    }
  }
});
