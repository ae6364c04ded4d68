/**
 * Bundles the modules of a plugin with their npm packages. jig's own executable runs as Bun, and is confined if the kernel
 * supports that. No code of the plugin is executed.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, posix, relative } from "node:path";
import * as v from "valibot";
import { createProcesses } from "../capabilities/processes.ts";
import { JigError } from "../contract/errors.ts";
import type { ManifestFault } from "../manifest/check.ts";
import { encodingFault } from "../manifest/json-fault.ts";
import { createExecutables } from "../runtime/assets.ts";
import type { Runtime } from "../runtime/runtime.ts";
import { confinedToReading } from "../sandbox/confinement.ts";
import { findKernel } from "../sandbox/kernel.ts";
import { newMark } from "../sandbox/orphan-guard.ts";
import { pluginEnvironment } from "../sandbox/plugin-environment.ts";
import { createScratch } from "../sandbox/scratch-folders.ts";
import { slashed } from "../workspace/path-rules.ts";

const BUNDLE_MS = 60_000;
const MAX_OUTPUT_CHARS = 4000;

export interface Bundle {
  /** Imports that can't be resolved, and syntax errors. If there are any, nothing was bundled. */
  faults: ManifestFault[];
  /** Keyed by path below `folder`, `/`-separated. Entry modules end in `.js`. */
  files: Map<string, Uint8Array>;
  /** All inputs in the plugin's folder, with `/` as the separator. */
  inputs: string[];
  /** The exported names of ESM entry modules, by their path below the folder. */
  exports: Map<string, readonly string[]>;
}

const metafile = v.object({
  inputs: v.record(
    v.string(),
    v.object({ imports: v.array(v.object({ path: v.string() })), format: v.optional(v.string()) }),
  ),
  outputs: v.record(v.string(), v.object({ entryPoint: v.optional(v.string()), exports: v.array(v.string()) })),
});

export function canBundle(): boolean {
  return process.versions.bun !== undefined;
}

/**
 * Bundles modules with the packages that they import.
 * @param modules - Paths below the folder, such as `src/hello.ts`
 * @param limitMs - Time limit
 * @throws INVALID_ARGUMENT with the bundler's message, TIMEOUT
 */
export async function bundleModules(
  runtime: Pick<Runtime, "assets" | "cacheFolder" | "environment" | "home" | "self">,
  folder: string,
  modules: readonly string[],
  limitMs = BUNDLE_MS,
): Promise<Bundle> {
  if (!canBundle()) {
    throw new JigError("UNAVAILABLE", "npm packages are bundled by Bun, which this jig does not run on", {
      hint: "Use the executable, or run jig's source with Bun",
    });
  }
  const { environment } = runtime;
  const { locate } = createExecutables(runtime.assets, join(runtime.cacheFolder, "bin"), environment.PATH ?? "");
  const { command } = runtime.self;
  const kernel = findKernel(runtime);
  const scratch = createScratch(runtime.cacheFolder, "bundle");
  const confinement = kernel && confinedToReading({ kernel, home: runtime.home, folder, scratch, locate });
  const processes = createProcesses({
    find: async () => ({ path: command, own: false }),
    cwd: folder,
    environment: pluginEnvironment({}, environment),
    async confine(start) {
      const bun = { ...start, env: { ...start.env, ...BE_BUN } };
      const access = await confinement?.accessFor({ effect: "read", openWorld: false, programs: [command] });
      return (access && confinement?.confine(bun, access, newMark())) ?? bun;
    },
  });
  const release = scratch.hold();
  try {
    const out = join(scratch.folder, "tmp", "bundle");
    const meta = join(scratch.folder, "tmp", "meta.json");
    const args = [
      ...["build", "--target=node", "--format=esm", "--splitting", "--no-macros", "--packages=bundle"],
      ...[`--root=${folder}`, `--outdir=${out}`, `--metafile=${meta}`],
      ...modules.map((path) => `./${path}`),
    ];
    const signal = AbortSignal.timeout(limitMs);
    const running = await processes.run({ command, args, cwd: folder, signal });
    const [stderr, , { code }] = await Promise.all([textOf(running.stderr), textOf(running.stdout), running.exit]);
    if (code !== 0 && signal.aborted) {
      throw new JigError("TIMEOUT", `The modules were not bundled within ${limitMs / 1000} seconds`, {
        hint: "Import fewer or smaller packages, or try again when the machine is less busy",
      });
    }
    const wrong = code === 0 ? [] : faultsIn(stderr, folder);
    if (wrong.length > 0) return { faults: wrong, files: new Map(), inputs: [], exports: new Map() };
    if (code !== 0) throw new JigError("INVALID_ARGUMENT", `The modules cannot be bundled\n${stderr.trim()}`);
    const { inputs, outputs } = v.parse(metafile, JSON.parse(readFileSync(meta, "utf8")));
    refuseBun(inputs);
    const faults = [...importsFromOutside(inputs), ...otherEncodings(Object.keys(inputs), folder)];
    const exports = new Map(
      Object.values(outputs).flatMap(({ entryPoint, exports }) =>
        entryPoint === undefined || inputs[entryPoint]?.format === "cjs"
          ? []
          : [[slashed(posix.normalize(entryPoint)), exports] as const],
      ),
    );
    const names = Object.keys(inputs).map((path) => slashed(posix.normalize(path)));
    return { faults, files: filesIn(out), inputs: names, exports };
  } finally {
    release();
    processes.close();
    scratch.remove();
  }
}

/** Parses messages such as `error: Could not resolve: "x"`, followed by ` at path:line:column`. */
function faultsIn(stderr: string, folder: string): ManifestFault[] {
  const said = stderr.matchAll(/^error: (.+)\n\s+at (.+):(\d+):(\d+)$/gm);
  return [...said].map(([, message = "", path = "", line, column]) => {
    const [, name] = /^Could not resolve: "([^"]+)"/.exec(message) ?? [];
    const where = `${slashed(relative(folder, path))}:${line}:${column}`;
    if (name === undefined) return { where, what: message.replace(/\.$/, ""), write: "Correct the code there" };
    if (!/^[./]/.test(name)) return { where, ...notInstalled(name) };
    const write = "Correct the path, including the file's extension";
    const kit = "Run `jig plugin build`, which writes it, or correct the path";
    return { where, what: `There is no "${name}"`, write: name === "./jig.js" ? kit : write };
  });
}

/** Finds the plugin's own modules that are not in UTF-8, because Bun replaces such bytes silently. */
function otherEncodings(paths: readonly string[], folder: string): ManifestFault[] {
  const own = paths.filter((path) => !path.startsWith("..") && !path.includes("node_modules"));
  return own.flatMap((path) => {
    const bytes = readFileSync(join(folder, path));
    const fault = encodingFault(bytes, bytes.toString());
    if (!fault) return [];
    const { line, column, what, write } = fault;
    return [{ where: `${slashed(path)}:${line}:${column}`, what, write }];
  });
}

/** Finds imports from outside of the folder, which would only work on the author's machine. */
function importsFromOutside(inputs: v.InferOutput<typeof metafile>["inputs"]): ManifestFault[] {
  return Object.entries(inputs).flatMap(([path, { imports }]) => {
    const outside = imports.find((each) => each.path.startsWith("../") && !path.startsWith("../"));
    if (!outside) return [];
    const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(outside.path) ?? [];
    const fault = name
      ? notInstalled(name)
      : { what: `"${outside.path}" is outside the plugin`, write: "Put the file into the plugin's folder" };
    return [{ where: path, ...fault }];
  });
}

function notInstalled(imported: string): { what: string; write: string } {
  const [first = "", second = ""] = imported.split("/");
  const name = first.startsWith("@") ? `${first}/${second}` : first;
  return {
    what: `The package "${name}" is not installed in the plugin's folder`,
    write: `Run \`npm install --ignore-scripts ${name}\` there`,
  };
}

/** Makes our executable behave like plain Bun. */
const BE_BUN = { BUN_BE_BUN: "1" };

/** This comes from the bundler itself. */
const ITS_OWN = "bun:wrap";

/** Refuses imports of Bun's own modules, because Deno does not have them. */
function refuseBun(inputs: v.InferOutput<typeof metafile>["inputs"]): void {
  for (const [path, { imports }] of Object.entries(inputs)) {
    const own = imports.find(({ path: each }) => each === "bun" || (each.startsWith("bun:") && each !== ITS_OWN));
    if (!own) continue;
    throw new JigError("INVALID_ARGUMENT", `${path} imports "${own.path}", which only Bun has`, {
      hint: "Use a module that Node has too (`node:…`), or another package",
    });
  }
}

function filesIn(out: string): Bundle["files"] {
  const files = new Map<string, Uint8Array>();
  for (const entry of readdirSync(out, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = slashed(relative(out, join(entry.parentPath, entry.name)));
    if (path.endsWith(".node")) {
      throw new JigError(
        "INVALID_ARGUMENT",
        `A package contains native code (${path}), which a confined plugin cannot load`,
        {
          hint: "Use a package written in JavaScript or WebAssembly",
        },
      );
    }
    files.set(path, readFileSync(join(out, path)));
  }
  return files;
}

async function textOf(stream: AsyncIterable<Uint8Array>): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of stream) if (text.length < MAX_OUTPUT_CHARS) text += decoder.decode(chunk, { stream: true });
  return text.slice(0, MAX_OUTPUT_CHARS);
}
