/**
 * Tests that the cost of a name grows in proportion to the number of its declarations. No file is parsed twice, and a
 * declaration is not bound again for another file.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { openIndex, queryFor } from "../../../test/csharp/index-thread.ts";
import type { SourceFile } from "../semantics/source-file.ts";
import { WorkspaceModel } from "../semantics/workspace-model.ts";

/** Returns how often the model requested a file during the search for `Load`, and how many files it parsed. */
async function workFor(overrides: number): Promise<{ asked: number; parsed: number; certain: number }> {
  const files: Record<string, string> = {
    "ProjectSettings/ProjectVersion.txt": "m_EditorVersion: 6000.0.1f1\n",
    "Assets/Base.cs":
      "public interface ILoads { void Load(); }\npublic class Base : ILoads { public virtual void Load() { } }\n",
  };
  for (let at = 0; at < overrides; at++)
    files[`Assets/C${at}.cs`] = `public class C${at} : Base { public override void Load() { base.Load(); } }\n`;
  const index = openIndex(files);
  const parsed = new Set<SourceFile>();
  let asked = 0;
  const { file } = WorkspaceModel.prototype;
  WorkspaceModel.prototype.file = function (this: WorkspaceModel, path) {
    asked++;
    const got = file.call(this, path);
    parsed.add(got);
    return got;
  };
  try {
    await index.ask({ op: "status", wait: true });
    const { certain } = await index.ask({
      op: "refs",
      query: queryFor("Load"),
      page: { pageSize: 10_000, counts: "matches", perFile: 1000, startAfter: "" },
      snippetContext: 0,
      candidates: Object.keys(files).flatMap((path) => (path.endsWith(".cs") ? [index.path(path)] : [])),
    });
    return { asked, parsed: parsed.size, certain };
  } finally {
    WorkspaceModel.prototype.file = file;
    index.close();
  }
}

test("four times as many declarations are four times the work", async () => {
  const few = await workFor(10);
  const many = await workFor(40);
  assert.deepEqual([few.certain, many.certain], [22, 82]);
  assert.deepEqual([few.parsed, many.parsed], [11, 41]);
  assert.ok(many.asked <= 5 * few.asked, `${few.asked} and ${many.asked}`);
});
