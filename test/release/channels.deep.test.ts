/**
 * The dry run of release channels accepts the generators' output and detects everything that wouldn't install.
 * `JIG_RELEASE_SCHEMAS` is a folder with the schemas of Scoop and the registry.
 */
import assert from "node:assert/strict";
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pack } from "../../build/release/archives.ts";
import { sha256Of } from "../../build/release/check-binary.ts";
import { checkChannels } from "../../build/release/check-channels.ts";
import { dockerfile, IMAGE_FOLDER } from "../../build/release/container-image.ts";
import { downloadUrl, type Identity } from "../../build/release/identity.ts";
import { checksumFile, homebrewFormula, scoopManifest } from "../../build/release/manifests.ts";
import { writePackages } from "../../build/release/npm.ts";
import { registryEntry } from "../../build/release/registry-entry.ts";
import { archiveNames, TARGETS } from "../../build/release/targets.ts";
import { scratch } from "../jig.ts";
import { identity, STAND_IN } from "./stand-in.ts";

const schemas = process.env.JIG_RELEASE_SCHEMAS;
const withImage: Identity = { ...identity, image: "ghcr.io/example/jig" };

async function release(): Promise<string> {
  const folder = scratch({ "work/jig": STAND_IN, "jig-1.2.3-darwin-arm64.mcpb": "bundle" });
  const program = join(folder, "work", "jig");
  const sums = new Map<string, string>();
  const add = (name: string) => sums.set(name, sha256Of(join(folder, name)));
  add("jig-1.2.3-darwin-arm64.mcpb");
  for (const target of TARGETS)
    for (const name of archiveNames(target, "1.2.3")) {
      await pack(join(folder, name), target, { jig: program, LICENSE: identity.licenseFile });
      add(name);
    }
  writeFileSync(join(folder, "SHA256SUMS"), checksumFile(sums));
  writeFileSync(join(folder, "jig.rb"), homebrewFormula(withImage, sums));
  writeFileSync(join(folder, "jig.json"), scoopManifest(withImage, sums));
  const bundle = "jig-1.2.3-darwin-arm64.mcpb";
  const entry = registryEntry(withImage, new Map([[downloadUrl(identity, bundle), sums.get(bundle)!]]));
  writeFileSync(join(folder, "server.json"), JSON.stringify(entry));
  mkdirSync(join(folder, IMAGE_FOLDER));
  writeFileSync(join(folder, IMAGE_FOLDER, "Dockerfile"), dockerfile(withImage));
  const executables = new Map(TARGETS.slice(0, 2).map((target) => [target, program]));
  writePackages(join(folder, "npm"), identity, executables, identity.licenseFile);
  return folder;
}

const schemaOf = async (name: string) => JSON.parse(readFileSync(join(schemas!, name), "utf8"));
const check = async (folder: string) => {
  const said: string[] = [];
  await checkChannels(folder, (line) => said.push(line), schemas ? schemaOf : undefined);
  return said;
};

const replace = (file: string, from: string, to: string) => {
  const text = readFileSync(file, "utf8");
  assert.ok(text.includes(from), `${file} has ${from}`);
  writeFileSync(file, text.replace(from, to));
};

/** Faults, and the message that reports each. */
const FAULTS: Record<string, [act: (folder: string) => void, said: RegExp]> = {
  "another archive": [(at) => appendFileSync(join(at, "jig-1.2.3-linux-x64.tar.gz"), "x"), /Homebrew: .*another hash/],
  "an archive that nothing names": [
    (at) => writeFileSync(join(at, "jig-1.2.3-sparc.tar.gz"), ""),
    /sparc.* is not named/,
  ],
  "a formula that does not end": [(at) => replace(join(at, "jig.rb"), "  end\nend", "  end"), /Homebrew: a block/],
  "a bundle of another release": [
    (at) => replace(join(at, "server.json"), "/v1.2.3/", "/latest/"),
    /MCP registry: .*belongs to no release/,
  ],
  "a secret in a package": [
    (at) => {
      replace(join(at, "npm", "jig", "package.json"), '"bin/jig.cjs",', '"bin/jig.cjs", ".env",');
      writeFileSync(join(at, "npm", "jig", ".env"), "TOKEN=1");
    },
    /npm: jig would contain \.env/,
  ],
  "another server's image": [
    (at) => replace(join(at, IMAGE_FOLDER, "Dockerfile"), "io.github.example/jig", "io.github.example/other"),
    /container image: its label/,
  ],
  "an instruction misspelt": [
    (at) => replace(join(at, IMAGE_FOLDER, "Dockerfile"), "WORKDIR", "WORKDIRECTORY"),
    /is not an instruction/,
  ],
};

test("what the generators write passes, each channel by itself", { timeout: 60_000 }, async () => {
  const said = await check(await release());
  assert.deepEqual(
    said.map((line) => line.replace(/:.*/, "")),
    ["SHA256SUMS", "Homebrew", "Scoop", "MCP registry", "npm", "container image"],
  );
});

test("and what would not install is found", { timeout: 120_000 }, async () => {
  for (const [what, [act, said]] of Object.entries(FAULTS)) {
    const folder = await release();
    act(folder);
    await assert.rejects(check(folder), said, what);
  }
});

test("schemas refuse what they should", {
  skip: schemas ? false : "no JIG_RELEASE_SCHEMAS",
  timeout: 60_000,
}, async () => {
  for (const [file, from, to, said] of [
    ["jig.json", '"bin"', '"bins"', /Scoop: /],
    ["server.json", '"name":"io.github.example/jig"', '"name":"no slash"', /MCP registry: /],
  ] as const) {
    const folder = await release();
    replace(join(folder, file), from, to);
    await assert.rejects(check(folder), said);
  }
});
