/** Answers that exceed a model's budget succeed anyway. They're truncated sensibly and can be continued. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { cli } from "./driver.ts";
import { scenario } from "./scenario.ts";

const lengthOf = (value: unknown) => JSON.stringify(value).length;

test("a result of 5 MB is a success with its ends; what it logged comes on the next page; the code ran once", async () => {
  await scenario({ generation: "v2" }, async (editor, jig) => {
    const Result = Array.from({ length: 100_000 }, (_, at) => `row ${at} ${"x".repeat(40)}`).join("\n");
    const Logs = ["first log", "second log"];
    editor.once("execute-dynamic-code", ({ reply, result }) => reply({ ...result(), Result, Logs }));
    const { value, failed } = await jig.call("execute-dynamic-code", { Code: "return all;" });
    assert.deepEqual([failed, value.Success, value.SecurityLevel, value.Ver], [false, true, "FullAccess", editor.ver]);
    assert.ok(lengthOf(value) <= 40_000 && value.Result.length > 20_000, String(lengthOf(value)));
    assert.match(value.Result, /^row 0 x/);
    assert.match(value.Result, /row 99999 x+$/);
    assert.match(value.Result, /… \d+ lines left out …/);
    assert.equal(value.truncated, true);
    const more = await jig.call("execute-dynamic-code", { Code: "return all;", ...value.next });
    assert.deepEqual([more.failed, more.value.Success, more.value.Logs], [false, true, Logs]);
    assert.equal(editor.count("execute-dynamic-code"), 1);
    const middle = await jig.call("extract_code_section", {
      file_path: value.answer,
      start_line: 50_001,
      end_line: 50_001,
      output_format: "json",
    });
    assert.match(middle.value.partial_content_result, /row 50000 x/);
  });
});

test("a page whose answer is gone is not had by running the code again", async () => {
  await scenario({ generation: "v2" }, async (editor, jig) => {
    const Logs = Array.from({ length: 3_000 }, (_, at) => `log ${at} ${"y".repeat(40)}`);
    editor.always("execute-dynamic-code", ({ reply, result }) => reply({ ...result(), Logs }));
    const { value } = await jig.call("execute-dynamic-code", { Code: "return 1;" });
    const lost = value.next.cursor.replace(/^[0-9a-z]+/, "000000000000");
    const again = await jig.call("execute-dynamic-code", { Code: "return 1;", cursor: lost });
    assert.equal(again.failed, true);
    assert.match(again.value.ErrorMessage, /no longer kept/);
    assert.equal(editor.count("execute-dynamic-code"), 1);
  });
});

test("a field that nobody declared is cut too, and the scalars stay", async () => {
  await scenario({ generation: "v2" }, async (editor, jig) => {
    editor.once("clear-console", ({ reply, result }) => reply({ ...result(), Dump: "z".repeat(5_000_000) }));
    const { value, failed } = await jig.call("clear-console");
    assert.deepEqual([failed, value.Success, value.ClearedLogCount], [false, true, 2]);
    assert.ok(lengthOf(value) <= 40_000);
    assert.match(value.Dump, /^z+… \d+ characters left out …z+$/);
  });
});

test("one log above the budget is cut, not dropped", async () => {
  await scenario({ generation: "v2" }, async (editor, jig) => {
    const log = { Type: "Error", Message: `boom ${"m".repeat(900_000)} end`, StackTrace: "A.B () (at Assets/A.cs:3)" };
    editor.always("get-logs", ({ reply, result }) => reply({ ...result(), TotalCount: 2, Logs: [log, log] }));
    const { value, failed } = await jig.call("get-logs");
    assert.deepEqual([failed, value.TotalCount, value.Logs.length], [false, 2, 1]);
    assert.match(value.Logs[0].Message, /^boom m+… \d+ characters left out …m+ end$/);
    assert.equal(value.Logs[0].StackTrace, log.StackTrace);
    const second = await jig.call("get-logs", value.next);
    assert.match(second.value.Logs[0].Message, /^boom/);
    assert.equal(second.value.next, undefined);
  });
});

test("warnings go before errors, of a compile that failed too; as text the errors are said", async () => {
  await scenario({ generation: "v2" }, async (editor, jig) => {
    const messages = (word: string, count: number) =>
      Array.from({ length: count }, (_, at) => ({
        Message: `${word} ${at} ${"w".repeat(60)}`,
        File: "Assets/A.cs",
        Line: at + 1,
      }));
    for (const Success of [true, false]) {
      const answer = {
        Success,
        ErrorCount: 50,
        WarningCount: 2_000,
        Errors: messages("error", 50),
        Warnings: messages("warning", 2_000),
        Message: null,
      };
      editor.always("compile", ({ reply }) => reply({ ...answer, Ver: editor.ver }));
      const { value, failed } = await jig.call("compile");
      assert.deepEqual([failed, value.Success, value.ErrorCount, value.WarningCount], [!Success, Success, 50, 2_000]);
      assert.deepEqual(value.Errors, answer.Errors);
      assert.ok(value.Warnings.length > 50 && value.Warnings.length < 2_000);
      assert.match(value.answer, /^answer:/);
    }
    const { code, stdout } = await cli(["call", "compile", "--as", "text", "--root", editor.project.root]);
    assert.equal(code, 1);
    assert.match(stdout, /error\tAssets\/A\.cs\t1\terror 0/);
    assert.match(stdout, /50 errors/);
  });
});

test("the pages of a deep scene together are the scene, each object once and where it belongs", async () => {
  await scenario({ generation: "v2" }, async (editor, jig) => {
    const { saveHierarchy } = await import("./fake/tools.ts");
    let count = 0;
    const paths: string[] = [];
    const node = (depth: number, above: string): Record<string, unknown> => {
      const name = `Object ${count++}`;
      const path = above === "" ? name : `${above}/${name}`;
      paths.push(path);
      const children = depth === 0 ? [] : Array.from({ length: 4 }, () => node(depth - 1, path));
      return { name, isActive: true, components: ["Transform", "MeshRenderer"], children };
    };
    const scene = { nodes: [node(5, ""), node(5, "")] };
    editor.always("get-hierarchy", ({ reply }) =>
      reply({ message: "m", hierarchyFilePath: saveHierarchy(editor.project.root, scene), Ver: editor.ver }),
    );
    type Node = { name: string; continued?: boolean; children: Node[] };
    const seen: string[] = [];
    const walk = (nodes: Node[], above: string): void => {
      for (const { name, continued, children } of nodes) {
        const path = above === "" ? name : `${above}/${name}`;
        if (!continued) seen.push(path);
        walk(children, path);
      }
    };
    let next: object | undefined = {};
    let pages = 0;
    while (next && pages++ < 50) {
      const { value } = await jig.call("get-hierarchy", { MaxResponseSizeKB: 10_000, ...next });
      assert.ok(lengthOf(value) <= 40_000, String(lengthOf(value)));
      walk(value.hierarchy, "");
      next = value.next;
    }
    assert.ok(pages > 3, String(pages));
    assert.deepEqual(seen.sort(), paths.sort());
    assert.equal(editor.count("get-hierarchy"), 1);
  });
});
