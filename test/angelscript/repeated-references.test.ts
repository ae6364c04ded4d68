/** Reference results are cached for all pages and kinds until a script changes. */
import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { scratch } from "../jig.ts";
import { openSession } from "./session.ts";

const TOOL = "angelscript_findReferences";

test("a question asked again tells of edits in between", { timeout: 60_000 }, async () => {
  const root = scratch({
    "Script/One.as": "class AOne : AActor\n{\n\tint Count;\n\tvoid Up() { Count = Count + 1; }\n}\n",
  });
  const session = await openSession({ cwd: root, args: ["--root", root] });
  const name = { name: "AOne/Count" };
  const at = { filePath: "Script/One.as", position: { line: 3, character: 6 } };
  const total = async (input: object): Promise<number> => (await session.call(TOOL, input)).data.total;
  assert.deepEqual([await total(name), await total(name), await total(at)], [3, 3, 3]);
  assert.equal(await total({ ...name, kinds: ["write"] }), 1);
  const first = await session.call(TOOL, { ...name, limit: 2 });
  const second = await session.call(TOOL, { ...name, limit: 2, cursor: first.data.nextCursor });
  assert.deepEqual([first.data.returned, second.data.returned, second.data.counts], [2, 1, first.data.counts]);

  writeFileSync(join(root, "Script", "Two.as"), "void Two(AOne One) { One.Count = 2; }\n");
  assert.deepEqual([await total(name), await total(at)], [4, 4]);
  writeFileSync(join(root, "Script", "Two.as"), "void Two(AOne One) { One.Count = 2; One.Count = 3; }\n");
  assert.deepEqual([await total(name), await total(at)], [5, 5]);
  writeFileSync(join(root, "Script", "One.as"), "\nclass AOne : AActor\n{\n\tint Count;\n}\n");
  assert.equal(await total(name), 3);
  assert.equal((await session.call(TOOL, at)).ok, false);
  rmSync(join(root, "Script", "Two.as"));
  assert.equal(await total(name), 1);
  await session.close();
});
