/** Finds a C# compiler: `dotnet` with an SDK on PATH or in JIG_DOTNET, or Mono's `mcs`. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

interface Dotnet {
  dotnet: string;
  compiler: string;
  references: string[];
  runtimeConfig: string;
}

interface Mono {
  mcs: string;
  mono: string;
}

export type Compiler = Dotnet | Mono;

export function findCompiler(): Compiler | undefined {
  return findDotnet() ?? findMono();
}

function onPath(program: string): string | undefined {
  const folders = (process.env.PATH ?? "").split(":");
  return folders.map((folder) => join(folder, program)).find((place) => existsSync(place));
}

function findMono(): Mono | undefined {
  const [mcs, mono] = [onPath("mcs"), onPath("mono")];
  return mcs && mono ? { mcs, mono } : undefined;
}

function findDotnet(): Dotnet | undefined {
  const named = process.env.JIG_DOTNET;
  const found = named && existsSync(named) ? named : onPath("dotnet");
  if (found === undefined) return undefined;
  const dotnet = realpathSync(found);
  const home = dirname(dotnet);
  const sdk = newest(join(home, "sdk"));
  const pack = newest(join(home, "packs/Microsoft.NETCore.App.Ref"));
  const runtime = newest(join(home, "shared/Microsoft.NETCore.App"));
  if (!sdk || !pack || !runtime) return undefined;
  const target = newest(join(pack, "ref"));
  const compiler = join(sdk, "Roslyn/bincore/csc.dll");
  if (!target || !existsSync(compiler)) return undefined;
  const references = readdirSync(target).filter((name) => name.endsWith(".dll"));
  const [tfm, version] = [target, runtime].map((folder) => folder.slice(folder.lastIndexOf("/") + 1));
  const framework = { name: "Microsoft.NETCore.App", version };
  return {
    dotnet,
    compiler,
    references: references.map((name) => join(target, name)),
    runtimeConfig: JSON.stringify({ runtimeOptions: { tfm, framework } }),
  };
}

function newest(folder: string): string | undefined {
  if (!existsSync(folder)) return undefined;
  const names = readdirSync(folder).sort((one, other) => one.localeCompare(other, "en", { numeric: true }));
  const last = names.at(-1);
  return last === undefined ? undefined : join(folder, last);
}

/** Compiles and runs the sources, returns the output. Throws with the compiler's message. */
export function compileAndRun(found: Compiler, sources: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "jig-csharp-"));
  const program = join(folder, "program.dll");
  const env = { ...process.env, DOTNET_CLI_TELEMETRY_OPTOUT: "1", DOTNET_SYSTEM_GLOBALIZATION_INVARIANT: "1" };
  const run = (file: string, args: string[]) => execFileSync(file, args, { env, encoding: "utf8", cwd: folder });
  try {
    for (const [name, text] of Object.entries(sources)) writeFileSync(join(folder, name), text);
    const response = ["-nologo", "-nowarn:1998,162", `-out:${program}`, ...Object.keys(sources)];
    if ("dotnet" in found) {
      response.push("-langversion:7.3", ...found.references.map((reference) => `-r:"${reference}"`));
      writeFileSync(join(folder, "program.runtimeconfig.json"), found.runtimeConfig);
    } else response.push("-langversion:latest", "-target:exe", "-r:System.Core.dll");
    writeFileSync(join(folder, "compile.rsp"), response.join("\n"));
    try {
      if ("dotnet" in found) run(found.dotnet, [found.compiler, "-noconfig", "@compile.rsp"]);
      else run(found.mcs, ["@compile.rsp"]);
    } catch (thrown) {
      const { stdout, stderr } = thrown as { stdout?: string; stderr?: string };
      throw new Error(`It does not compile:\n${stdout ?? ""}${stderr ?? ""}`);
    }
    return "dotnet" in found ? run(found.dotnet, [program]) : run(found.mono, [program]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const UNITY = readFileSync(join(import.meta.dirname, "unity.cs"), "utf8");
