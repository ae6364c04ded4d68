/**
 * Builds a release: `bun build/release.ts [--repository owner/name] [--only linux-x64,…]` fills dist/release. Binaries for this
 * platform are run; for others we check format, signature, assets and size.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { editorSchema, SCHEMA_FILE } from "../core/authoring/schema-file.ts";
import { assetFiles, assetPath } from "../core/host/runtime/source-assets.ts";
import { builtInTools } from "./built-in-tools.ts";
import { compile } from "./compile.ts";
import { embeddedFiles } from "./embed-grammars.ts";
import { pack, packTexts } from "./release/archives.ts";
import { faultsOf, sha256Of } from "./release/check-binary.ts";
import { checkChannels } from "./release/check-channels.ts";
import { clientExtensions } from "./release/client-extensions.ts";
import { dockerfile, IMAGE_FOLDER } from "./release/container-image.ts";
import { downloadUrl, type Identity, identityOf } from "./release/identity.ts";
import { removeSignature } from "./release/mach-o.ts";
import { checksumFile, homebrewFormula, installScript, scoopManifest } from "./release/manifests.ts";
import { bundleManifest, hasDesktop, packBundle } from "./release/mcpb.ts";
import { writePackages } from "./release/npm.ts";
import { registryEntry } from "./release/registry-entry.ts";
import { billOfMaterials, writeMaterials } from "./release/sbom.ts";
import { smoke } from "./release/smoke.ts";
import { archiveNames, executableName, TARGETS, type Target } from "./release/targets.ts";

const TOP = join(import.meta.dirname, "..");
const STAGE = join(import.meta.dirname, "release", "stage");

const { values } = parseArgs({
  options: {
    repository: { type: "string" },
    only: { type: "string" },
    out: { type: "string", default: join(TOP, "dist", "release") },
  },
});
const identity = identityOf(values.repository);
const wanted = values.only?.split(",");
const targets = TARGETS.filter((target) => !wanted || wanted.includes(target.id));
await release(identity, targets, values.out);

async function release(identity: Identity, targets: readonly Target[], out: string): Promise<void> {
  const { version } = identity;
  rmSync(out, { recursive: true, force: true });
  const work = join(out, "work");
  mkdirSync(work, { recursive: true });
  step("packages of every target");
  const install = ["install", "--frozen-lockfile", "--silent", "--os=*", "--cpu=*"];
  const { status } = spawnSync(process.execPath, install, { cwd: STAGE, stdio: "inherit" });
  if (status !== 0) throw new Error("The stage cannot be installed");

  const rg = assetPath(assetFiles(process.platform, process.arch).rg!, STAGE)!;
  const materials = await billOfMaterials(rg, STAGE);
  writeMaterials(out, materials);
  const notices = join(out, "THIRD-PARTY-LICENSES.txt");
  step(`jig.cdx.json: ${materials.components} components, valid; THIRD-PARTY-LICENSES.txt`);

  const executables = new Map<Target, string>();
  const sums = new Map<string, string>();
  for (const target of targets) {
    const executable = join(work, target.id, executableName(target));
    await build(target, executable, join(work, "again", target.id));
    executables.set(target, executable);
    const files = {
      [executableName(target)]: executable,
      LICENSE: identity.licenseFile,
      "README.md": identity.readmeFile,
      "THIRD-PARTY-LICENSES.txt": notices,
    };
    const archives = archiveNames(target, version);
    for (const archive of archives) {
      await pack(join(out, archive), target, files);
      sums.set(archive, sha256Of(join(out, archive)));
    }
    const ran = runsHere(target, executable) ? await smoke(executable, version) : [];
    const megabytes = (path: string) => `${(statSync(path).size / 1e6).toFixed(0)} MB`;
    step(
      `${target.id}: ${megabytes(executable)}, ` +
        `${archives.map((archive) => `${archive} ${megabytes(join(out, archive))}`).join(", ")}, the same twice, ` +
        (ran.length > 0 ? `run: ${ran.join(", ")}` : "format, assets and size checked"),
    );
  }

  const tools = await builtInTools();
  const bundles = new Map<string, string>();
  for (const [target, executable] of executables) {
    if (!hasDesktop(target)) continue;
    const name = `jig-${version}-${target.id}.mcpb`;
    const manifest = bundleManifest(identity, target, tools);
    packBundle({
      bundle: join(out, name),
      folder: join(work, name),
      stage: STAGE,
      target,
      executable,
      manifest,
      notices,
    });
    sums.set(name, sha256Of(join(out, name)));
    bundles.set(downloadUrl(identity, name), sums.get(name)!);
    step(`${name}: valid according to its own tool`);
  }

  for (const { name, files } of clientExtensions(identity)) {
    const archive = `jig-${version}-${name}.zip`;
    packTexts(join(out, archive), files);
    sums.set(archive, sha256Of(join(out, archive)));
  }
  writeFileSync(join(out, "server.json"), `${JSON.stringify(registryEntry(identity, bundles), null, 2)}\n`);
  writeFileSync(join(out, "install.sh"), installScript(identity), { mode: 0o755 });
  writeFileSync(join(out, SCHEMA_FILE), editorSchema());
  for (const name of ["jig.cdx.json", "THIRD-PARTY-LICENSES.txt", "install.sh", SCHEMA_FILE])
    sums.set(name, sha256Of(join(out, name)));
  writeFileSync(join(out, "SHA256SUMS"), checksumFile(sums));
  if (!wanted) {
    writeFileSync(join(out, "jig.rb"), homebrewFormula(identity, sums));
    writeFileSync(join(out, "jig.json"), scoopManifest(identity, sums));
  }
  mkdirSync(join(out, IMAGE_FOLDER));
  writeFileSync(join(out, IMAGE_FOLDER, "Dockerfile"), dockerfile(identity));
  const packages = writePackages(join(out, "npm"), identity, executables, notices);
  rmSync(work, { recursive: true });
  step(`${packages.length} npm packages, SHA256SUMS, install.sh, server.json${wanted ? "" : ", jig.rb, jig.json"}`);
  await checkChannels(out, step);
  if (wanted) step("jig.rb and jig.json are not written with --only: they need the archives of all targets");
  step(`done: ${out}`);
}

/** Builds twice and compares, because a release can't be verified if builds aren't reproducible. */
async function build(target: Target, executable: string, again: string): Promise<void> {
  const second = join(again, executableName(target));
  for (const outfile of [executable, second]) {
    await compile({ target: target.bun, outfile, stage: STAGE });
    if (target.os === "darwin" && target.cpu === "x64") removeSignature(outfile);
  }
  const faults = faultsOf(executable, target, await embeddedFiles(target.os, target.cpu, STAGE));
  if (sha256Of(executable) !== sha256Of(second)) faults.push("is not the same when built again");
  if (faults.length > 0) throw new Error(`The executable for ${target.id} ${faults.join(", ")}`);
  rmSync(again, { recursive: true });
}

/** Binaries for this machine have to run. Others may, with an emulator or another libc. */
function runsHere({ os, cpu, libc }: Target, executable: string): boolean {
  if (os !== process.platform) return false;
  const report = process.report?.getReport() as { header?: { glibcVersionRuntime?: string } } | undefined;
  const own = report?.header?.glibcVersionRuntime === undefined ? "musl" : "glibc";
  if (cpu === process.arch && (libc === undefined || libc === own)) return true;
  return spawnSync(executable, ["--version"], { env: {} }).status === 0;
}

function step(what: string): void {
  console.log(`release: ${what}`);
}
