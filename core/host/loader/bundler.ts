/** Bundles modules of a plugin with the npm packages they import: jig's own runtime does it, confined where the kernel can, and nothing of them runs. */
import { readdirSync, readFileSync } from "node:fs";
import { join, posix, relative } from "node:path";
import * as v from "valibot";
import { createProcesses } from "../capabilities/processes.ts";
import { JigError } from "../contract/errors.ts";
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
  /** By path below `folder`, with `/`; the modules that were named have the ending `.js`. */
  files: Map<string, Uint8Array>;
  /** Paths below the plugin's folder of every file that went in, with `/`. */
  inputs: string[];
}

const metafile = v.object({
  inputs: v.record(v.string(), v.object({ imports: v.array(v.object({ path: v.string() })) })),
});

/** `modules` are paths below the folder: `src/hello.ts`. Throws INVALID_ARGUMENT with what the bundler says. */
export async function bundleModules(runtime: Runtime, folder: string, modules: readonly string[]): Promise<Bundle> {
  if (process.versions.bun === undefined) {
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
      return access ? confinement!.confine(bun, access, newMark()) : bun;
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
    const running = await processes.run({
      command,
      args,
      cwd: folder,
      signal: AbortSignal.timeout(BUNDLE_MS),
    });
    const [stderr, , { code }] = await Promise.all([textOf(running.stderr), textOf(running.stdout), running.exit]);
    if (code !== 0) throw new JigError("INVALID_ARGUMENT", `The modules cannot be bundled\n${stderr.trim()}`);
    const { inputs } = v.parse(metafile, JSON.parse(readFileSync(meta, "utf8")));
    refuseBun(inputs);
    return { files: filesIn(out), inputs: Object.keys(inputs).map((path) => slashed(posix.normalize(path))) };
  } finally {
    release();
    processes.close();
    scratch.remove();
  }
}

/** By it the executable is the runtime that it is built on. */
const BE_BUN = { BUN_BE_BUN: "1" };

/** What the bundler puts into a bundle itself. */
const ITS_OWN = "bun:wrap";

/** The same plugin behaves the same under Deno, which has none of these. */
function refuseBun(inputs: v.InferOutput<typeof metafile>["inputs"]): void {
  for (const [path, { imports }] of Object.entries(inputs)) {
    const own = imports.find(({ path: each }) => each === "bun" || (each.startsWith("bun:") && each !== ITS_OWN));
    if (!own) continue;
    throw new JigError("INVALID_ARGUMENT", `${path} imports "${own.path}", which only Bun has`, {
      hint: "Use what Node has as well (`node:…`), or another package",
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
        `A package brings native code (${path}), which a confined plugin cannot load`,
        {
          hint: "Use a package of JavaScript or WebAssembly",
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
