/** System errors are explained by the missing permission. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { PluginFile } from "../contract/plugin-file.ts";
import { absentFileHint, permissionHint, withPermissionHint } from "./permission-hints.ts";

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
  assert.match(permissionHint("getaddrinfo EAI_AGAIN example.com", module, "t") ?? "", /context\.net.*fetch reaches/);
  const bare = file({}, { handler: "./t.ts" });
  assert.match(permissionHint("getaddrinfo EAI_AGAIN example.com", bare, "t") ?? "", /context\.net.*permissions\.net/);
  assert.match(permissionHint("EACCES: permission denied, open 'a'", module, "t") ?? "", /context\.files/);
  assert.match(permissionHint("[Errno 30] Read-only file system: 'x'", none, "t") ?? "", /"effect": "write"/);
  assert.match(
    permissionHint("PermissionError: [Errno 13] Permission denied: 'git'", file({ run: ["jq"] }, {}), "t") ?? "",
    /add it to permissions\.run \(now: jq\)/,
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
  assert.match(
    hint(["localhost"]) ?? "",
    /names "localhost" without a port, which means 80 and 443\. .*"localhost:8080"/,
  );
  assert.match(hint(["localhost:8080"]) ?? "", /names "localhost:8080", and every other port and host is refused/);
});

test("a program that is not declared is named, in the words of Python and of a shell", () => {
  const hint = (text: string, run: string[]) => permissionHint(text, file({ run }, {}), "t") ?? "";
  for (const text of ["PermissionError: [Errno 13] Permission denied: 'git'", "t.sh: 3: git: Permission denied"])
    assert.equal(hint(text, ["sh"]), 'If "git" is a program, add it to permissions.run (now: sh)');
  assert.match(hint("Permission denied: '/etc/shadow'", ["sh"]), /^It may read what permissions\.read names/);
  assert.match(hint("git: Permission denied", ["git"]), /^It may read/);
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

test("a write elsewhere is not said to be one to the plugin's own folder, which a traceback names too", () => {
  const writes = file({ write: ["workspace"] }, { effect: "write" });
  const trace = (path: string) => `  File "/p/t.py", line 3\nOSError: [Errno 30] Read-only file system: '${path}'`;
  const told = (text: string) => permissionHint(text, writes, "t", "/p") ?? "";
  assert.match(told(trace("/p/x")), /^The plugin's own folder is read-only/);
  for (const text of [
    trace("/w/out.txt"),
    "open /w/out.txt: read-only file system",
    "touch: cannot touch '/w/out.txt': Read-only file system",
    "EROFS: read-only file system, open '/w/out.txt'",
  ])
    assert.match(told(text), /^It may write what permissions\.write names \(workspace\).*and not \/w\/out\.txt$/, text);
  assert.match(told("sh: 3: cannot create out.txt: Read-only file system"), /own folder .*join paths .* JIG_ROOT$/);
});

test("a code that jig does not know is logged, and INTERNAL in an envelope that the plugin does not declare", async () => {
  const told: string[] = [];
  const answer = async (code: string, more: object = {}) => {
    const log = { warn: (text: string) => void told.push(text) };
    const { value } = await withPermissionHint({ ...file({}, {}), ...more }, "t", log, "/p", async () => {
      return { value: { success: false, error: "No", code }, failed: true };
    });
    return value;
  };
  assert.deepEqual(await answer("PATH_NOT_FOUND"), { success: false, error: "No", code: "PATH_NOT_FOUND" });
  assert.deepEqual(await answer("ENOENT"), { success: false, error: "No", code: "ENOENT" });
  const what = '"NO_BOOK" is not an error code of jig. Use a code from docs/errors.md, such as INVALID_ARGUMENT';
  assert.deepEqual(await answer("NO_BOOK"), { success: false, error: `No. ${what}`, code: "INTERNAL" });
  await answer("TIME_OUT");
  assert.deepEqual(await answer("NO_BOOK", { failure: {} }), { success: false, error: "No", code: "NO_BOOK" });
  assert.deepEqual(told, [
    't: "NO_BOOK" is not an error code of jig. Use a code from docs/errors.md, such as INVALID_ARGUMENT',
    't: "TIME_OUT" is not an error code of jig. Did you mean "TIMEOUT"?',
  ]);
});

test("other failures have none", () => {
  const missing = "File \"a.py\", line 1\n    from socket import getaddrinfo\nModuleNotFoundError: No module named 'x'";
  assert.equal(permissionHint(missing, file({}, {}), "t"), undefined);
  assert.equal(permissionHint("ConnectionRefusedError: Connection refused", file({}, {}), "t"), undefined);
  assert.equal(permissionHint("no such chapter", file({}, {}), "t"), undefined);
  assert.equal(permissionHint("getaddrinfo EAI_AGAIN a", file({ net: ["a:1"] }, { openWorld: true }), "t"), undefined);
});

test("a relative path is looked for in the plugin's folder, which is said", () => {
  const module = file({}, { handler: "./t.ts" });
  const texts = [
    "ENOENT: no such file or directory, open 'notes.txt'",
    "No such file or directory (os error 2): open 'notes.txt'",
  ];
  for (const text of texts)
    assert.match(absentFileHint(text, module, "t") ?? "", /context\.files\.readText\("notes\.txt"\)/);
  for (const text of [
    "FileNotFoundError: [Errno 2] No such file or directory: 'notes.txt'",
    "cat: notes.txt: No such file or directory",
    "open notes.txt: no such file or directory",
  ])
    assert.match(absentFileHint(text, file({}, {}), "t") ?? "", /JIG_ROOT/, text);
  for (const text of ["open /w/notes.txt: no such file or directory", "No such file or directory (os error 2)"])
    assert.equal(absentFileHint(text, file({}, {}), "t"), undefined, text);
});

test("a plugin's own words about an absent file get no hint", async () => {
  const told: string[] = [];
  const log = { warn: (line: string) => void told.push(line) };
  await withPermissionHint(file({}, {}), "t", log, "/p", async () => ({
    value: { error: "nope.txt: No such file or directory", code: "INVALID_ARGUMENT" },
    failed: true,
  }));
  assert.deepEqual(told, []);
});
