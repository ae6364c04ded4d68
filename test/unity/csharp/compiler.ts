/** A C# compiler where this machine has one: `dotnet` with an SDK on the PATH, or the one that JIG_DOTNET names. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export interface Compiler {
  dotnet: string;
  compiler: string;
  references: string[];
  runtimeConfig: string;
}

export function findCompiler(): Compiler | undefined {
  const named = process.env.JIG_DOTNET;
  const places = named ? [named] : (process.env.PATH ?? "").split(":").map((folder) => join(folder, "dotnet"));
  const found = places.find((place) => existsSync(place));
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

/** Compiles the sources to a program and gives what it prints. Throws with the compiler's own words. */
export function compileAndRun(found: Compiler, sources: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "jig-csharp-"));
  const program = join(folder, "program.dll");
  const env = { ...process.env, DOTNET_CLI_TELEMETRY_OPTOUT: "1", DOTNET_SYSTEM_GLOBALIZATION_INVARIANT: "1" };
  const run = (args: string[]) => execFileSync(found.dotnet, args, { env, encoding: "utf8", cwd: folder });
  try {
    for (const [name, text] of Object.entries(sources)) writeFileSync(join(folder, name), text);
    const response = ["-nologo", "-langversion:7.3", "-nowarn:1998,162", `-out:${program}`];
    response.push(...found.references.map((reference) => `-r:"${reference}"`), ...Object.keys(sources));
    writeFileSync(join(folder, "compile.rsp"), response.join("\n"));
    writeFileSync(join(folder, "program.runtimeconfig.json"), found.runtimeConfig);
    try {
      run([found.compiler, "-noconfig", "@compile.rsp"]);
    } catch (thrown) {
      throw new Error(`It does not compile:\n${String((thrown as { stdout?: string }).stdout)}`);
    }
    return run([program]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const UNITY = readFileSync(join(import.meta.dirname, "unity.cs"), "utf8");
