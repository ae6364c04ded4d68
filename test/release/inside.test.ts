/** Contents of a release: bundled packages and native parts with licenses, but no build tools. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { type BundledPackage, bundledPackages, licenseTexts } from "../../build/release/inside.ts";
import { BUN_LIBRARIES, TABLES } from "../../build/release/native-parts.ts";
import { componentsOf } from "../../build/release/sbom.ts";
import packageJson from "../../package.json" with { type: "json" };
import { JIG, TOP } from "../jig.ts";

let packages: BundledPackage[];
let text: string;

before(async () => {
  packages = await bundledPackages();
  text = licenseTexts(packages, "15.0.0");
});

test("every dependency of the program is inside, and nothing that only builds or tests it", () => {
  const names = packages.map(({ name }) => name);
  // ripgrep's npm package contains the program, which is listed under its own name.
  const expected = Object.keys(packageJson.dependencies).filter((name) => name !== "@vscode/ripgrep");
  assert.deepEqual(
    expected.filter((name) => !names.includes(name)),
    [],
  );
  // fast-png uses it at run time as well.
  const tools = Object.keys(packageJson.devDependencies).filter((name) => name !== "fflate");
  assert.deepEqual(
    tools.filter((name) => names.includes(name)),
    [],
  );
  for (const { name, version } of packages) {
    assert.match(version, /^\d+\.\d+\.\d+/, name);
  }
});

test("the licences are those of everything inside", () => {
  for (const { name, version, texts } of packages) {
    assert.ok(text.includes(`${name} ${version}`), name);
    for (const each of texts) assert.ok(text.includes(each), name);
  }
  for (const part of [
    "JavaScriptCore",
    "GNU LIBRARY GENERAL PUBLIC LICENSE",
    "Andrew Gallant",
    "PCRE2",
    "Erin Power",
    "OpenAI",
  ])
    assert.ok(text.includes(part), part);
  for (const { name } of [...BUN_LIBRARIES, ...TABLES]) assert.ok(text.includes(name), name);
  // Packages without a license file are listed as such, with the author if known.
  assert.match(text, /MIT, by .*; its package carries no text/);
});

test("the bill lists each part once, with a licence", () => {
  const components = componentsOf(packages, "15.0.0");
  const references = components.flatMap((each) => [
    each["bom-ref"],
    ...(each.components ?? []).map((part) => part["bom-ref"]),
  ]);
  assert.equal(new Set(references).size, references.length);
  assert.equal(components.filter(({ purl }) => purl?.startsWith("pkg:npm/")).length, packages.length);
  for (const component of components) assert.equal(component.licenses?.length, 1, component.name);
});

test("the program's own text has what the list names", () => {
  const program = readFileSync(JIG);
  for (const part of ["o200k", "tree-sitter-c_sharp", "ripgrep"]) assert.ok(program.includes(part), part);
  assert.ok(program.includes(readFileSync(join(TOP, "node_modules/web-tree-sitter/web-tree-sitter.wasm"))));
});
