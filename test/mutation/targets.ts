/** Targets of mutation testing: files, and folders with their unit tests. */
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";

export interface Target {
  name: string;
  /** Relative to the repository. */
  files: string[];
  tests: string[];
}

/** A folder means all files in it. The unit tests are in the same folders. */
const TARGETS: Record<string, string[]> = {
  csharp: ["plugins/csharp/binding", "plugins/csharp/semantics", "plugins/csharp/queries"],
  invoke: ["core/host"],
  answers: ["core/host/answer", "core/host/rows"],
  manifest: [
    "core/host/manifest",
    "core/host/contract/plugin-schema.ts",
    "core/host/contract/plugin-file.ts",
    "core/host/contract/output-schema.ts",
  ],
  "search-cache": [
    "plugins/search/content/result-cache.ts",
    "plugins/search/content/fingerprint.ts",
    "plugins/search/content/saved-search.ts",
    "plugins/search/content/match-page.ts",
    "plugins/search/content/ignore-override.ts",
  ],
  lists: ["plugins/search/list"],
  serve: ["core/serve"],
  receipts: [
    "plugins/unity/routing/receipt-store.ts",
    "plugins/unity/routing/run-once-guard.ts",
    "plugins/unity/command",
  ],
};

/** Test helpers. */
const LEFT_OUT = new Set(["core/host/testing.ts"]);

export const TARGET_NAMES: readonly string[] = Object.keys(TARGETS);

/** Excludes C#, which is as large as all others together and sampled separately. */
export const ALL: readonly string[] = TARGET_NAMES.filter((name) => name !== "csharp");

/** Throws if a path is missing, so moved files aren't silently skipped. */
export function targetNamed(name: string, top: string): Target {
  const paths = TARGETS[name];
  if (paths === undefined) throw new Error(`no target "${name}": ${TARGET_NAMES.join(", ")}`);
  const folders = new Set(paths.map((path) => (path.endsWith(".ts") ? dirname(path) : path)));
  const inFolders = [...folders].flatMap((folder) =>
    readdirSync(join(top, folder))
      .filter((file) => file.endsWith(".ts"))
      .map((file) => `${folder}/${file}`),
  );
  for (const path of paths.filter((each) => each.endsWith(".ts")))
    if (!inFolders.includes(path)) throw new Error(`target "${name}" names ${path}, which is gone`);
  const [tests, sources] = [inFolders.filter(isTest), inFolders.filter((path) => !isTest(path))];
  const files = sources.filter((path) => paths.includes(path) || paths.includes(dirname(path)));
  return { name, files: files.filter((path) => !LEFT_OUT.has(path)), tests };
}

function isTest(path: string): boolean {
  return path.endsWith(".test.ts");
}
