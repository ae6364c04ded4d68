/**
 * Test selection. Each assembly has a fingerprint (a hash over its files), and we compare these with the ones saved
 * after the last successful run. What differs has changed; assemblies that reference it, directly or not, are affected
 * as well. A change to the package manifest or the Unity version counts as a change to everything.
 */
import { createHash } from "node:crypto";
import path from "node:path";
import { type Context, isObject, parseJson } from "../../../core/host/plugin-api.ts";
import type { Assembly, TestMode } from "./assemblies.ts";

/** The hash of each assembly. The key `*` is for shared files. */
export type Fingerprints = Record<string, string>;

/** These files can affect all assemblies. */
const SHARED_FILES = ["Packages/manifest.json", "Packages/packages-lock.json", "ProjectSettings/ProjectVersion.txt"];

export async function fingerprintsOf(
  assemblies: Assembly[],
  projectRoot: string,
  context: Context,
): Promise<Fingerprints> {
  const common = await Promise.all(
    SHARED_FILES.map(async (file) => {
      const stat = await context.files.stat(path.join(projectRoot, file)).catch(() => undefined);
      return `${file} ${stat?.size} ${stat?.mtimeMs}`;
    }),
  );
  const prints: Fingerprints = { "*": hashOf(common) };
  for (const { name, files } of assemblies) prints[name] = hashOf(files);
  return prints;
}

function hashOf(lines: string[]): string {
  return createHash("sha256")
    .update([...lines].sort().join("\n"))
    .digest("hex");
}

/** On the first run, this returns all of them. */
export function changedSince(before: Fingerprints | undefined, now: Fingerprints): string[] {
  const names = Object.keys(now).filter((name) => name !== "*");
  if (!before || before["*"] !== now["*"]) return names;
  return names.filter((name) => before[name] !== now[name]);
}

/** This includes the assemblies that depend on a changed one. A removed assembly affects those that still refer to it. */
export function affectedAssemblies(
  assemblies: Assembly[],
  changed: string[],
  before: Fingerprints | undefined,
): Set<string> {
  const names = new Set(assemblies.map(({ name }) => name));
  const gone = Object.keys(before ?? {}).filter((name) => name !== "*" && !names.has(name));
  const reached = new Set([...changed, ...gone]);
  for (let grew = true; grew; ) {
    grew = false;
    for (const { name, references } of assemblies) {
      if (reached.has(name) || !references.some((each) => reached.has(each))) continue;
      reached.add(name);
      grew = true;
    }
  }
  return new Set([...reached].filter((name) => names.has(name)));
}

/** Stores the state of the project at the last successful run. Each test mode has its own state. */
export class Baseline {
  readonly #context: Context;
  readonly #key: string;

  constructor(context: Context, projectRoot: string) {
    this.#context = context;
    this.#key = `verified-${createHash("sha256").update(projectRoot).digest("hex").slice(0, 16)}.json`;
  }

  async read(): Promise<Partial<Record<TestMode, Fingerprints>>> {
    try {
      const bytes = await this.#context.cache.read(this.#key);
      const value = bytes === undefined ? null : parseJson(new TextDecoder().decode(bytes));
      return isObject(value) ? value : {};
    } catch {
      return {};
    }
  }

  /** If the file can't be written, all tests are run the next time. */
  async save(mode: TestMode, prints: Fingerprints): Promise<void> {
    const all = { ...(await this.read()), [mode]: prints };
    await this.#context.cache.write(this.#key, new TextEncoder().encode(JSON.stringify(all))).catch(() => {});
  }
}
