/** Identity stamps, and comparison of project paths. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { parseSettings } from "./editor-settings.ts";
import { checksStamps, projectOfVersion, samePath, stampFor } from "./project-identity.ts";

test("identity: stamps carry the Editor's own spelling; projects are compared without trailing slashes", () => {
  const tcp = { kind: "tcp", host: "127.0.0.1", port: 1 } as const;
  const settings = (root: string) => ({
    ...parseSettings(JSON.stringify({ projectRootPath: root, serverSessionId: "s" }))!,
    file: "f",
    mtimeMs: 0,
  });
  assert.deepEqual(stampFor("/work/Game", settings("/work/Game/"), tcp), {
    expectedProjectRoot: "/work/Game/",
    expectedServerSessionId: "s",
  });
  assert.equal(stampFor("/work/Game", settings("/work/Other"), tcp), undefined);
  assert.equal(projectOfVersion({ DataPath: "C:\\Game\\Assets" }), "C:\\Game");
  assert.equal(projectOfVersion({ DataPath: "/work/Game/Assets/" }), "/work/Game");
  assert.equal(projectOfVersion({}), undefined);
  assert.ok(samePath("/work/Game", "/work/Game/"));
  assert.ok(!samePath("/work/Game", "/work/Game2"));
  assert.deepEqual(["0.59.1", "1.7.3", "2.1.1", "3.0.0-beta.1", "", undefined].map(checksStamps), [
    false,
    false,
    true,
    true,
    true,
    true,
  ]);
});
