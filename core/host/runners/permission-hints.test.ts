/** Refusals of the system are explained by the permission that is missing. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { PluginFile } from "../contract/plugin-file.ts";
import { permissionHint, withPermissionHint } from "./permission-hints.ts";

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

test("a refused socket is the network's, and a host without a port is said to have two", () => {
  const denied = "  File socket.py\nPermissionError: [Errno 13] Permission denied";
  assert.match(permissionHint(denied, file({}, {}), "t") ?? "", /permissions\.net .*localhost:8080/);
  const go = "Get http://localhost:8080: dial tcp 127.0.0.1:8080: socket: operation not permitted";
  assert.match(permissionHint(go, file({ net: ["localhost:8080"] }, {}), "t") ?? "", /"openWorld": true/);
  const refused = "[Errno 111] Connection refused";
  const hint = (net: string[]) => permissionHint(refused, file({ net }, { openWorld: true }), "t");
  assert.match(hint(["localhost"]) ?? "", /names "localhost" without a port, which is 80 and 443\. .*"localhost:8080"/);
  assert.equal(hint(["localhost:8080"]), undefined);
});

test("a write to the plugin's own folder is said to be one", () => {
  const writes = file({ write: ["workspace"] }, { effect: "write" });
  const told = permissionHint("Read-only file system: '/p/cache.json'", writes, "t", "/p");
  assert.match(told ?? "", /^The plugin's own folder is read-only: write to TMPDIR/);
  assert.match(
    permissionHint("Read-only file system: 'x'", writes, "t", "/p") ?? "",
    /\(workspace\)\. The plugin's own/,
  );
});

test("a code that jig does not know is logged", async () => {
  const told: string[] = [];
  const answer = (code: string) =>
    withPermissionHint(file({}, {}), "t", { warn: (text) => void told.push(text) }, "/p", async () => {
      return { value: { success: false, error: "No", code }, failed: true };
    });
  for (const code of ["PATH_NOT_FOUND", "NO_BOOK", "TIME_OUT", "ENOENT"]) await answer(code);
  assert.deepEqual(told, [
    't: "NO_BOOK" is not a code of jig. Write one of docs/errors.md, such as INVALID_ARGUMENT',
    't: "TIME_OUT" is not a code of jig. Did you mean "TIMEOUT"?',
  ]);
});

test("other failures have none", () => {
  const missing = "File \"a.py\", line 1\n    from socket import getaddrinfo\nModuleNotFoundError: No module named 'x'";
  assert.equal(permissionHint(missing, file({}, {}), "t"), undefined);
  assert.equal(permissionHint("ConnectionRefusedError: Connection refused", file({}, {}), "t"), undefined);
  assert.equal(permissionHint("no such chapter", file({}, {}), "t"), undefined);
  assert.equal(permissionHint("getaddrinfo EAI_AGAIN a", file({ net: ["a:1"] }, { openWorld: true }), "t"), undefined);
});
