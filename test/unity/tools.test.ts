/** All tools with defaults and with all parameters, over MCP and CLI, and the resulting answers. */
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { cli } from "./driver.ts";
import { saveHierarchy } from "./fake/tools.ts";
import { scenario } from "./scenario.ts";
import { assertSent, CASES } from "./tools-scenario.ts";

test("over MCP: every tool with its defaults sends them explicitly, and with every parameter sends each", async () => {
  await scenario({ generation: "seed" }, async (editor, jig) => {
    for (const { tool, defaults, all, least = {}, keys } of CASES) {
      const told = await jig.call(tool, least);
      assert.equal(told.failed, false, `${tool}: ${JSON.stringify(told.value)}`);
      for (const key of [...keys, "Ver"]) assert.ok(key in told.value, `${tool} answers ${key}`);
      assert.equal(Object.keys(told.value).at(-1), "Ver");
      assertSent(editor.last(tool).params, { ...defaults, ...least }, `${tool} with defaults`);
      const more = await jig.call(tool, { ...all, TimeoutSeconds: 33 });
      assert.equal(more.failed, false, `${tool}: ${JSON.stringify(more.value)}`);
      assert.equal(editor.last(tool).params.TimeoutSeconds, 33);
      assertSent(editor.last(tool).params, { ...defaults, ...all }, `${tool} with all`);
      assert.equal(editor.count(tool), 2, tool);
    }
  });
});

test("a hierarchy is read back nested; above MaxResponseSizeKB its file is named", async () => {
  await scenario({}, async (editor, jig) => {
    const { value } = await jig.call("get-hierarchy");
    assert.deepEqual(value.hierarchy[1].children[0], {
      name: "Cube",
      depth: 1,
      isActive: false,
      components: ["Transform", "MeshFilter"],
      siblingIndex: 0,
      children: [],
    });
    assert.equal(value.context.sceneName, "Main");
    const leaf = (index: number) => ({
      name: `Object ${index}`,
      isActive: true,
      components: ["Transform"],
      children: [],
    });
    const many = {
      nodes: [
        {
          name: "Root",
          isActive: true,
          components: ["Transform"],
          children: Array.from({ length: 3_000 }, (_, index) => leaf(index)),
        },
      ],
    };
    editor.always("get-hierarchy", ({ reply }) =>
      reply({
        message: "m",
        hierarchyFilePath: saveHierarchy(editor.project.root, many).replaceAll("/", "\\"),
        Ver: editor.ver,
      }),
    );
    const large = await jig.call("get-hierarchy");
    assert.equal(large.value.hierarchySavedToFile, true);
    assert.equal(large.value.saveToFileReason, "auto_threshold");
    assert.match(large.value.hierarchyFilePath, /hierarchy_.*\.json$/);
    assert.equal(large.value.hierarchy, undefined);
    const cut = await jig.call("get-hierarchy", { MaxResponseSizeKB: 10_000 });
    assert.equal(cut.value.truncated, true);
    const names: string[] = cut.value.hierarchy[0].children.map((child: { name: string }) => child.name);
    let { next } = cut.value;
    for (let page = 0; next && page < 20; page++) {
      const { value } = await jig.call("get-hierarchy", { MaxResponseSizeKB: 10_000, ...next });
      assert.deepEqual(
        [value.hierarchy.length, value.hierarchy[0].name, value.hierarchy[0].continued],
        [1, "Root", true],
      );
      assert.deepEqual(value.context, cut.value.context);
      names.push(...value.hierarchy[0].children.map((child: { name: string }) => child.name));
      next = value.next;
    }
    assert.deepEqual(
      names,
      many.nodes[0]!.children.map(({ name }) => name),
    );
    // Only the first page was requested from the Editor.
    assert.equal(editor.count("get-hierarchy"), 3);
    const whole = await cli([
      "call",
      "get-hierarchy",
      "--max-response-size-kb",
      "10000",
      "--root",
      editor.project.root,
    ]);
    assert.equal(JSON.parse(whole.stdout).hierarchy[0].children.length, 3_000);
  });
});

test("results that the Editor saved by itself are read back, those saved on request are not", async () => {
  await scenario({ generation: "seed" }, async (editor, jig) => {
    const file = ".uloop/outputs/SearchResults/unity_search_results_1.json";
    mkdirSync(join(editor.project.root, ".uloop/outputs/SearchResults"), { recursive: true });
    writeFileSync(
      join(editor.project.root, file),
      JSON.stringify({ SearchQuery: "x", Results: [{ Id: "a" }, { Id: "b" }] }),
    );
    editor.always("unity-search", ({ reply, result }) =>
      reply({
        ...result(),
        Results: [],
        ResultsSavedToFile: true,
        ResultsFilePath: file,
        SaveToFileReason: "auto_threshold",
      }),
    );
    const { value } = await jig.call("unity-search", { SearchQuery: "x" });
    assert.deepEqual(value.Results, [{ Id: "a" }, { Id: "b" }]);
    assert.equal(value.ResultsFilePath, file);
    assert.deepEqual((await jig.call("unity-search", { SearchQuery: "x", SaveToFile: true })).value.Results, []);
    editor.once("find-game-objects", ({ reply, result }) =>
      reply({ ...result(), results: null, resultsFilePath: file }),
    );
    assert.equal((await jig.call("find-game-objects", { SearchMode: "Selected" })).value.results.length, 2);
  });
});

test("tools that newer Editors dropped are answered by C# where that is allowed, and say so", async () => {
  await scenario({ generation: "v2" }, async (editor, jig) => {
    const answers: [
      tool: string,
      input: object,
      result: unknown,
      check: (value: Record<string, never>) => unknown,
      expected: unknown,
    ][] = [
      [
        "get-menu-items",
        { FilterText: "build" },
        [
          { Path: "Tools/Build", IsValidateFunction: false },
          { Path: "Help", IsValidateFunction: false },
        ],
        (value) => value.FilteredCount,
        1,
      ],
      [
        "get-provider-details",
        { ActiveOnly: true },
        [
          { Id: "asset", IsActive: true, Priority: 2 },
          { Id: "x", IsActive: false, Priority: 1 },
        ],
        (value) => value.AppliedFilter,
        "all (active only)",
      ],
      [
        "unity-search",
        { FileExtensions: ["cs"] },
        {
          total: 2,
          items: [
            { Id: "1", Path: "Assets/A.cs" },
            { Id: "2", Path: "Assets/B.png" },
          ],
        },
        (value) => value.TotalCount,
        1,
      ],
      ["execute-menu-item", { MenuItemPath: 'A"B' }, true, (value) => value.Success, true],
    ];
    for (const [tool, input, result, check, expected] of answers) {
      editor.once("execute-dynamic-code", ({ reply, result: usual }) =>
        reply({ ...usual(), Result: JSON.stringify(result) }),
      );
      const { value, failed } = await jig.call(tool, input);
      assert.equal(failed, false, `${tool}: ${JSON.stringify(value)}`);
      assert.deepEqual(check(value), expected, tool);
      assert.match(value.warnings[0], /2\.1\.1.*execute-dynamic-code/);
    }
    assert.match(String(editor.last("execute-dynamic-code").params.Code), /ExecuteMenuItem\(@"A""B"\)/);
    assert.equal(editor.count("get-unity-search-providers"), 1, "its later name was asked first");
    editor.once("execute-dynamic-code", ({ reply, result }) =>
      reply({ ...result(), Success: false, ErrorMessage: "Dynamic code is disabled", SecurityLevel: "Disabled" }),
    );
    const { value, failed } = await jig.call("unity-search", { SearchQuery: "x" });
    assert.equal(failed, true);
    assert.equal(value.Code, "NOT_ON_THIS_VERSION");
    assert.match(value.Hint, /security level now: Disabled/);
    editor.once("execute-dynamic-code", ({ socket }) => void socket.end());
    const before = editor.count("execute-dynamic-code");
    assert.equal((await jig.call("execute-menu-item", { MenuItemPath: "x" })).value.Code, "LOST_AFTER_DISPATCH");
    assert.equal(editor.count("execute-dynamic-code"), before + 1);
  });
});

test("--read-only lists only what reads, and runs no code for dropped tools", async () => {
  await scenario({ generation: "v2" }, async (editor) => {
    const readOnly = ["--read-only", "--root", editor.project.root];
    const tools: { name: string; listed: boolean }[] = JSON.parse((await cli(["tools", "--json", ...readOnly])).stdout);
    const listed = tools.filter((tool) => tool.listed).map((tool) => tool.name);
    for (const tool of [
      "compile",
      "run-tests",
      "clear-console",
      "execute-menu-item",
      "execute-dynamic-code",
      "focus-window",
      "unity-call",
    ]) {
      assert.ok(!listed.includes(tool), tool);
      assert.equal(
        (await cli(["call", tool, "--input", tool === "unity-call" ? '{"Tool":"compile"}' : "{}", ...readOnly])).code,
        1,
        tool,
      );
      assert.equal(editor.count(tool), 0);
    }
    for (const tool of ["get-logs", "get-hierarchy", "find-game-objects", "unity-search", "unity-status"])
      assert.ok(listed.includes(tool), tool);
    assert.equal((await cli(["call", "unity-search", "--search-query", "x", ...readOnly])).code, 1);
    assert.equal((await cli(["call", "unity-search", "--save-to-file", ...readOnly])).code === 0, false);
    assert.equal(editor.count("execute-dynamic-code"), 0);
    assert.equal((await cli(["call", "get-logs", ...readOnly])).code, 0);
  });
});
