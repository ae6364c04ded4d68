/** The list of reworded messages is extracted from a diff and only has user-visible text. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { changesOf } from "../../build/changed-strings.ts";

const DIFF = `diff --git a/core/a.ts b/core/a.ts
--- a/core/a.ts
+++ b/core/a.ts
@@ -1,4 +1,5 @@
-// A comment "that nobody reads" changes
-  throw new JigError("X", \`plugin is no packed plugin\`, { hint: "Mend it first" });
-import { x } from "some long path";
+  throw new JigError("X", \`plugin is not a packed plugin\`, { hint: "Fix it first" });
+  const key = "one-word"; const kept = "Entirely other words stand here now";
`;

test("old and new are paired by what they have in common", () => {
  assert.deepEqual(changesOf(DIFF), [
    { file: "core/a.ts", was: "plugin is no packed plugin", is: "plugin is not a packed plugin" },
    { file: "core/a.ts", was: "Mend it first", is: "Fix it first" },
    { file: "core/a.ts", was: "", is: "Entirely other words stand here now" },
  ]);
});
