/** Release generators. `bun build/release.ts` tests everything. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { embeddedFiles } from "../../build/embed-grammars.ts";
import { installLines, installTable } from "../../build/install-guide.ts";
import { PUBLISHED } from "../../build/publication.ts";
import { pack } from "../../build/release/archives.ts";
import { faultsOf, formatOf, sha256Of } from "../../build/release/check-binary.ts";
import { removeSignature, signatureFaults } from "../../build/release/mach-o.ts";
import { checksumFile, homebrewFormula, installScript, scoopManifest } from "../../build/release/manifests.ts";
import { packageName, writePackages } from "../../build/release/npm.ts";
import { archiveName, archiveNames, TARGETS, type Target } from "../../build/release/targets.ts";
import packageJson from "../../package.json" with { type: "json" };
import { JIG, scratch, TOP } from "../jig.ts";
import { HERE, identity, STAND_IN } from "./stand-in.ts";

const POSIX = process.platform !== "win32";

test("the versions of the stage are those of the program", () => {
  const stage = JSON.parse(readFileSync(join(TOP, "build/release/stage/package.json"), "utf8"));
  const bun = packageJson.packageManager.replace("bun@", "");
  for (const [name, version] of Object.entries(stage.dependencies)) {
    if (name.startsWith("@oven/")) assert.equal(version, bun, name);
  }
  assert.equal(stage.dependencies["@vscode/ripgrep"], packageJson.dependencies["@vscode/ripgrep"]);
  const runtimes = Object.keys(stage.dependencies).filter((name) => name.startsWith("@oven/"));
  assert.deepEqual(runtimes.sort(), TARGETS.map(({ bun: name }) => `@oven/${name.replace("arm64", "aarch64")}`).sort());
});

test("the executable of this machine has no fault, and others are told apart", async () => {
  const embedded = await embeddedFiles(HERE.os, HERE.cpu, TOP);
  assert.ok(Object.keys(embedded).length > 20);
  assert.deepEqual(faultsOf(JIG, HERE, { rg: embedded.rg!, grammar: embedded["tree-sitter-go.wasm"]! }), []);
  const other = TARGETS.find(({ os }) => os === "win32")!;
  assert.match(faultsOf(JIG, other, {})[0]!, /not pe x64/);
  assert.match(faultsOf(JIG, HERE, { lock: join(TOP, "bun.lock") })[0]!, /does not contain/);
  assert.equal(formatOf(Buffer.from("#!/bin/sh and so on")), "not an executable");
});

test("a signature that does not fit is seen and can be removed", () => {
  // Minimal Mach-O file: header, __LINKEDIT, and a signature that covers too few bytes.
  const bytes = Buffer.alloc(12_288 + 64);
  bytes.writeUInt32LE(0xfeedfacf, 0);
  bytes.writeUInt32LE(0x01000007, 4);
  bytes.writeUInt32LE(2, 16);
  bytes.writeUInt32LE(72 + 16, 20);
  bytes.writeUInt32LE(0x19, 32);
  bytes.writeUInt32LE(72, 36);
  bytes.write("__LINKEDIT", 40, "latin1");
  bytes.writeBigUInt64LE(8192n, 72);
  bytes.writeBigUInt64LE(4096n + 64n, 80);
  bytes.writeUInt32LE(0x1d, 104);
  bytes.writeUInt32LE(16, 108);
  bytes.writeUInt32LE(12_288, 112);
  bytes.writeUInt32LE(64, 116);
  bytes.writeUInt32BE(0xfade0cc0, 12_288);
  bytes.writeUInt32BE(1, 12_296);
  bytes.writeUInt32BE(20, 12_304);
  bytes.writeUInt32BE(0xfade0c02, 12_308);
  bytes.writeUInt32BE(4096, 12_308 + 32);
  assert.match(signatureFaults(bytes, "x64")[0]!, /signed up to byte 4096, and has 12288/);
  const file = join(scratch({ program: bytes }), "program");
  removeSignature(file);
  const unsigned = readFileSync(file);
  assert.deepEqual([unsigned.length, unsigned.readUInt32LE(16), unsigned.readUInt32LE(20)], [12_288, 1, 72]);
  assert.equal(unsigned.readBigUInt64LE(80), 4096n);
  assert.deepEqual(signatureFaults(unsigned, "x64"), []);
  assert.deepEqual(signatureFaults(unsigned, "arm64"), ["carries no signature"]);
});

test("manifests name every archive with its hash", () => {
  const sums = new Map(
    TARGETS.map((target) => [archiveName(target, "1.2.3"), createHash("sha256").update(target.id).digest("hex")]),
  );
  const formula = homebrewFormula(identity, sums);
  for (const target of TARGETS.filter(({ os, libc }) => os !== "win32" && libc !== "musl")) {
    const name = archiveName(target, "1.2.3");
    assert.ok(formula.includes(`releases/download/v1.2.3/${name}"`), name);
    assert.ok(formula.includes(sums.get(name)!), name);
  }
  assert.doesNotMatch(formula, /undefined/);
  const scoop = JSON.parse(scoopManifest(identity, sums));
  assert.equal(scoop.architecture["64bit"].hash, sums.get("jig-1.2.3-windows-x64.zip"));
  assert.equal(scoop.architecture.arm64.hash, sums.get("jig-1.2.3-windows-arm64.zip"));
  assert.match(scoop.autoupdate.architecture["64bit"].url, /v\$version\/jig-\$version-windows-x64\.zip$/);
  assert.match(checksumFile(sums), /^([0-9a-f]{64} {2}jig-1\.2\.3-[a-z0-9.-]+\n)+$/);
});

test("documents name only what is published", () => {
  const ways = /npm install|brew|scoop|install\.sh|releases|mcpb/;
  for (const text of [installLines({}), installTable({})]) assert.doesNotMatch(text, ways);
  const everywhere = { repository: "o/jig", npmScope: "@o", tap: "o/tap", bucket: "o/bucket" };
  for (const text of [installLines(everywhere), installTable(everywhere)]) {
    for (const way of [
      "npm install --global @o/jig",
      "github.com/o/jig/releases/latest",
      "brew install o/tap/jig",
      "o/bucket",
    ])
      assert.ok(text.includes(way), way);
    assert.ok(text.includes(`npx -y ${packageJson.packageManager} run build`));
  }
  // The publisher's name is in publication.ts only.
  const { status } = spawnSync(
    "git",
    ["grep", "-nE", "npm install --global|\\bbrew install |scoop install", "--", "*.md"],
    { cwd: TOP },
  );
  if (Object.keys(PUBLISHED).length === 0) assert.equal(status, 1);
});

/** A folder that the install script accepts as a release. */
async function releaseFolder(): Promise<{ folder: string; archive: string }> {
  const folder = scratch({ jig: STAND_IN });
  chmodSync(join(folder, "jig"), 0o755);
  const archives = archiveNames(HERE, "1.2.3");
  for (const archive of archives)
    await pack(join(folder, archive), HERE, { jig: join(folder, "jig"), LICENSE: identity.licenseFile });
  const sums = archives.map((archive) => [archive, sha256Of(join(folder, archive))] as const);
  writeFileSync(join(folder, "SHA256SUMS"), checksumFile(new Map(sums)));
  writeFileSync(join(folder, "install.sh"), installScript(identity));
  return { folder, archive: archives.at(-1)! };
}

function install(folder: string, path = process.env.PATH ?? "") {
  const target = join(folder, "home", "bin");
  const env = {
    PATH: path,
    HOME: join(folder, "home"),
    JIG_BASE_URL: `file://${folder}`,
    JIG_INSTALL_DIR: target,
  };
  const { status, stdout, stderr } = spawnSync("sh", [join(folder, "install.sh")], { env, encoding: "utf8" });
  return { status, stdout, stderr, installed: join(target, "jig") };
}

test("install.sh takes the archive of gzip where xz is missing", { skip: !POSIX }, async () => {
  const { folder } = await releaseFolder();
  const bin = join(folder, "bin");
  mkdirSync(bin);
  for (const name of [
    "uname",
    "ls",
    "curl",
    "awk",
    "sha256sum",
    "shasum",
    "cut",
    "mktemp",
    "rm",
    "tar",
    "gzip",
    "mkdir",
    "cp",
    "chmod",
    "mv",
  ]) {
    const { stdout } = spawnSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" });
    if (stdout.trim()) symlinkSync(stdout.trim(), join(bin, name));
  }
  symlinkSync("/bin/sh", join(bin, "sh"));
  const { status, stdout, stderr, installed } = install(folder, bin);
  assert.equal(status, 0, stderr);
  assert.match(stdout, /fetching .*\.tar\.gz\n/);
  assert.equal(spawnSync(installed, ["--version"], { encoding: "utf8" }).stdout, "1.2.3\n");
});

test("install.sh puts a verified program into place, and nothing else", { skip: !POSIX }, async () => {
  const { folder, archive } = await releaseFolder();
  const { status, stdout, installed, stderr } = install(folder);
  assert.equal(status, 0, stderr);
  assert.match(stdout, /fetching .*\.tar\.xz\n/);
  assert.match(stdout, /installed .* 1\.2\.3\nadd .* to your PATH/);
  assert.equal(spawnSync(installed, ["--version"], { encoding: "utf8" }).stdout, "1.2.3\n");

  const tampered = readFileSync(join(folder, archive));
  tampered[tampered.length - 9]! ^= 1;
  writeFileSync(join(folder, archive), tampered);
  writeFileSync(installed, "the old one");
  const refused = install(folder);
  assert.equal(refused.status, 1);
  assert.match(refused.stderr, /is not what was released/);
  assert.equal(readFileSync(installed, "utf8"), "the old one");
  writeFileSync(join(folder, "SHA256SUMS"), "");
  assert.match(install(folder).stderr, /does not name/);
});

test("archives depend on their content only", async () => {
  const [a, b] = [await releaseFolder(), await releaseFolder()];
  assert.equal(sha256Of(join(a.folder, a.archive)), sha256Of(join(b.folder, b.archive)));
});

/** node_modules as npm would create it: main package plus the one for this platform. */
function installedPackages(): { shim: string; modules: string } {
  const folder = scratch({ jig: STAND_IN });
  const packages = writePackages(
    join(folder, "npm"),
    identity,
    new Map([[HERE, join(folder, "jig")]]),
    identity.licenseFile,
  );
  const modules = join(folder, "node_modules");
  for (const place of packages) {
    const { name } = JSON.parse(readFileSync(join(place, "package.json"), "utf8"));
    mkdirSync(join(modules, name), { recursive: true });
    cpSync(place, join(modules, name), { recursive: true });
  }
  return { shim: join(modules, "@example", "jig", "bin", "jig.cjs"), modules };
}

test("the npm packages: no install script, every target optional and exact", () => {
  const { modules } = installedPackages();
  const wrapper = JSON.parse(readFileSync(join(modules, "@example/jig/package.json"), "utf8"));
  assert.deepEqual(wrapper.scripts, undefined);
  assert.deepEqual(
    wrapper.optionalDependencies,
    Object.fromEntries(TARGETS.map((target) => [packageName(identity, target), "1.2.3"])),
  );
  const one = JSON.parse(readFileSync(join(modules, packageName(identity, HERE), "package.json"), "utf8"));
  assert.deepEqual([one.os, one.cpu, one.scripts], [[HERE.os], [HERE.cpu], undefined]);
});

test("the npm shim hands on words, streams, signals and the exit code", { skip: !POSIX }, async () => {
  const { shim } = installedPackages();
  const ran = spawnSync("node", [shim, "a b", "--c"], { input: "told", encoding: "utf8" });
  assert.deepEqual([ran.status, ran.stdout], [3, "words: a b --c\ntold"]);
  const child = spawn("node", [shim, "sleep"], { stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  for await (const chunk of child.stdout.setEncoding("utf8")) {
    if (text === "") child.kill("SIGTERM");
    text += chunk;
  }
  const code = await new Promise((resolve) =>
    child.exitCode === null ? child.on("exit", resolve) : resolve(child.exitCode),
  );
  assert.deepEqual([text, code], ["ready\nstopped\n", 7]);
});

/** Simulates a slow machine: the wrapper pauses before or after starting the executable. */
const SLOW = (place: "before" | "after") => `
const processes = require("node:child_process");
const { spawn } = processes;
const stand = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);
processes.spawn = (...words) => {
  if ("${place}" === "before") require("node:fs").writeSync(1, "starting\\n"), stand();
  const child = spawn(...words);
  if ("${place}" === "after") stand();
  return child;
};
`;

for (const place of ["before", "after"] as const) {
  test(`a signal that comes right ${place} the executable is started is handed on`, { skip: !POSIX }, async () => {
    const { shim } = installedPackages();
    const preload = join(scratch({ "slow.cjs": SLOW(place) }), "slow.cjs");
    const child = spawn("node", ["--require", preload, shim, "sleep"], { stdio: ["ignore", "pipe", "inherit"] });
    const ended = once(child, "exit");
    let text = "";
    // The stream ends when all writers are gone, the executable in particular.
    for await (const chunk of child.stdout.setEncoding("utf8")) {
      if (text === "") child.kill("SIGTERM");
      text += chunk;
    }
    const [code, signal] = await ended;
    // Before it has set its trap, the signal kills the executable.
    assert.deepEqual(
      [signal, place === "after" ? code : code === 7 || code === 143],
      [null, place === "after" ? 7 : true],
    );
  });
}

test("the npm shim says what is missing", () => {
  const folder = scratch();
  const packages = writePackages(join(folder, "npm"), identity, new Map<Target, string>(), identity.licenseFile);
  const ran = spawnSync("node", [join(packages.at(-1)!, "bin", "jig.cjs")], { encoding: "utf8" });
  assert.equal(ran.status, 1);
  assert.match(ran.stderr, /no executable for .* --omit=optional/s);
  assert.ok(existsSync(join(folder, "npm", "jig", "LICENSE")));
});
