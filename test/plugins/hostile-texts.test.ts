/** Texts that try to control terminals and inject prompts, without Deno, and names that would be interpreted. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { runJig, scratch } from "../jig.ts";
import { MANIFEST } from "./evil.ts";
import { textsDoNoHarm } from "./hostile-texts.ts";

textsDoNoHarm("without");

test("names that would become part of a command line, a path or an environment are refused", () => {
  const refused = (change: object) => {
    const cwd = scratch({ "p/plugin.json": JSON.stringify({ ...MANIFEST, contributes: {}, ...change }) });
    return runJig(["plugin", "list", "--plugins", "p"], { cwd }).stdout;
  };
  for (const [change, where] of [
    [{ version: "1.0.0/../../x" }, "version"],
    [{ version: "1.0.0\nPermissions" }, "version"],
    [{ permissions: { env: ["A=B"] } }, "permissions.env.0"],
    [{ permissions: { env: ["A\u202e"] } }, "permissions.env.0"],
    [{ permissions: { net: ["a,b"] } }, "permissions.net.0"],
    [{ permissions: { run: ["--allow-all"] } }, "permissions.run.0"],
    [{ permissions: { run: ["git\nSandboxed"] } }, "permissions.run.0"],
    [{ permissions: { read: ["../.."] } }, "permissions.read.0"],
    [{ permissions: { read: ["/home\nx"] } }, "permissions.read.0"],
    [{ permissions: { invoke: ["x y"] } }, "permissions.invoke.0"],
    [{ contributes: { cliAliases: [{ flag: "-x", tool: "a", description: "b" }] } }, "contributes.cliAliases.0.flag"],
    [{ name: "-x" }, "name"],
    [{ name: "__proto__" }, "name"],
  ] as const) {
    const said = refused(change);
    assert.match(
      said,
      new RegExp(`unavailable[^]*"${where.replaceAll(".", "\\.")}" has the wrong form`),
      `${where}: ${said}`,
    );
  }
  for (const path of ["*a*b*c", "../x", "/etc", "*/*/*/x"]) {
    assert.match(
      refused({ when: { workspaceHas: [path] } }),
      /"when\.workspaceHas\.0" must be a path below a root/,
      path,
    );
  }
  const alias = (flag: string) => ({ contributes: { cliAliases: [{ flag, tool: "evil_do", description: "x" }] } });
  for (const flag of ["--help", "--version", "--root"])
    assert.match(refused(alias(flag)), /is already used by jig itself/);
  assert.match(
    refused(alias("--partial-read")),
    /"--partial-read" of plugin "evil" already exists in plugin "extract"/,
  );
  let deep: object = { type: "string" };
  for (let at = 0; at < 5000; at++) deep = { type: "array", items: deep };
  const nested = { a: { ...MANIFEST.tools.evil_view, input: { type: "object", properties: { deep } } } };
  assert.match(refused({ tools: nested }), /nested more than 64 levels deep/);
  const tool = MANIFEST.tools.evil_view;
  for (const name of ["constructor", "__proto__", "prototype"]) {
    const tools = JSON.parse(`{"${name}": ${JSON.stringify(tool)}}`);
    assert.match(refused({ tools }), new RegExp(`"tools\\.${name}" cannot be the name of a tool`));
  }
  for (const name of ["x y", "__proto__", "-x", "x\u202e"]) {
    const properties = JSON.parse(`{"${name}": {"type": "string"}}`);
    const tools = { a: { ...tool, input: { type: "object", properties } } };
    assert.match(refused({ tools }), /"tools\.a\.input\.properties" has the parameter "/, name);
  }
});
