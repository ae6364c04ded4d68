/** Bundles npm packages into the modules of a plugin at build time. `bundle` lists which ones. */
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, posix } from "node:path";
import * as v from "valibot";
import {
  type Bundle,
  bundleModules,
  canBundle,
  errorMessage,
  type FolderContent,
  faultLines,
  isObject,
  JigError,
  type ManifestFault,
  type PluginFile,
  type Runtime,
  removeTree,
} from "../host/frontend-api.ts";
import { missingFiles } from "./lint.ts";
import { revealed } from "./revealed-text.ts";
import { isBlank } from "./script-syntax.ts";

/** The typed source of plugin.json. */
export const SOURCE = "plugin.ts";
const FOLDER = "bundle";
const LIST = `${FOLDER}/packages.json`;
const LICENCES = `${FOLDER}/licences.txt`;
const INSTALLED = "node_modules/";
const LICENCE_FILE = /^(licen[cs]e|copying|notice)([-.].*)?$/i;
const MAX_LICENCE_BYTES = 64 * 1024;

const text = v.pipe(v.string(), v.maxLength(200));
const packages = v.array(
  v.strictObject({
    name: text,
    version: text,
    licence: text,
    files: v.number(),
    /** The SHA-256 of the bundled files. */
    hash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  }),
);
type Packages = v.InferOutput<typeof packages>;

/** Returns true if package.json has dependencies. */
function hasPackages(folder: string): boolean {
  const { dependencies } = packageJson(folder);
  return typeof dependencies === "object" && dependencies !== null && Object.keys(dependencies).length > 0;
}

/**
 * Bundles modules that import packages. It writes the bundles and the list of packages, and returns a manifest that refers to
 * the bundles.
 */
export async function bundled(source: PluginFile, folder: string, runtime: Runtime): Promise<PluginFile> {
  const missing = missingModules(source, folder);
  if (missing.length > 0) throw new JigError("INVALID_ARGUMENT", `plugin.ts is invalid\n${faultLines(missing)}`);
  const modules = modulesOf(source);
  const wanted = hasPackages(folder);
  if (modules.size === 0 || !(canBundle() || wanted)) return source;
  const { faults, files, inputs } = await bundleModules(runtime, folder, [...modules].map(withoutDot));
  if (faults.length > 0) throw new JigError("INVALID_ARGUMENT", `The modules cannot be bundled\n${faultLines(faults)}`);
  const { list, licences } = packagesIn(folder, inputs);
  if (list.length === 0 && !wanted) return source;
  const fresh = mkdtempSync(join(folder, `.${FOLDER}-`));
  try {
    const write = (path: string, data: Uint8Array | string) => {
      mkdirSync(dirname(join(fresh, path)), { recursive: true });
      writeFileSync(join(fresh, path), data);
    };
    for (const [path, bytes] of files) write(path, bytes);
    write(LIST.slice(FOLDER.length + 1), `${JSON.stringify(list, null, 2)}\n`);
    write(LICENCES.slice(FOLDER.length + 1), licences);
    chmodSync(fresh, 0o755);
    removeTree(join(folder, FOLDER));
    renameSync(fresh, join(folder, FOLDER));
  } finally {
    removeTree(fresh);
  }
  return withBundledModules(source);
}

/** Changes the manifest so that it refers to the bundles. */
export function withBundledModules(source: PluginFile): PluginFile {
  const manifest = structuredClone(source);
  eachModule(manifest, (path) => `./${FOLDER}/${withoutDot(path).replace(/\.[mc]?[jt]s$/, ".js")}`);
  return manifest;
}

/** Returns missing modules. Programs don't count, since they may be built later. */
export function missingModules(file: PluginFile, folder: string): ManifestFault[] {
  return missingFiles(file, folder, modulesOf(file));
}

/** Checks the code and the imports of plugin.ts and all modules. If this runtime has no bundler, there are no results. */
export async function importFaults(
  file: PluginFile | undefined,
  folder: string,
  runtime: Runtime,
): Promise<ManifestFault[]> {
  const modules = [...modulesOf(file ?? {})].map(withoutDot).filter((path) => existsSync(join(folder, path)));
  if (existsSync(join(folder, SOURCE)) && !modules.includes(SOURCE)) modules.push(SOURCE);
  // The bundler has nothing to say about an empty file.
  const empty = modules.filter((path) => isBlank(join(folder, path)));
  const blank = empty.map((where) => ({ where, what: "is empty", write: "Write its `export default`" }));
  if (blank.length > 0) return blank;
  if (modules.length === 0 || !canBundle()) return [];
  const { faults, exports } = await bundleModules(runtime, folder, modules);
  const handlers = Object.values(file?.tools ?? {}).flatMap(({ handler }) =>
    typeof handler === "string" ? [posix.normalize(handler)] : [],
  );
  return [...faults, ...withoutDefault(exports, handlers), ...withoutLines(exports, file)];
}

/** Returns modules that are declared to render rows but don't export the function. */
function withoutLines(exports: Bundle["exports"], file: PluginFile | undefined): ManifestFault[] {
  return Object.entries(file?.tools ?? {}).flatMap(([name, { handler, output }]) => {
    const draws = (output.rows ?? []).some(({ lines }) => lines);
    const names = typeof handler === "string" ? exports.get(posix.normalize(handler)) : undefined;
    if (!draws || names === undefined || names.includes("lines")) return [];
    const write = `Write \`export function lines({ row }, answer, input)\`, or remove "lines" from tools.${name}.output.rows`;
    return [{ where: posix.normalize(String(handler)), what: "does not export lines", write }];
  });
}

/** Returns modules that have no default export although it is required. */
function withoutDefault(exports: Bundle["exports"], handlers: readonly string[]): ManifestFault[] {
  return [...exports].flatMap(([path, names]) => {
    const isSource = path === SOURCE;
    if (names.includes("default") || !(isSource || handlers.includes(path))) return [];
    const write = isSource ? "export default {…} satisfies PluginSource" : "export default async (input, context) => …";
    return [{ where: path, what: "has no default export", write: `Write \`${write}\`` }];
  });
}

/** Checks plugin.ts before it runs, because a runtime error has no line number. */
export async function sourceFaults(folder: string, runtime: Runtime): Promise<ManifestFault[]> {
  if (!canBundle()) return [];
  const { faults, exports } = await bundleModules(runtime, folder, [SOURCE]);
  return [...faults, ...withoutDefault(exports, [])];
}

/** Lists bundled packages for the review before the approval. */
export function packageLines(content: FolderContent): string[] {
  const file = content.files.find(({ path }) => path === LIST);
  if (!file) return [];
  let list: Packages;
  try {
    list = v.parse(packages, JSON.parse(file.bytes.toString()));
  } catch {
    return ["", `! ${LIST} is not a list of packages`];
  }
  return [
    "",
    "npm packages in its modules, according to its builder",
    ...list.map((each) => `  ${each.hash.slice(0, 12)} ${revealed(`${each.name} ${each.version} (${each.licence})`)}`),
  ];
}

/** Calls `change` for the path of each module and stores the result. */
function eachModule(manifest: Partial<PluginFile>, change: (path: string) => string): void {
  for (const tool of Object.values(manifest.tools ?? {}))
    if (typeof tool.handler === "string") tool.handler = change(tool.handler);
  for (const language of manifest.contributes?.languages ?? [])
    if (language.symbols) language.symbols = change(language.symbols);
  for (const path of manifest.contributes?.paths ?? []) path.module = change(path.module);
  if (manifest.contributes?.doctor) manifest.contributes.doctor = change(manifest.contributes.doctor);
  if (manifest.service) manifest.service = change(manifest.service);
  for (const worker of Object.values(manifest.workers ?? {})) worker.module = change(worker.module);
}

/** Returns the distinct paths of modules, with their spelling in the manifest. */
function modulesOf(manifest: Partial<PluginFile>): Set<string> {
  const modules = new Set<string>();
  eachModule(structuredClone(manifest), (path) => {
    modules.add(path);
    return path;
  });
  return modules;
}

/** Removes the leading `./`. */
function withoutDot(path: string): string {
  return path.slice(2);
}

function packagesIn(folder: string, inputs: readonly string[]): { list: Packages; licences: string } {
  const byPlace = new Map<string, string[]>();
  for (const path of inputs) {
    const place = placeOf(path);
    if (place !== undefined) byPlace.set(place, [...(byPlace.get(place) ?? []), path]);
  }
  const found = [...byPlace].map(([place, paths]) => {
    const { name, version, license, licenses } = packageJson(join(folder, place));
    const hash = createHash("sha256");
    for (const path of paths.sort()) {
      const own = createHash("sha256")
        .update(readFileSync(join(folder, path)))
        .digest("hex");
      hash.update(`${JSON.stringify(path.slice(place.length + 1))} ${own}\n`);
    }
    return {
      entry: {
        name: wordOf(name) ?? place.slice(place.lastIndexOf(INSTALLED) + INSTALLED.length),
        version: wordOf(version) ?? "unknown",
        licence: licenceOf(license ?? licenses),
        files: paths.length,
        hash: hash.digest("hex"),
      },
      text: licenceText(join(folder, place)),
    };
  });
  found.sort((a, b) => (`${a.entry.name} ${a.entry.version}` < `${b.entry.name} ${b.entry.version}` ? -1 : 1));
  const licences = found
    .map(({ entry, text }) => `${entry.name} ${entry.version}: ${entry.licence}\n\n${text}`.trimEnd())
    .join(`\n\n${"-".repeat(60)}\n\n`);
  return { list: found.map(({ entry }) => entry), licences: `${licences}\n` };
}

/** Returns `node_modules/@scope/name`, also for nested packages. It is undefined for the plugin's own files. */
function placeOf(path: string): string | undefined {
  const at = path.lastIndexOf(INSTALLED);
  if (at < 0) return undefined;
  const [scope = "", name = ""] = path.slice(at + INSTALLED.length).split("/");
  return path.slice(0, at + INSTALLED.length) + (scope.startsWith("@") ? `${scope}/${name}` : scope);
}

/** Supports both the current and the old notation of npm. */
function licenceOf(written: unknown): string {
  const one = (each: unknown) => wordOf(each) ?? wordOf(isObject(each) ? each.type : undefined) ?? "unknown";
  return Array.isArray(written) ? written.map(one).join(" OR ") : one(written);
}

const wordOf = (value: unknown) => (typeof value === "string" && value !== "" ? value.slice(0, 200) : undefined);

function licenceText(place: string): string {
  const names = readdirSync(place).filter((name) => LICENCE_FILE.test(name));
  return names
    .sort()
    .map((name) => readFileSync(join(place, name), "utf8").slice(0, MAX_LICENCE_BYTES))
    .join("\n");
}

function packageJson(folder: string): Record<string, unknown> {
  const path = join(folder, "package.json");
  if (!existsSync(path)) return {};
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>;
  } catch (error) {
    throw new JigError("INVALID_ARGUMENT", `${path} is not JSON: ${errorMessage(error)}`);
  }
}
