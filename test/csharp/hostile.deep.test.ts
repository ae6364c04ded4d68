/** Slow robustness tests of the compiled binary: backtracking patterns, a thousand pages, killed processes. */
import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { callJig, scratch, startJig } from "../jig.ts";
import { McpProcess } from "../mcp/mcp-process.ts";

const PROJECT = {
  "ProjectSettings/ProjectVersion.txt": "m_EditorVersion: 6000.0.1f1\n",
  "Packages/manifest.json": '{"dependencies":{}}',
};

describe("patterns", () => {
  const root = scratch({
    ...PROJECT,
    "Assets/A.cs": "class A { int aaa; }",
    "Assets/B.cs": `class B { int ${"a".repeat(40)}; }`,
    "Assets/C.cs": "class C { int aaa; }",
  });

  test("a runaway pattern times out for its file only, soon, and the host lives", async () => {
    const jig = new McpProcess(["--root", root]);
    await jig.initialize();
    const slow = await jig.call(1, "script_search", {
      pattern: "^.*(a+)+;?\\)$|aaa;",
      patternType: "regex",
      codeOnly: false,
    });
    const value = JSON.parse(slow.result.content[0].text);
    assert.deepEqual(
      value.errors?.map((one: { path: string; code: string }) => [one.path, one.code]),
      [["Assets/B.cs", "REGEX_TIMEOUT"]],
    );
    assert.deepEqual(value.pathTable, ["Assets/A.cs", "Assets/C.cs"]);
    const next = await jig.call(2, "script_search", { pattern: "class" });
    assert.equal(JSON.parse(next.result.content[0].text).total, 3);
    jig.child.stdin.end();
    assert.equal((await jig.ended).code, 0);
  });
});

describe("paging", () => {
  const files: Record<string, string> = { ...PROJECT };
  for (let at = 0; at < 50; at++)
    files[`Assets/F${String(at).padStart(2, "0")}.cs`] =
      `class F${at} {\n${"  int needle;\n".repeat(at === 7 ? 510 : 10)}}`;
  const root = scratch(files);

  test("a thousand matches with pageSize 1, each once; a changed file is named", { timeout: 120_000 }, async () => {
    const jig = new McpProcess(["--root", root]);
    await jig.initialize();
    const seen = new Map<string, number>();
    let startAfter = "";
    let changed: string[] = [];
    for (let id = 1; id < 1000; id++) {
      if (id === 20) {
        writeFileSync(join(root, "Assets/F40.cs"), "class F40 {\n  int needle;\n}\n");
        writeFileSync(join(root, "Assets/F41.cs"), "class F41 { }\n");
        rmSync(join(root, "Assets/F42.cs"));
      }
      const answer = await jig.call(id, "script_search", {
        pattern: "needle",
        pageSize: 1,
        snippetContext: 0,
        startAfter,
      });
      const value = JSON.parse(answer.result.content[0].text);
      changed = [...changed, ...(value.changed ?? [])];
      for (const { fileId, snippets } of value.results) {
        for (const { line } of snippets) {
          const key = `${value.pathTable[fileId]}:${line}`;
          seen.set(key, (seen.get(key) ?? 0) + 1);
        }
      }
      if (!value.cursor) break;
      startAfter = value.cursor;
    }
    assert.deepEqual([...new Set(changed)].sort(), ["Assets/F40.cs", "Assets/F41.cs", "Assets/F42.cs"]);
    const unchanged = [...seen].filter(([key]) => !/F4[012]/.test(key));
    assert.equal(unchanged.length, 46 * 10 + 510);
    assert.ok(unchanged.every(([, count]) => count === 1));
    jig.child.stdin.end();
    await jig.ended;
  });
});

describe("paging of references", () => {
  const files: Record<string, string> = {
    ...PROJECT,
    "Assets/Target.cs": "class Target { public static int needle; }",
  };
  for (let at = 0; at < 30; at++)
    files[`Assets/U${at}.cs`] = `class U${at} { void M() {\n${"    Target.needle++;\n".repeat(at + 1)} } }`;
  const root = scratch(files);

  test("every use once, whatever the page", { timeout: 120_000 }, async () => {
    const jig = new McpProcess(["--root", root]);
    await jig.initialize();
    const seen = new Set<string>();
    let count = 0;
    let startAfter = "";
    for (let id = 1; id < 500; id++) {
      const input = {
        name: "needle",
        container: "Target",
        pageSize: 7,
        maxMatchesPerFile: 3,
        maxBytes: 2000,
        startAfter,
      };
      const value = JSON.parse((await jig.call(id, "script_refs_find", input)).result.content[0].text);
      assert.deepEqual([value.total, value.certain], [466, 466]);
      for (const { path, line } of value.results) {
        seen.add(`${path}:${line}`);
        count++;
      }
      if (!value.cursor) break;
      startAfter = value.cursor;
    }
    assert.deepEqual([count, seen.size], [466, 466]);
    jig.child.stdin.end();
    await jig.ended;
  });
});

describe("death", () => {
  const files: Record<string, string> = { ...PROJECT };
  for (let at = 0; at < 1500; at++)
    files[`Assets/D${at % 30}/F${at}.cs`] =
      `namespace N${at % 7} {\n  class F${at} {\n${"    void Method() { var x = 1; }\n".repeat(60)}  }\n}`;
  const root = scratch(files);
  const env = { XDG_CACHE_HOME: scratch() };

  test("killed while indexing, twenty times: the next answer is right and complete", { timeout: 180_000 }, async () => {
    for (let round = 0; round < 20; round++) {
      const child = startJig(["call", "script_index_status", "--wait"], { cwd: root, env });
      const ended = new Promise((settle) => child.on("close", settle));
      await new Promise((settle) => setTimeout(settle, 40 + round * 15));
      child.kill("SIGKILL");
      await ended;
    }
    const { value } = callJig("script_index_status", { wait: true }, { cwd: root, env });
    assert.deepEqual(
      [value.totalFiles, value.indexedFiles, value.coverage, value.symbols],
      [1500, 1500, 100, 1500 * 62],
    );
    assert.equal(
      callJig("script_symbol_find", { name: "F1499", exact: true, kind: "class" }, { cwd: root, env }).value.total,
      1,
    );
  });

  test("two processes index one tree at once", { timeout: 60_000 }, async () => {
    const shared = { XDG_CACHE_HOME: scratch() };
    const answers = await Promise.all(
      [1, 2].map(
        () =>
          new Promise<string>((settle) => {
            const child = startJig(["call", "script_index_status", "--wait", "--as", "json"], {
              cwd: root,
              env: shared,
            });
            let text = "";
            child.stdout.on("data", (chunk) => {
              text += chunk;
            });
            child.on("close", () => settle(text));
          }),
      ),
    );
    for (const answer of answers) assert.equal(JSON.parse(answer).indexedFiles, 1500);
    const { value } = callJig("script_index_status", {}, { cwd: root, env: shared });
    assert.deepEqual([value.indexedFiles, value.symbols], [1500, 1500 * 62]);
  });

  test("a changed, a new and a deleted file are seen at once", () => {
    writeFileSync(join(root, "Assets/D0/F0.cs"), "class Renamed { }");
    writeFileSync(join(root, "Assets/Fresh.cs"), "class Fresh { }");
    const find = (name: string) => callJig("script_symbol_find", { name, exact: true }, { cwd: root, env }).value.total;
    assert.deepEqual([find("Renamed"), find("Fresh"), find("F0")], [1, 1, 0]);
  });
});
