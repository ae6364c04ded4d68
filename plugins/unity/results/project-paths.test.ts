/** Project paths below the workspace root. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { withAbsolutePaths } from "./project-paths.ts";

test("paths of a nested project become absolute, other texts stay", () => {
  const result = {
    hierarchyFilePath: ".uloop\\x.json",
    XmlPath: null,
    Errors: [{ File: "Assets/A.cs" }, { File: "" }],
    Results: [{ Path: "Packages/p/a.cs" }, { Path: "Room/Cube" }],
  };
  assert.deepEqual(withAbsolutePaths(result, "/repo/Game"), {
    hierarchyFilePath: "/repo/Game/.uloop/x.json",
    XmlPath: null,
    Errors: [{ File: "/repo/Game/Assets/A.cs" }, { File: "" }],
    Results: [{ Path: "/repo/Game/Packages/p/a.cs" }, { Path: "Room/Cube" }],
  });
});
