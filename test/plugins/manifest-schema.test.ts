/** plugin.schema.json for editors: what is committed, what `new` writes, and what it accepts and refuses. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Validator } from "@cfworker/json-schema";
import { editorSchema } from "../../core/authoring/schema-file.ts";
import { runJig, scratch, TOP } from "../jig.ts";

// biome-ignore lint/suspicious/noExplicitAny: a schema and manifests, broken on purpose
type Any = any;
const committed = JSON.parse(readFileSync(join(TOP, "docs", "generated", "plugin.schema.json"), "utf8"));
const validator = new Validator(committed, "7", false);

test("the committed schema is the one that jig checks by, and fits every example", () => {
  assert.deepEqual(committed, JSON.parse(editorSchema()));
  assert.equal(committed.$schema, "http://json-schema.org/draft-07/schema#");
  const described = Object.entries<Any>(committed.properties).filter(([, each]) => !each.description);
  assert.deepEqual(
    described.map(([name]) => name),
    ["$schema"],
  );
  for (const name of readdirSync(join(TOP, "examples"))) {
    const manifest = JSON.parse(readFileSync(join(TOP, "examples", name, "plugin.json"), "utf8"));
    const { valid, errors } = validator.validate(manifest);
    assert.ok(valid, `${name}: ${JSON.stringify(errors)}`);
  }
});

test("templates name it and lie beside it; an editor sees what is wrong", () => {
  const cwd = scratch();
  for (const template of ["python", "language"]) {
    const { code, stderr } = runJig(["plugin", "new", template, "--template", template], { cwd });
    assert.equal(code, 0, stderr);
    const folder = join(cwd, template);
    const manifest = JSON.parse(readFileSync(join(folder, "plugin.json"), "utf8"));
    assert.deepEqual(JSON.parse(readFileSync(join(folder, manifest.$schema), "utf8")), committed);
    assert.ok(validator.validate(manifest).valid);
    for (const broken of [
      (m: Any) => (m.nmae = "x"),
      (m: Any) => delete m.version,
      (m: Any) => (m.memoryMb = "much"),
      (m: Any) => (m.permissions.run = ["-rf"]),
      (m: Any) => (m.name = "Not a name"),
    ]) {
      const copy = structuredClone(manifest);
      broken(copy);
      assert.equal(validator.validate(copy).valid, false, String(broken));
    }
  }
});
