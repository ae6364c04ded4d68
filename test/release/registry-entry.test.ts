/** server.json follows the registry's rules, and its schema if `JIG_REGISTRY_SCHEMA` is a copy of it. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type Schema, Validator } from "@cfworker/json-schema";
import type { Identity } from "../../build/release/identity.ts";
import { writePackages } from "../../build/release/npm.ts";
import { MAX_DESCRIPTION, registryEntry } from "../../build/release/registry-entry.ts";
import { JIG, scratch, TOP } from "../jig.ts";

const identity: Identity = {
  version: "1.2.3",
  description: "Tools",
  license: "MIT",
  repository: "Example/jig",
  npmScope: "@example",
  licenseFile: join(TOP, "LICENSE"),
  readmeFile: join(TOP, "README.md"),
};
const bundle = "https://github.com/Example/jig/releases/download/v1.2.3/jig-1.2.3-darwin-arm64.mcpb";
// biome-ignore lint/suspicious/noExplicitAny: read as the registry reads it
const entry = registryEntry(identity, new Map([[bundle, "a".repeat(64)]])) as any;

test("the entry names the package as the package names the entry", () => {
  const folder = scratch();
  writePackages(join(folder, "npm"), identity, new Map(), JIG);
  const { name, mcpName, version } = JSON.parse(readFileSync(join(folder, "npm", "jig", "package.json"), "utf8"));
  assert.deepEqual([entry.packages[0].identifier, entry.name, entry.version], [name, mcpName, version]);
  assert.equal(entry.name, "io.github.Example/jig");
  assert.ok(entry.description.length <= MAX_DESCRIPTION);
  assert.deepEqual(entry.packages[1], {
    registryType: "mcpb",
    identifier: bundle,
    fileSha256: "a".repeat(64),
    transport: { type: "stdio" },
  });
});

const schema = process.env.JIG_REGISTRY_SCHEMA;
test("the registry's schema takes it", { skip: schema ? false : "no JIG_REGISTRY_SCHEMA" }, () => {
  const validator = new Validator(JSON.parse(readFileSync(schema!, "utf8")) as Schema, "7", false);
  assert.deepEqual(validator.validate(entry).errors, []);
  assert.notEqual(validator.validate({ ...entry, description: "x".repeat(101) }).errors.length, 0);
});
