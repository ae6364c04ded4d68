/** plugin.schema.json for editors: committed copy, output of `new`, and what it accepts and rejects. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Validator } from "@cfworker/json-schema";
import * as v from "valibot";
import { editorSchema } from "../../core/authoring/schema-file.ts";
import { outputOf } from "../../core/host/contract/output-schema.ts";
import { placeBelowRoot, plugin } from "../../core/host/contract/plugin-schema.ts";
import { BUILT_INS } from "../../plugins/mod.ts";
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

/** Built-ins differ in using imports and valibot schemas. */
const imports = v.function();
const schema = v.custom<v.GenericSchema>((each) => typeof each === "object" && each !== null && "~run" in each);
const builtIn = plugin({
  ...{ handler: imports, service: imports, worker: imports, path: imports, doctor: imports, availableTools: imports },
  input: schema,
  output: v.exactOptional(outputOf(schema)),
  failure: v.function(),
  net: v.pipe(v.string(), v.regex(/^(\$[A-Z_]+|[\w.:[\]-]+)$/)),
  place: placeBelowRoot(3),
  ofLanguage: { symbols: v.exactOptional(imports) },
  ofWorker: { sharesThread: v.exactOptional(v.boolean()) },
  ofContributes: {
    sources: v.exactOptional(v.array(v.strictObject({ prefix: v.string(), module: imports }))),
    commands: v.exactOptional(v.array(v.looseObject({ name: v.string(), summary: v.string(), module: imports }))),
  },
});

test("every built-in fits the schema that files are checked by", () => {
  for (const declaration of BUILT_INS) {
    const { issues = [] } = v.safeParse(builtIn, declaration);
    const faults = issues.map((issue) => `${declaration.name}: ${v.getDotPath(issue)}: ${issue.message}`);
    assert.deepEqual(faults, []);
  }
});

test("a built-in with a wrong key, value or reference does not", () => {
  const [first] = BUILT_INS;
  const wrongly = (more: object) =>
    v.safeParse(builtIn, { ...first, ...more }).issues?.map((issue) => v.getDotPath(issue));
  assert.deepEqual(wrongly({}), undefined);
  assert.deepEqual(wrongly({ memory: 1 }), ["memory"]);
  assert.deepEqual(wrongly({ name: "A_b" }), ["name"]);
  assert.deepEqual(wrongly({ service: "./service.ts" }), ["service"]);
  assert.deepEqual(wrongly({ when: { workspaceHas: ["../up"] } }), ["when.workspaceHas.0"]);
  const [name, tool] = Object.entries(first!.tools)[0]!;
  const withTool = (more: object) => wrongly({ tools: { [name]: { ...tool, ...more } } });
  assert.deepEqual(withTool({ input: { type: "object" } }), [`tools.${name}.input`]);
  assert.deepEqual(withTool({ description: "x".repeat(2049) }), [`tools.${name}.description`]);
  assert.deepEqual(withTool({ output: { rows: [] } }), [`tools.${name}.output.schema`]);
});
