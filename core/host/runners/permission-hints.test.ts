/** Refusals of the system are explained by the permission that is missing. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { PluginFile } from "../contract/plugin-file.ts";
import { permissionHint } from "./permission-hints.ts";

const file = (permissions: object, tool: object) =>
  ({ permissions, tools: { t: { effect: "read", handler: { command: ["./t"] }, ...tool } } }) as unknown as PluginFile;

test("each refusal names its permission", () => {
  const none = file({}, {});
  assert.match(
    permissionHint("URLError(gaierror(-3, 'Temporary failure in name resolution'))", none, "t") ?? "",
    /permissions\.net/,
  );
  assert.match(permissionHint("getaddrinfo EAI_AGAIN example.com", file({ net: ["a:1"] }, {}), "t") ?? "", /openWorld/);
  const module = file({ net: ["a:1"] }, { handler: "./t.ts" });
  assert.match(permissionHint("getaddrinfo EAI_AGAIN example.com", module, "t") ?? "", /context\.net/);
  assert.match(permissionHint("EACCES: permission denied, open 'a'", module, "t") ?? "", /context\.files/);
  assert.match(permissionHint("[Errno 30] Read-only file system: 'x'", none, "t") ?? "", /"effect": "write"/);
  assert.match(
    permissionHint("PermissionError: [Errno 13] Permission denied: 'git'", file({ run: ["jq"] }, {}), "t") ?? "",
    /\(jq\)/,
  );
});

test("a refused write names only what is missing", () => {
  const hint = (permissions: object, effect: string) =>
    permissionHint("[Errno 30] Read-only file system: 'x'", file(permissions, { effect }), "t");
  assert.equal(hint({}, "write"), "The tool may not write: give the plugin permissions.write");
  assert.equal(hint({ write: ["**"] }, "read"), 'The tool may not write: give it "effect": "write"');
  assert.equal(
    hint({}, "read"),
    'The tool may not write: give it "effect": "write", and give the plugin permissions.write',
  );
});

test("other failures have none", () => {
  const missing = "File \"a.py\", line 1\n    from socket import getaddrinfo\nModuleNotFoundError: No module named 'x'";
  assert.equal(permissionHint(missing, file({}, {}), "t"), undefined);
  assert.equal(permissionHint("ConnectionRefusedError: Connection refused", file({}, {}), "t"), undefined);
  assert.equal(permissionHint("no such chapter", file({}, {}), "t"), undefined);
  assert.equal(permissionHint("getaddrinfo EAI_AGAIN a", file({ net: ["a:1"] }, { openWorld: true }), "t"), undefined);
});
